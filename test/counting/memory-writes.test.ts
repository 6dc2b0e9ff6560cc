/**
 * What is read behind a pointer is no limit where the loop may write it by whatever name: nothing is said to be exact
 * then.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct part { int n; struct part *next; int list[4]; };
struct whole { struct part in; struct part tab[4]; };
union view { int n; unsigned char bytes[4]; };
struct wide { int n; int list[20]; ${Array.from({ length: 70 }, (_, i) => `int m${i};`).join(' ')} };
struct around { struct wide in; int n; };
struct part *find(void *); int *place(void *); struct whole *all(void); union view *seen(void);
struct part kept; int count;
static void set(struct part *p) { p->n = 3; }
static void set_kept(void) { kept.n = 3; }
static int look(struct part *p) { return p->n; }
struct wide *wide(void); struct part **places(void *); struct around *around(void);
`;

async function countOf(body: string): Promise<{ sentence: string; isSure: boolean } | undefined> {
  const loops = await loopsIn(`${HEAD}void f(struct part *p, int *r, char *c) { int i; ${body} }`, 'c');
  const count = loops.at(-1)?.count;
  return count && { sentence: count.sentence, isSure: count.relation !== 'until' && count.assuming.length === 0 };
}

describe('a limit that the loop may write', () => {
  test.each([
    'struct part x; struct part *q = find(&x); for (i = 0; i < q->n; i++) x.n = 7;',
    'int x; int *q = place(&x); for (i = 0; i < *q; i++) x++;',
    'int x[4]; int *q = place(x); for (i = 0; i < *q; i++) x[0]++;',
    'struct part x[4]; struct part *q = find(x); for (i = 0; i < q->n; i++) x[0].n++;',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) p->n++;',
    'int *q = place(&p->n); for (i = 0; i < *q; i++) p->n++;',
    'struct part *q = find(p); int *z = q->list; for (i = 0; i < q->list[0]; i++) *z = i + 2;',
    'struct whole *q = all(); struct part *z = &q->tab[2]; for (i = 0; i < q->tab[2].n; i++) z->n = 3;',
    'struct part *q = find(0); for (i = 0; i < q->n; i++) kept.n++;',
    'int *q = place(0); for (i = 0; i < *q; i++) count++;',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) *p = kept;',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) ((char *)p)[i] = 1;',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) *c++ = 1;',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) set(p);',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) set_kept();',
    'struct part *q = find(p); for (i = 0; i < q->n; i++) find(p);',
    'struct part *q = find(p); for (i = 0; i < q->next->n; i++) p->next = q;',
    'union view *q = seen(), *z = seen(); for (i = 0; i < q->n; i++) z->bytes[0] = 1;',
    // structs that are copied as a whole, where another pointer may lead
    'struct part *q = find(p); for (i = 0; i < p->list[1]; i++) *q = kept;',
    'struct whole *q = all(); for (i = 0; i < q->in.list[2]; i++) *p = kept;',
    'struct whole *q = all(); for (i = 0; i < q->tab[1].n; i++) *p = (struct part){0};',
    'struct whole *q = all(); struct whole *z = all(); for (i = 0; i < q->tab[1].n; i++) *z = *q;',
    'struct wide *q = wide(), *z = wide(); for (i = 0; i < q->n; i++) *z = *q;',
    'struct wide *q = wide(), *z = wide(); for (i = 0; i < q->list[3]; i++) *z = *q;',
    'struct wide *q = wide(), *z = wide(); q++; for (i = 0; i < q->n; i++) *z = z[1];',
    'struct around *q = around(); struct wide *z = wide(); for (i = 0; i < q->in.n; i++) *z = z[1];',
    'struct around *q = around(), *z = around(); for (i = 0; i < q->n; i++) *z = z[1];',
  ])('%s', async (body) => {
    expect((await countOf(body))?.isSure).toBe(false);
  });

  test.each([
    ['struct part *q = find(p); for (i = 0; i < q->next->n; i++) look(q);', 'q->next->n iterations'],
    ['struct part *q = find(p); for (i = 0; i < q->n; i++) p->next = q;', 'q->n iterations'],
    ['struct part *q = find(p); for (i = 0; i < q->n; i++) q = q->next;', 'at most length(q) iterations'],
    ['struct around *q = around(); struct wide *z = wide(); for (i = 0; i < q->n; i++) *z = z[1];', 'q->n iterations'],
    // what is written is known, too: an int that grows with i ends in an overflow
    [
      'struct part *q = find(p); int *z = &q->n; for (i = 0; i < q->n; i++) *z = i + 2;',
      '0 iterations, endless if q->n > 0',
    ],
    ['int *z = &p->n; for (i = 0; i < p->n; i++) (*z)++;', '0 iterations, endless if p->n > 0'],
    [
      'struct whole *q = all(); struct part *z = &q->in; for (i = 0; i < z->n; i++) q->in.n = 3;',
      '(q->in.n > 0 ? 3 : 0) iterations',
    ],
  ])('but not here: %s', async (body, sentence) => {
    expect(await countOf(body)).toEqual({ sentence, isSure: true });
  });
});

describe('a list that the loop may relink', () => {
  test.each([
    'struct part *q = find(p); for (; q; q = q->next) { q->next = p; c[0] = 1; }',
    'struct part *q = find(p); for (; q; q = q->next) *c++ = 1;',
    'struct part *q = find(p), **z = &q->next; for (; q; q = q->next) *z = p;',
    'struct part *q = find(p), **z = places(p); for (; q; q = q->next) *z = p;',
    'struct part *q = find(p), **z = places(p); for (; q; q = q->next) z[0] = q;',
    'struct part *q = find(p); for (; q; q = q->next) *p = kept;',
    'struct part *q = find(p); for (; q; q = q->next) find(q);',
  ])('%s', async (body) => {
    expect((await countOf(body))?.isSure).toBe(false);
  });

  test('but not where a store is to another member', async () => {
    const body = 'struct part *q = find(p); for (; q; q = q->next) q->n = r[0];';
    expect(await countOf(body)).toEqual({ sentence: 'length(q) iterations', isSure: true });
  });
});
