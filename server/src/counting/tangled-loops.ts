/**
 * What ends a loop that jumps lead into. What is run before its head is reached for the first time is set apart; what is
 * left goes round as it is written, and ends at what ends it there, or before it gets there.
 */
import type { Block, Cfg, Loop } from '../program/index.ts';
import { buildCfg, successors, withLoopHeads } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import { endingResults, leftIn, orSooner, placeOf } from './governing-exits.ts';
import type { Trust } from './loop-shape.ts';
import { loopShape } from './loop-shape.ts';

/** In words that follow "until", by loop of the graph; null where there are none. */
export function endsOfTangled(cfg: Cfg, trust: Trust): (loop: Loop) => string | null {
  let untangled: Cfg | null = null;
  return (loop) => {
    const { test } = loop.site;
    if (test !== null && NAMED.test(test.endsWhen)) return orSooner(test.endsWhen);
    untangled ??= buildCfg(withLoopHeads(cfg.fn));
    const same = untangled.loops.find(({ site }) => site.id === loop.site.id);
    const results = same && !same.irreducible && same.repeats ? endingResults(loopShape(untangled, same, trust)) : [];
    return results.length > 0 ? orSooner(results.join(' or ')) : leftIn(linesOf(loop, cfg));
  };
}

/** It reads something. */
const NAMED = /[A-Za-z_]/;

/** Where it is left: one made by `goto` wherever what goes round is. */
function linesOf({ site, knot }: Loop, cfg: Cfg): readonly number[] {
  const { kind, range, leaves } = site;
  const places = [...knot].flatMap((from) =>
    successors((cfg.fn.blocks[from] as Block).end)
      .filter((to) => !knot.has(to))
      .flatMap((to) => placeOf({ from, to }, cfg, site) ?? [])
      .filter((place) => kind === 'goto' || isWithin(place, range)),
  );
  return [...leaves.map((l) => l.range), ...places].map(({ start }) => start.line);
}
