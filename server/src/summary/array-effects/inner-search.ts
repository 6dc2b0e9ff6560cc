/**
 * An inner loop that looks for a value among the elements of a string, as what it finds out: `among(x, s)` is not 0
 * where `x` is one of the elements of `s` before the first zero. What stops it is known there, and nothing else of
 * where it stops.
 */
import type { VarId } from '../../program/index.ts';
import { implies } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG,
  READ,
  TRUE,
  app,
  applications,
  conjuncts,
  eq,
  eq0,
  isLiteral,
  ne,
  ne0,
  neg,
  partsOf,
  scale,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { EffectsRequest, InnerCase, InnerSummary, Iteration } from '../../explore/index.ts';
import { effectsOf } from '../../explore/index.ts';
import { Assumptions } from './assumptions.ts';
import type { Walk } from './walk.ts';
import { UNSAID, arrayOf, stepOf, stepOfSymbol } from './walk.ts';

/** Null where the loop is anything else. */
export function innerSearch(request: EffectsRequest): InnerSummary | null {
  const { cfg, symbols } = request;
  const effects = effectsOf(request);
  if (!effects || effects.apart.length > 0) return null;
  const iterative = effects.iterations.filter((i) => i.repeats);
  const exits = effects.iterations.filter((i) => !i.repeats);
  const entry = { values: new Map<Symbol, Term>(), facts: TRUE, general: true };
  const walk: Walk = { cfg, symbols, entry, effects, iterative, exits, ...UNSAID, assumptions: new Assumptions() };
  const [moving, ...others] = new Set(iterative.flatMap((i) => [...i.update.keys()]));
  if (moving === undefined || others.length > 0 || stepOfSymbol(walk, moving) === null) return null;
  if (
    effects.iterations.some((i) => i.stores.length > 0 || [...symbolsOfFormula(i.guard)].some((s) => i.unknown.has(s)))
  )
    return null;
  for (const read of applications(
    iterative.map((i) => i.guard),
    READ,
  ).values()) {
    const index = read.args[0];
    const array = arrayOf(read);
    if (!index || array === null || stepOf(walk, index) !== 1n || !walk.assumptions.areNone) continue;
    if (!iterative.every((i) => implies(i.guard, ne0(read), symbols.range))) continue;
    const cases = casesOf(walk, exits, moving, read, app(AMONG, [index], cfg.arrays[array]));
    if (cases) return { cases, arrays: [] };
  }
  return null;
}

/** One for each way out: at the first zero, or at the first element that is the value. */
function casesOf(
  walk: Walk,
  exits: readonly Iteration[],
  moving: Symbol,
  read: Term,
  among: Term,
): readonly InnerCase[] | null {
  const { range } = walk.symbols;
  const wanted = new Map<string, Term>();
  const found: boolean[] = [];
  for (const x of exits) {
    if (!conjuncts(x.guard).every((f) => applications([f], READ).has(read.key))) return null;
    const zero = implies(x.guard, eq0(read), range);
    if (!zero && !implies(x.guard, ne0(read), range)) return null;
    found.push(!zero);
    const value = zero ? null : valueOf(x.guard, read);
    if (!zero && (!value || symbolsOf(value).has(moving))) return null;
    if (value) wanted.set(value.key, value);
  }
  const [value, ...more] = wanted.values();
  if (!value || more.length > 0 || !walk.iterative.every((i) => implies(i.guard, ne(read, value), range))) return null;
  // what is looked for is one of the arguments
  const answer = among.kind === 'app' ? app(among.fn, [value, ...among.args], among.of) : among;
  const ids = new Map(walk.cfg.symbols.map((n, v) => [n, v] as const));
  return exits.map((exit, index): InnerCase => {
    const name = walk.symbols.fresh('unmodelled', moving.display, moving.type, moving);
    walk.symbols.copy(moving, name);
    const there = new Map<Symbol, Term>([[moving, sym(name)]]);
    const post = new Map<VarId, Term>([[ids.get(moving) as VarId, sym(name)]]);
    for (const [n, t] of exit.update) post.set(ids.get(n) as VarId, substitute(t, there));
    return {
      guard: found[index] ? ne0(answer) : eq0(answer),
      defined: substituteFormula(exit.guard, there),
      post,
      end: exit.end,
      fresh: [{ symbol: name, kind: 'unmodelled', reason: null }],
      iterations: null,
      exact: false,
      reasons: [],
    };
  });
}

/** What the element is equal to. */
function valueOf(guard: Formula, read: Term): Term | null {
  for (const f of conjuncts(guard)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    const part = partsOf(f.term).parts.find((p) => p.mono === read);
    if (!part || (part.coef !== 1n && part.coef !== -1n)) continue;
    const rest = sub(f.term, scale(part.coef, read));
    const value = part.coef === 1n ? neg(rest) : rest;
    if (!applications([eq(value, read)], READ).has(read.key) || !applications([eq0(value)], READ).has(read.key))
      return value;
  }
  return null;
}
