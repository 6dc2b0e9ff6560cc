/**
 * A literal that holds at every k with from <= k < count (obligation iii). Each rule of the acceleration calculus is a
 * statement of its own here. It is checked anew, without the formulas that the engine derived from it. k is a symbol,
 * so most are plain implications.
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  and,
  boundsOfSequence,
  collect,
  conjuncts,
  ge0,
  int,
  isConst,
  isLiteral,
  mentions,
  neg,
  not,
  partsOf,
  plus,
  scale,
  sequenceOf,
  sub,
  substitute,
} from '../logic/index.ts';
import type { Discharge } from './certificate.ts';
import { weaker } from './certificate.ts';
import { byResidues, periodIn } from './check-closed-forms.ts';
import type { Held, IterationClaim, Question } from './every-iteration.ts';
import { INDEX, ITERATION, atIteration, below, byRule, literalOf } from './every-iteration.ts';
import { firstZero } from './first-zero.ts';
import { shapeOf } from './index-shape.ts';
import { hasVisits, notVisited, visitsIn } from './term-facts.ts';
import type { Prover } from './prover.ts';

/** How the literal is shown to hold at each of the iterations; null: it is not. */
export function throughout(claim: IterationClaim, prover: Prover): Held | null {
  const { term, from, count, context } = claim;
  const given = count === null ? context : and(context, ge0(plus(count, -from - 1n)));
  if (given.kind === 'false') return { discharge: 'identity', rule: 'no iteration' };
  if (!mentions(term, INDEX)) return byRule({ prover, given }, 'unchanged', atIteration(claim, ITERATION));
  const first = atIteration(claim, int(from));
  if (first.kind === 'false') {
    const none = prover.refutes(given);
    if (none !== null) return { discharge: none, rule: 'no iteration' };
  }
  return byRules({ ...claim, prover, given, first, last: count === null ? null : atIteration(claim, plus(count, -1)) });
}

/** Each rule is sound by itself; those that ask less come first. */
function byRules(question: Question): Held | null {
  const shape = shapeOf(question.term, (f) => question.prover.proves(question.given, f) !== null);
  if (question.kind === 'ge' && shape === 'rising')
    return (
      byRule(question, 'rises', question.first) ??
      (question.last && byRule(question, 'bends down', question.first, question.last))
    );
  return (
    (question.kind === 'ge' ? atItsEnds(question, shape) : null) ??
    (question.kind === 'eq' ? onALine(question) : null) ??
    (question.kind === 'ne' ? firstZero(question) : null) ??
    (question.inductive() ? byRule(question, 'inductive', question.first) : null) ??
    (question.kind === 'ge' ? atItsWorst(question) : null) ??
    atAnyIteration(question)
  );
}

/** What falls is least at the end; what bends down is least at one of its ends. */
function atItsEnds(q: Question, shape: ReturnType<typeof shapeOf>): Held | null {
  if (q.last === null) return null;
  if (shape === 'falling') return byRule(q, 'falls', q.last);
  return shape === 'concave' ? byRule(q, 'bends down', q.first, q.last) : null;
}

/** `a + b k` is zero everywhere where it is at two places. */
const onALine = (q: Question): Held | null =>
  q.last && collect(q.term, INDEX)?.length === 2 ? byRule(q, 'linear', q.first, q.last) : null;

/** `c (p(k) mod 2^w) + r >= 0` at the value that is nearest to failing of those that may occur. */
function atItsWorst(question: Question): Held | null {
  const [only, ...others] = partsOf(question.term).parts.filter((p) => mentions(p.mono, INDEX));
  const sequence = only?.mono.kind === 'mod' && others.length === 0 ? sequenceOf(only.mono, INDEX) : null;
  if (!only || sequence === null) return null;
  const { least, greatest } = boundsOfSequence(sequence);
  return byRule(
    question,
    'never gets there',
    ge0(plus(sub(question.term, scale(only.coef, only.mono)), only.coef * (only.coef > 0n ? least : greatest))),
  );
}

/**
 * With the iteration as a symbol: whichever it is, the literal follows from where it stands between the first and the
 * last.
 */
function atAnyIteration(question: Question): Held | null {
  const between = and(question.given, ge0(plus(ITERATION, -question.from)), below(question.count, ITERATION));
  const begins = question.prover.proves(question.given, question.first);
  return (
    (begins && behindTheFirst(question, between, begins)) ??
    beforeAVisit(question, between, begins) ??
    atEachResidue(question) ??
    (question.kind === 'ge' ? byDifferences(question, between) : null)
  );
}

/** It holds at the first iteration, and at any behind it. */
function behindTheFirst(question: Question, between: Formula, begins: Discharge): Held | null {
  const { prover } = question;
  const isLater = ge0(plus(ITERATION, -question.from - 1n));
  const early =
    question.earlier &&
    prover.proves(and(between, ge0(plus(ITERATION, -1)), isLater, question.earlier), atIteration(question, ITERATION));
  if (early) return { discharge: weaker(begins, early), rule: 'before the least count' };
  const direct = prover.proves(and(between, isLater), atIteration(question, ITERATION));
  return direct && { discharge: weaker(begins, direct), rule: 'at every iteration' };
}

/** The number of iterations is a first visit, or what is known speaks of one: no iteration before it is one. */
function beforeAVisit(question: Question, between: Formula, begins: Discharge | null): Held | null {
  const { prover } = question;
  const visits = conjuncts(between).flatMap((f) => (isLiteral(f) && hasVisits(f.term) ? [f.term] : []));
  if (question.count === null || visits.length === 0) return null;
  // iterations may be counted from a few later than those up to the visit
  const later = and(between, ...(begins ? [ge0(plus(ITERATION, -question.from - 1n))] : []));
  const ks = [ITERATION, plus(ITERATION, -1), plus(ITERATION, -2)];
  const provesLater = (f: Formula): boolean => prover.proves(later, f) !== null;
  const visited = prover.proves(
    and(later, notVisited(visitsIn(visits, provesLater), ks, provesLater)),
    atIteration(question, ITERATION),
  );
  return visited && { discharge: weaker(begins ?? 'identity', visited), rule: 'first visit' };
}

/** What is reduced by a small number only: each residue of the iteration by itself. */
function atEachResidue(question: Question): Held | null {
  const period = periodIn([question.term], INDEX);
  if (period === null) return null;
  const residues = byResidues(period, INDEX, question.from, (k, c) => {
    const value = k.get(INDEX) as Term;
    return question.prover.proves(and(question.given, c, below(question.count, value)), atIteration(question, value));
  });
  return residues && { discharge: residues, rule: 'periodic' };
}

/** By the signs of the first and second differences, whatever the term is made of. */
function byDifferences(question: Question, between: Formula): Held | null {
  const { term, prover } = question;
  const oneLater = new Map([[INDEX, plus(ITERATION, 1)]]);
  const change = sub(substitute(term, oneLater), term);
  if (prover.proves(between, ge0(change))) return byRule(question, 'rises', question.first);
  if (question.last === null) return null;
  if (prover.proves(between, ge0(neg(change)))) return byRule(question, 'falls', question.last);
  const bend = sub(substitute(change, oneLater), change);
  return question.from >= 0n && prover.proves(between, ge0(neg(bend)))
    ? byRule(question, 'bends down', question.first, question.last)
    : null;
}

/**
 * Literals without the index that make the given one hold at every index from 0 below `count`; null where none are
 * known.
 */
export function ends(literal: Literal, count: Term, proves: (f: Formula) => boolean): readonly Formula[] | null {
  if (!mentions(literal.term, INDEX)) return [literal];
  const at = (k: Term): Formula => literalOf(literal.kind, substitute(literal.term, new Map([[INDEX, k]])));
  const first = at(int(0));
  const last = at(plus(count, -1));
  if (isConst(count) && count.value <= 8n) return Array.from({ length: Number(count.value) }, (_, k) => at(int(k)));
  if (literal.kind === 'eq') return collect(literal.term, INDEX)?.length === 2 ? [first, last] : null;
  if (literal.kind === 'ne') {
    // on one side of zero from the first to the last: what moves towards zero has not come there
    if (collect(literal.term, INDEX)?.length !== 2) return null;
    const side = (sign: bigint): Formula =>
      and(
        ...[int(0), plus(count, -1)].map((k) =>
          ge0(plus(scale(sign, substitute(literal.term, new Map([[INDEX, k]]))), -1)),
        ),
      );
    const sides = [side(-1n), side(1n)].filter((f) => f.kind !== 'false');
    const known = sides.find((f) => f.kind === 'true' || proves(f)) ?? sides[0];
    return known ? conjuncts(known) : null;
  }
  const shape = shapeOf(literal.term, proves);
  return shape === 'rising' ? [first] : shape === 'falling' ? [last] : shape === 'concave' ? [first, last] : null;
}

/** A literal is kept by an update where the whole guard holds. */
export const isInductive = (l: Literal, guard: Formula, update: ReadonlyMap<Symbol, Term>, prover: Prover): boolean =>
  prover.refutes(and(guard, not(literalOf(l.kind, substitute(l.term, update))))) !== null;
