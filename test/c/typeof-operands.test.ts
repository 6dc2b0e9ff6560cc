/**
 * GNU `typeof` of any expression: the object that is declared has the expression's type, so its values wrap around, or
 * are cut off, as C's do.
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };
const HEAD = `#include <assert.h>
struct s { unsigned char b; short h; struct s *next; unsigned w : 3; };
long g(int);
#define MAX(a, b) ({ __typeof__ (a) _a = (a); __typeof__ (b) _b = (b); _a > _b ? _a : _b; })
#define KEPT(x) ({ typeof((x) + 0) kept_ = (x); kept_; })
`;
const verdictsOf = async (body: string): Promise<string[]> =>
  (
    await analyze(
      `${HEAD}void f(struct s *p, unsigned char *a, int n) { ${body} }`,
      { ...DEFAULT_OPTIONS, loops: false },
      host,
    )
  ).assertions.map(({ verdict, reason }) => reason?.code ?? verdict);

describe('the size of what has the type of an expression', () => {
  it.each([
    ['*a', 1],
    ['a[n]', 1],
    ['a[0] + 1', 4],
    ['p->b', 1],
    ['p->next->h', 2],
    ['(*p).h', 2],
    ['((struct s *)0)->h', 2],
    ['(n)', 4],
    ['(char)n', 1],
    ['-a[0]', 4],
    ['!p', 4],
    ['&n', 8],
    ['g(n) + 1', 8],
    ['n ? 1 : 2L', 8],
    ['sizeof n', 8],
    ['1u << 3', 4],
    ["'a'", 4],
    ['n, *a', 1],
  ])('%s', async (expression, size) => {
    expect(await verdictsOf(`typeof(${expression}) e; assert(sizeof e == ${size});`)).toEqual(['holds']);
    expect(await verdictsOf(`assert(sizeof(__typeof__ (${expression})) == ${size});`)).toEqual(['holds']);
  });
});

describe('in macros', () => {
  it.each([
    ['expressions as arguments', 'int r = MAX(n & 7, 3); assert(r >= 3 && r <= 7);', ['holds']],
    ['parenthesised', 'int r = KEPT(n & 1); assert(r < 2);', ['holds']],
    ['a macro within the operand', 'typeof(KEPT(*a) + 1L) e = 3; assert(sizeof e == 8);', ['holds']],
    ['values are cut off', 'typeof(p->b) e = 300; assert(e == 44);', ['holds']],
  ])('%s', async (_, body, verdicts) => {
    expect(await verdictsOf(body)).toEqual(verdicts);
  });
});

describe('in casts, sizes and literals', () => {
  it.each([
    ['int m = (typeof(*a))n; assert(m <= 255);'],
    ['int m = (typeof(*a))(n + 1); assert(m <= 255);'],
    ['int m = (typeof(*a))-1; assert(m == 255);'],
    ['int m = (typeof(*a))~0; assert(m == 255);'],
    ['int m = (typeof(*a)){ 259 }; assert(m == 3);'],
    ['int m = sizeof(typeof(*a)[3]) + sizeof(typeof(*a) *); assert(m == 11);'],
    ['int m = _Alignof(typeof(n)); assert(m == 4);'],
    ['const typeof(n) *q = &n; typeof(*q) m = *q; assert(m == n);'],
  ])('%s', async (body) => {
    expect(await verdictsOf(body)).toEqual(['holds']);
  });
});

describe('types stay types', () => {
  it.each([
    ['typeof(int) e = 1; assert(sizeof e == 4);'],
    ['typeof(struct s *) e = p; assert(sizeof e == 8);'],
    ['typeof(unsigned char [3]) e; assert(sizeof e == 3);'],
    ['typeof(int (*)(long)) e; assert(sizeof e == 8);'],
    ['typedef short small; typeof(small) e = 70000; assert(e == 4464);'],
    ['typedef short small; typeof(small *) e = 0; assert(sizeof e == 8);'],
    ['typeof(typeof(*a)) e = 300; assert(e == 44);'],
    ['int k = 0; typeof(*a) e = 1; typeof(k++) d = 2; assert(k == 0 && e + d == 3);'],
  ])('%s', async (body) => {
    expect(await verdictsOf(body)).toEqual(['holds']);
  });
});
