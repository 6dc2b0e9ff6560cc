/** Loops that go on behind what they find in a text. */
import { describe, expect, test } from 'vitest';
import { sentencesIn, toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `
#include <string.h>
#include <sys/stat.h>
void use(const char *);
extern int count;
struct part { char *p; };
int f(char *s, char *t, char **argv, struct part *part, int c) { char *p = s, *q = s; int n = 0; ${loop} return n; }
`;
const told = toldIn(inFunction);

describe('each iteration gets further, and not past the end', () => {
  told([
    ["while ((p = strchr(p, ',')) != NULL) { p++; n++; }", 'at most strlen(p) iterations'],
    ["for (p = strchr(s, ','); p; p = strchr(p + 1, ',')) n++;", 'at most strlen(s) iterations'],
    ["for (; (p = strchr(p + 1, '/')) != NULL; ) n++;", 'at most strlen(p + 1) iterations'],
    ["while (*s) { q = strchr(s, ','); if (!q) break; s = q + 1; }", 'at most strlen(s) iterations'],
    ["for (;;) { q = strchr(p, ','); if (!q) break; p = q + 1; }", 'at most strlen(p) + 1 iterations'],
    ["for (; p && *p; p = q) { q = strchr(p, ':'); if (q) *q++ = 0; }", 'at most strlen(p) iterations'],
    ["while (p) { p = strchr(p, ','); if (p) p++; }", 'at most strlen(p) + 1 iterations'],
    ['while ((p = strpbrk(p, " \\t")) != NULL) *p++ = 0;', 'at most strlen(p) iterations'],
    ['while ((p = strstr(p, "ab")) != NULL) { p += 2; n++; }', 'at most strlen(p) iterations'],
    ["while ((part->p = strchr(part->p, ','))) part->p++;", 'at most strlen(part->p) iterations'],
  ]);
});

describe('it may stay where it is, or pass the end', () => {
  told([
    ["while ((p = strchr(p, ',')) != NULL) n++;", 'until strchr() returns NULL'],
    ['while ((p = strchr(p, 0)) != NULL) p++;', 'until strchr() returns NULL'],
    ['while ((p = strchr(p, c)) != NULL) p++;', 'until strchr() returns NULL'],
    ['while ((p = strstr(p, t)) != NULL) p++;', 'until strstr() returns NULL'],
    ['while ((p = strstr(p, "ab")) != NULL) p += 3;', 'until strstr() returns NULL'],
    ["while ((p = strchr(p, ',')) != NULL) { if (c) p++; }", 'until strchr() returns NULL'],
    [
      "while (*++argv) { q = strchr(*argv, ':'); if (q) use(q); }",
      "entries(argv + 1) iterations, if use() doesn't change what argv points to",
    ],
    ["while ((q = strchr(p, ',')) != NULL) p = q + 2;", 'until strchr() returns NULL'],
    ["while (c) { n = 0; n++; if (p) { p = strchr(p, ','); if (p) p++; } c = *t++; }", 'until c == 0'],
  ]);
});

test('what is found in a text that is cut off before the loop', async () => {
  const loop = "p = strchr(s, ','); *s = 0; while (p) { n++; p = strchr(p + 1, ','); }";
  expect(await sentencesIn(inFunction(loop))).toEqual(['at most strlen(p + 1) + 1 iterations']);
});

describe('what may make the text longer', () => {
  told([
    ["for (; (p = strchr(p + 1, '/')); ) { *p = 0; mkdir(s, 0700); *p = '/'; }", 'at most strlen(p + 1) iterations'],
    [
      "while ((p = strchr(p, ','))) { p++; use(p); }",
      "at most strlen(p) iterations, if use() doesn't change what p points to",
    ],
    ["while ((p = strchr(p, ','))) { *++p = 'x'; }", 'until strchr() returns NULL'],
    [
      "while ((p = strchr(p, ','))) { p++; count++; }",
      "at most strlen(p) iterations, if the store in line 7 doesn't change what p points to",
    ],
  ]);
});
