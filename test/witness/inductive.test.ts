/**
 * The invariants of witnesses are inductive as a set, by a checker that knows nothing of the analysis; it has to reject
 * what is not.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { witnessDocument } from '../../server/src/render/witness-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
// @ts-expect-error a script without types
import { invariantsOf } from './check-witness.mjs';
import { inductive } from './inductive.ts';
import type { Stated } from './inductive.ts';
import { unload } from './smt.ts';

afterAll(async () => {
  unloadSolver();
  await unload();
});

const HEAD = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
`;

async function stated(source: string): Promise<readonly Stated[]> {
  const options = { ...DEFAULT_OPTIONS, loops: false, invariants: true, fileBudget: 60_000 };
  const report = await analyze(source, options, { now: () => performance.now(), cancelled: () => false });
  const task = { file: 'a.c', hash: '0', dataModel: 'LP64', version: '0', uuid: '0', created: '2000-01-01T00:00:00Z' };
  return (invariantsOf as (text: string) => Stated[])(
    witnessDocument(task, report) ?? '- entry_type: none\n  content: []',
  );
}

const PROGRAMS: readonly (readonly [string, string])[] = [
  [
    'counted',
    `int s = 0;
  for (int i = 0; i < 50; i++) {
    s += 3;
  }
  __VERIFIER_assert(s == 150);`,
  ],
  [
    'to a parameter',
    `int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(n >= 0);
  while (i < n) i++;
  __VERIFIER_assert(i == n);`,
  ],
  [
    'paths in any order',
    `int n = __VERIFIER_nondet_int(), i = 0;
  unsigned x = 0, y = 0;
  while (i < n) {
    if (__VERIFIER_nondet_int()) { x++; y += 2; }
    else { x += 2; y += 4; }
    i++;
  }
  __VERIFIER_assert(y == 2 * x);`,
  ],
  [
    'a remainder',
    `int a = 5;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) a += 8;
    else a -= 12;
    if (a > 100000 || a < -100000) break;
  }
  __VERIFIER_assert(a % 4 != 0);`,
  ],
  [
    'a nest',
    `int n = __VERIFIER_nondet_int(), k = 0, i, j;
  __VERIFIER_assume(n >= 0 && n < 60);
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      if (__VERIFIER_nondet_int()) k++;
    }
  }
  __VERIFIER_assert(k >= 0);`,
  ],
  [
    'two phases',
    `int n = __VERIFIER_nondet_int(), i = 0, x = 0;
  __VERIFIER_assume(n > 0 && n < 1000);
  while (i < n) { i++; x += __VERIFIER_nondet_int() ? 1 : 2; }
  while (i > 0) { i--; x--; }
  __VERIFIER_assert(x >= 0);`,
  ],
  [
    'a flag',
    `int f = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (f) { x--; f = 0; }
    else { x++; f = 1; }
  }
  __VERIFIER_assert(x == f);`,
  ],
  [
    'down in twos',
    `unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 1000u);
  unsigned x = 2 * n;
  while (x > 0u && __VERIFIER_nondet_int()) x -= 2;
  __VERIFIER_assert(x % 2 == 0);`,
  ],
  [
    'bytes go round',
    `unsigned char a = 0, b = 0;
  while (__VERIFIER_nondet_int()) { a++; b += 2; }
  __VERIFIER_assert(b % 2 == 0);`,
  ],
  [
    'a difference is kept',
    `int a = 0, b = 7;
  while (__VERIFIER_nondet_int()) { if (a > 1000000) break; a++; b++; }
  __VERIFIER_assert(b == a + 7);`,
  ],
  [
    'a do loop',
    `int i = 0, s = 0;
  do { i++; if (__VERIFIER_nondet_int()) s++; } while (i < 20);
  __VERIFIER_assert(s <= i && i == 20);`,
  ],
  [
    'a nest with a break',
    `int i = 0, j = 0, t = 0;
  while (i < 30) {
    j = 0;
    while (j < 4) {
      if (__VERIFIER_nondet_int()) break;
      j++;
      t++;
    }
    i++;
  }
  __VERIFIER_assert(t >= 0 && i == 30);`,
  ],
  [
    'two that meet',
    `int l = 0, h = __VERIFIER_nondet_int();
  __VERIFIER_assume(h >= 0 && h < 100000);
  while (l < h) { if (__VERIFIER_nondet_int()) l++; else h--; }
  __VERIFIER_assert(l == h);`,
  ],
  [
    'a limit with continue',
    `int i, c = 0;
  for (i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_int()) continue;
    c++;
  }
  __VERIFIER_assert(c <= 100);`,
  ],
  [
    'a sum of odd numbers',
    `unsigned n = __VERIFIER_nondet_uchar(), i = 0, s = 0;
  while (i < n) { s += 2 * i + 1; i++; }
  __VERIFIER_assert(s == n * n);`,
  ],
  [
    'modes',
    `int m = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (m == 0) { m = 1; x++; }
    else if (m == 1) { m = 2; x++; }
    else { m = 0; x -= 2; }
  }
  __VERIFIER_assert(x == m);`,
  ],
];

const whole = (body: string): string => `${HEAD}int main(void) {
  ${body}
  return 0;
}
`;

describe('the invariants of a witness are inductive', () => {
  test.each(PROGRAMS)(
    '%s',
    async (_, body) => {
      const source = whole(body);
      const invariants = await stated(source);
      expect(invariants.length).toBeGreaterThan(0);
      const answer = await inductive(source, 'main', invariants);
      expect(answer).toMatchObject({ kind: 'inductive' });
    },
    240_000,
  );
});

describe('the checker', () => {
  const at = (value: string, line = 8, column = 3): Stated => ({ line, column, value });
  const loop = whole(`int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) { i++; }
  __VERIFIER_assert(i >= 0);`);
  const of = (source: string, ...values: Stated[]): Promise<unknown> => inductive(source, 'main', values);
  test('accepts what is inductive, and tells that assertions follow', async () =>
    expect(await of(loop, at('i >= 0'))).toEqual({ kind: 'inductive', alone: true, assertions: true }));
  test('needs the other invariants where one rests on them', async () => {
    const source = whole(
      `int i = 0, k = 0;
  while (__VERIFIER_nondet_int()) { i += k; k++; if (i > 9999) break; }
  __VERIFIER_assert(i >= 0);`,
    );
    expect(await of(source, at('i >= 0'))).toMatchObject({
      kind: 'not inductive',
      where: 'the loop at 8:3 goes on: i >= 0',
    });
    expect(await of(source, at('i >= 0'), at('k >= 0'))).toMatchObject({ kind: 'inductive', assertions: true });
  });
  test('sees what does not hold at the entry', async () =>
    expect(await of(loop, at('i <= n'))).toMatchObject({
      kind: 'not inductive',
      where: 'the loop at 8:3 is entered: i <= n',
    }));
  test('sees wrap-around', async () => {
    const source = whole(
      `unsigned i = 0;
  while (__VERIFIER_nondet_int()) { i += 2; }
  __VERIFIER_assert(i % 2 == 0);`,
    );
    expect(await of(source, at('i % 2 == 0'))).toMatchObject({ kind: 'inductive' });
    expect(await of(source, at('i % 6 == 0 || i % 6 == 2 || i % 6 == 4'))).toMatchObject({ kind: 'inductive' });
    expect(await of(source.replaceAll('2', '3'), at('i % 3 == 0'))).toMatchObject({ kind: 'not inductive' });
  });
  test('takes what comes before a loop only for what the loop leaves alone', async () => {
    const source = whole(`int c = 5, i = 0;
  while (i < 100) { i += c; }
  __VERIFIER_assert(i % 5 == 0);`);
    expect(await of(source, at('i % 5 == 0'))).toEqual({ kind: 'inductive', alone: false, assertions: true });
  });
  test('uses inner loops by their invariants only', async () => {
    const source = whole(
      `int i = 0, j = 0, t = 0;
  while (i < 9) {
    for (j = 0; j < 3; j++) {
      t++;
    }
    i++;
  }
  __VERIFIER_assert(t >= 0);`,
    );
    expect(await of(source, at('t >= 0'))).toMatchObject({ kind: 'not inductive' });
    expect(await of(source, at('t >= 0'), at('t >= 0', 9, 5))).toMatchObject({ kind: 'inductive' });
    expect(await of(source, at('t == 3 * i && i <= 9'), at('t == 3 * i + j && j <= 3 && i < 9', 9, 5))).toMatchObject({
      kind: 'inductive',
    });
    expect(await of(source, at('t == 3 * i && i <= 9'), at('t == 3 * i + j && j <= 4 && i < 9', 9, 5))).toMatchObject({
      kind: 'not inductive',
    });
  });
  test('says what it does not follow', async () => {
    expect(
      await of(
        whole(`int *p = 0;
  int i = 0;
  while (i < 4) { i++; }`),
        at('i >= 0', 9),
      ),
    ).toMatchObject({
      kind: 'not checked',
    });
    expect(await of(loop, at('i >= 0', 7))).toEqual({ kind: 'not checked', reason: 'no loop at 7:3' });
  });
});
