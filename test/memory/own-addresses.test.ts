/**
 * Whose address `&` takes: a pointer's own, or that of what it leads to. And addresses that a function of a library's
 * name keeps.
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import { loopsIn } from '../termination/loops.ts';

const host = { now: () => 0, cancelled: () => false };
const HEAD = `
#include <assert.h>
struct part { int x; int *p; };
struct line { unsigned size; int *data; };
int *kept;
void get(struct line *, int *), set(struct line **);
`;
const verdictsOf = async (source: string): Promise<string[]> =>
  (await analyze(HEAD + source, { ...DEFAULT_OPTIONS, loops: false }, host)).assertions.map(({ verdict }) => verdict);

describe('what is stored through an address arrives where it leads', () => {
  it.each([
    ['an element', 'void f(int *p) { int *q = &p[1]; p[1] = 1; *q = 2; assert(p[1] == 1); }'],
    ['a member', 'void f(struct part *p) { int *q = &p->x; p->x = 1; *q = 2; assert(p->x == 1); }'],
    [
      'a member of an array',
      'void f(void) { struct part a[2]; int *q = &a->x; a[0].x = 1; *q = 3; assert(a[0].x == 1); }',
    ],
    ['the pointer itself', 'void f(int *p) { int **pp = &p, y = 5, z = 6; p = &y; *pp = &z; assert(*p == 5); }'],
    ['what a pointer points to', 'void f(struct part *p) { p->p = &p->x; p->x = 1; *p->p = 4; assert(p->x == 1); }'],
    [
      "what a function keeps that has a library function's name",
      `void *memcpy(void *to, const void *from, unsigned long n) { kept = to; return to; }
       void f(void) { int x = 1; memcpy(&x, 0, 0); *kept = 5; assert(x == 1); }`,
    ],
  ])('%s', async (_, source) => {
    // false in every run: anything but `holds` is right
    expect(await verdictsOf(source)).not.toContain('holds');
  });
});

it('an address that was handed over before the loop is known to calls in it', async () => {
  const source = 'void f(struct line *p) { unsigned i; set(&p); for (i = 0; i < p->size; i++) get(0, p->data); }';
  const [loop] = await loopsIn(HEAD + source, 'c');
  expect(loop?.count.sentence).toMatch(/change p\b(?!->)/);
});

describe('a call changes a pointer only where it can know its address', () => {
  it.each([
    ['get(p, &p->data[i]);', "p->size iterations, if get() doesn't change p->size"],
    // nobody would say "if set() doesn't change p"
    ['get(p, &p->data[i]); set(&p);', 'until i >= p->size'],
    ['if (i == 0) set(&p); else get(p, p->data);', 'until i >= p->size'],
  ])('%s', async (body, sentence) => {
    const [loop] = await loopsIn(
      `${HEAD}void f(struct line *p) { unsigned i; for (i = 0; i < p->size; i++) { ${body} } }`,
      'c',
    );
    expect(loop?.count.sentence).toBe(sentence);
  });
});
