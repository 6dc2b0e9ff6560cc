/**
 * What a call or a store may change in a function that doesn't name it shows in the functions that are inlined beside
 * it.
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };
const HEAD = `
#include <assert.h>
#include <string.h>
struct record { _Bool flags[2]; int first; int second; };
struct record global = { { 0 }, 1, 2 }, other;
int number = 7;
static int own = 7;
static int check(void) { assert(global.second == 2); return 0; }
static int checkNumber(void) { assert(number == 7); return 0; }
static int checkOwn(void) { assert(own == 7); return 0; }
void unknown(void), take(struct record *);
struct record make(void);
void setOwn(void) { own = 8; }
`;
const verdictsOf = async (body: string): Promise<string[]> => {
  const source = `${HEAD}int main(void) { struct record *q = &other; ${body} }`;
  const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, host);
  return assertions.filter((a) => a.function === 'main').map(({ verdict }) => verdict);
};

describe('a global that only an inlined function names may be changed', () => {
  it.each([
    'unknown(); return checkNumber();',
    'unknown(); return checkOwn();',
    'unknown(); return check();',
    'take(&global); return check();',
    'global = make(); return check();',
    'global = other; return check();',
    'global = *q; return check();',
    'memset(&global, 0, sizeof global); return check();',
    'memcpy(&global, q, sizeof global); return check();',
    'struct record *p = &global; *p = *q; return check();',
    'struct record *p = &global; memset(p, 1, sizeof *p); return check();',
    'char *p = (char *)&global; p[9] = 1; return check();',
  ])('%s', async (body) => {
    const verdicts = await verdictsOf(body);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts).not.toContain('holds');
  });
});

describe('or not', () => {
  it.each([
    'return check();',
    'return checkNumber();',
    'int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return checkNumber();',
    'own = 7; q->first = 1; return checkOwn();',
  ])('%s', async (body) => {
    expect(await verdictsOf(body)).toEqual(['holds']);
  });
});
