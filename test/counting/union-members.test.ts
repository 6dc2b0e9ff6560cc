/** Members of unions that are no integers: read where they lie behind a pointer, changed by whatever may be in there. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = `
struct in { int p, q; };
struct node {
  int kind, size;
  union {
    struct { int n; int m; struct in i; } a;
    struct { short x[6]; long y; } b;
    struct { struct node **start, **end; } list;
    double f[4];
    struct in pairs[3];
  } u;
};
struct bare { int kind; union { struct { int n; int m; }; float g[8]; struct bare *next; }; };
struct node shared;
void use(int);
void *memset(void *, int, unsigned long);
`;

const counted = async (loop: string): Promise<readonly (string | undefined)[]> =>
  sentencesIn(`${HEAD}int f(struct node *v, struct node *w, struct bare *b, int *p, int k) {
    int t, c = 0; struct node **at; ${loop} return c; }`);

describe('what nothing changes', () => {
  test.each([
    ['for (t = 0; t < v->u.a.n; t++) c += t;', 'v->u.a.n iterations'],
    ['for (t = 0; t < v->u.b.x[k]; t++) c += t;', 'v->u.b.x[k] iterations'],
    ['for (t = 0; t < v->u.pairs[1].q; t++) c += t;', 'v->u.pairs[1].q iterations'],
    ['for (t = 0; t < b->n; t++) c += t;', 'b->n iterations'],
    ['for (at = v->u.list.start; at < v->u.list.end; at++) c++;', 'v->u.list.end - v->u.list.start iterations'],
    ['for (t = 0; t < v->u.a.n; t++) use(t);', "v->u.a.n iterations, if use() doesn't change v->u.a.n"],
    ['for (t = 0; t < v->u.a.n; t++) *p = t;', "v->u.a.n iterations, if the store in line 18 doesn't change v->u.a.n"],
    ['while (b) { c++; b = b->next; }', 'length(b) iterations'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('its bytes are written', () => {
  test.each([
    'v->u.a.m = t;',
    'v->u.b.y = t;',
    'v->u.f[0] = t;',
    'w->u.f[0] = t;',
    'w->u.pairs[k].p = t;',
    'shared.u.f[1] = t;',
    'shared.u.b.x[k] = t;',
    'shared = *w;',
    '*v = *w;',
    'w->u = v->u;',
    'v->u.a.i = w->u.a.i;',
  ])('%s', async (change) => {
    const [sentence] = await counted(`for (t = 0; t < v->u.a.n; t++) { ${change} }`);
    expect(sentence).toBe('until t >= v->u.a.n');
  });

  test.each(['b->g[2] = t;', '*b = *b->next;'])('%s', async (change) => {
    const [sentence] = await counted(`for (t = 0; t < b->n; t++) { ${change} }`);
    expect(sentence).toBe('until t >= b->n');
  });
});

test('an element of an array of structs is spelled with its index where it stands', async () => {
  const source = 'struct s { struct s *next; struct { int n; } a[3]; }; int f(struct s *v, int k) { int t = 0;';
  expect(await sentencesIn(`${source} while (t < v->next->a[k].n) t++; return t; }`)).toEqual([
    'v->next->a[k].n iterations',
  ]);
});
