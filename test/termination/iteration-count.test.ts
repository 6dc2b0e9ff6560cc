/**
 * A bound is a C expression over the values just before the loop, true of every state that reaches it: C in, the
 * expression beside it, and the compiler's count.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { Bound, LoopReport } from '../../server/src/report/report.ts';
import { countAnswer } from '../../server/src/answer/count-answer.ts';

async function loops(source: string): Promise<readonly LoopReport[]> {
  return (
    await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => performance.now(), cancelled: () => false },
    )
  ).loops;
}

describe('how often the body is begun', () => {
  it.each([
    ['not entered', 'void f(int n) { for (int i = 0; i < n; i++) ; }', 'exact max(0, n)'],
    [
      'by a second condition',
      'void f(int m, int flag) { for (int i = 0; i < m && flag; i++) ; }',
      'exact m > 0 && flag != 0 ? m : 0',
    ],
    ['at least once', 'void f(int n) { int i = 0; do i++; while (i < n); }', 'exact max(1, n)'],
    [
      'left in the middle of an iteration',
      'int f(int m) { int i = 0; while (1) { i++; if (i >= m) break; } return i; }',
      'exact max(1, m)',
    ],
    [
      'left before anything is done',
      'void f(int *a, int m, int x) { for (int i = 0; i < m; i++) { if (x > 3) break; a[i] = 1; } }',
      'exact m > 0 && x >= 4 ? 1 : max(0, m)',
    ],
    [
      'a body that never comes back',
      'int f(int n, int m) { while (n > m) { n = 0; break; } return n; }',
      'exact n > m ? 1 : 0',
    ],
    [
      'a label that is passed',
      'int f(int n) { int i = 0; again: if (i < n) { i++; goto again; } return i; }',
      'exact max(1, n + 1)',
    ],
    [
      'in steps that are no number',
      'void f(int n, int off, int by) { while (off + by <= n) off += by; }',
      'exact by + off > n ? 0 : (n - off) / by',
    ],
    [
      'all round eight bits',
      'void f(int a, unsigned char n) { for (; n != a; ) n--; }',
      'exact a == n ? 0 : (unsigned char)(n - a - 1) + 1',
    ],
    ['the head of a for is folded in', 'void f(unsigned m) { for (unsigned i = m - 1; i < m; i--) ; }', 'exact m'],
    [
      'an element in the head',
      'void f(const int *a, int n) { for (int i = a[0]; i < n; i++) ; }',
      'exact max(0, n - *a)',
    ],
    [
      'an element that not every run reads',
      'void f(const int *a, int n) { int i = 0; while (n > 0 && i < a[n]) i++; }',
      null,
    ],
    ['in steps', 'void f(int n) { for (int i = 0; i < n; i += 3) ; }', 'exact max(0, (n + 2) / 3)'],
    [
      'a name that means another variable there',
      `
        int f(int n) {
          int s = 0, *p = &n;
          {
            int n = 7;
            for (int i = 0; i < *p; i++) s += n;
          }
          return s;
        }`,
      null,
    ],
    [
      'a name that has meant another variable before',
      'int f(int n) { int s = 0, *p = &n; { int n = 7; s += n; } for (int i = 0; i < *p; i++) s++; return s; }',
      'exact max(0, n)',
    ],
    [
      'a name that means what the loop calls so',
      'int f(int n) { int s = 0; { int n = 7; s += n; } for (int i = 0; i < n; i++) s++; return s; }',
      'exact max(0, n)',
    ],
    [
      'the variable of the body is not in scope',
      'int f(int n) { int s = 0; for (int i = 0; i < n; i++) { int n = 3; s += n; } return s; }',
      'exact max(0, n)',
    ],
    [
      'a parameter that has changed',
      'int f(int n) { int m = n; n = 5; int i = 0; while (i < m) i++; return i + n; }',
      'exact max(0, m)',
    ],
    [
      'only from the second iteration on',
      `
        int f(unsigned char x, int n) {
          for (;;) {
            x++;
            if (n > 3) return 1;
            if ((x >> 1) > 5) return 2;
            n -= 3;
            if (x == 7) n = 0;
          }
        }`,
      null,
    ],
    [
      'by at least as much as at the start',
      `
        int any(void);
        void f(unsigned char x, int n) {
          int k = 3;
          while (n > x) {
            if (any()) n -= k;
            else if (any()) {
              k = 5;
              n -= 1;
            } else n -= 2;
          }
        }`,
      'upper max(0, n)',
    ],
    [
      'by less than at the start',
      `
        int any(void);
        void f(unsigned char x, int n) {
          int k = 3;
          while (n > x) {
            if (any()) n -= k;
            else if (any()) {
              k -= 5;
              n -= 1;
            } else n -= 2;
          }
        }`,
      null,
    ],
    [
      'by less than where the environment chose otherwise',
      `
        int any(void);
        void f(int n) {
          int i = 0, x = 0;
          while (i < n) {
            if (any()) {
              x = 1;
              i += 5;
            } else if (x > 0) i += 1;
            else i += 5;
          }
        }`,
      'upper max(0, n)',
    ],
    [
      'whatever memory says in an iteration',
      `
        struct s { int k; struct s *next; };
        struct g { struct s *all[9]; int c; };
        void f(struct g *g) {
          for (int i = 0; i < 9; i++) if (g->all[i]) {
            if (g->all[i]->k & 3) g->c++;
          }
        }`,
      'exact 9',
    ],
    [
      'once, whatever is in it',
      `
        struct s { struct s *next; int k; };
        void f(struct s *p, int *q) {
          do {
            if (p->next->k && *q > 3) *q = 4;
          } while (0);
        }`,
      'exact 1',
    ],
    [
      'one of two counters each time',
      'int any(void); void f(int m, int n, int i, int j) { while (i < m && j < n) if (any()) i++; else j++; }',
      // both differences are 1 at least where an iteration starts
      'upper max(0, m + n - i - j - 1)',
    ],
    [
      'one of two counters, and a third that only its type ends',
      `
        int any(void); void f(int m, int n, int i, int j, int k) { while (i < m && j < n) { k++; if (any()) i++;
          else j++; } }`,
      'upper max(0, m + n - i - j - 1)',
    ],
    [
      'one of two counters that fall',
      'int any(void); void f(int m, int n) { while (m > 0 && n > 2) if (any()) m--; else n--; }',
      'upper max(0, m + n - 3)',
    ],
    [
      'up to the environment',
      'int any(void); void f(int n) { for (int i = 0; i < n; i++) if (any()) break; }',
      'upper max(0, n)',
    ],
    [
      'left in time, where going on would overflow at last',
      `
        int get(void);
        unsigned short limit;
        int f(unsigned char a) {
          int x = 1, y = a;
          while (y > 2) {
            x--;
            if (a < 1) break;
            if (get() >= limit) return 1;
            x -= 3;
            y = x >= 2 ? 0 : 5;
          }
          return x;
        }`,
      null,
    ],
    [
      'where an object lies is no number',
      `
        int found;
        int f(char **list) {
          while (*list) {
            list++;
            if (found != 5) return 3;
          }
          return 1;
        }`,
      'structural entries(list)',
    ],
    [
      'the last iteration always leaves, whatever the environment decides in it',
      `
        struct box { int n; };
        static struct box a[4], b[4];
        int f(int x) {
          for (int i = 0; i < 4 && a[i].n != 9; ) {
            if (b[0].n == 3) {
              b[0].n = 4;
              x |= 36;
            }
            if (++i > 3) break;
          }
          return x;
        }`,
      'upper 4',
    ],
    [
      'a loop that only the environment leaves, but for a way out that is never taken',
      `
        struct box { int n; struct box *next; };
        int any;
        static int kept = 4;
        void f(struct box **list) {
          int v = 8, *q = any > 2 ? &v : &kept;
          struct box b = { 5 };
          while (list[0]) {
            switch (6 & 3) {
              case 2: (*q)++;
            }
            list[0] = list[0]->next;
            if (v - v > b.n) (*q) += 7;
          }
        }`,
      // v + kept grows, and neither may overflow
      'upper 4294967286 - kept',
    ],
  ])('%s', async (_, source, expected) => {
    const bound = (await loops(source))[0]?.bound;
    expect(bound ? `${bound.kind} ${bound.text}` : null).toBe(expected);
  });

  const sentenceOf = (bound: Bound): string =>
    countAnswer(bound, { endless: false, until: null, termination: 'always' }).sentence;

  it('a sentence may leave the maximum out, and nothing else', () => {
    expect(sentenceOf({ text: 'max(0, n - i)', kind: 'exact' })).toBe('n - i iterations');
    expect(sentenceOf({ text: 'max(1, n)', kind: 'exact' })).toBe('max(1, n) iterations');
    expect(sentenceOf({ text: 'max(0, n) + max(0, m)', kind: 'upper' })).toBe(
      'at most max(0, n) + max(0, m) iterations',
    );
    expect(sentenceOf({ text: 'n > 0 ? n : 1', kind: 'exact' })).toBe('(n > 0 ? n : 1) iterations');
  });

  it('a long count is at most one number where no case exceeds it', async () => {
    // x goes from 11 to 50 in steps of 3, and one iteration goes without a step
    const [loop] = await loops(
      `
        void f(long i, long m, long k) {
          int x = 11;
          for (; i <= m; i++) {
            if (i == k) continue;
            if (x > 49) break;
            x += 3;
          }
        }`,
    );
    expect(loop?.count).toMatchObject({ relation: 'at-most', text: '15' });
  });

  it('the iterations of a case count the one that is left', async () => {
    const [loop] = await loops('int f(int n) { int i = 0; do i++; while (i < n); return i; }');
    expect(loop?.cases.map((c) => c.iterations)).toEqual(['n', '1']);
  });
});

/**
 * The inner loop, of which nothing is known but that it may be left in two ways, is gone through again after one and
 * not after the other.
 */
const SEVERAL_WAYS = `
  int f(const int *p, int x) {
    int s = 1, passes = 0;
    for (;;) {
      passes++;
      for (;;) {
        ${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `if (p[${k}] == x) s ^= ${k + 3}; else s += ${k};`).join('\n        ')}
        x = p[s & 7];
        if (x == 7) break;
        if (x == 9) { __VERIFIER_assert(passes == 1); return passes; }
      }
    }
  }`;

describe('an inner loop that may be left in several ways', () => {
  it('leaves another number of iterations open', async () => {
    expect((await loops(SEVERAL_WAYS)).map(({ bound }) => bound)).toEqual([null, null]);
  });

  it('shows no assertion to hold that a second round fails', { timeout: 60_000 }, async () => {
    const report = await analyze(
      SEVERAL_WAYS,
      { ...DEFAULT_OPTIONS, assertions: true },
      { now: () => performance.now(), cancelled: () => false },
    );
    expect(report.assertions.map(({ verdict }) => verdict)).not.toContain('holds');
  });
});

describe('what else is said of a loop', () => {
  it('what happens on the way out is told', async () => {
    const [loop] = await loops(
      `
        int f(int n, int m) {
          int found = 0;
          for (int i = 0; i < n; i++) if (i == m) {
            found = 1;
            break;
          }
          return found;
        }`,
    );
    expect(loop?.cases.map((c) => c.post['found'] ?? '')).toEqual(['', '1', '1', '']);
    expect(loop?.paths.filter((p) => p.kind === 'exit').map((p) => p.update)).toEqual(['found = 1', '']);
  });

  it('what happens there by a condition is not known', async () => {
    const [loop] = await loops(
      `
        int f(int n, int m) {
          int k = 0;
          while (n > 0) {
            n--;
            if (m) {
              if (n > 3) k = 1;
              break;
            }
          }
          return k;
        }`,
    );
    expect(loop?.cases.find((c) => c.guard.includes('m ≠ 0'))?.post['k']).toBe('?');
  });

  it('no sentence about an array holds that is written on the way out', async () => {
    const [loop] = await loops(
      `
        void f(int *a, int n, int m) {
          for (int i = 0; i < n; i++) {
            if (i == m) {
              a[i] = 7;
              break;
            }
            a[i] = 0;
          }
        }`,
    );
    // what an iteration does that isn't left there
    expect(loop?.effects?.map((e) => e.sentence)).toEqual(['Sets `a[i]` to `0` in each iteration with `i != m`']);
    expect(loop?.unknown?.map((u) => u.variable)).toEqual(['elements of `a`']);
  });

  it.each([
    [
      'a member behind a pointer',
      'struct s { int v; struct s *next; }; void f(struct s *l) { while (l) { l->v = 1; l = l->next; } }',
      ['`v` behind a pointer'],
    ],
    ['floating elements that are told', 'void f(double *d, int n) { for (int i = 0; i < n; i++) d[i] = 0.5; }', []],
    [
      'floating elements that are not told',
      'void f(double *d, int n) { for (int i = 0; i < n; i++) if (i & 1) d[i] = 1; else d[i] = 2; }',
      ['memory', 'memory'],
    ],
    ['what a call may change', 'void g(void); void f(int n) { for (int i = 0; i < n; i++) g(); }', ['memory']],
    [
      'a histogram is described by what each iteration does',
      'void f(int *h, const unsigned char *s, int n) { for (int i = 0; i < n; i++) h[s[i]]++; }',
      [],
    ],
    ["what is described isn't listed again", 'void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }', []],
  ])('memory that is written is mentioned: %s', async (_, source, expected) => {
    expect(((await loops(source))[0]?.unknown ?? []).map((u) => u.variable)).toEqual(expected);
  });

  it('all cases are there, the one without iterations among them', async () => {
    const [loop] = await loops(
      `
        int f(int n) {
          int s = 0;
          while (n > 0) {
            switch (n & 31) {
              case 1: case 5: case 9: case 13: case 17: case 21: case 25: case 29: s += 3;
            }
            n--;
          }
          return s;
        }`,
    );
    expect(loop?.exactness !== 'exact' || loop.cases.some((c) => c.iterations === '0')).toBe(true);
  });

  it('is true where the loop is not entered, or is left early', async () => {
    const sentence = async (source: string): Promise<string | undefined> =>
      (await loops(source))[0]?.effects?.[0]?.formula;
    expect(await sentence('void f(int *a, int m, int flag) { for (int i = 0; i < m && flag; i++) a[i] = 0; }')).toBe(
      'a[k] = 0 for 0 ≤ k < (m > 0 ∧ flag ≠ 0 ? m : 0)',
    );
    expect(await sentence('void f(int *a, int m) { int i = 0; do { a[i] = 1; i++; } while (i < m); }')).toBe(
      'a[k] = 1 for 0 ≤ k ≤ max(0, m - 1)',
    );
    expect(
      await sentence('void f(int *a, int m, int x) { for (int i = 0; i < m; i++) { if (x > 3) break; a[i] = 1; } }'),
    ).toBe('a[k] = 1 for 0 ≤ k < (m > 0 ∧ x ≤ 3 ? m : 0)');
  });

  it('what may be stored under another name is taken not to be', async () => {
    const [loop] = await loops('void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) { a[i] = 0; b[i] = 1; } }');
    expect(loop?.effects?.map((e) => e.assuming)).toEqual([
      ["`a` and `b` don't overlap"],
      ["`a` and `b` don't overlap"],
    ]);
  });
});
