/** A piece at a time, and in the end what is left: `k = n < 64 ? n : 64; ...; n -= k;`. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const BEFORE = `
#define MIN(a, b) ((a) < (b) ? (a) : (b))
typedef unsigned long size_t;
void use(const char *p, size_t n);
int some(void);
struct s { size_t left; };
void g(size_t len, int n, unsigned u, size_t chunk, size_t k, const char *p, struct s *s) { `;

test.each([
  ['while (len) { unsigned k = len > 64 ? 64 : len; use(p, k); p += k; len -= k; }', '(len + 63) / 64 iterations'],
  ['while (len > 0) { k = len; if (k > 4096) k = 4096; use(p, k); len -= k; }', '(len + 4095) / 4096 iterations'],
  ['while (n > 0) { int k; if (n < 512) k = n; else k = 512; n -= k; }', '(n + 511) / 512 iterations'],
  ['while (len > 0) { char b[100]; k = MIN(len, sizeof b); use(p, k); len -= k; }', '(len + 99) / 100 iterations'],
  ['for (size_t i = 0; i < len;) { k = MIN(len - i, 64); use(p, k); i += k; }', '(len + 63) / 64 iterations'],
  ['while (len > 0) { k = MIN(len, chunk); len -= k; }', '(chunk + len - 1) / chunk iterations, if chunk >= 1'],
  ['while (s->left) { k = MIN(s->left, 8); s->left -= k; }', '(s->left + 7) / 8 iterations'],
  ['while (u > 10) { k = u - 10; if (k > 5) k = 5; u -= k; }', '(u - 6) / 5 iterations'],
  ['while (len) { if (len > 64) len -= 64; else len = 0; }', '(len + 63) / 64 iterations'],
  // what is left is taken earlier
  ['while (len) { if (len > 100) len -= 64; else len = 0; }', 'at most (len + 63) / 64 iterations'],
  ['while (len) { k = MIN(len, 64); if (some()) break; len -= k; }', 'at most (len + 63) / 64 iterations'],
  // pieces of two sizes, pieces left out, too large ones
  ['while (len) { k = len > 64 ? 64 : len; if (some()) k = 1; len -= k; }', 'at most len iterations'],
  ['while (len) { k = len > 64 ? 64 : len; if (some()) continue; len -= k; }', 'until len == 0'],
  ['while (len) { k = len > 64 ? 65 : len; if (len == 64) k = 65; use(p, k); len -= k; }', 'until len == 0'],
  ['while (len) { k = MIN(len, chunk); chunk = some(); len -= k; }', 'until len == 0'],
])('%s', async (loop, sentence) => {
  expect(await sentencesIn(`${BEFORE}${loop} }`)).toEqual([sentence]);
});
