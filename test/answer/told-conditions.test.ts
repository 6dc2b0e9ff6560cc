/** A condition that is printed of a case or a path is true by itself, in every state in which it is read. */
import { describe, expect, test } from 'vitest';
import type { CaseReport, LoopReport } from '../../server/src/report/report.ts';
import { loopsIn } from '../termination/loops.ts';

async function loopOf(source: string): Promise<LoopReport> {
  const [loop] = await loopsIn(source, 'c');
  if (!loop) throw new Error('no loop');
  return loop;
}

/** Do the cases with so many iterations happen whenever their conditions hold? */
const certain = (loop: LoopReport, isMeant: (c: CaseReport) => boolean): readonly boolean[] =>
  loop.cases.filter(isMeant).map((c) => c.perhaps !== true);

const entered = (c: CaseReport): boolean => c.iterations !== '0';
const notEntered = (c: CaseReport): boolean => c.iterations === '0';

describe('a case whose condition another one shares only may happen', () => {
  test.each([
    ['left when the environment says so', 'int any(void); void f(int n) { while (n > 0) { if (any()) break; n--; } }'],
    [
      'left at a node that nobody knows',
      `
        struct s { struct s *next; int k; };
        struct s *f(struct s *p) {
          for (; p; p = p->next) if (p->k & 16) break;
          return p;
        }`,
    ],
    [
      'no order of the branches is known',
      'void f(int x, int y) { while (x > 0 && x != y) x = x & 1 ? x - 3 : x / 2; }',
    ],
  ])('%s', async (_, source) => {
    const loop = await loopOf(source);
    expect(certain(loop, entered)).toContain(false);
    expect(certain(loop, notEntered)).not.toContain(false);
  });

  test.each([
    ['one way in each state', 'void f(int x, int z, int n) { while (x < n) { if (z > x) x++; else z++; } }'],
    ['values alone are lost', 'int f(int *a, int n) { int s = 0; while (n > 0) { s ^= a[n]; n--; } return s; }'],
  ])('not where %s', async (_, source) => {
    const loop = await loopOf(source);
    expect(loop.cases.length).toBeGreaterThan(1);
    expect(certain(loop, () => true)).not.toContain(false);
  });
});

describe("a path's condition is about every iteration, not about the first", () => {
  test('what holds at entry alone is not left out', async () => {
    const loop = await loopOf(
      'int f(int n) { if (n < 10 || n > 20) return 0; while (n > 0 && n != 25) n -= 3; return n; }',
    );
    const [around] = loop.paths;
    // from 10 to 20 at first, and still tested when it has come down
    expect(around?.guard).toContain('n > 0');
  });
  test('a wrap-around that the first iteration excludes keeps its other conditions', async () => {
    const loop = await loopOf('unsigned f(unsigned char b) { unsigned c = b; for (; c & 64; c <<= 1) ; return c; }');
    const wraps = loop.paths.filter((p) => p.guard.includes('2147483648'));
    expect(wraps.map((p) => p.guard.includes('⌊c / 64⌋ mod 2 ≠ 0'))).not.toContain(false);
  });
  test('what nothing in the loop changes is left out', async () => {
    const loop = await loopOf('int f(int n, int m) { if (m <= 3) return 0; while (n > 0 && m > 0) n--; return n; }');
    expect(loop.paths[0]?.guard).toBe('n > 0');
  });
});

test('a path that several answers lead to says that there are others', async () => {
  const loop = await loopOf(
    `
      int g(void);
      int f(int n) {
        while (n > 0) {
          switch (g()) {
            case 1: case 4: case 9: return n;
            default: n--;
          }
        }
        return 0;
      }`,
  );
  const out = loop.paths.find((p) => p.kind === 'exit' && p.guard.includes('n > 0'));
  expect(out?.guard).toMatch(/^n > 0 ∧ \(any \S+ = 1 ∨ …\)$/);
  // all others, and no more
  expect(loop.paths.find((p) => p.kind === 'iterative')?.guard).not.toContain('…');
});

describe("what a for's head does to the values before it", () => {
  test.each([
    [
      'one less',
      'void f(int *a, int n) { for (n--; n >= 0; n--) a[n] = 7; }',
      'max(0, n)',
      'a[k] = 7 for 0 ≤ k ≤ n - 1',
    ],
    [
      'further on',
      'void f(int *a, int i, int n) { for (i += 2; i < n; i++) a[i] = 7; }',
      'max(0, n - i - 2)',
      'a[k] = 7 for i + 2 ≤ k < n',
    ],
    [
      'either of two',
      'void f(int *a, int n, int m) { for (n = n > m ? m : n - 1; n >= 0; n--) a[n] = 7; }',
      'max(0, min(m, n - 1) + 1)',
      'a[k] = 7 for 0 ≤ k ≤ min(m, n - 1)',
    ],
  ])('%s', async (_, source, bound, effect) => {
    const loop = await loopOf(source);
    expect(loop.bound?.text).toBe(bound);
    expect(loop.effects?.map((e) => e.formula)).toEqual([effect]);
    expect(loop.initialised).toEqual([/for \((\w)/.exec(source)?.[1]]);
  });

  test('a value that cannot be told by these is called by its place', async () => {
    const loop = await loopOf(
      'int g(void); void f(int *a, int n) { for (n = g() ? n : n / 3; n >= 0; n--) a[n] = 7; }',
    );
    for (const { formula, claim } of loop.effects ?? []) {
      expect(formula).toContain('n at the head');
      expect(claim).toBeUndefined();
    }
  });

  test('nothing is to be said of constants', async () => {
    expect((await loopOf('void f(int n) { for (int i = 0; i < n; i++) ; }')).initialised).toBeUndefined();
  });
});

describe('what an inner loop does on its way out', () => {
  const inner = async (source: string): Promise<LoopReport> =>
    (await loopsIn(source, 'c')).find((l) => l.nested > 0 || l.range.start.line > 1) as LoopReport;
  test('is told though the outer one leads back to it', async () => {
    const loop = await inner(
      'void f(int n, int *a) { do {\n for (int i = 0; i < n; i++) if (i) { a[i] = 4; break; }\n } while (n++ < 3); }',
    );
    expect(loop.unknown?.map((u) => u.variable)).toEqual(['elements of `a`']);
  });
  test('does not contain what its head does when it is come to again', async () => {
    const loop = await inner('void f(int n, int m) { while (n-- > 0) { int i;\n for (i = n; i < m; i++) ; } }');
    expect(new Set(loop.cases.map((c) => c.post['i']))).toEqual(new Set([undefined, 'm']));
  });
});
