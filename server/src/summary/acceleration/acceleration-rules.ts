/**
 * The rules of acceleration: how one literal of a path's guard behaves while the path is repeated. Source: the
 * acceleration calculus (Frohn, TACAS 2020); LoAT.
 */
import { mentions, substitute } from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { ALWAYS } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import { eventualDecrease } from './concave-literals.ts';
import { linearDisequality, linearEquality, monotonicInequality } from './linear-literals.ts';
import { divisibility, goingRound, laps } from './modular-literals.ts';
import type { MovingLiteral } from './moving-literal.ts';
import { periodicTerm } from './periodic-literals.ts';
import { bitClearing } from './bit-literals.ts';

/** Gives a behaviour, or declines (null). */
export interface AccelerationRule {
  readonly name: string;
  readonly behaviour: (l: MovingLiteral) => Behaviour | null;
}

/**
 * In the order in which they are tried; the first that doesn't decline decides. Monotonic and eventual decrease are
 * those of the acceleration calculus (Frohn, TACAS 2020).
 */
export const ACCELERATION_RULES: readonly AccelerationRule[] = [
  { name: 'invariant', behaviour: (l) => (mentions(l.term, COUNTER) ? null : ALWAYS) },
  { name: 'monotonic increase or decrease', behaviour: monotonicInequality },
  { name: 'linear equality', behaviour: linearEquality },
  { name: 'linear disequality', behaviour: linearDisequality },
  { name: 'eventual decrease', behaviour: eventualDecrease },
  { name: 'bit clearing', behaviour: bitClearing },
  { name: 'linear congruence', behaviour: divisibility },
  { name: 'first residue within an interval', behaviour: laps },
  { name: 'wrapping sequence', behaviour: (l) => goingRound({ ...l, term: substitute(l.term, l.start) }) },
  { name: 'periodic', behaviour: periodicTerm },
];

/** What the first rule that fits says; null where none does. */
export function behaviourOf(literal: MovingLiteral): Behaviour | null {
  for (const rule of ACCELERATION_RULES) {
    const behaviour = rule.behaviour(literal);
    if (behaviour !== null) return behaviour;
  }
  return null;
}
