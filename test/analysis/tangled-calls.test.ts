/** Where it is too much to follow the calls in a loop, it is told what can be told without following them. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const decisions = Array.from(
  { length: 24 },
  (_, i) => `if (s->a[${i}] > ${i}) { if (other(s, ${i}) == -1) return -1; got += s->a[${(i + 5) % 24}]; }`,
);
const SOURCE = `
struct state { int a[40]; };
int other(struct state *, int);
static int step(struct state *s) {
  int got = 0;
  ${decisions.join('\n  ')}
  return got;
}
int f(struct state *s, unsigned len) {
  while (len) {
    if (step(s) == -1) return -1;
    len--;
  }
  return 0;
}`;

test('calls that go too many ways', async () => {
  const { loops } = await analyze(
    SOURCE,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  const [loop] = loops;
  expect(loop).toMatchObject({ exactness: 'over', count: { sentence: 'at most len iterations' } });
  expect(loop?.afterwards?.c).toBe('len = 0;');
});
