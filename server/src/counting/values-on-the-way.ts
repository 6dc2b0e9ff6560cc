/** What variables are worth on a way through an iteration, over their values at the head. */
import { substitute, substituteFormula, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';

/** Null: not known. Missing: as at the head. */
export type Values = ReadonlyMap<Symbol, Term | null>;

export function valuesBehind(block: BlockId, values: Values, effects: BlockEffects): Values {
  const out = new Map(values);
  for (const [v, t] of effects.of(block)) out.set(effects.shape.cfg.symbols[v] as Symbol, t && termOver(t, values));
  return out;
}

/** The formula over the values at the head; null where it speaks of what isn't known. */
export const formulaOver = (f: Formula, values: Values): Formula | null =>
  isKnown(symbolsOfFormula(f), values) ? substituteFormula(f, known(values)) : null;
const termOver = (t: Term, values: Values): Term | null =>
  isKnown(symbolsOf(t), values) ? substitute(t, known(values)) : null;

const isKnown = (symbols: ReadonlySet<Symbol>, values: Values): boolean =>
  [...symbols].every((s) => values.get(s) !== null);
const known = (values: Values): ReadonlyMap<Symbol, Term> =>
  new Map([...values].flatMap(([s, t]) => (t ? [[s, t] as const] : [])));

/** What both say. */
export function joinedValues(a: Values, b: Values): Values {
  const all = [...new Set([...a.keys(), ...b.keys()])];
  return new Map(all.map((s) => [s, a.get(s) === b.get(s) ? (a.get(s) ?? null) : null]));
}

export const isSameValues = (a: Values, b: Values): boolean =>
  a.size === b.size && [...a].every(([s, t]) => b.get(s) === t);
