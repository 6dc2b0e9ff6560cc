/** Counts as a C programmer reads them. */
import { expect, test } from 'vitest';
import { withCasts } from '../../server/src/answer/casts-in-counts.ts';
import { sentencesIn } from '../counting/sentences.ts';

test.each([
  ['n - i', 'n - i'],
  ['mod(n - 1, 4294967296) - mod(i + 1, 4294967296)', '(unsigned)(n - 1) - (unsigned)(i + 1)'],
  ['mod(argc, power(2, 64)) - 1', '(unsigned long long)argc - 1'],
  ['mod(mod(s->a[i], 4294967296) + 4, power(2, 64))', '(unsigned long long)((unsigned)s->a[i] + 4)'],
  ['power(2, p->bits)', '1 << p->bits'],
  ['power(2, a + b) - 1', '(1 << (a + b)) - 1'],
  ['mod(x, 10)', 'mod(x, 10)'],
  ['power(3, k)', 'power(3, k)'],
  ['mod(x, 4', 'mod(x, 4'],
])('%s: %s', (text, told) => expect(withCasts(text)).toBe(told));

test.each([
  ['for (unsigned j = i + 1; j < u - 1; j++) use(j);', '(unsigned)(u - 1) - (unsigned)(i + 1) iterations'],
  ['do use(1); while (--len);', 'len iterations, or 2^64 if len == 0'],
  ['for (int k = 0; k < (1 << n); k++) use(k);', '1 << n iterations'],
  ['for (unsigned k = 0; k < (1u << n); k++) use(k);', '1u << n iterations'],
  ['for (unsigned long k = 3; k < (1ul << i); k++) use(k);', '(1ull << i) - 3 iterations'],
])('%s: %s', async (loop, sentence) => {
  expect(
    await sentencesIn(`void use(int); void f(unsigned i, unsigned u, unsigned long len, int n) { ${loop} }`),
  ).toEqual([sentence]);
});
