/** Counting alone, of loops behind a check: what the check makes sure of is no condition of the count any more. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HEAD = `
typedef unsigned long size;
struct buf { size len; unsigned n; };
int may(size); void use(size); void set(size *); void change(struct buf *); void other(int *);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const source = `${HEAD}int f(const char *s, size len, unsigned n, int k, struct buf *b) { size i = 0; ${body} return 0; }`;
  const options = { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' as const };
  const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
  return loops.at(-1)?.count.sentence;
}

describe('a check before the loop', () => {
  test.each([
    ['if (len < 2) return 1; for (i = 0; i < len - 2; i++) if (may(i)) break;', 'at most len - 2 iterations'],
    ['if (len < 2) return 1; for (i = 0; i < len - 2; i++) use(i);', 'len - 2 iterations'],
    ['if (n == 0) return 1; do { use(n); } while (--n);', 'n iterations'],
    ['if (n) do { use(n); } while (--n);', 'n iterations'],
    ['if (k <= 0) return 1; while (k != 0) { use(k); k--; }', 'k iterations'],
    ['while (may(1)) { if (n < 3) continue; for (i = n - 3; i; i--) use(i); }', 'n - 3 iterations'],
    ['if (b->len < 2) return 1; for (i = 1; i < b->len - 1; i++) if (s[i]) break;', 'at most b->len - 2 iterations'],
    ['if (len < 2) return 1; else if (k) use(k); else use(3); for (; i < len - 1; i++) use(i);', 'len - 1 iterations'],
    ['switch (k) { case 1: if (n == 0) break; do use(n); while (--n); }', 'n iterations'],
    ['if (n == 0) return 1; for (n--; n > 0; n--) use(n);', 'n - 1 iterations'],
    ['if (n < 3) return 1; n -= 2; do { use(n); } while (--n);', 'n iterations'],
    ['if (n == 0) return 1; if (k) n--; for (n--; n > 0; n--) use(n);', '(unsigned)(n - 1) iterations'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('that says nothing of it any more', () => {
  test.each([
    ['if (n == 0) return 1; n -= k; do { use(n); } while (--n);'],
    ['if (n < 10) return 1; n &= 7; do { use(n); } while (--n);'],
    ['if (n < 10) return 1; n %= 7; do { use(n); } while (--n);'],
    ['if (n == 0) return 1; do n--; while (may(1)); do { use(n); } while (--n);'],
    ['if (n == 0) return 1; n -= 2; n += k; do { use(n); } while (--n);'],
    ['if (n == 0) return 1; if (k) n = k; do { use(n); } while (--n);'],
    ['if (n == 0 && k) return 1; do { use(n); } while (--n);'],
    ['if (n == 0) return 1; while (may(1)) { do { use(n); } while (--n); }'],
    ['if (n == 0) return 1; set(&len); n = (unsigned)len; do { use(n); } while (--n);'],
    ['if (n == 0) use(1); do { use(n); } while (--n);'],
    ['if (n == 0) return 1; again: do { use(n); } while (--n); if (may(3)) goto again;'],
  ])('%s', async (body) => {
    expect(await sentenceOf(body)).toMatch(/or 4294967296 if n == 0/);
  });

  test.each([
    ['if (b->len < 2) return 1; change(b); for (i = 1; i < b->len - 1; i++) if (s[i]) break;', 'b->len >= 1'],
    ['if (b->len < 2) return 1; b->len -= len; for (i = 1; i < b->len - 1; i++) if (s[i]) break;', 'b->len >= 1'],
    ['set(&len); if (len < 2) return 1; may(1); for (i = 1; i < len - 1; i++) if (s[i]) break;', 'len >= 1'],
  ])('%s', async (body, needed) => {
    expect(await sentenceOf(body)).toContain(needed);
  });
});

describe('an unsigned limit that may wrap around is said to be large enough', () => {
  test.each([
    ['for (i = 3; i < len - 2; i++) if (s[i]) break;', 'at most len - 5 iterations, if len >= 2'],
    ['for (i = 0; i < n - 1; i++) if (s[i]) break;', 'at most (unsigned)(n - 1) iterations'],
    // it moves away from where it would end
    ['do { if (may(n)) break; } while (n++);', 'until n++ == 0 or may() returns something other than 0'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

test.each([
  ['int j = len; if (j < 1) return 1; while (j--) if (s[i]) break;', 'at most j iterations'],
  [
    'int j = len, m = i; if (j < 1) return m; while (j--) { if (b->len > m) { i = m; break; } use(m); }',
    'at most j iterations',
  ],
  ['int j = len; if (len < 1) return 1; while (j--) if (s[i]) break;', 'at most j iterations, if j >= 0'],
  ['int j = len; if (j < 1) return 1; j = n; while (j--) if (s[i]) break;', 'at most j iterations, if j >= 0'],
  ['int j = len; if (n < 1) return 1; while (j--) if (s[i]) break;', 'at most j iterations, if j >= 0'],
])('what is set just before the condition: %s', async (body, sentence) => {
  expect(await sentenceOf(body)).toBe(sentence);
});
