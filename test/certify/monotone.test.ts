import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { monotoneConditions } from '../../server/src/certify/monotone-conditions.ts';
import type { PathClaim } from '../../server/src/certify/certificate.ts';
import { Prover } from '../../server/src/certify/prover.ts';
import { TRUE, and, ge0, le } from '../../server/src/logic/formula.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { int, plus, sub } from '../../server/src/logic/term.ts';
import { over, term } from '../logic/named.ts';

const MAX = 100n;
const [x, y] = [term('x'), term('y')];
const path = (id: string, update: ReadonlyMap<Symbol, Term>, written: Term): PathClaim => ({
  id,
  exit: false,
  guard: TRUE,
  free: TRUE,
  update,
  defined: le(written, int(MAX)),
  definedKnown: true,
  fresh: [],
  partial: false,
});
const up = path('π1', over<Term>({ x: plus(x, 3) }), plus(x, 3));
const other = path('π2', over<Term>({ y: plus(y, 1) }), plus(y, 1));
const prover = new Prover(() => undefined, null);
const [before, after] = [over<Term>({ x: x, y: y }), over<Term>({ x: term('x1'), y: term('y1') })];
const starts = and(le(x, int(MAX)), le(y, int(MAX)));

test('what only rises is greatest at the end', () => {
  const given = and(le(term('x1'), int(MAX)), le(term('y1'), int(MAX)));
  const { defined, safe } = monotoneConditions([up, other], { before, after, context: starts, given }, prover);
  expect(safe).not.toBeNull();
  expect(defined.key).toBe(and(ge0(sub(int(MAX), term('x1'))), ge0(sub(int(MAX), term('y1')))).key);
});

test('what isn’t bounded at the end isn’t safe, and what goes both ways is not known', () => {
  expect(
    monotoneConditions([up, other], { before, after, context: starts, given: le(term('x1'), int(MAX)) }, prover).safe,
  ).toBeNull();
  const down = path('π3', over<Term>({ x: plus(x, -1) }), plus(x, -1));
  expect(
    monotoneConditions([up, down], { before, after, context: starts, given: le(term('x1'), int(MAX)) }, prover),
  ).toEqual({ defined: TRUE, safe: null });
});

test('from above the limit nothing is said of the end', () => {
  expect(monotoneConditions([up], { before, after, context: TRUE, given: null }, prover).defined).toBe(TRUE);
});

test('the conditions of two that overtake each other are shown, before the orbit and in it', async () => {
  const source = 'void f(int t, int x, int y) { while (t > 0) { if (x > y) y = y + 3; else x = x + 2; t--; } }';
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  const obligations = loops.flatMap((l) => l.cases.flatMap((c) => c.certificate?.obligations ?? []));
  expect(loops[0]?.exactness).toBe('exact');
  expect(obligations.filter((o) => o.duty === 'defined').map((o) => o.discharge)).not.toContain('assumed');
});
