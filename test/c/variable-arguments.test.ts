/** `va_arg`: of any type, of any value; only the list moves on. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import { loopsIn } from '../termination/loops.ts';

const host = { now: () => 0, cancelled: () => false };
const HEAD = `
#include <stdarg.h>
#include <assert.h>
typedef unsigned long word;
struct pair { int x, y; };
`;
const inVariadic = (body: string): string =>
  `${HEAD}void f(int n, ...) { int kept = 7; va_list ap; va_start(ap, n); ${body} va_end(ap); }`;

describe('an argument may be anything of its type', () => {
  it.each([
    'long u = va_arg(ap, long); assert(u < (1L << 33));',
    'unsigned long u = va_arg(ap, unsigned long); assert(u < (1UL << 33));',
    'word u = va_arg(ap, word); assert(u < (1UL << 33));',
    'const char *u = va_arg(ap, const char *); assert(u != 0);',
    'const char *u = va_arg(ap, const char *); assert(u == 0);',
    'int x = va_arg(ap, struct pair *)->x; assert(x == 0);',
    'struct pair p = va_arg(ap, struct pair); assert(p.x == p.y);',
    '__int128 u = va_arg(ap, __int128); assert(u < ((__int128)1 << 66) && u > -((__int128)1 << 66));',
    'assert(va_arg(ap, int) == va_arg(ap, int));',
    'long u = va_arg(*(&ap), long); assert(u != 5);',
  ])('%s', async (body) => {
    const { assertions } = await analyze(inVariadic(body), { ...DEFAULT_OPTIONS, loops: false }, host);
    expect(assertions.map(({ verdict }) => verdict)).not.toContain('holds');
  });
});

describe('of its type', () => {
  it.each([
    'unsigned char u = (unsigned char)va_arg(ap, int); assert(u < 256);',
    'for (int i = 0; i < 3; i++) va_arg(ap, const char *); assert(kept == 7);',
  ])('%s', async (body) => {
    const { assertions } = await analyze(inVariadic(body), { ...DEFAULT_OPTIONS, loops: false }, host);
    expect(assertions.map(({ verdict }) => verdict)).toEqual(['holds']);
  });
});

describe('loops over arguments', () => {
  it.each([
    ['long s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, long);', 'n iterations'],
    ['char *s; while ((s = va_arg(ap, char *)) != 0) kept++;', 'until (s = va_arg(ap, char *)) == 0'],
  ])('%s', async (body, sentence) => {
    expect((await loopsIn(inVariadic(body), 'c')).map(({ count }) => count.sentence)).toEqual([sentence]);
  });
});

it('quotes all parentheses of a test', async () => {
  const source = `#include <stdarg.h>
int f(int a, ...) { va_list ap; int *p, n = 0; va_start(ap, a); while ((p = va_arg (ap, int *))) n++; va_end(ap); return n; }`;
  const [loop] = await loopsIn(source, 'c');
  expect(loop?.count.sentence).toBe('until (p = va_arg (ap, int *)) == NULL');
});
