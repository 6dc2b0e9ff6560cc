/** Loops with where they may leave arrays, and with what their function requires so that they don't. */
import type { ArrayAccess, Contract, Missteps } from '../program/index.ts';
import type { AccessReport, LoopReport, LoopRequirement } from '../report/index.ts';
import { isWithin } from '../source/index.ts';
import type { SourceRange } from '../source/index.ts';

/** What is known of accesses and calls beside what is certainly wrong. */
export type Limits = Pick<Missteps, 'contracts' | 'accesses'>;

/** The loops of a file, in any order. */
export function withLimits(loops: readonly LoopReport[], { accesses, contracts }: Limits): readonly LoopReport[] {
  const all = new Map<LoopReport, AccessReport[]>(loops.map((loop) => [loop, []]));
  for (const access of accesses) {
    const loop = innermost(loops, access);
    if (loop) all.get(loop)?.push(told(access));
  }
  return loops.map((loop) => {
    const requires = contracts.filter((c) => isIn(loop, c)).map(requirement);
    const own = all.get(loop) ?? [];
    return {
      ...loop,
      ...(own.length > 0 ? { accesses: own } : {}),
      ...(requires.length > 0 ? { requires } : {}),
    };
  });
}

interface Placed {
  readonly function: string;
  readonly range: SourceRange;
}

const isIn = (loop: LoopReport, { range }: Placed): boolean => isWithin(range, loop.range);

const innermost = (loops: readonly LoopReport[], placed: Placed): LoopReport | undefined =>
  loops
    .filter((loop) => isIn(loop, placed))
    .reduce<LoopReport | undefined>((a, b) => (a === undefined || isWithin(b.range, a.range) ? b : a), undefined);

const told = ({ range, text, leaves, unless, message }: ArrayAccess): AccessReport => ({
  range,
  text,
  leaves,
  ...(unless === undefined ? {} : { unless }),
  ...(message === undefined ? {} : { message }),
});

/** `Only with `n <= 100` where `clear` begins: else ...`: what the summary says holds for these runs alone. */
const requirement = ({ function: name, condition, message, range }: Contract): LoopRequirement => ({
  condition,
  message,
  range,
  sentence: `Only with \`${condition}\` where \`${name}\` begins: ${message}.`,
});
