/**
 * Counting alone, of counters that move by what was chosen, or tested, before: pieces of a buffer, escapes of several
 * characters.
 */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HEAD = `
typedef unsigned long size;
void out(const char *, size);
int may(size);
size some(size);
long write(int, const void *, size);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters = 'const char *s, size len, unsigned u, int n, size k';
  const source = `${HEAD}int f(${parameters}) { ${body} return 0; }`;
  const options = { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' as const };
  const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
  return loops.at(-1)?.count.sentence;
}

describe('a counter moves by at least one, and not past its end', () => {
  test.each([
    ['while (len) { size c = len < 100 ? len : 100; out(s, c); s += c; len -= c; }', '(len + 99) / 100 iterations'],
    ['while (n > 0) { int c = n > 8 ? 8 : n; if (!may(c)) return 1; n -= c; }', 'at most (n + 7) / 8 iterations'],
    ['while (len) { if (*s == 37 && len > 2) { s += 3; len -= 3; } else { s++; len--; } }', 'at most len iterations'],
    [
      'while (len) { size c = some(len); if (c == 0 || c > len) break; out(s, c); len -= c; }',
      'at most len iterations',
    ],
    ['while (len) { if (k == 0 || k > len) break; out(s, k); len -= k; }', 'at most len iterations'],
    ['for (int i = 0; i < n; ) { int c = n - i > 16 ? 16 : n - i; out(s, c); i += c; }', '(n + 15) / 16 iterations'],
    // no more is written than was asked for
    ['while (len) { long c = write(1, s, len); if (c <= 0) break; s += c; len -= c; }', 'at most len iterations'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('or it may not', () => {
  test.each([
    [
      'while (len) { out(s, len); if (len < k) break; len -= k; }',
      'at most max(1, (k + len) / k) iterations, if k >= 1',
    ],
    ['while (len) { size c = some(len); if (c > len) c = len; out(s, c); len -= c; }', 'until len == 0'],
    ['while (len) { k = len < 8 ? len : 8; if (may(k)) k = 0; len -= k; }', 'until len == 0'],
    // it is another number by then
    ['while (u) { unsigned c = u < 8 ? u : 8; if (may(c)) u >>= 1; u -= c; }', 'until u == 0'],
    [
      'while (len) { if (k == 0 || k > len) break; k = some(k); out(s, k); len -= k; }',
      'until len == 0 or k == 0 || k > len in line 7',
    ],
    ['while (u) { if (u > 2) { if (may(u)) u = some(u); u -= 3; } else u--; }', 'until u == 0'],
    [
      'while (len) { long c = write(1, s, k); if (c <= 0) break; s += c; len -= c; }',
      'until len == 0 or write() returns at most 0',
    ],
    [
      'while (len) { long c = write(1, s, len); if (c < 0) break; s += c; len -= c; }',
      'until len == 0 or write() returns less than 0',
    ],
    [
      'while (len) { long c = write(1, s, len); len = k; if (c <= 0) break; s += c; len -= c; }',
      'until len == 0 or write() returns at most 0',
    ],
    // the test is made once for all iterations of the inner loop
    ['while (len) { while (may(len)) len -= 1; }', 'until may() returns 0'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

/** Records that say how long they are. */
describe('a length of few bytes fits its type', () => {
  const bytes = 'const unsigned char *p = (const unsigned char *)s; ';
  test.each([
    [
      'while (len != 0) { if (len < 4) return 1; unsigned c = p[2] << 8 | p[3]; if (c + 4 > len) return 1; len -= 4 + c; p += 4 + c; }',
      'at most (len + 3) / 4 iterations',
    ],
    [
      'while (len >= 2) { unsigned c = p[1]; if (c + 2 > len) return 1; len -= c + 2; p += c + 2; }',
      'at most len / 2 iterations',
    ],
    ['while (p < end) { unsigned c = p[0]; if (c > end - p) return 1; p += c + 1; }', 'at most end - p iterations'],
    // it may be of any size; what is left isn't asked for; it has changed since
    [
      'while (len != 0) { unsigned c = some(k); if (c + 4 > len) return 1; len -= 4 + c; }',
      'until len == 0 or c + 4 > len in line 7',
    ],
    [
      'while (len > 4) { unsigned c = p[2]; if (c > len) return 1; len -= c + 1; }',
      "at most len - 4 iterations, if len doesn't wrap around",
    ],
    [
      'while (len != 0) { unsigned c = p[2]; if (may(k)) c = u; if (c + 4 > len) return 1; len -= 4 + c; }',
      'until len == 0 or c + 4 > len in line 7',
    ],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(`${bytes}const unsigned char *end = p + len; ${body}`)).toBe(sentence);
  });
});
