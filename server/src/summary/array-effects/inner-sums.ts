/**
 * An inner loop that adds up elements as it walks over them, as their sum: `elements:NAME(from, count)` is that of so
 * many elements from an index on.
 */
import type { VarId } from '../../program/index.ts';
import { ELEMENT_SUM, READ, TRUE, add, app, sub, sym, symbolsOf, symbolsOfFormula } from '../../logic/index.ts';
import type { Symbol, Term } from '../../logic/index.ts';
import { effectsOf } from '../../explore/index.ts';
import type { EffectsRequest, InnerSummary } from '../../explore/index.ts';
import type { Summary } from '../loop-summary.ts';
import { Assumptions } from './assumptions.ts';
import type { Walk } from './walk.ts';
import { UNSAID, arrayOf, stepOf } from './walk.ts';

/**
 * The cases of the loop's summary, with what sums are added to. Null where it adds up nothing, or where its iterations
 * aren't known.
 */
export function innerSums(request: EffectsRequest, summary: Summary): InnerSummary | null {
  if (
    !summary.followed ||
    summary.cases.some((c) => c.trace === null || c.iterations === null || c.end.kind !== 'leave')
  )
    return null;
  const { cfg, symbols } = request;
  const effects = effectsOf(request);
  if (!effects || effects.apart.length > 0 || effects.iterations.some((i) => i.stores.length > 0)) return null;
  const iterative = effects.iterations.filter((i) => i.repeats);
  const exits = effects.iterations.filter((i) => !i.repeats);
  const entry = { values: new Map<Symbol, Term>(), facts: TRUE, general: true };
  const walk: Walk = { cfg, symbols, entry, effects, iterative, exits, ...UNSAID, assumptions: new Assumptions() };
  const sums = new Map<VarId, (count: Term) => Term>();
  for (const name of new Set(iterative.flatMap((i) => [...i.update.keys()]))) {
    const summed = elementsAdded(walk, name);
    if (summed === null) continue;
    const total = (count: Term): Term => app(ELEMENT_SUM, [summed.from, count], cfg.arrays[summed.array]);
    sums.set(cfg.symbols.indexOf(name), (count) => add(sym(name), total(count)));
  }
  if (sums.size === 0) return null;
  const cases = summary.cases.map((c) => {
    const post = new Map(c.post);
    for (const [v, sum] of sums) if (c.iterations) post.set(v, sum(c.iterations));
    return { ...c, post };
  });
  return { cases, arrays: [] };
}

/** Every iteration adds the next element to the variable, and does nothing else with it; null where that isn't so. */
function elementsAdded(walk: Walk, name: Symbol): { readonly array: number; readonly from: Term } | null {
  const by = walk.iterative.map((i) => sub(i.update.get(name) ?? sym(name), sym(name)));
  const [element] = by;
  if (!element || by.some((t) => t !== element) || element.kind !== 'app' || element.fn !== READ) return null;
  const [index] = element.args;
  const array = arrayOf(element);
  if (!index || array === null || stepOf(walk, index) !== 1n || !walk.assumptions.areNone) return null;
  // nothing else depends on it, and the way out leaves it alone
  const used = walk.effects.iterations.some(
    (i) =>
      symbolsOfFormula(i.guard).has(name) ||
      [...i.update].some(([other, t]) => other !== name && symbolsOf(t).has(name)),
  );
  return used || symbolsOf(index).has(name) || walk.exits.some((x) => x.update.has(name))
    ? null
    : { array, from: index };
}
