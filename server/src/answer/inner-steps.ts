/**
 * What iterations of the loops within a loop do: ``Sets `m[j][i]` to `0` in each iteration of the inner loop``. Only of
 * loops that have none in them.
 */
import type { Cfg, Loop } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import { MOST_SAID, iterationSteps } from './iteration-steps.ts';
import type { Steps, StepsRequest } from './iteration-steps.ts';

export const hasInner = (cfg: Cfg, loop: Loop): boolean => cfg.loops.some((other) => isInside(other, loop));

/** Only variables that nothing else in the loop changes. */
export function innerSteps(request: StepsRequest): Steps {
  const { cfg, loop, described, variables } = request;
  const innermost = loopsWithin(cfg, loop).filter((inner) => !hasInner(cfg, inner));
  const found = innermost.flatMap((inner) => {
    const whose = whoseIterations(cfg, loop, inner);
    if (whose === null) return [];
    const own = variables.filter((s) => changing(cfg, loop, cfg.symbols.indexOf(s)).every((b) => inner.blocks.has(b)));
    return [{ inner, steps: iterationSteps({ ...request, loop: inner, whose, variables: own }) }];
  });
  const isTold = (array: number): boolean =>
    storing(cfg, loop, array).every((b) =>
      found.some(({ inner, steps }) => inner.blocks.has(b) && steps.described.has(array)),
    );
  return {
    effects: found.flatMap(({ steps }) => steps.effects).slice(0, MOST_SAID),
    described: new Set([...described, ...found.flatMap(({ steps }) => [...steps.described]).filter(isTold)]),
  };
}

/** Those of called functions have names of their own, and are left out. */
export const loopsWithin = (cfg: Cfg, loop: Loop): readonly Loop[] =>
  cfg.loops.filter((other) => isInside(other, loop) && isWithin(other.site.range, loop.site.range));

/** ` of the inner loop`; null: the reader couldn't tell which loop is meant. */
export function whoseIterations(cfg: Cfg, loop: Loop, inner: Loop): string | null {
  const within = loopsWithin(cfg, loop);
  const innermost = within.filter((other) => !hasInner(cfg, other));
  return innermost.length === 1 && innermost[0] === inner
    ? ofTheOnly(within.length)
    : byItsLine(inner, [loop, ...within]);
}

const isInside = (inner: Loop, outer: Loop): boolean => inner !== outer && outer.blocks.has(inner.site.header);

const ofTheOnly = (loops: number): string => (loops === 1 ? ' of the inner loop' : ' of the innermost loop');

/** Null where another loop begins in that line, too. */
function byItsLine(loop: Loop, loops: readonly Loop[]): string | null {
  const lineOf = ({ site }: Loop): number => site.head.start.line;
  const line = lineOf(loop);
  return loops.some((other) => other !== loop && lineOf(other) === line) ? null : ` of the loop in line ${line}`;
}

/** The loop's blocks that set a variable. */
const changing = ({ fn }: Cfg, { blocks }: Loop, variable: number): readonly number[] =>
  [...blocks].filter((b) => fn.blocks[b]?.stmts.some((s) => 'target' in s && s.target === variable));

/** The loop's blocks that write to an array. */
const storing = ({ fn }: Cfg, { blocks }: Loop, array: number): readonly number[] =>
  [...blocks].filter((b) => fn.blocks[b]?.stmts.some((s) => s.kind === 'store' && s.array === array));
