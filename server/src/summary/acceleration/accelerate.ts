/**
 * Acceleration of one path (or of a chained word of paths). After how many iterations does its guard fail, and what
 * makes it hold until then? Literal by literal, by the rules of acceleration (`acceleration-rules.ts`). Source:
 * Proteus, section 3.2; the acceleration calculus (Frohn, TACAS 2020).
 */
import type { Formula, Literal, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  and,
  int,
  isConst,
  mentions,
  not,
  plus,
  substituteFormula,
  symbol,
  symbolsOf,
  collect,
} from '../../logic/index.ts';
import type { Acceleration, Behaviour, LeaveOption, PathLike } from './acceleration.ts';
import { behaviourOf } from './acceleration-rules.ts';
import type { ClosedForms } from './closed-forms.ts';
import { COUNTER, closedForms, readsFresh, valuesAfter, valuesAfterSteps } from './closed-forms.ts';
import { definednessAlong } from './definedness.ts';
import { termAt } from './moving-literal.ts';

/** Where no closed form or no rule is found: the literal, and the variable that has no closed form. */
interface Declined {
  readonly kind: 'declined';
  readonly literal: Literal | null;
  readonly variable: Symbol | null;
}

export type AccelerationResult = { readonly kind: 'accelerated'; readonly acceleration: Acceleration } | Declined;

/** Accelerates a path. Facts (over the values at the start) help to decide signs. */
export function accelerate(path: PathLike, facts: Formula, range: RangeOf): AccelerationResult {
  const closed = closedForms(path.update, path.fresh, range, path.defined);
  const unsolved = unsolvedLiteral(path, closed);
  if (unsolved) return unsolved;
  const prefix = prefixOf(path, closed);
  const early = firstIterations(path, prefix);
  const behaviours = behavioursOf(path, closed, prefix, facts, range);
  if ('kind' in behaviours) return behaviours;
  const start = early.heldUntil(prefix + 1);
  const later = leavesBehindPrefix(path.guard, behaviours, start);
  if ('kind' in later) return later;

  const holdsThrough = (n: Term): Formula | null => {
    if (isConst(n) && n.value <= BigInt(prefix + 1)) return early.heldUntil(Number(n.value));
    const parts = behaviours.map((b) => b.through(n));
    return parts.every((p) => p !== null) ? and(start, ...(parts as Formula[])) : null;
  };
  const defined = definednessAlong(path, closed, prefix, range);
  return {
    kind: 'accelerated',
    acceleration: {
      closed,
      prefix,
      leaves: [...leavesWithinPrefix(early, prefix), ...later].filter((l) => l.condition.kind !== 'false'),
      forever: and(start, ...behaviours.map((b) => b.forever)),
      holdsThrough,
      definedThrough: defined.through,
      definedForever: defined.forever,
      valuesAfter: (n) => {
        if (isConst(n) && n.value <= BigInt(Math.max(closed.prefix, 1)))
          return valuesAfterSteps(path.update, Number(n.value));
        return valuesAfter(closed, n);
      },
    },
  };
}

/**
 * The literal that reads a variable which has no closed form, or one whose form is good for the last iteration only.
 */
function unsolvedLiteral(path: PathLike, closed: ClosedForms): Declined | null {
  const declined = (x: Symbol): Declined | null => {
    const literal = path.guard.find((l) => mentions(l.term, x));
    return literal ? { kind: 'declined', literal, variable: x } : null;
  };
  for (const x of closed.open) {
    const found = declined(x);
    if (found) return found;
  }
  for (const [x, form] of closed.forms) {
    const found = readsFresh(form, path.fresh) ? declined(x) : null;
    if (found) return found;
  }
  return null;
}

/**
 * From this iteration on the closed forms of what the guard reads are right. Counts that are no constants are greater,
 * where every form is right.
 */
function prefixOf(path: PathLike, closed: ClosedForms): number {
  const read = new Set<Symbol>();
  for (const l of path.guard) for (const s of symbolsOf(l.term)) read.add(s);
  const readPrefix = Math.max(0, ...[...closed.forms].filter(([x]) => read.has(x)).map(([, f]) => f.prefix));
  return Math.max(readPrefix, closed.prefix - 1);
}

/** The guard in the iterations of the prefix, over the values at the start. */
interface FirstIterations {
  /** Its literals in iteration k. */
  guardAt(k: number): Formula[];
  /** It holds in the iterations before k. */
  heldUntil(k: number): Formula;
}

function firstIterations(path: PathLike, prefix: number): FirstIterations {
  const steps: ReadonlyMap<Symbol, Term>[] = [];
  for (let k = 0; k <= prefix; k++) steps.push(valuesAfterSteps(path.update, k));
  const guardAt = (k: number): Formula[] =>
    path.guard.map((l) => substituteFormula(l, steps[k] as ReadonlyMap<Symbol, Term>));
  return { guardAt, heldUntil: (k) => and(...Array.from({ length: k }, (_, i) => and(...guardAt(i)))) };
}

/** How each literal of the guard behaves; declined where there is one that no rule fits. */
function behavioursOf(
  path: PathLike,
  closed: ClosedForms,
  prefix: number,
  facts: Formula,
  range: RangeOf,
): readonly Behaviour[] | Declined {
  const behaviours: Behaviour[] = [];
  let counts = 0;
  const common = {
    prefix,
    range,
    facts: and(facts, ...path.guard),
    start: path.start ?? new Map<Symbol, Term>(),
    newCount: () => symbol('counter', '#n', ++counts),
  };
  for (const literal of path.guard) {
    // multiplying by the positive denominator doesn't change the literal
    const { term } = termAt(literal.term, closed);
    const behaviour = behaviourOf({ ...common, literal, term, polynomial: collect(term, COUNTER) });
    if (behaviour === null) return { kind: 'declined', literal, variable: null };
    behaviours.push(behaviour);
  }
  return behaviours;
}

/** Within the prefix: literal by literal, the first that fails. */
function leavesWithinPrefix(early: FirstIterations, prefix: number): readonly LeaveOption[] {
  const leaves: LeaveOption[] = [];
  for (let k = 1; k <= prefix; k++) {
    const now = early.guardAt(k);
    for (const [i, f] of now.entries()) {
      leaves.push({ count: int(k), condition: and(early.heldUntil(k), ...now.slice(0, i), not(f)) });
    }
  }
  return leaves;
}

/** Behind it: the literal that fails first, ties broken by order. */
function leavesBehindPrefix(
  guard: readonly Literal[],
  behaviours: readonly Behaviour[],
  start: Formula,
): readonly LeaveOption[] | Declined {
  const leaves: LeaveOption[] = [];
  for (const [i, b] of behaviours.entries())
    for (const fail of b.fails) {
      const others: Formula[] = [];
      for (const [j, o] of behaviours.entries()) {
        if (j === i) continue;
        const f = o.through(j < i ? plus(fail.count, 1) : fail.count);
        if (f === null) return { kind: 'declined', literal: guard[j] ?? null, variable: null };
        others.push(f);
      }
      leaves.push({ ...fail, condition: and(start, fail.condition, ...others) });
    }
  return leaves;
}
