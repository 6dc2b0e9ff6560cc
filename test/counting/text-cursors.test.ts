/** Walks through texts by other pointers, by distances, and by what compares or spans them. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `
#include <string.h>
char *get(void);
int f(char *p, const char *w, int c) { char *q = 0; size_t k; unsigned u; int i, n = 0; ${loop} return n; }
`;

const told = (rows: readonly (readonly [string, string])[]): void =>
  test.each(rows)('%s', async (loop, sentence) => expect((await sentencesIn(inFunction(loop)))[0]).toBe(sentence));

describe('another pointer goes ahead', () => {
  told([
    ["while (*p) { q = p; while (*q && *q != ',') q++; if (!*q) break; p = q + 1; }", 'at most strlen(p) iterations'],
    ["while (*p) { q = p; while (*q && *q != ',') q++; p = q; if (*p) p++; }", 'at most strlen(p) iterations'],
    [
      "while (*p) { q = p; while (*q && *q != ',') q++; k = q - p; p += k; if (*p) p++; }",
      'at most strlen(p) iterations',
    ],
    ["while (*p) { q = p; while (*q && *q != ',') q++; p = q + 1; }", 'until *p == 0'],
    ["while (*p) { q = p; while (*q && *q != ',') q++; p = q; }", 'until *p == 0'],
    ['while (*p) { if (q) p = q + 1; q = get(); }', 'until *p == 0'],
  ]);
});

describe('so many characters on', () => {
  told([
    ['while (*p) { k = strcspn(p, ","); n++; p += k; if (*p) p++; }', 'at most strlen(p) iterations'],
    ['while (*p) { k = strcspn(p, ","); if (!p[k]) break; p += k + 1; }', 'at most strlen(p) iterations'],
    ["while (*p) { for (k = 0; p[k] && p[k] != ','; k++) n++; p += k; if (*p) p++; }", 'at most strlen(p) iterations'],
    ["while (*p) { for (i = 0; p[i] && (i == 0 || p[i] != ','); i++) n++; p += i; }", 'until *p == 0'],
    ['while (*p) { p += strspn(p, " "); p++; }', 'until *p == 0'],
    ['while (*p) { p += strcspn(p, ","); p++; }', 'until *p == 0'],
    // it may wrap around first
    ["while (*p) { for (u = 0; p[u] && p[u] != ','; u++) n++; p += u; if (*p) p++; }", 'until *p == 0'],
  ]);
});

describe('it begins as another text does', () => {
  told([
    ['while (*p) { if (!strncmp(p, "ab", 2)) p += 2; else p++; }', 'at most strlen(p) iterations'],
    ['while (*p) { if (strcmp("ab", p) == 0) p += 2; else p++; }', 'at most strlen(p) iterations'],
    ['while (*p) { if (!memcmp(p, "ab", 2)) p += 2; else p++; }', 'at most strlen(p) iterations'],
    ['while (*p) { if (!strncmp(p, "ab", 2)) p += 3; else p++; }', 'until *p == 0'],
    ['while (*p) { if (!strncmp(p, "a", 4)) p += 2; else p++; }', 'until *p == 0'],
    ['while (*p) { if (strncmp(p, "ab", 2)) p += 2; else p++; }', 'until *p == 0'],
    ['while (*p) { if (!strcmp(p, w)) p += 2; else p++; }', 'until *p == 0'],
    ['while (*p) { i = strncmp(p, "ab", 2); p++; if (!i) p += 2; }', 'until *p == 0'],
  ]);
});

describe('a zero that is put there', () => {
  told([
    ["while (*p) { q = p; while (*q && *q != ',') q++; if (*q) *q++ = 0; p = q; }", 'at most strlen(p) iterations'],
    ["while (*p) { q = p; *q = 0; c = *q; *q = 'x'; if (!c) p = q; else p++; }", 'until *p == 0'],
    // where the end was, there is none
    ["while (*p) { q = p; while (*q && *q != ',') q++; *q = 'x'; p = q; }", 'until *p == 0'],
    ["while (*p) { q = p; while (*q && *q != ',') q++; p = q; if (!*p) *p = c; else p++; }", 'until *p == 0'],
  ]);
});

describe('the character where it stands says that it goes on', () => {
  const inWords = (loop: string): string => `
#include <ctype.h>
#include <string.h>
void use(void);
int f(char *p, int c) { char *q = p; size_t k; int n = 0; ${loop} return n; }
`;
  test.each([
    [
      "while (*p) { while (*p == ' ') p++; q = p; while (*q && *q != ' ') q++; p = q; }",
      'at most strlen(p) iterations',
    ],
    [
      'while (*p) { while (isspace((unsigned char)*p)) p++; while (*p && !isspace((unsigned char)*p)) p++; }',
      'at most strlen(p) iterations',
    ],
    [
      "for (;;) { while (*p == ' ') p++; if (!*p) break; while (*p && *p != ' ') p++; }",
      'at most strlen(p) + 1 iterations',
    ],
    [
      "while (*p) { q = strchr(p, ','); if (!q) q = p + strlen(p); n++; p = *q ? q + 1 : q; }",
      'at most strlen(p) iterations',
    ],
    ["while (*p) { q = strchr(p, ','); if (q) p = q + 1; else p += strlen(p); }", 'at most strlen(p) iterations'],
    ["for (q = p; q; q = strchr(q, '.')) if (*q == '.') q++;", 'at most strlen(p) + 1 iterations'],
    ['while (*p) { k = strcspn(p, " ,"); p += k; p += strspn(p, ", "); }', 'at most strlen(p) iterations'],
    [
      "while (*p) { c = *p; if (c >= '0' && c <= '9') while (*p >= '0' && *p <= '9') p++; else p++; }",
      'at most strlen(p) iterations',
    ],
    // the sets aren't the same
    ['while (*p) { k = strcspn(p, " ,"); p += k; p += strspn(p, ","); }', 'until *p == 0'],
    ["while (*p) { while (*p == ' ') p++; q = p; while (*q && *q != ',') q++; p = q; }", 'until *p == 0'],
    // it is another character by then
    ["while (*p) { while (*p == ' ') p++; *p = ' '; while (*p && *p != ' ') p++; }", 'until *p == 0'],
    // what is a blank depends on the locale, which the call may set; what is a digit doesn't
    [
      'while (*p) { while (isspace((unsigned char)*p)) p++; use(); while (*p && !isspace((unsigned char)*p)) p++; }',
      'until *p == 0',
    ],
    [
      'while (*p) { while (isdigit((unsigned char)*p)) p++; use(); while (*p && !isdigit((unsigned char)*p)) p++; }',
      "at most strlen(p) iterations, if use() doesn't change what p points to",
    ],
    // a signed character is no number above 127
    ['while (*p) { while (*p < 128) p++; }', 'until *p == 0'],
  ])('%s', async (loop, sentence) => expect((await sentencesIn(inWords(loop)))[0]).toBe(sentence));
});
