/**
 * Literals about values that come again after a few iterations: `k mod 3 != 2`. Source: our own.
 */
import { lcm } from '../../arithmetic/index.ts';
import type { Formula, Term } from '../../logic/index.ts';
import { and, eq0, ge0, int, mentions, ne0, not, or, plus, sub, sym } from '../../logic/index.ts';
import type { Behaviour, LeaveOption } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import { atCounter } from './moving-literal.ts';
import type { MovingLiteral } from './moving-literal.ts';

const MAX_PERIOD = 64;

/** A term that repeats after a few iterations: its residues are told apart. */
export function periodicTerm({ literal, term, prefix }: MovingLiteral): Behaviour | null {
  const period = periodOf(term);
  if (period === null) return null;
  // by residue: all literals of a guard ask for all of them, for each way out
  const known = new Map<number, Formula>();
  const holds = (k: number): Formula => {
    const residue = k % period;
    const seen = known.get(residue);
    if (seen !== undefined) return seen;
    const t = atCounter(term, int(prefix + residue));
    const made = literal.kind === 'ge' ? ge0(t) : literal.kind === 'eq' ? eq0(t) : ne0(t);
    known.set(residue, made);
    return made;
  };
  const fails: LeaveOption[] = [];
  for (let j = 1; j < period; j++) {
    const heldBefore = Array.from({ length: j - 1 }, (_, i) => holds(i + 1));
    fails.push({ count: int(prefix + j), condition: and(...heldBefore, not(holds(j))) });
  }
  const all = and(...Array.from({ length: period }, (_, i) => holds(i)));
  return {
    through: (n) => and(...Array.from({ length: period }, (_, i) => or(ge0(sub(int(prefix + i), n)), holds(i)))),
    fails,
    forever: all,
  };
}

/** The least p with t(k + p) = t(k), as terms. */
function periodOf(term: Term): number | null {
  const multiple = multipleOfPeriod(term);
  for (let p = 1; p <= MAX_PERIOD; p++) {
    if (multiple % BigInt(p) === 0n && atCounter(term, plus(sym(COUNTER), p)) === term) return p;
  }
  return null;
}

/** If the term repeats itself, after a divisor of this. */
function multipleOfPeriod(term: Term): bigint {
  if (!mentions(term, COUNTER)) return 1n;
  switch (term.kind) {
    case 'sum':
      return lcmOf(term.parts.map((p) => multipleOfPeriod(p.mono)));
    case 'prod':
      return lcmOf(term.factors.map(multipleOfPeriod));
    case 'div':
    case 'mod':
      return term.by * multipleOfPeriod(term.arg);
    case 'app':
      return lcmOf(term.args.map(multipleOfPeriod));
    case 'ite':
      return ANY_PERIOD;
    default:
      return 1n;
  }
}
const lcmOf = (all: readonly bigint[]): bigint => all.reduce(lcm, 1n);
const ANY_PERIOD = lcmOf(Array.from({ length: MAX_PERIOD }, (_, k) => BigInt(k + 1)));
