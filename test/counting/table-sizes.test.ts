/** Numbers of elements as real code counts them, and offsets of members of members: what gcc 12 for x86-64 says. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HEAD = `#define MUST_BE_ZERO(cond) (sizeof(char [1 - 2 * !(cond)]) - 1)
#define IS_ARRAY(a) MUST_BE_ZERO(!__builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0])))
#define SIZE(a) (sizeof(a) / sizeof((a)[0]) + IS_ARRAY(a))
#define ZERO_OR_BUG(e) (sizeof(struct { int:-!!(e); }))
#define SIZE_OR_BUG(a) (sizeof(a) / sizeof((a)[0]) + ZERO_OR_BUG(__builtin_types_compatible_p(typeof(a), typeof(&(a)[0]))))
#define SIZE_CHOSEN(a) __builtin_choose_expr(!__builtin_types_compatible_p(typeof(a), typeof(&*(a))), sizeof(a) / sizeof((a)[0]), (void)0)
#define SAME(a, b) __builtin_types_compatible_p(a, b)
#define offsetof(type, member) __builtin_offsetof(type, member)
struct s { char a; struct { int b; short c[4]; struct { char x; long y; } in[3]; } d; union { int i; char ch[8]; } u; };
enum { TWO = 2 };
typedef int number;
static int table[12];
static const struct row { char const *name; unsigned long at; } rows[] =
  { { "a", offsetof(struct s, a) }, { "c", offsetof(struct s, d.c) }, { "in", offsetof(struct s, d.in[TWO].y) } };
void use(int);
`;

async function sentence(limit: string): Promise<string | undefined> {
  const source = `${HEAD}void f(int n) { for (int i = 0; i < ${limit}; i++) use(i); }`;
  const { loops, syntaxErrors } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(syntaxErrors).toEqual([]);
  return loops[0]?.count.sentence;
}

describe('a limit', () => {
  test.each([
    ['SIZE(table)', '12 iterations'],
    ['SIZE_OR_BUG(table)', '12 iterations'],
    ['SIZE_CHOSEN(table)', '12 iterations'],
    ['SIZE(rows)', '3 iterations'],
    ['offsetof(struct s, d.c[TWO])', '16 iterations'],
    ['offsetof(struct s, d.in[1].y)', '48 iterations'],
    ['offsetof(struct s, u.ch [3])', '75 iterations'],
    ['offsetof(struct s, d)', '8 iterations'],
    ['2 + SAME(int, number)', '3 iterations'],
    ['2 + SAME(int, unsigned)', '2 iterations'],
    ['2 + SAME(int[3], int *)', '2 iterations'],
    ['2 + SAME(long, long long)', '2 iterations'],
    ['2 + SAME(const int, int)', '3 iterations'],
    ['2 + SAME(enum { A }, unsigned)', '3 iterations'],
    // not known
    ['2 + SAME(number, number)', 'until i >= 2 + SAME(number, number)'],
    ['2 + SAME(enum { A }, enum { B })', 'until i >= 2 + SAME(enum { A }, enum { B })'],
    ['offsetof(struct s, d.c[010])', 'until i >= offsetof(struct s, d.c[010])'],
    ['offsetof(struct s, d.c[n])', 'until i >= offsetof(struct s, d.c[n])'],
    ['offsetof(struct other, a.b)', 'until i >= offsetof(struct other, a.b)'],
  ])('%s', async (limit, told) => expect(await sentence(limit)).toBe(told));
});

test('an array of `_Bool` whose length is a variable', async () => {
  const source = `void use(void *); void *memset(void *, int, unsigned long);
void f(int n) { _Bool v[n]; memset(v, 0, sizeof v); for (unsigned long i = 0; i < sizeof v; i++) use(v); }
void g(void) { _Bool v[5]; memset(v, 1, 3); for (unsigned long i = 0; i < sizeof v; i++) use(v); }`;
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(loops.map(({ count }) => count.sentence)).toEqual(['(unsigned long long)n iterations', '5 iterations']);
});

test('a written length that is not known is none that an initialiser tells', async () => {
  const source = `static char a[SOME_LENGTH] = "abc", b[] = "abc";
    void f(void) { for (unsigned k = 0; k < sizeof a; k++) a[k] = 0; for (unsigned k = 0; k < sizeof b; k++) b[k] = 0; }`;
  expect(await sentencesIn(source)).toEqual(['sizeof a iterations', '4 iterations']);
});
