/**
 * A compound literal is an object without a name: once a pointer leads to it, others may change it, and what a loop
 * stores there is left behind it.
 */
import { expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct box { int n; unsigned char c; };
struct box *shared;
void keep(struct box *); void act(void);
`;

test.each([
  ['shared = q; act();', 'no bound known'],
  ['keep(q);', 'no bound known'],
  ['shared = q; shared->n = 7;', '7 iterations'],
  ['', '4 iterations'],
])('after %s', async (before, sentence) => {
  const body = `struct box *q = &(struct box){ .n = 4 }; ${before} for (int i = 0; i < q->n; i++) n += 2;`;
  const [loop] = await loopsIn(`${HEAD}void f(int n) { ${body} }`, 'c');
  expect(loop?.count.sentence).toBe(sentence);
});

test('straight-line code that leaves it out is not complete', async () => {
  const [loop] = await loopsIn(
    `
      int f(unsigned char v) {
        struct box { int n; } *q = &(struct box){
          0
        };
        do {
          v--;
          q->n += 1;
        } while (q->n < 7);
        return q->n + v;
      }`,
    'c',
  );
  expect(loop?.afterwards?.complete).not.toBe(true);
});
