/**
 * Loops beside jumps into other loops, loops that nothing but a call's not returning ends, and stores that types keep
 * from the limit.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
void exit(int) __attribute__((noreturn)); int serve(void); void use(int);
struct tagged { long value; unsigned char tag; };
struct stack { struct tagged *last; int n; };
struct node { struct node *next; unsigned char mark; short kind; };
`;

async function sentencesOf(body: string, parameters = 'int n, int c'): Promise<readonly string[]> {
  const loops = await loopsIn(`${HEAD}void f(${parameters}) { ${body} }`, 'c');
  return loops.map(({ count }) => count.sentence);
}

describe('beside a jump into a loop', () => {
  test.each([
    [
      'int i = 0; if (c) goto in; for (i = 0; i < n; i++) { use(1); in: use(2); } for (i = 0; i < n; i++) use(i);',
      ['until i >= n, or sooner', 'n iterations'],
    ],
    // entered in the middle, the body may be begun less often than it goes round
    ['goto in; while (n > 0) { use(1); in: n--; }', ['until n <= 0, or sooner']],
    [
      'for (int i = 0; i < 5; i++) { if (n) { a: use(1); } if (c++ < 3) goto b; use(5); b: if (c < 2) goto a; }',
      ['at most 5 iterations', 'until it is left in line 6'],
    ],
    [
      'if (c) goto in; again: use(1); in: if (n-- > 0) goto again; do { use(2); } while (0);',
      ['until it is left in line 6', '1 iteration'],
    ],
  ])('%s', async (body, sentences) => {
    expect(await sentencesOf(body)).toEqual(sentences);
  });
});

describe('a label with a jump from behind it that goes round with the loop around them only is no loop', () => {
  test.each([
    ['while (n-- > 0) { if (c) { bad: use(1); continue; } if (serve()) goto bad; }', ['n iterations']],
    ['switch (n) { case 1: same: use(1); break; case 3: use(2); goto same; }', []],
    ['again: if (n > 0) { n--; goto again; }', ['max(1, n + 1) iterations']],
    // the way to the label is part of a cycle that begins behind it
    ['goto in; again: use(1); in: if (n-- > 0) goto again;', ['no bound known']],
  ])('%s', async (body, sentences) => {
    expect(await sentencesOf(body)).toEqual(sentences);
  });
});

describe('a test that never leads back makes no loop, whatever jumps into it', () => {
  test.each([
    [
      'again: do { if (serve()) goto in; use(1); } while (0); if (c) goto again; if (0) { in: if (n--) goto again; }',
      ['until it is left in line 6', '1 iteration'],
    ],
    [
      'if (c) goto in; again: do { use(1); in: use(2); } while (0); if (n-- > 0) goto again;',
      ['until it is left in line 6', '1 iteration'],
    ],
    ['while (0) use(1); for (; 0;) use(2);', ['0 iterations', '0 iterations']],
  ])('%s', async (body, sentences) => {
    expect(await sentencesOf(body)).toEqual(sentences);
  });
});

describe('a limit that is set so far from the start makes a number', () => {
  test.each([
    ['int end = n + 20; for (int k = n; k < end; k++) use(k);', ['20 iterations']],
    ['int end = n + 20; n++; for (int k = n; k < end; k++) use(k);', ['end - n iterations']],
    ['int end = n - 3; for (int k = n; k < end; k++) use(k);', ['0 iterations']],
    // the sum may wrap around
    ['unsigned m = n, end = m + 20; for (unsigned k = m; k < end; k++) use(k);', ['end - m iterations']],
    ['unsigned end = c + 20u; for (unsigned k = c; k != end; k++) use(k);', ['20 iterations']],
    ['int end; if (c) end = n + 8; else end = n + 4; while (n < end) { use(1); n++; }', ['end - n iterations']],
  ])('%s', async (body, sentences) => {
    expect(await sentencesOf(body)).toEqual(sentences);
  });
});

describe('what ends with the program', () => {
  test.each([
    ['for (;;) use(1);', "until a call doesn't return"],
    ['for (;;) if (!serve()) exit(1);', "until a call doesn't return"],
    ['for (;;) { if (serve() == 3) break; } exit(3);', 'until serve() returns 3'],
    ['while (serve()) ; exit(3);', 'until serve() returns 0'],
    ['for (int i = 0;; i++) if (i == 10) exit(1);', '11 iterations'],
    ['for (;;) n++;', 'never ends'],
    ['for (unsigned i = n; i >= 0; i--) ;', 'never ends'],
  ])('%s', async (body, sentence) => {
    expect(await sentencesOf(body)).toEqual([sentence]);
  });
});

describe('a store to a member of one byte', () => {
  const parameters = 'struct stack *s, struct tagged *o, struct node *x, unsigned char *bytes';
  test.each([
    ['for (; o < s->last; o++) o->tag = 0;', 's->last - o iterations'],
    ['for (int i = 0; i < s->n; i++) o->tag = i;', 's->n iterations'],
    ['for (; x; x = x->next) x->mark = 1;', 'length(x) iterations'],
    // of bytes without a name any may be part of the limit
    ['for (int i = 0; i < s->n; i++) bytes[i] = i;', "s->n iterations, if the store in line 6 doesn't change s->n"],
  ])('%s', async (body, sentence) => {
    expect(await sentencesOf(body, parameters)).toEqual([sentence]);
  });
});
