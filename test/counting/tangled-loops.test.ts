/** Loops beside those that a `case` or a `goto` leads into the middle of: each is counted by itself, those never. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { loopsIn } from '../termination/loops.ts';
import { sentencesIn } from './sentences.ts';

/**
 * A state machine that goes on where it stopped, in the middle of a loop; `steps` makes it too large for copies of what
 * is entered twice.
 */
const machine = (body: string, steps = 40): string => `
int more(void);
int f(int state, int n, int s) {
  int i = 0, k;
  switch (state) {
  case 0:
    ${body}
    ${Array.from({ length: steps }, (_, step) => `for (k = 0; k < n; k++) { case ${step + 1}: if (!more()) return ${step}; }`).join('\n    ')}
  }
  return s;
}`;

async function countsIn(body: string): Promise<readonly (string | undefined)[]> {
  return (await loopsIn(machine(body), 'c')).map((l) => l.count.sentence);
}

describe('in a function with loops that are entered in their middle', () => {
  test.each([
    ['for (i = 0; i < 10; i++) s += i;', '10 iterations'],
    ['while (1) { if (s >= 8) break; s++; }', 'max(1, 9 - s) iterations'],
    ['while (1) { if (more()) break; }', 'until more() returns something other than 0'],
  ])('%s: %s', async (loop, sentence) => {
    const [first, ...others] = await countsIn(loop);
    expect(first).toBe(sentence);
    expect(new Set(others)).toEqual(new Set(['until k >= n, or sooner']));
  });

  test('a loop around one that is entered in its middle has no count of its own', async () => {
    const [outer] = await countsIn('for (i = 0; i < 10; i++) { while (n > 0) { n--; case 99: s++; } }');
    expect(outer).toBe('until i >= 10, or sooner');
  });
});

describe('within a loop that a jump leads into', () => {
  const within = async (body: string): Promise<readonly string[]> =>
    sentencesIn(`
int more(void);
int f(int state, int n, unsigned u, int *p) {
  int i = 5, k = 16;
  switch (state) {
  case 0:
    while (n < 100) { case 1: if (more()) return 1; ${body} n++; }
  }
  return 0;
}`);
  const OUTER = 'until n >= 100, or sooner';

  test.each([
    ['for (i = 0; i < 20; i++) p[i] = 0;', ['20 iterations']],
    ['while (u > 3) { p[u] = 1; u -= 4; }', ['u / 4 iterations']],
    ['do { i--; } while (i > n);', ['max(1, i - n) iterations']],
    // what came before the jump isn't known: k is only 16 where nothing led into the middle
    ['for (i = 0; i < k; i++) p[i] = 0;', ['k iterations']],
    ['for (i = 0; i < n; i++) { for (k = 0; k < 3; k++) p[k] = i; }', ['n iterations', '3 iterations']],
    // a jump leads into these, too
    ['for (i = 0; i < 20; i++) { case 2: p[i] = 0; }', ['until i >= 20, or sooner']],
    ['while (u > 3) { if (u == 9) goto next; next: u -= 4; }', ['until u <= 3, or sooner']],
    ['for (i = 0; i < n; i++) { for (k = 0; k < 3; k++) { case 2: p[k] = i; } }', 2],
  ])('%s', async (body, told) => {
    const [outer, ...inner] = await within(body);
    expect(outer).toBe(OUTER);
    if (typeof told === 'number') expect(inner.map((s) => s.startsWith('until '))).toEqual(Array(told).fill(true));
    else expect(inner).toEqual(told);
  });
});

test('the loops of a caller are followed as if the call were of code that is not seen', async () => {
  const caller = `int g(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; f(0, n, s); return s; }`;
  const loops = await loopsIn(`${machine('')}\n${caller}`, 'c');
  const own = loops.find((l) => l.function === 'g');
  expect([own?.count.sentence, own?.reasons]).toEqual(['n iterations', []]);
});

test('a count stays where the values grow too large to be described', async () => {
  const turn = (x: string, by: number): string => `((${x}) << ${by} | (${x}) >> (32 - ${by}))`;
  const step = (a: string, b: string, c: string, by: number): string =>
    `${a} -= ${c}; ${a} ^= ${turn(c, by)}; ${c} += ${b};`;
  const mix = [4, 6, 8, 16, 19, 4].map((by, k) =>
    step(...(['abc', 'bca', 'cab'][k % 3]!.split('') as [string, string, string]), by),
  );
  const hash = `unsigned hash(const unsigned char *k, unsigned long length, unsigned a, unsigned b, unsigned c) {
  while (length > 12) { a += k[0]; b += k[4]; c += k[8]; ${mix.join(' ')} length -= 12; k += 12; }
  return c;
}`;
  const [loop] = await loopsIn(hash, 'c');
  expect(loop?.count.sentence).toBe('(length - 1) / 12 iterations');
});

describe('a test that is a constant', () => {
  test.each([
    ['while ((_Bool)1) { if (more()) break; }', 'until more() returns something other than 0'],
    ['do { if (more()) break; } while (sizeof(int) == 4);', 'until more() returns something other than 0'],
  ])('%s ends nothing', async (loop, sentence) => {
    const loops = await loopsIn(`int more(void); void f(void) { ${loop} }`, 'c');
    expect(loops.map((l) => l.count.sentence)).toEqual([sentence]);
  });
});

describe('one of several tests of a result', () => {
  test.each([
    [
      'switch (more()) { case 1: s++; break; case 2: s--; break; default: return s; }',
      'until more() returns what ends it',
    ],
    [
      'c = more(); if (c == -1) break; if (c != 9) return s;',
      'until more() returns -1 or more() returns something other than 9',
    ],
    ['c = more(); if (c == 5) continue; if (c == 9) return s;', 'until more() returns 9'],
  ])('%s: %s', async (body, sentence) => {
    const [loop] = await loopsIn(`int more(void); int f(int s) { int c; for (;;) { ${body} } return s; }`, 'c');
    expect(loop?.count.sentence).toBe(sentence);
  });
});

describe('calls of one function', () => {
  test.each([
    // the first may return 0, and the loop goes on
    ['if (more()) continue;\nif (more()) { s++; continue; }\nreturn 0;', 'until more() in line 2 returns 0'],
    ['if (more()) continue; if (more()) { s++; continue; } return 0;', 'until more() returns what ends it'],
    ['if (more() == 2) break;\nif (more() == 2) break;', 'until more() returns 2'],
    ['c = more(); while (c) c = more();\nif (more() < 0) break;', 'until more() in line 2 returns less than 0'],
    [
      'if ((c = more()) < 0) break;\nif (c == 4) { c = more();\nif (c == 5) break; }',
      'until more() in line 1 returns less than 0 or more() in line 2 returns 5',
    ],
  ])('%s: %s', async (body, sentence) => {
    const loops = await loopsIn(`int more(void); int f(int s) { int c; for (;;) { ${body} } return s; }`, 'c');
    expect(loops[0]?.count.sentence).toBe(sentence);
  });
});

describe('a loop that a goto leads into', () => {
  test.each([
    [
      'if (fd < 0) break; i = take(fd); if (i <= 0) break;',
      'until fd < 0 in line 1 or take() returns at most 0, or sooner',
    ],
    ['if (fd < 0) break;\nif (i == fd) break;', 'until fd < 0 in line 1 or i == fd in line 2, or sooner'],
    ['i = take(fd); if (i == 7) return;', 'until take() returns 7, or sooner'],
  ])('%s: %s', async (body, sentence) => {
    const source = `int take(int); void f(int fd, int i) { if (i == 0) goto in; for (;;) { fd++; in: ${body} } }`;
    const [loop] = await loopsIn(source, 'c');
    expect(loop?.count.sentence).toBe(sentence);
  });

  test('is told by its own test', async () => {
    const source = 'void f(int n, int i) { if (i == 0) goto in; while (i < n) { i += 3; in: n--; } }';
    const [loop] = await loopsIn(source, 'c');
    expect(loop?.count.sentence).toBe('until i >= n, or sooner');
  });

  test('do { } while (0) goes round only with what is around it', async () => {
    const source =
      'void f(int n) { for (;;) { if (n == 1) goto in; do { n++; in: n += 2; } while (0); if (n > 9) return; } }';
    const loops = await loopsIn(source, 'c');
    expect(loops.map(({ pseudo }) => pseudo ?? false)).toEqual([false, true]);
  });
});

test('what a loop that is passed once writes is told', async () => {
  const [loop] = await loopsIn('int f(int n, int *a) { for (; n < 9; n++) { a[a[n] & 7]++; break; } return n; }', 'c');
  expect(loop?.unknown?.map((u) => u.variable)).toEqual(['elements of `a`']);
});

test('a label that a goto from behind leads to, once, is no loop', async () => {
  const source = `
int take(int const *, int);
int f(int const *u, int m, int const *v, int n) {
  int c = 0;
  if (m != 0) {
  rest:
    c += take(u, m);
  } else if (n != 0) {
    u = v; m = n;
    goto rest;
  }
  return c;
}
int g(int const *u, int m) {
  int c = 0;
again:
  c += take(u, m);
  if (--m > 0) goto again;
  return c;
}`;
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(loops.map((l) => `${l.function}: ${l.count.sentence}`)).toEqual(['g: max(1, m) iterations']);
});

test('labels that jumps lead into one cycle at are one loop', async () => {
  const stops = Array.from({ length: 60 }, (_, k) => `if (next(${k})) return ${k};`).join('\n');
  const source = `
int next(int);
int run(const unsigned char *pc, int a) {
  static const void *const table[] = { &&add, &&sub, &&stop };
  if (a) goto sub_body;
  goto *table[*pc];
add: a++; goto *table[*++pc];
sub: ${stops}
sub_body: a--; if (next(a)) goto add; goto *table[*++pc];
stop: return a;
}`;
  expect(await sentencesIn(source)).toEqual(['until one of 61 ways out in its body is taken']);
});
