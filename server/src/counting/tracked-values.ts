/** What the values of some variables are made of, over a loop's iterations. */
import { sym, symbolsOf } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Block, Expr, VarId } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { LoopShape } from './loop-shape.ts';

/** These and all that the loop puts into them. */
export function trackedFrom(effects: BlockEffects, ends: readonly Symbol[]): ReadonlySet<Symbol> {
  const tracked = new Set<Symbol>();
  const open = [...ends];
  for (let s = open.pop(); s !== undefined; s = open.pop()) {
    if (tracked.has(s)) continue;
    tracked.add(s);
    const variable = effects.variableOf(s);
    for (const b of variable === undefined ? [] : effects.shape.order) {
      const value = effects.of(b).get(variable as number);
      if (value) open.push(...symbolsOf(value));
    }
  }
  return tracked;
}

/**
 * All that statements mention on the way to a test's quantity, and to what it is made of in turn. A value may have
 * cancelled out since. With `i += s->k; f(); i -= s->k - 1;` the term for i is i + 1, and still rests on what s->k is.
 */
export function mentionedBy(test: ExitTest, effects: BlockEffects): readonly Term[] {
  const conditions = conditionsBefore(test, effects.shape);
  const terms = mentionedIn(
    [test.quantity],
    conditions.flatMap((e) => [...readVariables(e)]),
    effects,
  );
  return terms.filter((t) => t !== test.element);
}

/** The same of terms, and of what variables are made of. */
export function mentionedIn(
  quantities: readonly Term[],
  variables: readonly VarId[],
  effects: BlockEffects,
): readonly Term[] {
  const { shape } = effects;
  const { cfg } = shape;
  const terms = new Set<Term>();
  const seen = new Set<VarId>();
  const open = [...variables];
  const note = (t: Term): void => {
    terms.add(t);
    for (const s of symbolsOf(t))
      open.push(...(effects.variableOf(s) === undefined ? [] : [effects.variableOf(s) as VarId]));
  };
  for (const t of quantities) note(t);
  for (let v = open.pop(); v !== undefined; v = open.pop()) {
    if (seen.has(v)) continue;
    seen.add(v);
    note(sym(cfg.symbols[v] as Symbol));
    for (const b of shape.order) for (const t of effects.mentionedIn(b).get(v) ?? []) note(t);
  }
  return [...terms];
}

/** The test's own; of a head with several ways to the body those of the head. */
function conditionsBefore({ place, block }: ExitTest, { order, cfg, loop: { site } }: LoopShape): readonly Expr[] {
  const blocks = place === site.body && block === site.header ? order.slice(0, order.indexOf(place) + 1) : [place];
  return blocks.flatMap((b) => {
    const { end } = cfg.fn.blocks[b] as Block;
    return end.kind === 'branch' ? [end.cond] : [];
  });
}
