/** Loops that go on behind what they find in memory between two ends, and over runs of what is the same. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `
#include <string.h>
int f(const char *p, const char *e, const char *s, int len, size_t size, unsigned u, int c) {
const char *q; int i = 0, j, n = 0; unsigned v; ${loop} return n; }
`;
const told = toldIn(inFunction);

describe('behind what is found', () => {
  told([
    ["while (p < e) { q = memchr(p, '\\n', e - p); if (!q) break; n++; p = q + 1; }", 'at most e - p iterations'],
    ["while (p < e && (q = memchr(p, '\\n', e - p)) != NULL) { n++; p = q + 1; }", 'at most e - p iterations'],
    ["while (p < e) { q = strchr(p, '\\n'); if (!q) break; p = q + 1; }", 'at most e - p iterations'],
    ['while (p < e) { q = memchr(p, c, e - p); if (!q) break; p = q; }', 'until p >= e or memchr() returns NULL'],
    ["while ((q = memchr(p, '\\n', size)) != NULL) { n++; size -= q + 1 - p; p = q + 1; }", 'at most size iterations'],
    ["while ((q = memchr(p, '\\n', size)) != NULL) { size -= q - p; p = q; }", 'until memchr() returns NULL'],
    ["while ((q = memchr(p, '\\n', size)) != NULL) p = q + 1;", 'until memchr() returns NULL'],
    [
      "while ((q = memchr(p, '\\n', size)) != NULL) { size -= q + 2 - p; p = q + 1; }",
      "at most size iterations, if size doesn't wrap around",
    ],
    ['while (p < e) { q = memchr(s, c, e - p); if (!q) break; p = q + 1; }', 'until p >= e or memchr() returns NULL'],
  ]);
});

describe('what is set and then counted up', () => {
  told([
    ['while (i < len) { j = i + 1; if (c) j++; i = j; }', 'at most len iterations'],
    ['while (i < len) { j = i; if (c) j++; i = j; }', 'no bound known'],
    ['while (i < len) { j = i + 1; if (c) j--; i = j; }', 'no bound known'],
    ['while (i < len) { j = i + 1; if (c) j = 0; i = j; }', 'no bound known'],
    ['while (len > 0) { j = len - 1; if (c) j--; len = j; }', 'at most len iterations'],
    // it may wrap around
    ['while (u < size) { v = u + 1; if (c) v++; u = v; }', 'no bound known'],
  ]);
});
