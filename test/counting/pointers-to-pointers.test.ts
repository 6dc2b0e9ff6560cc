/** What a pointer to a pointer leads to is a variable: parsers go through text by `(*s)++`. */
import { describe, expect, it } from 'vitest';
import { sentencesIn, toldIn } from './sentences.ts';

const HEAD = `
#include <ctype.h>
struct node { struct node *next; int v; };
struct reader { char *at; int n; };
void show(int);
`;

describe('walks by what is pointed to', () => {
  toldIn((loop) => `${HEAD}void f(char **s, char *end, struct node **h, int **p, struct reader *r) { ${loop} }`)([
    ['while (isspace((unsigned char)**s)) (*s)++;', 'at most strlen(*s) iterations'],
    ["while (**s == ' ') ++*s;", 'at most strlen(*s) iterations'],
    ['while (*s < end) (*s)++;', 'end - *s iterations'],
    ['while (**p) (*p)++;', 'entries(*p) iterations'],
    ['while (*h) *h = (*h)->next;', 'length(*h) iterations'],
    ['while (**s) { ++*s; show(1); }', "strlen(*s) iterations, if show() doesn't change *s or what *s points to"],
    [
      'while (**s) { ++*s; r->at = end; }',
      "strlen(*s) iterations, if the store in line 6 doesn't change *s or what *s points to",
    ],
    [
      'int i = 0; for (; p[i]; i++) *h = 0;',
      "entries(p) iterations, if the store in line 6 doesn't change what p points to",
    ],
    ['for (int i = 0; i < **p; i++) end[i] = 0;', "**p iterations, if the store in line 6 doesn't change *p or **p"],
  ]);

  it.each([
    // both may be one
    'void f(char **s, char **t, char *a) { while (**s) { ++*s; *t = a; } }',
    'void f(char **s, struct reader *r, char *a) { while (**s) { r->at++; ++*s; r->at = a; } }',
    'void f(struct node **h, struct node **t) { for (; *h; *h = (*h)->next) *t = *h; }',
    'void f(int **s, struct reader *r) { for (int i = 0; i < **s; i++) { r->at++; ((int *)r->at)[0]++; } }',
  ])('nothing is told for certain: %s', async (source) => {
    const [sentence] = await sentencesIn(HEAD + source);
    expect(sentence).toMatch(/^until |, if /);
  });
});
