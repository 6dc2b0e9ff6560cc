/**
 * The solver knows nothing of operators on bits and of quotients by what isn't constant. What these are worth is told
 * where its models get them wrong.
 */
import type { Answer, Solver } from '../decide/index.ts';
import {
  READ,
  TRUE,
  add,
  and,
  eq,
  evaluate,
  formulaHolds,
  ge,
  int,
  le,
  ne,
  not,
  or,
  rewriteFormula,
} from '../logic/index.ts';
import type { Formula, FunctionSymbol, RangeOf, Term } from '../logic/index.ts';

const ROUNDS = 6;

/** As the solver's own `check`; a model is faithful where all operators are worth in it what they are. */
export function checkRefined(solver: Solver, formula: Formula, range: RangeOf, effort?: number): Answer {
  let whole = formula;
  for (let round = 0; ; round++) {
    const answer = solver.check(whole, range, effort);
    const { model } = answer;
    if (!model || answer.faithful) return answer;
    const value = (s: Parameters<typeof model.get>[0]): bigint | undefined => model.get(s);
    if (formulaHolds(formula, value) === true) return { ...answer, faithful: true };
    const told = round < ROUNDS ? valuesIn(formula, (t) => evaluate(t, value)) : [];
    const more = and(whole, ...told);
    if (told.length === 0 || more === whole) return answer;
    whole = more;
  }
}

/** For the arguments that operators have in a model: what they yield. */
function valuesIn(formula: Formula, value: (t: Term) => bigint | null): readonly Formula[] {
  const out = new Map<string, Formula>();
  rewriteFormula(formula, (t) => {
    if (t.kind !== 'app' || t.fn === READ || out.has(t.key)) return null;
    const [args, result] = [t.args.map(value), value(t)];
    if (result === null || args.includes(null)) return null;
    out.set(t.key, and(limits(t.fn, t, t.args), or(...t.args.map((a, k) => ne(a, int(args[k]!))), eq(t, int(result)))));
    return null;
  });
  return [...out.values()];
}

/** How large the result of an operator on bits is by the operands that aren't negative. */
function limits({ kind }: FunctionSymbol, term: Term, [a, b]: readonly Term[]): Formula {
  if (a === undefined || b === undefined) return TRUE;
  const [isA, isB] = [ge(a, int(0)), ge(b, int(0))];
  const neither = or(not(isA), not(isB));
  switch (kind) {
    case 'bit-and':
      return and(or(not(isA), and(ge(term, int(0)), le(term, a))), or(not(isB), and(ge(term, int(0)), le(term, b))));
    case 'bit-or':
      return or(neither, and(ge(term, a), ge(term, b), le(term, add(a, b))));
    case 'bit-xor':
      return or(neither, and(ge(term, int(0)), le(term, add(a, b))));
    default:
      return TRUE;
  }
}
