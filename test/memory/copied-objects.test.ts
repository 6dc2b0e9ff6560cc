/**
 * A function that is called twice has objects of its own each time, in other places; those of the file are in one place
 * for all.
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };
const verdictsOf = async (source: string): Promise<string[]> =>
  (await analyze(`#include <assert.h>\n${source}`, { ...DEFAULT_OPTIONS, loops: false }, host)).assertions.map(
    ({ verdict }) => verdict,
  );

describe('objects of functions that are called twice', () => {
  it.each([
    ['an array', 'int a[3] = { 12, -5, 2 }; const int *p = a; p++; return p[0];'],
    ['a row of an array', 'int a[2][3] = { { 1, 7, 6 }, { 12, -5, 2 } }; const int *p = a[1]; p++; return p[0];'],
    ['a row of an array of the file', 'const int *p = table[1]; p++; return p[0];'],
    ['as far as its end', 'int s = -14; for (const int *p = table[1]; p < &table[1][3]; p++) s += *p; return s;'],
  ])('%s', async (_, body) => {
    const source = `const int table[2][3] = { { 1, 7, 6 }, { 12, -5, 2 } };
static int value(void) { ${body} }
      int f(void) { value(); int s = value(); assert(s == -5); assert(s != -5); return 0; }`;
    expect(await verdictsOf(source)).toEqual(['holds', 'violated']);
  });

  it('a row of an array of the file is in one place for all functions', async () => {
    const source = `int table[2][3];
static int same(const int *p) { return p == table[1]; }
      int f(void) { assert(same(table[1])); const int *q = table[0]; assert(!same(q)); assert(same(q + 3)); return 0;
        }`;
    expect(await verdictsOf(source)).toEqual(['holds', 'holds', 'holds']);
  });
});
