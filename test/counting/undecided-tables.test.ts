/** Tables and texts of which an `#if` decides what is in them: one object, whether by its name or through a pointer. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `#include "conf.h"
struct option { char letter; int type; int *where; };
static struct option options[] = { { 'a', 0, 0 },
#if HAVE_B
  { 'b', 0, 0 },
#endif
  { 0, 0, 0 } };
static char name[] = "ab"
#if HAVE_B
  "cd"
#endif
  ;
static const char *const words[] = { "a",
#if HAVE_B
  "b",
#endif
  0 };
void act(int);
void f(int k, struct option *q) {
  ${loop}
}`;

const told = toldIn(inFunction);

describe('through a pointer they are gone through to their end', () => {
  told([
    ['for (struct option *o = options; o->letter; o++) q->type = 0;', 'entries(options, letter) iterations'],
    [
      'for (struct option *o = options + 1; o->letter; o++) act(o->type);',
      "entries(options + 1, letter) iterations, if act() doesn't change what o points to",
    ],
    ["for (char *p = name; *p; p++) if (*p == 'c') break;", 'at most strlen(name) iterations'],
    ['for (const char *const *p = words; *p; p++) ;', 'entries(words) iterations'],
  ]);
});

describe('what is stored by the name shows behind the pointer', () => {
  told([
    ['for (char *p = name; *p; p++) name[2] = 0;', 'until *p == 0'],
    ['for (char *p = name; *p; p++) name[k]++;', 'until *p == 0'],
    ['for (struct option *o = options; o->letter; o++) options[k].letter = 0;', 'until o->letter == 0'],
    ['for (struct option *o = options; o->letter; o++) q->letter = 0;', 'until o->letter == 0'],
  ]);
});
