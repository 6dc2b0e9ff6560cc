/**
 * Counting alone, of loops whose iterations go on by steps that are taken on some ways only: words within a line,
 * escapes within a string, links of a list.
 */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HEAD = `
struct node { struct node *next; int v; };
int get(void); void use(int); int isspace(int); unsigned long strlen(const char *); char *skip(char *);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters = 'char *s, const char *t, int n, unsigned u, int i, struct node **pp, struct node *x';
  const source = `${HEAD}int f(${parameters}) { int k = 0; char c; ${body} return k; }`;
  const options = { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' as const };
  const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
  return loops[0]?.count.sentence;
}

describe('a counter that only inner loops move', () => {
  test.each([
    [
      "while (i < n) { while (i < n && s[i] == ' ') i++; while (i < n && s[i] != ' ') i++; k++; }",
      'at most n - i iterations',
    ],
    ["while (i < n) { if (s[i] == ' ') i++; while (i < n && s[i] != ' ') i++; }", 'at most n - i iterations'],
    // where a[i] is a comma neither moves
    ["while (i < n) { while (i < n && s[i] == ' ') i++; while (i < n && s[i] != ',') i++; }", 'until i >= n'],
    // each of the ways on which the test holds leads to the step
    ['while (i < n && (u == 7 || (2 < u && u <= 4))) { if (u) i++; }', 'at most n - i iterations'],
    ['while (i < n && (u == 7 || (2 < u && u <= 4) || u == 0)) { if (u) i++; }', 'no bound known'],
    // what is tested first has changed by the second test
    ['while (i < n) { if (k) i++; k = get(); if (!k) i++; }', 'until i >= n'],
    // both sides of the test move
    ['for (i = 0; i <= n; i++) if (n < 30) n++;', 'no bound known'],
    ["while (i < n) { if (s[i] == ' ') i++; s[i] = 0; if (s[i] != ' ') i++; }", 'until i >= n'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a walk through a string that never passes its end', () => {
  test.each([
    ["while (*t) { if (*t == '\\\\' && t[1]) t++; t++; k++; }", 'at most strlen(t) iterations'],
    ["while (*t) { if (t[0] == 'a' && t[1] == 'b') t += 2; else t++; }", 'at most strlen(t) iterations'],
    ["while (*t) { while (*t == ' ') t++; while (*t && *t != ' ') t++; k++; }", 'at most strlen(t) iterations'],
    ["while (*t) { if (*t++ == '%') { if (!*t) break; t++; } }", 'at most strlen(t) iterations'],
    // a zero is none of the letters that are changed
    ["do { c = *t++; if (c >= 'A' && c <= 'Z') c += 32; } while (c);", 'at most strlen(t) + 1 iterations'],
    [
      "for (;;) { c = *t++; if (c >= 'a') c -= 32; if (c == '.') k++; if (c == 0) break; }",
      'at most strlen(t) + 1 iterations',
    ],
    ['do { c = *t++; if (c < 5) c++; } while (c);', 'until c == 0'],
    ["do { c = *t++; if (c != 'a') c = 1; } while (c);", 'until c == 0'],
    // where the parameter leads later doesn't matter
    ["for (i = 2; (n = t[i]) != 0 && n != ' '; i++) ; t = skip(s);", 'at most strlen(t + 2) iterations'],
    ['while (t[i] && n--) i++; t++; use(*t);', 'at most strlen(t + i) iterations'],
    ['if (n) t = skip(s); while (t[i]) i++;', 'strlen(t + i) iterations'],
    [
      "for (;;) { c = *t++; if (!c) break; if (c == '%') { c = *t++; if (!c) break; } }",
      'at most strlen(t) + 1 iterations',
    ],
    [
      "for (;;) switch (*t) { case 0: return k; case '%': if (t[1] == '%') t++; t++; break; default: t++; }",
      'at most strlen(t) + 1 iterations',
    ],
    ['while (isspace(*t)) t++;', 'at most strlen(t) iterations'],
    ["for (i = 0; t[i]; i++) if (t[i] == '%' && t[i + 1] == '%') i++;", 'at most strlen(t) iterations'],
    // what comes behind '%' may be the zero
    ["while (*t) { if (*t == '%') t++; t++; }", 'until *t == 0'],
    ["while (*t) { if (*t == '%' && t[1] != 'x') t++; t++; }", 'until *t == 0'],
    ['while (*t) t += 2;', 'until *t == 0'],
    // two may be the zero and what is behind it
    ["while (*t) { if (t[2] == 'x') t += 2; t++; }", 'until *t == 0'],
    // some way doesn't go on
    ["while (*t) { if (*t == 'x') t++; }", 'until *t == 0'],
    ["while (*t) { if (*t == '\\\\' && t[1]) t--; t++; }", 'until *t == 0'],
    // an index of 32 bits may wrap around
    ["for (u = 1; t[u]; u++) if (t[u] == '%' && t[u + 1] == '%') u++;", 'until t[u] == 0'],
    // the zero is written over
    ["while (*s) { if (*s == '%' && s[1]) s++; s[1] = 'x'; s++; }", 'until *s == 0'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a walk along the links of a list', () => {
  test.each([
    ['struct node **p; for (p = pp; *p; p = &(*p)->next) k++;', 'length(*pp) iterations'],
    ['for (; *pp; pp = &(*pp)->next) k += (*pp)->v;', 'length(*pp) iterations'],
    ['while ((x = *pp) != 0 && x->v > n) pp = &x->next;', 'at most length(*pp) iterations'],
    ['for (; *pp; pp = &(*pp)->next) if (*pp == x) { *pp = x->next; break; }', 'at most length(*pp) iterations'],
    // what is stored may be a node that comes later
    ['for (; *pp; pp = &(*pp)->next) { *pp = x; }', 'until *pp == NULL'],
    // the place of the link is another node's
    ['for (; *pp; pp = &x->next) k++;', 'until *pp == NULL'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a step behind a condition that is turned round', () => {
  test.each([
    [
      "while ((c = *s++)) { if (c == '^' && *s) { s++; if (!('0' <= *s && *s <= '7')) continue; s++; } k += c; }",
      'at most strlen(s) + 1 iterations',
    ],
    ["while (*s) { if (!(*s == '^' && s[1] != 0)) { s++; continue; } s += 2; }", 'at most strlen(s) iterations'],
    ["while (*s) { if (!(*s != '^' || s[1] == 0)) s++; s++; }", 'at most strlen(s) iterations'],
    ["while (*s) { if (!(*s != '^' && s[1] == 0)) s++; s++; }", 'until *s == 0'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
