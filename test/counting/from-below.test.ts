/** Counters that start at the end of their type, and bounds that are put together of two tests. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `int use(int); int gone(void);
void f(unsigned n, unsigned m, int k, int l, unsigned char b, char const *s, int const *a) {
  unsigned long w; unsigned i, c = 0; unsigned char t; int j; ${loop} }`;

describe('a counter whose first step takes it around', () => {
  test.each([
    ['w = -1; while (s[++w]) ;', 'strlen(s) iterations'],
    ['w = 0; if (s) for (w--; s[++w];) ;', 'strlen(s) iterations'],
    ['i = -1; while (++i < n) c++;', 'n iterations'],
    ['i = -1; while (++i < n && !gone()) c++;', 'at most n iterations'],
    ['i = -1; for (;;) { if (++i >= n) break; c++; }', 'n + 1 iterations'],
    ['i = -1; do c++; while (++i < n);', 'n + 1 iterations'],
    ['t = -1; while (++t < b) c++;', 'b iterations'],
    ['i = -2; while ((i += 2) < n) c++;', "(n + 1) / 2 iterations, if i doesn't wrap around"],
    // looked at before the step it is the greatest value
    ['i = -1; while (i++ < n) c++;', 'no bound known'],
    // not around at first
    ['i = -3; while (++i < n) c++;', 'n - 4294967294 iterations'],
    ['i = -1; while (++i + m < n) c++;', 'n - m iterations'],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
});

describe('the lesser of two', () => {
  test.each([
    ['for (j = 0; j < k && s[j]; j++) if (s[j] == 7) break;', 'at most min(k, strlen(s)) iterations'],
    ['for (j = 0, i = 0; j < k && i < n; i++, j++) if (a[j]) break;', 'at most min(k, n) iterations'],
    ['for (j = 0; j < k && j < l; j++) use(j);', 'min(l, k) iterations'],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
});

describe('what a check before the loop makes plainer', () => {
  test.each([
    ['if (n == 0) return; i = 0; do use(i); while (++i < n);', 'n iterations'],
    ['if (k <= 0) return; j = 0; do { if (a[j]) break; } while (++j < k);', 'at most k iterations'],
    ['j = 0; do use(j); while (++j < k);', 'max(1, k) iterations'],
    ['for (j = 0; j < (k & 15); j++) use(j);', '(k & 15) iterations'],
    ['for (j = 0; j <= (k & 15); j++) use(j);', '(k & 15) + 1 iterations'],
    ['for (i = 0; i < (n & 15); i++) use(i);', 'n % 16 iterations'],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
});
