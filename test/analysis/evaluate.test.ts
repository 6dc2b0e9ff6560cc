/** Values from summaries: what can't be told is left out, whatever the reason. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, evaluate } from '../../server/src/analysis.ts';

describe('values at return', () => {
  it('are left out where the terms grow too large', async () => {
    const source = `unsigned short f(unsigned short n, unsigned short m) {
      unsigned short i = n; unsigned long s = 7; int q = 0;
      for (; i <= m; i += 7) { s += i; q += s; }
      return q;
    }`;
    const rows = [new Map([['n', 3n], ['m', 9n]])];
    const result = await evaluate(source, { function: 'f', rows, options: DEFAULT_OPTIONS }, { now: () => performance.now(), cancelled: () => false });
    if ('missing' in result) throw new Error('f is missing');
    const q = result.rows[0]?.get('q');
    expect([undefined, 10n]).toContain(q);
    expect(result.exact).toHaveLength(1);
  });
});
