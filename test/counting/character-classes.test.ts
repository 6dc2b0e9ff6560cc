/** Loops that ask for the class of a character: the same one has the same answer each time. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `
#include <ctype.h>
#include <locale.h>
void use(const char *);
int f(const char *p, const char *e, const char *s, int len, int c) { int i = 0, n = 0; ${loop} return n; }
`;

const outer = async (source: string): Promise<string | undefined> => (await sentencesIn(source))[0];

/** Of the outermost loop. */
const told = (rows: readonly (readonly [string, string])[]): void =>
  test.each(rows)('%s', async (loop, sentence) => expect(await outer(inFunction(loop))).toBe(sentence));

describe('what one loop passes over the next one does not', () => {
  told([
    [
      'while (*p) { while (isspace(*p)) p++; if (!*p) break; n++; while (*p && !isspace(*p)) p++; }',
      'at most strlen(p) iterations',
    ],
    ['while (*p) { if (isdigit(*p)) { while (isdigit(*p)) p++; n++; } else p++; }', 'at most strlen(p) iterations'],
    [
      'while (*p) { n++; while (*p && !isspace((unsigned char)*p)) p++; while (isspace((unsigned char)*p)) p++; }',
      'at most strlen(p) iterations',
    ],
    [
      'while (i < len) { while (i < len && isspace(s[i])) i++; n++; while (i < len && !isspace(s[i])) i++; }',
      'at most len iterations',
    ],
    [
      'while (p < e) { while (p < e && isblank(*p)) p++; n++; while (p < e && !isblank(*p)) p++; }',
      'at most e - p iterations',
    ],
  ]);
});

describe('a class may lie in another one', () => {
  told([
    [
      "while (*p) { if (isalpha(*p) || *p == '_') { while (isalnum(*p) || *p == '_') p++; n++; } else p++; }",
      'at most strlen(p) iterations',
    ],
    ['while (*p) { if (isdigit(*p)) { while (isxdigit(*p)) p++; } else p++; }', 'at most strlen(p) iterations'],
    ['while (*p) { if (isalnum(*p)) { while (isalpha(*p)) p++; } else p++; }', 'until *p == 0'],
    ['while (*p) { if (isspace(*p)) { while (isalpha(*p)) p++; } else p++; }', 'until *p == 0'],
    ['while (*p) { if (isspace(*p)) { while (isspace(c)) n++; } else p++; }', 'until *p == 0'],
  ]);
});

describe('the locale says what is in a class, but digits', () => {
  const words = (test: string, between: string): string =>
    `while (*p) { while (${test}(*p)) p++; if (!*p) break; ${between} while (*p && !${test}(*p)) p++; }`;
  told([
    [words('isspace', 'use(e);'), 'until *p == 0'],
    [words('isdigit', 'use(e);'), "at most strlen(p) iterations, if use() doesn't change what p points to"],
    [words('isspace', 'setlocale(LC_ALL, e);'), 'until *p == 0'],
    [
      words('isxdigit', 'setlocale(LC_ALL, e);'),
      "at most strlen(p) iterations, if setlocale() doesn't change what p points to",
    ],
  ]);

  test('a function that may run in the loop sets it', async () => {
    const sets = 'static void set(void) { setlocale(LC_ALL, ""); }';
    const source = inFunction(words('isspace', '')).replace('int f(', `${sets}\nint f(`);
    expect(await outer(source)).toBe('until *p == 0');
  });

  test('`main` sets it before', async () => {
    const source = `${inFunction(words('isspace', ''))}\nint main(void) { setlocale(LC_ALL, ""); return 0; }`;
    expect(await outer(source)).toBe('at most strlen(p) iterations');
  });
});

test('a function of the program by that name', async () => {
  const source =
    'int isspace(int c); int f(const char *p) { while (*p) { while (isspace(*p)) p++; if (*p) p++; } return 0; }';
  const own = `${source} int count; int isspace(int c) { return c == count++; }`;
  expect(await outer(own)).toBe('until *p == 0');
});
