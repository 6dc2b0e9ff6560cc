/** Bounds by the sizes of strings and lists, and what is said of loops over arrays: C in, texts beside it. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { withStructural } from '../../server/src/termination/structural-bounds.ts';

async function firstLoop(source: string): Promise<LoopReport> {
  const report = await analyze(
    `struct node { int v; struct node *next, *other; };
extern void unknown(void);
${source}`,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return report.loops[0] as LoopReport;
}

const bound = async (source: string): Promise<string | null> => {
  const b = (await firstLoop(source)).bound;
  return b && `${b.kind}${b.upper ? ', upper' : ''}: ${b.text}${b.assuming ? `, if ${b.assuming.join(' and ')}` : ''}`;
};

describe('bounds', () => {
  const table: readonly (readonly [string, string, string | null])[] = [
    [
      // f(s, s, 3) with "ab" begins three iterations: the second takes the zero away
      'a string that the loop may write to, and another limit',
      'int f(char *s, char *d, int n) { int i; for (i = 0; i < n && s[i]; i++) d[n - i] = s[i]; return i; }',
      'upper: max(0, n)',
    ],
    [
      // where the list begins is a member that has a name only beside the code
      'a list in a struct, to its head',
      `struct list { int k; struct node in; };
       int f(struct list *l) { struct node *p; for (p = l->in.next; p; p = p->next) if (p == &l->in) return 1; return 0; }`,
      'structural, upper: length(l->in.next)',
    ],
    ['by index', 'int f(const char *s) { int i = 0; while (s[i]) i++; return i; }', 'structural: strlen(s)'],
    ['from somewhere', 'int f(const char *s, int i) { while (s[i]) i++; return i; }', 'structural: strlen(s + i)'],
    [
      'by pointer',
      'long f(const char *s) { const char *p = s; while (*p) p++; return p - s; }',
      'structural: strlen(p)',
    ],
    ['stepping in the condition', 'const char *f(const char *p) { while (*p++) ; return p; }', 'structural: strlen(p)'],
    ['as for', 'int f(const char *s) { int n = 0; for (; *s != 0; ++s) n++; return n; }', 'structural: strlen(s)'],
    ['as do', 'int f(const char *s) { int i = 0; do i++; while (s[i]); return i; }', 'structural: strlen(s + 1) + 1'],
    [
      'with a break',
      'int f(const char *s) { int i = 0; for (;;) { if (s[i] == 0) break; i++; } return i; }',
      'structural: strlen(s) + 1',
    ],
    [
      'a list in a static array, no address of which is told',
      `
        struct node t[3];
        int f(void) {
          int n = 0;
          struct node *p;
          for (p = t; p; p = p->next) n++;
          return n;
        }`,
      'structural: length(p)',
    ],
    [
      'a list that begins within a local array',
      `
        int f(void) {
          struct node t[3] = { { 1, 0 }, { 2, t }, { 3, t + 1 } }, *p;
          int n = 0;
          for (p = t + 2; p; p = p->next) n += p->v;
          return n;
        }`,
      'structural: length(p)',
    ],
    [
      'of a buffer',
      'int f(void) { char b[9]; gets(b); int i = 0; while (b[i]) i++; return i; }',
      'structural: strlen(b)',
    ],
    [
      'by the name in the source, of two variables that are called so',
      `
        const char *f(const char *s, int c) {
          if (c) {
            const char *a = s + 1;
            s = a;
          }
          {
            const char *a = s;
            if (c) a++;
            while (*a) a++;
            return a;
          }
        }`,
      'structural: strlen(a)',
    ],
    [
      'earlier, at a character',
      'const char *f(const char *s, int c) { while (*s && *s != c) s++; return s; }',
      'structural, upper: strlen(s)',
    ],
    [
      'from an index that C cuts off',
      'int f(const int *a, int n, int k) { int s = 0; for (unsigned i = k % 8; i < n && a[i + 1] != 0; i++) s += 7; return s; }',
      'structural, upper: entries(a + mod(k % 8, 4294967296) + 1)',
    ],
    [
      'earlier, at a limit',
      'int f(const char *s, int n) { int i = 0; while (i < n && s[i]) i++; return i; }',
      'structural: max(0, min(n, strlen(s)))',
    ],
    [
      'earlier, by the environment',
      `
        int f(const char *s) {
          int i = 0;
          while (s[i]) {
            if (__VERIFIER_nondet_int()) break;
            i++;
          }
          return i;
        }`,
      'structural, upper: strlen(s)',
    ],
    [
      'what is passed may be written',
      'void f(char *s) { for (int i = 0; s[i]; i++) s[i] = 1; }',
      'structural: strlen(s)',
    ],
    [
      'a loop inside',
      `
        int f(const char *s) {
          int i, j, n = 0;
          for (i = 0; s[i]; i++) for (j = 0; j < 3; j++) n++;
          return n;
        }`,
      'structural: strlen(s)',
    ],
    ['what comes is written', 'void f(char *s) { for (int i = 0; s[i]; i++) s[i + 1] = 1; }', 'upper: 2147483647'],
    [
      'something unknown happens',
      'void f(char *s) { unsigned char *p = s; while (*p) { unknown(); p++; } }',
      "structural: strlen(p), if unknown() doesn't change what s points to",
    ],
    [
      'an index that wraps around',
      'int f(const char *s) { unsigned char i = 0; while (s[i]) i++; return i; }',
      "structural: strlen(s), if i doesn't wrap around",
    ],
    ['two at a time', 'int f(const char *s) { unsigned char i = 0; while (s[i]) i += 2; return i; }', null],
    ['one or two at a time', 'const char *f(const char *s) { while (*s) { if (*s == 92) s++; s++; } return s; }', null],
    [
      'a list',
      'int f(struct node *l) { int n = 0; for (struct node *p = l; p; p = p->next) n++; return n; }',
      'structural: length(l)',
    ],
    [
      'a list, written to',
      'void f(struct node *l) { while (l != 0) { l->v = 1; l = l->next; } }',
      'structural: length(l)',
    ],
    [
      'a list, an integer in a union written',
      `
        struct item { union { struct item *p; int k; } u; struct item *next; };
        void f(struct item *l) {
          while (l != 0) {
            l->u.k = 1;
            l = l->next;
          }
        }`,
      'structural: length(l)',
    ],
    [
      'a list, through a union that overlaps its nodes',
      `
        union over { struct node n; long k[6]; };
        void f(union over *w, struct node *l) {
          while (l != 0) {
            w->k[1] = 1;
            l = l->next;
          }
        }`,
      null,
    ],
    [
      'a list, a pointer in a union written',
      `
        union over { struct node n; long k[6]; };
        void f(union over *w, struct node *l) {
          while (l != 0) {
            w->n.next = 0;
            l = l->next;
          }
        }`,
      null,
    ],
    [
      'to the last node',
      'struct node *f(struct node *l) { while (l->next) l = l->next; return l; }',
      'structural: length(l->next)',
    ],
    [
      'kept aside',
      'void f(struct node *l) { while (l) { struct node *n = l->next; free(l); l = n; } }',
      'structural: length(l)',
    ],
    [
      'found',
      'struct node *f(struct node *l, int x) { while (l && l->v != x) l = l->next; return l; }',
      'structural, upper: length(l)',
    ],
    ['links change', 'void f(struct node *l) { while (l) { l->next = l->other; l = l->next; } }', null],
    [
      'links may change',
      'void f(struct node *l) { while (l) { unknown(); l = l->next; } }',
      "structural: length(l), if unknown() doesn't relink the list at l",
    ],
    [
      'links turned round',
      `
        struct node *f(struct node *l) {
          struct node *r = 0;
          while (l) {
            struct node *n = l->next;
            l->next = r;
            r = l;
            l = n;
          }
          return r;
        }`,
      'structural, upper: length(l)',
    ],
    [
      'links turned round too early',
      `
        struct node *f(struct node *l) {
          struct node *r = 0;
          while (l) {
            l->next = r;
            r = l;
            l = l->next;
          }
          return r;
        }`,
      null,
    ],
    [
      'links turned round and another one',
      `
        struct node *f(struct node *l, struct node **m) {
          struct node *r = 0;
          while (l) {
            struct node *n = l->next;
            l->next = r;
            (*m)->next = l;
            r = l;
            l = n;
          }
          return r;
        }`,
      "structural, upper: length(l), if the store in line 9 doesn't relink the list at l",
    ],
    [
      'another link changes, perhaps one of these',
      `
        void f(struct node *l, struct node *m) {
          while (l) {
            struct node *n = l->next;
            m->next = l;
            l = n;
          }
        }`,
      "structural: length(l), if the store in line 7 doesn't relink the list at l",
    ],
    [
      'two members',
      'void f(struct node *l) { while (l) { if (l->v) l = l->next; else l = l->other; } }',
      'structural, upper: height(l)',
    ],
    [
      'a ring',
      'void f(struct node *l) { struct node *p = l->next; while (p != l) p = p->next; }',
      'structural: nodes_before(p, l)',
    ],
  ];
  for (const [name, source, expected] of table) test(name, async () => expect(await bound(source)).toBe(expected));
});

describe('what a loop does to arrays', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'the end of a string',
      'int f(const char *s) { int i = 0; while (s[i]) i++; return i; }',
      ["finds the end of the string: i' = first k ≥ 0 with s[k] = 0"],
    ],
    [
      'a character',
      'const char *f(const char *s, int c) { while (*s && *s != c) s++; return s; }',
      ["finds a character or the end of the string: s' = first k ≥ s with *k = 0 ∨ *k = c"],
    ],
    [
      'spaces',
      'const char *f(const char *p) { while (*p == 32 || *p == 9) p++; return p; }',
      ["skips spaces: p' = first k ≥ p with *k ≠ 32 ∧ *k ≠ 9"],
    ],
    [
      'the last that is not',
      'int f(const char *s, int n) { while (n >= 0 && s[n] == 32) n--; return n; }',
      [": n' = greatest k ≤ n with k < 0 ∨ s[k] ≠ 32"],
    ],
    [
      'an element',
      'int f(int *a, int n, int x) { int i = 0; while (i < n && a[i] != x) i++; return i; }',
      [": i' = first k ≥ 0 with n ≤ k ∨ x = a[k]"],
    ],
    [
      'comparison',
      'int f(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return *a - *b; }',
      ['finds the first difference of two strings, or their end: iterations = least k ≥ 0 with a[k] = 0 ∨ a[k] ≠ b[k]'],
    ],
    [
      'filled',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }',
      ['sets elements to one value: a[k] = 0 for 0 ≤ k < n'],
    ],
    [
      'filled from behind',
      'void f(int *a) { for (int i = 9; i >= 0; i--) a[i] = i; }',
      ['fills elements by a formula: a[k] = k for 0 ≤ k ≤ 9'],
    ],
    [
      'every second one',
      'void f(int *a) { for (int i = 0; i < 20; i += 2) a[i] = 1; }',
      ['sets elements to one value: a[2*k] = 1 for 0 ≤ k < 10'],
    ],
    [
      'shifted down',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i + 1]; }',
      ['copies elements: a[k] = a[k + 1] for 0 ≤ k < n'],
    ],
    [
      'shifted up, which drags the first along',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) a[i + 1] = a[i]; }',
      ['sets `a[i + 1]` to `a[i]` in each iteration: '],
    ],
    [
      'copied to the end',
      'void f(char *restrict d, const char *restrict s) { while ((*d++ = *s++)) ; }',
      [
        "finds the end of the string: s' = 1 + first k ≥ s with *k = 0",
        'copies up to and with the first zero: d[k] = s[k] for 0 ≤ k ≤ strlen(s)',
      ],
    ],
    [
      'copied, perhaps onto itself',
      'void f(char *d, const char *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; }',
      ["copies elements: d[k] = s[k] for 0 ≤ k < n if `d` and `s` don't overlap"],
    ],
    [
      'reversed',
      'void f(int *a, int i, int j) { while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; } }',
      ["reverses elements in place: a[k]' = a[i + j - k] for i ≤ k ≤ j"],
    ],
    [
      'added up',
      'int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }',
      ["adds up elements: s' = Σ a[k] for 0 ≤ k < n"],
    ],
    [
      'counted',
      `
        int f(int *a, int n, int x) {
          int c = 0;
          for (int i = 0; i < n; i++) if (a[i] == x) c++;
          return c;
        }`,
      ["counts elements: c' = number of k with x = a[k], 0 ≤ k < n"],
    ],
    [
      'two parts',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) if (i < n / 2) a[i] = 0; else a[i] = 1; }',
      ['fills elements in parts: a[k] = 0 where k < ⌊n / 2⌋, a[k] = 1 where ⌊n / 2⌋ ≤ k for 0 ≤ k < n'],
    ],
    [
      'by parity',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) if (i % 2 == 0) a[i] = i; else a[i] = 7; }',
      ['fills elements in parts: a[k] = k where k mod 2 = 0, a[k] = 7 where k mod 2 ≠ 0 for 0 ≤ k < n'],
    ],
    [
      'in pairs',
      'void f(int *a) { for (int i = 0; i < 20; i += 2) { a[i] = 1; a[i + 1] = 2; } }',
      ['fills elements, several at a time: a[2*k] = 1, a[2*k + 1] = 2 for 0 ≤ k < 10'],
    ],
    [
      'in pairs that overlap',
      'void f(int *a) { for (int i = 0; i < 20; i++) { a[i] = 1; a[i + 1] = 2; } }',
      ['sets `a[i]` to `1` and `a[i + 1]` to `2` in each iteration: '],
    ],
    [
      'some of them',
      'void f(int *a, int n) { for (int i = 0; i < n; i++) if (a[i] < 0) a[i] = 0; }',
      ["sets some elements: a[k]' = 0 where a[k] < 0 for 0 ≤ k < n"],
    ],
    [
      'by what was written before',
      'void f(int *a, int n) { for (int i = 1; i < n; i++) if (a[i - 1] < 0) a[i] = 0; }',
      ['sets `a[i]` to `0` in each iteration with `a[i - 1] < 0`: '],
    ],
    [
      'a span',
      `
        long f(const char *s, const char *t) {
          long n = 0;
          while (s[n]) {
            const char *a = t;
            while (*a && *a != s[n]) a++;
            if (!*a) break;
            n++;
          }
          return n;
        }`,
      [
        "finds the first character that is not in a set, or the end of the string: n' = first k ≥ 0 with s[k] = 0 ∨ among(s[k], t) = 0",
      ],
    ],
    [
      'a span up to a set',
      `
        long f(const char *s, const char *t) {
          const char *p, *a;
          for (p = s; *p; p++) for (a = t; *a; a++) if (*a == *p) return p - s;
          return p - s;
        }`,
      ["finds the first character of a set, or the end of the string: p' = first k ≥ s with *k = 0 ∨ among(*k, t) ≠ 0"],
    ],
    [
      'a search for something else each time',
      `
        long f(const char *s, const char *t) {
          long n = 0;
          while (s[n]) {
            const char *a = t;
            char c = s[n];
            while (*a && *a != c) {
              a++;
              c++;
            }
            if (!*a) break;
            n++;
          }
          return n;
        }`,
      [],
    ],
    [
      'sums of rows',
      `
        void f(int m[4][5], int *restrict out) {
          for (int i = 0; i < 4; i++) {
            int s = 0;
            for (int j = 0; j < 5; j++) s += m[i][j];
            out[i] = s;
          }
        }`,
      ['sets elements to sums: out[k] = Σ(q < 5: m[5*k + q]) for 0 ≤ k < 4'],
    ],
    [
      'the sum of a matrix',
      `
        int f(int m[4][5]) {
          int s = 0;
          for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) s += m[i][j];
          return s;
        }`,
      ["adds up elements: s' = Σ Σ(q < 5: m[5*k + q]) for 0 ≤ k < 4"],
    ],
    [
      'sums of what changes',
      `
        void f(int m[4][5]) {
          for (int i = 0; i < 4; i++) {
            int s = 0;
            for (int j = 0; j < 5; j++) s += m[i][j];
            m[i][0] = s;
          }
        }`,
      [],
    ],
    [
      'a list turned round',
      `
        struct node *f(struct node *l) {
          struct node *r = 0;
          while (l) {
            struct node *n = l->next;
            l->next = r;
            r = l;
            l = n;
          }
          return r;
        }`,
      ["reverses the list: r' = reverse(l) if the list at `l` is no circle"],
    ],
    [
      'a list put before another',
      `
        struct node *f(struct node *l, struct node *r) {
          while (l) {
            struct node *n = l->next;
            l->next = r;
            r = l;
            l = n;
          }
          return r;
        }`,
      ["reverses the list: r' = reverse(l), then r if the list at `l` is no circle"],
    ],
    [
      'some nodes put before another',
      `
        struct node *f(struct node *l, int k) {
          struct node *r = 0;
          while (l && k-- > 0) {
            struct node *n = l->next;
            l->next = r;
            r = l;
            l = n;
          }
          return r;
        }`,
      ['sets `r` to `l` in each iteration: '],
    ],
    [
      'in parts, from behind',
      'void f(int *a, int n) { for (int i = 9; i >= 0; i--) if (i < 5) a[i] = 1; else a[i] = 3; }',
      ['fills elements in parts: a[k] = 1 where k ≤ 4, a[k] = 3 where k ≥ 5 for 0 ≤ k ≤ 9'],
    ],
    [
      'a list taken apart',
      'void f(struct node *l) { while (l) { struct node *n = l->next; l->next = 0; l = n; } }',
      [],
    ],
    [
      'largest',
      `
        int f(int *a, int n) {
          int m = a[0];
          for (int i = 1; i < n; i++) if (m < a[i]) m = a[i];
          return m;
        }`,
      ["keeps the largest element: m' = max(m, a[k] for 1 ≤ k < i')"],
    ],
  ];
  for (const [name, source, expected] of table) {
    test(name, async () => {
      const { effects } = await firstLoop(source);
      expect(
        (effects ?? []).map(
          (e) => `${e.words}: ${e.formula}${e.assuming.length === 0 ? '' : ` if ${e.assuming.join(' and ')}`}`,
        ),
      ).toEqual(expected);
    });
  }
});

test.each([
  ['n', true, 'min(n, strlen(s))'],
  ['n', false, 'n'],
  ['2147483647 - i', false, 'strlen(s)'],
] as const)('the better of %s and a length, asked for: %s', (text, asked, told) => {
  const structural = { bound: { text: 'strlen(s)', kind: 'structural', upper: true }, asked } as const;
  expect(withStructural({ text, kind: 'upper' }, structural, []).text).toBe(told);
});
