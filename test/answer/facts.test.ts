/** What holds whenever the statement behind a loop is reached from it. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

async function factsOf(source: string): Promise<readonly string[]> {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  return loops.find((l) => l.nested === 0)?.facts ?? [];
}

describe('facts', () => {
  it.each([
    [
      'two variables that overtake each other',
      'void f(int x, int z, int n) { while (x < n) { if (z > x) x += 2; else z += 3; } }',
      [
        'x >= n',
        'x <= max(before(x), n + 1)',
        'x >= before(x)',
        'z >= before(z)',
        '(x - before(x)) % 2 == 0',
        '(z - before(z)) % 3 == 0',
      ],
    ],
    ['digits', 'int f(unsigned x) { int d = 0; do { d++; x /= 10; } while (x); return d; }', ['x == 0', 'd >= 1']],
    [
      'a pointer that is null',
      `
        struct s { struct s *next; };
        int f(const struct s *l) {
          int n = 0;
          for (; l; l = l->next) n++;
          return n;
        }`,
      ['l == NULL', 'n >= 0'],
    ],
    [
      'what each of at least one iteration sets',
      'int f(const char *r) { int s, i; for (i = 0; i < 9; i++) s = r[i] & 7; return s; }',
      ['i == 9', 's <= 7', 's >= 0'],
    ],
    [
      'what each of perhaps no iterations sets',
      'int f(const char *r, int n, int s) { for (int i = 0; i < n; i++) s = r[i] & 7; return s; }',
      ['s <= max(before(s), 7)', 's >= min(before(s), 0)'],
    ],
    [
      'what each iteration but the last sets',
      'int get(void); int f(int s) { for (;;) { if (get()) break; s = get() & 7; } return s; }',
      ['s <= max(before(s), 7)', 's >= min(before(s), 0)'],
    ],
    [
      'a way out that counts once more',
      'int f(int n) { int k = 1000, t = 0; while (k--) if (n & k) t++; return t; }',
      ['k == -1', 't >= 0', 't <= 1000'],
    ],
    [
      'multiples of what begins at 0',
      'int f(unsigned x) { int l = 0; while (x >= 256) { l += 8; x >>= 8; } return l + x; }',
      ['x < 256', 'l >= 0', 'l % 8 == 0'],
    ],
    ['Collatz', 'void f(int x) { while (x != 1) { if (x % 2) x = 3 * x + 1; else x /= 2; } }', ['x == 1']],
    [
      'what the environment ends',
      'extern int get(void); int f(void) { int n = 0, c; while ((c = get()) != -1) n++; return n; }',
      ['c == -1', 'n >= 0'],
    ],
    [
      'binary search: only what gets behind it',
      `int f(int *v, int n, int key) { int lo = 0, hi = n - 1;
        while (lo <= hi) { int mid = lo + (hi - lo) / 2; if (v[mid] == key) return mid;
          if (v[mid] < key) lo = mid + 1; else hi = mid - 1; }
        return lo; }`,
      ['lo > hi'],
    ],
    ['none beside code that says all', 'void f(int i, int n) { while (i < n) i++; }', []],
    [
      'a wrap-around bounds nothing',
      'extern int get(void); void f(unsigned char c, int k) { while (get()) { c += 3; k ^= c; } }',
      [],
    ],
  ])('%s', async (_, source, told) => {
    expect(await factsOf(source)).toEqual(told);
  });

  it('bound a loop where nothing else does', async () => {
    const source = 'void f(long n) { long u = 1, t = 1; while (t < n) { u += 2; t += u; } }';
    const { loops } = await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => 0, cancelled: () => false },
    );
    expect(loops[0]?.count).toMatchObject({ relation: 'at-most', text: 'max(0, (n + 1) / 3)' });
  });

  it.each([
    [
      'the test of a search in a list',
      'struct L { int v; struct L *next; }; void f(struct L *l, int x) { while (l && l->v != x) l = l->next; }',
      ['l == NULL || l->v == x'],
    ],
    [
      'nothing where a break leads behind it, too',
      `
        struct L { int v; struct L *next; }; void f(struct L *l, int x) { while (l->v != x) { l = l->next;
          if (!l) break; } }`,
      [],
    ],
    [
      'nothing of what a call says',
      'struct L { int v; struct L *next; }; int ok(struct L *); void f(struct L *l) { while (ok(l)) l = l->next; }',
      [],
    ],
    [
      'nothing of what is gone behind it',
      `
        struct L { int v; struct L *next; }; void f(struct L *h, int x) {
          for (struct L *l = h; l->v != x; l = l->next) ; }`,
      [],
    ],
    [
      'a jump past the statement behind it is no way to it',
      `
        int f(const int *v) { int i, e = 0; for (i = 0; i < 9; i++) if (v[i] < 0) { e = -4; goto out; } e = 1;
          out: return e; }`,
      ['i == 9'],
    ],
  ])('in the words of the source: %s', async (_, source, told) => {
    expect(await factsOf(source)).toEqual(told);
  });

  it('sums that stay', async () => {
    const told = await factsOf(
      'void f(int t, int x, int y) { while (t > 0) { if (x > y) y += 2; else x += 2; t--; } }',
    );
    expect(told).toContain('t == min(before(t), 0)');
    expect(told).toContain('2 * t + x + y == 2 * before(t) + before(x) + before(y)');
  });
});
