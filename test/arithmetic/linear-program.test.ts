import { describe, expect, it } from 'vitest';
import { LinearProgram } from '../../server/src/arithmetic/linear-program.ts';

const lp = (): LinearProgram => new LinearProgram({ work: 1_000_000 });

describe('exact linear programs', () => {
  it('finds the greatest value as a fraction', () => {
    const p = lp();
    const x = p.variable('free');
    const y = p.variable('nonnegative');
    p.atLeast(
      new Map([
        [x, -2n],
        [y, -1n],
      ]),
      3n,
    );
    p.atLeast(
      new Map([
        [x, 1n],
        [y, -3n],
      ]),
      1n,
    );
    const r = p.maximize(
      new Map([
        [x, 1n],
        [y, 1n],
      ]),
    );
    expect(r).toMatchObject({ kind: 'optimal', value: { num: 13n, den: 7n } });
  });

  it('answers several questions about the same constraints', () => {
    const p = lp();
    const x = p.variable('free');
    p.atLeast(new Map([[x, 1n]]), 5n);
    p.atLeast(new Map([[x, -3n]]), 10n);
    expect(p.maximize(new Map([[x, 1n]]))).toMatchObject({ value: { num: 10n, den: 3n } });
    expect(p.maximize(new Map([[x, -1n]]))).toMatchObject({ value: { num: 5n, den: 1n } });
  });

  it('tells contradictions and unboundedness', () => {
    const p = lp();
    const x = p.variable('free');
    const unused = p.variable('free');
    p.atLeast(new Map([[x, 1n]]), 0n);
    expect(p.maximize(new Map([[x, 1n]])).kind).toBe('unbounded');
    expect(p.maximize(new Map([[unused, -1n]])).kind).toBe('unbounded');
    p.equal(new Map([[x, 2n]]), 1n);
    const q = lp();
    const z = q.variable('nonnegative');
    q.equal(new Map([[z, 2n]]), 1n);
    expect(q.maximize(new Map()).kind).toBe('infeasible');
  });

  it('is exact where machine numbers are not', () => {
    const p = lp();
    const x = p.variable('free');
    const y = p.variable('free');
    const big = 9_007_199_254_740_993n;
    p.equal(
      new Map([
        [x, big],
        [y, big + 2n],
      ]),
      -1n,
    );
    p.equal(
      new Map([
        [x, 1n],
        [y, -1n],
      ]),
      0n,
    );
    expect(p.maximize(new Map([[x, 1n]]))).toMatchObject({ value: { num: 1n, den: 2n * big + 2n } });
  });

  it('gives up at its limit', () => {
    const p = new LinearProgram({ work: 3 });
    const x = p.variable('nonnegative');
    const y = p.variable('nonnegative');
    p.atLeast(
      new Map([
        [x, -1n],
        [y, -2n],
      ]),
      9n,
    );
    p.atLeast(
      new Map([
        [x, -2n],
        [y, -1n],
      ]),
      9n,
    );
    expect(
      p.maximize(
        new Map([
          [x, 1n],
          [y, 1n],
        ]),
      ).kind,
    ).toBe('limit');
  });
});
