import { describe, expect, it } from 'vitest';
import type { IntegerMode } from '../../server/src/machine/integer-types.ts';
import { inFunction, loopsIn } from './loops.ts';

async function ends(body: string, integers: IntegerMode = 'mathematical', type = 'int'): Promise<string> {
  return (await loopsIn(inFunction(body, type), integers)).map((l) => l.termination).join(' ');
}

describe('loops that always end', () => {
  it.each([
    ['a guard that falls', 'while (x > y) x--;'],
    ['the steeper of two', 'while (x > 0 && y > 0) { if (any()) x--; else y--; }'],
    ['an entry condition', 'if (y >= 2) while (x > 0) x -= y;'],
    ['an entry condition that stays true', 'if (x > 0) while (x != 0) x--;'],
    ['lexicographic', 'while (x > 0 && y > 0) { if (any()) { x--; y = any(); } else y--; }'],
    ['two phases', 'while (x > 0) { x += y; y--; }'],
    ['three phases', 'while (x > 0) { x += y; y += z; z--; }'],
    ['a phase that a branch ends', 'while (x >= 0) { x += y; if (y >= 0) y--; }'],
    ['a minimum', 'while (x > 0 && y > 0) { if (x < y) { y = x - 1; x = any(); } else { x = y - 1; y = any(); } }'],
    ['nested, each with its own argument', 'while (x > 0) { y = x; while (y > 0) y -= 2; x--; }'],
    ['an inner loop of unknown result', 'while (x > 0) { y = 1; while (y < x) y = 3 * y; x--; }'],
    ['one of two signs, fixed at entry', 'if (any()) z = 2; else z = -2; while (x < 50 && y < 50) { x += z; y -= z; }'],
    ['a bounded detour', 'while (x != 10) { if (x > 10) x = 3; else x++; }'],
    ['never entered', 'x = 0; while (x > 0) x++;'],
    ['divided by two or more', 'if (y >= 2) while (x >= y) x = x / y;'],
    ['not repeated', 'do { x++; } while (0);'],
  ])('%s', async (_, body) => {
    for (const t of (await ends(body)).split(' ')) expect(t).toBe('always');
  });

  it('runs without signed overflow end', async () => {
    expect(await ends('while (x > 0) x++;', 'c')).toBe('always');
    expect(await ends('while (x > 0) x++;')).toBe('conditional');
  });

  it('a cycle that never meets the exit never ends, whatever is known of overflow in it', async () => {
    expect(await ends('x = 0; while (x != 7) x = x == 6 ? 0 : x + 2;', 'c')).toBe('never');
  });

  it('eight bits, all states', async () => {
    expect(await ends('while (x != 3) x += 5;', 'c', 'unsigned char')).toBe('always');
    expect(await ends('while (x != 3) x += 2;', 'c', 'unsigned char')).toBe('conditional');
  });
});

describe('loops that need not end', () => {
  it.each([
    ['a growing variable', 'while (x > 0) x += y;', 'conditional'],
    ['growth of growth', 'while (x > 0) { x += y; y += z; z++; }', 'conditional'],
    ['a fixed point', 'while (x > 0) x = 2 * x - 7;', 'conditional'],
    ['the environment keeps it going', 'while (x >= 0) { if (any()) x--; else x++; }', 'conditional'],
    ['the environment decides', 'while (any()) x++;', 'conditional'],
    ['an answer that depends on the state', 'while (x >= 1 && x >= 3 * y) { y = x; x = any(); }', 'conditional'],
    ['no way out', 'while (1) x++;', 'never'],
    ['no way out from here', 'x = 4; while (x > 1) x = 3 * x;', 'never'],
    ['a state comes back', 'x = 1; while (x != 0) { if (x == 1) x = 2; else x = 1; }', 'never'],
    ['two states that alternate', 'while (x != 5) x = 4 - x;', 'conditional'],
  ])('%s', async (_, body, expected) => {
    expect(await ends(body)).toBe(expected);
  });

  it('a loop around one that never ends does not end either', async () => {
    const [outer, inner] = await loopsIn(inFunction('while (x > 0) { while (y != 0) y = y; x--; }'), 'mathematical');
    expect([outer?.termination, inner?.termination]).toEqual(['conditional', 'conditional']);
    const apart = await loopsIn(inFunction('while (x > 0) { if (x == 5) while (1) y++; x--; }'), 'mathematical');
    expect(apart.map((l) => l.termination)).toEqual(['conditional', 'never']);
  });

  it('says from where', async () => {
    const [loop] = await loopsIn(inFunction('while (x > 0) { x += y; y++; }'), 'mathematical');
    expect(loop?.terminationCondition).toBe('x > 0 ∧ y ≥ 0');
  });
});

describe('what stands behind a loop', () => {
  const never = 'static void hang(int *p) { while (1) *p = 1; }\n';
  it.each([
    [
      'a loop that need not end',
      'int f(int n, int k) { int i; for (i = 0; i < n; i++) k++; while (k) k = k; return k; }',
      'always conditional',
    ],
    [
      'a call of a function with one',
      `${never}int f(int n, int k) { int i; for (i = 0; i < n; i++) k++; while (k > 0) { hang(&k); k--; } return k; }`,
      'always unknown',
    ],
    [
      'one that is reached again from around',
      `
        int f(int n, int k) {
          int i;
          for (;;) {
            for (i = 0; i < n; i++) if (i == k) while (1) k = k;
            if (n > 9) return 0;
            n++;
          }
        }`,
      'conditional conditional never',
    ],
    [
      'one that is called in the body and only there',
      `${never}int f(int n, int k) { int i; for (i = 0; i < n; i++) if (i == 3) hang(&k); return k; }`,
      'conditional',
    ],
    [
      'the same function called behind it',
      `${never}int f(int n, int k) { int i; for (i = 0; i < n; i++) k++; if (n > 5) hang(&k); return k; }`,
      'always',
    ],
    [
      'a return behind a loop of the body',
      `
        int f(int n, int k) {
          int i;
          for (i = 0; i < n; i++) if (i == 3) {
            while (k) k--;
            return 1;
          }
          return 0;
        }`,
      'always always',
    ],
    [
      'two loops of one macro',
      '#define BOTH while (n > 0) n--; while (k) k = k;\nint f(int n, int k) { BOTH return 0; }',
      'always conditional',
    ],
  ])('%s', async (_, source, expected) => {
    const loops = (await loopsIn(source, 'c')).filter((l) => l.function === 'f');
    expect(loops.map((l) => l.termination).join(' ')).toBe(expected);
  });
});

describe('a run that is undefined does not leave the loop', () => {
  it('in none of few states', async () => {
    const source = `
        int f(unsigned char x, int zero) {
          zero = 0;
          x = x & 3;
          while (x != 9) {
            if (x == 2) zero = 1 / zero;
            x = x == 0 ? 0 : 2;
          }
          return 0;
        }`;
    expect((await loopsIn(source, 'c'))[0]?.termination).not.toBe('conditional');
  });
});

describe('what is in an array for good is not for anybody to choose', () => {
  it.each([
    [
      'all the same',
      `
        static const unsigned char t[4] = { 1, 1, 1, 1 };
        int f(int i, int n) {
          int x = 0;
          while (x < n) x += t[i & 3];
          return x;
        }`,
      /^always$/,
    ],
    [
      'a zero that is never read',
      `
        static const unsigned char t[4] = { 1, 0, 1, 0 };
        int f(int i, int n) {
          int x = 0;
          i = i & 2;
          while (x < n) x += t[i];
          return x;
        }`,
      /^(always|unknown)$/,
    ],
    [
      'nothing writes it',
      'static int t[2] = { 0, 1 }; int f(int i) { int k = t[i & 1]; while (k > 1) k = k; return k; }',
      /^always$/,
    ],
    [
      'from outside',
      'int f(const int *t, int n) { int x = 0, k = t[1] & 1; while (x < n) x += k; return x; }',
      /^conditional$/,
    ],
  ])('%s', async (_, source, expected) => {
    expect((await loopsIn(source, 'c'))[0]?.termination).toMatch(expected);
  });
});

describe('no claim without proof', () => {
  it.each([
    [
      'a string whose characters may need for ever',
      `
        int f(const unsigned char *p) {
          int n = 0;
          for (; *p; p++) {
            unsigned x = *p;
            while (x != 1) {
              if (x % 2) x = 3 * x + 1;
              else x /= 2;
            }
            n++;
          }
          return n;
        }`,
    ],
    [
      'a string in which a character may be where it stays',
      'int f(const char *p) { int n = 0; for (; *p; p++) { if (*p == 120) for (;;) n = 0; } return n; }',
    ],
    ['a call that nobody knows', 'void g(int *); int f(int x) { while (x > 0) { g(&x); } return x; }'],
    [
      'a loop around a loop that is not understood',
      `
        int f(unsigned x, int n) {
          while (n > 0) {
            while (x != 1) {
              if (x % 2 == 0) x = x / 2;
              else x = 3 * x + 1;
            }
            n--;
          }
          return 0;
        }`,
    ],
  ])('%s', async (_, source) => {
    expect((await loopsIn(source, 'c'))[0]?.termination).not.toBe('always');
  });
});

describe('upper bounds from ranking functions', () => {
  it.each([
    ['while (x < y) { if (any()) x++; else x += 2; }', 'max(0, y - x)'],
    ['if (x < y) while (x < y) { if (any()) x += 2; else y -= 3; }', '(y - x + 1) / 2'],
  ])('%s', async (body, text) => {
    const [loop] = await loopsIn(inFunction(body), 'mathematical');
    expect(loop?.bound).toMatchObject({ kind: 'upper', text });
  });

  it('no linear one where another argument was needed', async () => {
    const [loop] = await loopsIn(
      inFunction('while (x > 0 && y > 0) { if (any()) { x--; y = any(); } else y--; }'),
      'mathematical',
    );
    expect(loop?.termination).toBe('always');
    expect(loop?.bound).toBeNull();
  });
});
