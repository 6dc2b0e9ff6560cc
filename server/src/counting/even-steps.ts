/**
 * Counters that come to zero in steps of one size, as what they are worth at first is a multiple of it: `if (n % 16)
 * return; while (n > 0) n -= 16;`. They pass nothing by, and don't wrap around. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Term } from '../logic/index.ts';
import { TRUE, div, eq0, ge0, int, mod, partsOf, substitute } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { maximum } from './count-text.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { movement } from './progress.ts';
import type { TestCount } from './test-count.ts';

/** Null where that isn't known, or the test is made elsewhere than at the loop's head. */
export function countEvenSteps(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  const { kind, quantity, block, behind, begun } = test;
  if ((kind !== 'ge' && kind !== 'ne') || behind || begun || block !== effects.shape.loop.site.header) return null;
  const { constant, parts } = partsOf(quantity);
  const [only] = parts;
  if (parts.length !== 1 || only?.coef !== 1n || only.mono.kind !== 'sym') return null;
  const { step, needs } = movement(only.mono, effects);
  const size = step.lo !== null && step.lo === step.hi ? -step.lo : 0n;
  // elsewhere than in its own type it would be reduced to something else
  if (!needs.every(({ by }) => by === sizeOfType(only.mono, effects))) return null;
  // while x >= 1, or any more up to the size of a step
  const isUntilZero = kind === 'ne' ? constant === 0n : constant <= -1n && constant >= -size;
  if (size < 2n || !isUntilZero) return null;
  const first = substitute(only.mono, entry.values);
  const isEven = implies(entry.facts, eq0(mod(first, size)), entry.range);
  if (!isEven || (kind === 'ne' && !implies(entry.facts, ge0(first), entry.range))) return null;
  return {
    count: maximum(int(0), div(first, size)),
    exact: true,
    unproven: [],
    where: TRUE,
    falls: { by: size, first: 0n },
    towards: null,
    positive: null,
    restsOn: [],
  };
}

/** How many values its variable has; null: it is none that the loop changes. */
function sizeOfType(t: Term, effects: BlockEffects): bigint | null {
  const variable = t.kind === 'sym' ? effects.variableOf(t.symbol) : undefined;
  const declared = variable === undefined ? undefined : effects.shape.cfg.fn.variables[variable];
  return declared === undefined ? null : 1n << BigInt(declared.type.bits);
}
