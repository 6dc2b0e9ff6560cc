/** Unions that are kept as integers: each member that is read is spelled as C spells it. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = `
union both { int i; unsigned u; };
union wide { char *s; int n; unsigned m; short h; };
union seg { struct { unsigned long from, to; } range; char *word; };
union half { struct { short lo, hi; } s; int all; };
union high { unsigned long all; struct { int lo, hi; } s; };
union top { long all; struct { unsigned lo, hi; } s; };
union bytes { float f; unsigned char b[4]; };
union pair { void *s; unsigned u[2]; short h[4]; };
struct node {
  struct node *next;
  union both v;
  union wide w;
  union { int count; unsigned flags; };
  struct { union both in; } k[3];
  union seg seg;
  union half half;
  union high high;
  union top top;
  union pair pair;
};
union both shared;
union wide other;
union bytes raw;
`;

const counted = async (loop: string): Promise<readonly (string | undefined)[]> =>
  sentencesIn(`${HEAD}int f(struct node *p, struct node *q, union both *b, union both by, int j, int *at) {
    int t, c = 0; ${loop} return c; }`);

describe('its member', () => {
  test.each([
    ['for (t = 0; t < shared.i; t++) c += t;', 'shared.i iterations'],
    ['for (t = 0; t < other.n; t++) c += t;', 'other.n iterations'],
    ['for (t = 0; t < other.h; t++) c += t;', 'other.h iterations'],
    ['for (unsigned u = 0; u < other.m; u++) c++;', 'other.m iterations'],
    ['for (t = 0; t < raw.b[0]; t++) c += t;', 'raw.b[0] iterations'],
    ['for (t = 0; t < by.i; t++) c += t;', 'by.i iterations'],
    [
      'for (unsigned long n = p->seg.range.from; n < p->seg.range.to; n++) c++;',
      'p->seg.range.to - p->seg.range.from iterations',
    ],
    [
      'for (t = p->next->half.s.lo; t < p->next->half.s.hi; t++) c++;',
      'p->next->half.s.hi - p->next->half.s.lo iterations',
    ],
    ['for (t = 0; t < p->half.s.hi; t++) c++;', 'p->half.s.hi iterations'],
    // elements of an array in it
    ['for (unsigned n = 0; n < p->pair.u[1]; n++) c++;', 'p->pair.u[1] iterations'],
    ['for (t = !p->pair.u[1]; t < j; t++) c++;', 'j - (p->pair.u[1] == 0 ? 1 : 0) iterations'],
    ['for (t = 0; t < p->pair.h[2]; t++) c++;', 'p->pair.h[2] iterations'],
    // bits that no member reads so
    ['for (unsigned long n = 0; n < p->high.all >> 32; n++) c++;', 'p->high.all / 4294967296 iterations'],
    ['for (long n = 0; n < p->top.all >> 32; n++) c++;', 'p->top.all / 4294967296 iterations'],
    ['for (t = 0; t < p->high.s.hi; t++) c++;', 'p->high.s.hi iterations'],
    ['for (unsigned n = 0; n < p->top.s.hi; n++) c++;', 'p->top.s.hi iterations'],
    ['for (t = 0; t < p->half.all; t++) c++;', 'p->half.all iterations'],
    ['for (t = 0; t < b->i; t++) c += t;', 'b->i iterations'],
    ['for (t = 0; t < b[j].i; t++) c += t;', 'b[j].i iterations'],
    ['for (t = 0; t < p->v.i; t += 2) c += t;', '(p->v.i + 1) / 2 iterations'],
    ['for (t = 0; t < p->w.n; t++) c += t;', 'p->w.n iterations'],
    ['for (t = 0; t < p->count; t++) c += t;', 'p->count iterations'],
    ['for (t = 0; t < p->next->v.i; t++) c += t;', 'p->next->v.i iterations'],
    ['for (t = 0; t < p->next->w.h; t++) c += t;', 'p->next->w.h iterations'],
    ['for (t = 0; t < p->next->count; t++) c += t;', 'p->next->count iterations'],
    ['for (t = 0; t < p->next->k[1].in.i; t++) c += t;', 'p->next->k[1].in.i iterations'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('where its bytes may be written', () => {
  test.each([
    ['for (t = 0; t < p->next->v.i; t++) q->v.u = t;', 'until t >= p->next->v.i'],
    [
      'for (t = 0; t < p->next->v.i; t++) *at = t;',
      "p->next->v.i iterations, if the store in line 26 doesn't change p->next->v.i",
    ],
    ['for (t = 0; t < p->next->v.i; t++) q->v = by;', 'until t >= p->next->v.i'],
    ['for (t = 0; t < shared.i; t++) b->u = 3;', "shared.i iterations, if the store in line 26 doesn't change shared"],
    ['for (t = 0; t < by.i; t++) by.u--;', '(by.i + 1) / 2 iterations'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});
