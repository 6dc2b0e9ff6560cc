/** Walks by an index of an unsigned type, wherever it starts. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `int isspace(int); struct row { int flags; char name[8]; };
struct text { char *buf; };
void f(const char *s, char **v, struct row *r, struct text *t, unsigned long i, unsigned n, unsigned char c) { ${loop} }`;

const told = toldIn(inFunction);

describe('no object is so large that a wide index wraps around', () => {
  told([
    ['while (s[i]) i++;', 'strlen(s + i) iterations'],
    ['for (; s[i] && isspace(s[i]); i++) ;', 'at most strlen(s + i) iterations'],
    ['while (s[++i]) ;', 'strlen(s + i + 1) iterations'],
    ['unsigned long k; for (k = 0; t->buf[i + k + 1]; k++) ;', 'strlen(t->buf + i + 1) iterations'],
    ['while (v[i]) i++;', 'entries(v + i) iterations'],
  ]);
});

describe('a narrower one may', () => {
  told([
    ['while (s[n]) n++;', "strlen(s + n) iterations, if n doesn't wrap around"],
    ['n = 0; while (s[n] == 9 || s[n] == 11) n++;', "at most strlen(s) iterations, if n doesn't wrap around"],
    ['while (v[c]) c++;', "entries(v + c) iterations, if c doesn't wrap around"],
    ['while (r[n].flags & 4) n++;', "at most entries(r + n, flags) iterations, if n doesn't wrap around"],
  ]);
});
