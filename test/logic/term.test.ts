import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import { floorDiv, floorMod } from '../../server/src/arithmetic/integers.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feasible, implies } from '../../server/src/decide/conjunctions.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, eq0, ge0, ne0, not, or } from '../../server/src/logic/formula.ts';
import { collect, substitute, substituteFormula } from '../../server/src/logic/substitution.ts';
import { printFormula, printTerm } from '../../server/src/logic/print-terms.ts';
import { add, div, int, ite, maskBits, mod, mul, neg, plus, pow, scale, sub } from '../../server/src/logic/term.ts';
import { at, named, term } from './named.ts';
import { intervalOf } from '../../server/src/logic/term-intervals.ts';

/** A term built twice: as a term, and as a plain function of an assignment. */
interface Twin {
  readonly term: Term;
  readonly value: (env: Readonly<Record<string, bigint>>) => bigint;
}

const names = ['x', 'y', 'z'] as const;
const small = fc.bigInt({ min: -9n, max: 9n });
const positive = fc.bigInt({ min: 1n, max: 12n });

const twin: fc.Arbitrary<Twin> = fc.letrec<{ twin: Twin }>((tie) => ({
  twin: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    small.map((v): Twin => ({ term: int(v), value: () => v })),
    fc.constantFrom(...names).map((n): Twin => ({ term: term(n), value: (e) => e[n] as bigint })),
    fc
      .tuple(tie('twin'), tie('twin'))
      .map(([a, b]): Twin => ({ term: add(a.term, b.term), value: (e) => a.value(e) + b.value(e) })),
    fc
      .tuple(tie('twin'), tie('twin'))
      .map(([a, b]): Twin => ({ term: sub(a.term, b.term), value: (e) => a.value(e) - b.value(e) })),
    fc
      .tuple(tie('twin'), tie('twin'))
      .map(([a, b]): Twin => ({ term: mul(a.term, b.term), value: (e) => a.value(e) * b.value(e) })),
    fc.tuple(tie('twin'), small).map(([a, c]): Twin => ({ term: scale(c, a.term), value: (e) => c * a.value(e) })),
    tie('twin').map((a): Twin => ({ term: neg(a.term), value: (e) => -a.value(e) })),
    fc
      .tuple(tie('twin'), positive)
      .map(([a, d]): Twin => ({ term: div(a.term, d), value: (e) => floorDiv(a.value(e), d) })),
    fc
      .tuple(tie('twin'), positive)
      .map(([a, d]): Twin => ({ term: mod(a.term, d), value: (e) => floorMod(a.value(e), d) })),
    fc.tuple(tie('twin'), tie('twin'), tie('twin')).map(
      ([c, a, b]): Twin => ({
        term: ite(ge0(c.term), a.term, b.term),
        value: (e) => (c.value(e) >= 0n ? a.value(e) : b.value(e)),
      }),
    ),
  ),
})).twin;

const environment = fc.record({ x: small, y: small, z: small });

describe('terms', () => {
  it('have the value of the expression that they normalise', () => {
    fc.assert(
      fc.property(twin, environment, (t, e) => {
        expect(evaluate(t.term, at(e))).toBe(t.value(e));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('keep their value under substitution', () => {
    fc.assert(
      fc.property(twin, twin, environment, (t, u, e) => {
        expect(evaluate(substitute(t.term, new Map([[named('x'), u.term]])), at(e))).toBe(
          t.value({ ...e, x: u.value(e) }),
        );
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  it('lie in their interval', () => {
    fc.assert(
      fc.property(twin, environment, (t, e) => {
        const i = intervalOf(t.term, () => ({ lo: -9n, hi: 9n }));
        const v = t.value(e);
        expect((i.lo === null || i.lo <= v) && (i.hi === null || v <= i.hi)).toBe(true);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  it('are polynomials where they say so', () => {
    fc.assert(
      fc.property(twin, environment, (t, e) => {
        const cs = collect(t.term, named('x'));
        if (cs === null) return;
        const value = cs.reduce((acc, c, i) => acc + (evaluate(c, at(e)) as bigint) * e.x ** BigInt(i), 0n);
        expect(value).toBe(t.value(e));
      }),
      { seed: 4, numRuns: 1000 },
    );
  });

  it('are one object where they are equal', () => {
    expect(add(term('x'), term('y'), neg(term('x')))).toBe(term('y'));
    expect(div(plus(scale(6n, term('x')), 4), 3n)).toBe(plus(scale(2n, term('x')), 1));
    expect(add(div(sub(term('x'), term('y')), 2n), div(plus(sub(term('y'), term('x')), 1), 2n))).toBe(int(0));
    expect(mod(mod(plus(term('x'), 3), 12n), 4n)).toBe(mod(plus(term('x'), 3), 4n));
    expect(mul(pow(2n, term('n')), pow(2n, term('m')))).toBe(pow(2n, add(term('m'), term('n'))));
  });

  it('mask bits as the machine does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -5000n, max: 5000n }), fc.bigInt({ min: -300n, max: 300n }), (x, m) => {
        expect(evaluate(maskBits(term('x'), m), () => x)).toBe(x & m);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });
});

interface FormulaTwin {
  readonly formula: Formula;
  readonly holds: (env: Readonly<Record<string, bigint>>) => boolean;
}
const linear = fc.tuple(small, small, small, small).map(
  ([a, b, c, d]): Twin => ({
    term: add(scale(a, term('x')), scale(b, term('y')), scale(c, term('z')), int(d)),
    value: (e) => a * (e.x as bigint) + b * (e.y as bigint) + c * (e.z as bigint) + d,
  }),
);
const formula: fc.Arbitrary<FormulaTwin> = fc.letrec<{ f: FormulaTwin }>((tie) => ({
  f: fc.oneof(
    { maxDepth: 3 },
    linear.map((t): FormulaTwin => ({ formula: ge0(t.term), holds: (e) => t.value(e) >= 0n })),
    linear.map((t): FormulaTwin => ({ formula: eq0(t.term), holds: (e) => t.value(e) === 0n })),
    linear.map((t): FormulaTwin => ({ formula: ne0(t.term), holds: (e) => t.value(e) !== 0n })),
    fc
      .tuple(linear, positive)
      .map(([t, m]): FormulaTwin => ({ formula: eq0(mod(t.term, m)), holds: (e) => floorMod(t.value(e), m) === 0n })),
    tie('f').map((a): FormulaTwin => ({ formula: not(a.formula), holds: (e) => !a.holds(e) })),
    fc
      .tuple(tie('f'), tie('f'))
      .map(([a, b]): FormulaTwin => ({ formula: and(a.formula, b.formula), holds: (e) => a.holds(e) && b.holds(e) })),
    fc
      .tuple(tie('f'), tie('f'))
      .map(([a, b]): FormulaTwin => ({ formula: or(a.formula, b.formula), holds: (e) => a.holds(e) || b.holds(e) })),
  ),
})).f;

describe('formulas', () => {
  it('hold where what they were built from holds', () => {
    fc.assert(
      fc.property(formula, environment, (f, e) => {
        expect(formulaHolds(f.formula, at(e))).toBe(f.holds(e));
      }),
      { seed: 6, numRuns: 2000 },
    );
  });

  it('are decided as enumeration decides them', () => {
    const range = () => ({ lo: -3n, hi: 3n });
    const cube: Record<string, bigint>[] = [];
    for (let x = -3n; x <= 3n; x++)
      for (let y = -3n; y <= 3n; y++) for (let z = -3n; z <= 3n; z++) cube.push({ x, y, z });
    const decided = { yes: 0, no: 0, maybe: 0 };
    fc.assert(
      fc.property(formula, formula, (f, g) => {
        const answer = feasible(f.formula, range);
        decided[answer]++;
        const real = cube.some((e) => f.holds(e));
        if (answer !== 'maybe') expect(answer).toBe(real ? 'yes' : 'no');
        if (implies(f.formula, g.formula, range)) expect(cube.every((e) => !f.holds(e) || g.holds(e))).toBe(true);
      }),
      { seed: 7, numRuns: 1500 },
    );
    expect(decided.no).toBeGreaterThan(20);
    expect(decided.yes).toBeGreaterThan(100);
  });

  it('keep their truth under substitution', () => {
    fc.assert(
      fc.property(formula, linear, environment, (f, t, e) => {
        expect(formulaHolds(substituteFormula(f.formula, new Map([[named('x'), t.term]])), at(e))).toBe(
          f.holds({ ...e, x: t.value(e) }),
        );
      }),
      { seed: 8, numRuns: 1000 },
    );
  });
});

describe('the notation', () => {
  const [i, n, x] = [term('i'), term('n'), term('x')];
  it.each([
    [printTerm(sub(n, i)), 'n - i'],
    [printTerm(div(plus(sub(n, i), 1), 2n)), '⌊(n - i + 1) / 2⌋'],
    [printTerm(plus(div(neg(i), 3n), 34)), '⌊(102 - i) / 3⌋'],
    [printTerm(mod(plus(x, 2), 13n)), '(x + 2) mod 13'],
    [printTerm(plus(mul(x, x), -1)), 'x^2 - 1'],
    [printFormula(ge0(sub(sub(n, i), int(1)))), 'i < n'],
    [printFormula(ge0(sub(x, int(10)))), 'x ≥ 10'],
    [printFormula(not(eq0(sub(x, n)))), 'n ≠ x'],
    [printFormula(or(ge0(sub(x, int(1))), and(ge0(neg(x)), eq0(sub(i, n))))), 'x > 0 ∨ i = n'],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});
