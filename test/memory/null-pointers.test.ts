/**
 * Going through a pointer that is null is undefined: what stands behind it isn't reached, and no assertion there fails.
 */
import { marked } from '../marks/marked.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';

const PRELUDE = `
    #include <assert.h>
    struct s { struct s *next; int n; int a[2]; }; static struct s g = { 0, 1 }; static int *p; int x;`;
const host = { now: () => performance.now(), cancelled: () => false };
const options = { ...DEFAULT_OPTIONS, loops: false };

describe('a static pointer that is null where the program starts', () => {
  it.each([
    ['is written through', 'p[0] = 1;'],
    ['is read through', 'x = *p;'],
    ['is a member, written through in parentheses', '(*g.next).n -= 1;'],
    ['is a member, read through', 'x = g.next->n;'],
    ['leads to an array', 'g.next->a[1] = 2;'],
    ['is gone through twice', 'x = g.next->next->n;'],
    ['is gone through on both ways', 'if (x) p[0] = 1; else x = *p;'],
    ['leads somewhere only afterwards', 'p[0] = 1; p = &x;'],
    ['is null again', 'p = &x; p = 0; p[0] = 1;'],
    ['is one in the function', 'static int *q; *q = 3;'],
    ['is a local', 'struct s *l = 0; x = l->n;'],
  ])('%s', async (_, body) => {
    const source = marked(`
${PRELUDE}
int main(void) { ${body}
  $0x = 1;
  assert(x == 2); return 0; }
`);
    const { assertions } = await analyze(source.text, options, host);
    expect(assertions[0]?.verdict).toBe('holds');
    const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
    expect('missing' in answer ? answer.missing : answer.verdict).toBe('unreachable');
  });

  it.each([
    ['by a callee', 'static void put(int *q) { *q = 1; }', 'put(p);'],
    ['by a callee, a member', 'static int get(struct s *q) { return q->n; }', 'x = get(g.next);'],
    ['by a copy', '', 'int *l = p; *l = 2;'],
    ['by a copy, a member', '', 'struct s *l = g.next; l->n++;'],
  ])('%s: nothing fails behind it', async (_, callee, body) => {
    const source = marked(`
${PRELUDE}
${callee}
int main(void) { ${body}
  $0x = 1;
  assert(x == 2); return 0; }
`);
    const { assertions } = await analyze(source.text, options, host);
    expect(assertions[0]?.verdict).not.toBe('violated');
    const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
    expect('missing' in answer ? answer.missing : answer.verdict).not.toBe('reachable');
  });

  it('and does no harm where it has been set', async () => {
    const { assertions } = await analyze(
      `${PRELUDE}\nint main(void) { p = &x; *p = 1; assert(x == 2); return 0; }\n`,
      options,
      host,
    );
    expect(assertions[0]?.verdict).toBe('violated');
  });
});

describe('a pointer from outside is not null behind where it is gone through', () => {
  const types = `#include <assert.h>
#include <string.h>
    struct s { struct s *next; int n; int a[2]; double d; }; struct d { double d; }; union u { int n; char b[4]; };
    static struct s g; struct s *h; static int *gp; struct s *make(void);
    int __VERIFIER_nondet_int(void);
    static int get(struct s *q) { return q->n; } static int byValue(struct s q) { return q.n; }
    static struct s whole(struct s *q) { return *q; }`;
  const verdictsOf = async (body: string): Promise<readonly string[]> =>
    (await analyze(`${types}\n${body}\n`, options, host)).assertions.map((a) => a.verdict);

  it.each([
    ['an integer, read', 'int f(int *p) { int k = *p; if (!p) assert(k == 1); return k; }'],
    ['an integer, written', 'int f(int *p) { *p = 1; if (!p) assert(0); return 0; }'],
    ['an element', 'int f(char *p) { p[3] = 1; if (!p) assert(0); return 0; }'],
    ['an element of an array of arrays', 'int f(int (*p)[3]) { p[1][2]++; if (!p) assert(0); return 0; }'],
    [
      'elements one after the other',
      `
        int f(int *p, int n) {
          for (int i = 0; i < n; i++) *p++ = 1;
          if (n > 3 && !p) assert(0);
          return 0;
        }`,
    ],
    ['an integer that changes by itself', 'int f(volatile int *p) { int k = *p; if (!p) assert(k == 1); return 0; }'],
    ['a floating number', 'int f(double *p) { *p = 1; if (!p) assert(0); return 0; }'],
    ['a member', 'int f(struct s *p) { p->n += 2; if (!p) assert(0); return 0; }'],
    ['a member that is an array', 'int f(struct s *p) { int n = (*p).a[1]; if (!p) assert(0); return n; }'],
    ['the address of a member', 'int f(struct s *p) { int *q = &p->n; *q = 4; if (!p) assert(0); return 0; }'],
    ['a member of a union', 'int f(union u *p) { p->b[1] = 3; if (!p) assert(0); return 0; }'],
    ['a struct, read', 'int f(struct s *p) { struct s a = *p; if (!p) assert(0); return 0; }'],
    ['a struct, written', 'int f(struct s *p) { *p = (struct s){ 0, 1, { 2, 3 }, 4 }; if (!p) assert(0); return 0; }'],
    ['a struct, copied', 'int f(struct s *p, struct s *q) { *p = *q; if (!p || !q) assert(0); return 0; }'],
    [
      'a struct without integers, copied',
      'int f(struct d *p, struct d *q) { *p = *q; if (!p || !q) assert(0); return 0; }',
    ],
    ['a struct, handed over', 'int f(struct s *p) { int k = byValue(*p); if (!p) assert(0); return k; }'],
    ['a struct, handed back', 'int f(struct s *p) { struct s a = whole(p); if (!p) assert(0); return 0; }'],
    ['a member, by a callee', 'int f(struct s *p) { int k = get(p); if (!p) assert(0); return k; }'],
    ['a list', 'int f(struct s *p) { while (p->n) p = p->next; if (!p) assert(0); return 0; }'],
    ['two of a list', 'int f(struct s *p) { p->next->next->n = 1; if (!p || !p->next) assert(0); return 0; }'],
    ['a pointer behind a pointer', 'int f(struct s *p) { p->next->n = 3; if (!p->next) assert(0); return 0; }'],
    ['a pointer of the file', 'int f(void) { int k = h->n; if (!h) assert(0); return k; }'],
    ['a pointer of the file, null as was tested', 'int f(void) { if (gp) return 0; *gp = 1; assert(0); return 0; }'],
    [
      'a static member, null as was tested',
      'int f(void) { if (g.next) return 0; g.next->n = 1; assert(0); return 0; }',
    ],
    ['what a function returned', 'int f(void) { struct s *p = make(); int k = p->n; if (!p) assert(0); return k; }'],
    ['one of two', 'int f(int c) { int x = 3; int *p = c ? &x : 0; int k = *p; if (!p) assert(0); return k; }'],
    [
      'one of two structs',
      `
        int f(int c) {
          struct s x;
          x.n = 3;
          struct s *p = c ? &x : 0;
          int k = p->n;
          if (!p) assert(0);
          return k;
        }`,
    ],
    [
      'in an operand that is evaluated',
      'int f(struct s *p, int c) { if (c && p->n) c = 2; if (c && !p) assert(0); return 0; }',
    ],
    ['by the library, read', 'int f(char *p) { int k = strlen(p); if (!p) assert(0); return k; }'],
    ['by the library, written', 'int f(struct s *p) { memset(p, 0, sizeof *p); if (!p) assert(0); return 0; }'],
    ['a function', 'int f(int (*p)(int)) { (*p)(3); if (!p) assert(0); return 0; }'],
  ])('%s', async (_, body) => {
    expect(await verdictsOf(body)).toEqual(['holds']);
  });

  it('a whole struct of pointers', async () => {
    expect(
      await verdictsOf(
        `
          int main(void) {
            static struct { struct s *m, *n; } t;
            int c = t.n != 0;
            *t.n = *t.m;
            assert(c != 0);
            return 0;
          }`,
      ),
    ).toEqual(['holds']);
  });

  it.each([
    [
      'in an operand that is not evaluated',
      `
        int f(struct s *p) {
          if (p && p->n > 3) return 0;
          if (!p) {
            int k = 1;
            assert(k != 1);
          }
          return 0;
        }`,
    ],
    [
      'in an iteration that is not begun',
      'int f(struct s *p, int n) { for (int i = 0; i < n; i++) p->n = 1; if (!p) assert(0); return 0; }',
    ],
    [
      'on one of two ways',
      'int f(struct s *p, int c) { int k = __VERIFIER_nondet_int(); if (c) p->n = 1; if (!p) assert(k); return 0; }',
    ],
    [
      'only its size is asked',
      'int f(struct s *p) { int k = sizeof p->n + sizeof *p; if (!p) assert(k < 3); return k; }',
    ],
    [
      'it was another one',
      `
        int f(struct s *p, struct s *q) {
          p->n = 1;
          p = q;
          if (!p) {
            int k = 1;
            assert(k != 1);
          }
          return 0;
        }`,
    ],
    [
      'something else',
      `
        int f(struct s *p, struct s *q) {
          int k = __VERIFIER_nondet_int();
          p->n = 1;
          q->n = 2;
          assert(k != 7);
          if (p == q) return 1;
          return 0;
        }`,
    ],
    [
      'it is not null',
      'int f(struct s *p) { int k = __VERIFIER_nondet_int(); p->n = 1; if (p) assert(k != 7); return 0; }',
    ],
    [
      'it leads to one of two',
      `
        int f(struct s *p, struct s *q) {
          int k = __VERIFIER_nondet_int();
          struct s *t = k > 3 ? p : q;
          t->n = 1;
          if (t) assert(k != 7);
          return 0;
        }`,
    ],
  ])('an assertion that can fail still does: %s', async (_, body) => {
    expect(await verdictsOf(body)).toEqual(['violated']);
  });
});

describe('a call before a pointer leads anywhere', () => {
  it.each([
    ['to one object or to none', 'l = c ? &h : 0;'],
    ['to one object or to another', 'l = c ? &h : &g;'],
    ['to what a static leads to', 'l = c ? &h : g.next;'],
  ])('is nothing undefined, though it may change what is there: %s', async (_, led) => {
    const source = `${PRELUDE}
extern int __VERIFIER_nondet_int(void);
static struct s h = { 0, 7 }; static unsigned other;
static void change(void) { other = 15; }
int main(void) {
  struct s *l;
  change();
  int c = __VERIFIER_nondet_int();
  ${led}
  assert(c != 5);
  return l->n; }
`;
    const { assertions } = await analyze(source, options, host);
    expect(assertions.map((a) => a.verdict)).toEqual(['violated']);
  });
});
