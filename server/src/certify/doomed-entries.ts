/**
 * Entry states that need no case. From them no way out can be reached. A condition against undefined behaviour comes
 * closer to failing with each iteration. Shown by an invariant that is guessed from the loop's paths and kept as far as
 * it is inductive.
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  derived,
  eq,
  eq0,
  ge,
  ge0,
  isConst,
  isLiteral,
  mod,
  plus,
  scale,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';
import type { PathClaim, SummaryClaim } from './certificate.ts';
import { Prover } from './prover.ts';

/** Branching iterations that are taken one by one, and those that can go one way only. */
const MAX_STEPS = 2;
const MAX_STRAIGHT = 48;
const MAX_QUESTIONS = 24;

type Values = ReadonlyMap<Symbol, Term>;

/** Answers for one claim; the loop's paths and entry over symbols that can't be taken for each other. */
export interface Doom {
  readonly possible: boolean;
  readonly prover: Prover;
  readonly paths: readonly PathClaim[];
  readonly entry: Values;
  /** Questions that may still be asked. */
  left: number;
}

const GHOST = '@';
const ghost = (s: Symbol): Term => sym(derived(s, GHOST, 'before'));
const toGhosts = (symbols: Iterable<Symbol>): ReadonlyMap<Symbol, Term> =>
  new Map([...symbols].map((s) => [s, ghost(s)]));
const ghostTerm = (t: Term): Term => substitute(t, toGhosts(symbolsOf(t)));

export function doomOf(claim: SummaryClaim, prover: Prover): Doom {
  const range: RangeOf = (s) => prover.range(s.kind === 'before' && s.origin ? s.origin : s);
  const modified = new Set(claim.paths.flatMap((p) => [...p.update.keys()]));
  const fixed = new Map([...claim.entry].filter(([x]) => !modified.has(x)).map(([x, t]) => [x, ghostTerm(t)]));
  const paths = claim.paths.map(
    (p): PathClaim => ({
      ...p,
      guard: substituteFormula(p.guard, fixed),
      defined: substituteFormula(p.defined, fixed),
      update: new Map([...p.update].map(([x, t]) => [x, substitute(t, fixed)])),
    }),
  );
  return {
    possible:
      claim.paths.every((p) => !p.partial && p.free.kind === 'true' && p.definedKnown && p.fresh.length === 0) &&
      claim.paths.some((p) => p.defined.kind !== 'true'),
    prover: new Prover(range, null),
    paths,
    entry: new Map([...claim.entry].filter(([x]) => modified.has(x)).map(([x, t]) => [x, ghostTerm(t)])),
    left: MAX_QUESTIONS,
  };
}

/** Every run from an entry state of the context meets undefined behaviour. */
export function isDoomed(context: Formula, doom: Doom): boolean {
  return (
    doom.possible &&
    doom.left-- > 0 &&
    fails(doom.entry, substituteFormula(context, toGhosts(symbolsOfFormula(context))), doom, MAX_STEPS, MAX_STRAIGHT)
  );
}

function fails(values: Values, context: Formula, doom: Doom, branching: number, straight: number): boolean {
  const { prover } = doom;
  if (prover.refutes(context) !== null) return true;
  const next = doom.paths.filter(
    (p) => prover.refutes(and(context, substituteFormula(and(p.guard, p.defined), values))) === null,
  );
  if (next.some((p) => p.exit)) return false;
  // an invariant is looked for at first, after steps that branch, and where the straight ones have come to an end
  if (
    next.length === 0 ||
    ((straight === MAX_STRAIGHT || straight === 0 || next.length > 1) && keepsFailing(next, values, context, doom))
  )
    return true;
  const only = next.length === 1;
  return (
    (only ? straight > 0 : branching > 0) &&
    next.every((p) =>
      fails(
        new Map([...values].map(([x, t]) => [x, p.update.has(x) ? substitute(p.update.get(x) as Term, values) : t])),
        and(context, substituteFormula(and(p.guard, p.defined), values)),
        doom,
        only ? branching : branching - 1,
        only ? straight - 1 : MAX_STRAIGHT,
      ),
    )
  );
}

/** Some invariant leaves only paths (some of them those that may come first) that can't be gone on for ever. */
function keepsFailing(first: readonly PathClaim[], values: Values, context: Formula, { prover, paths }: Doom): boolean {
  let taken = first;
  for (;;) {
    const invariant = inductive(taken, values, context, prover);
    const next = paths.filter((p) => prover.refutes(and(invariant, p.guard, p.defined)) === null);
    if (next.some((p) => p.exit)) return false;
    const more = next.filter((p) => !taken.includes(p));
    if (more.length === 0) return runsOut(next, invariant, prover);
    taken = [...taken, ...more];
  }
}

/**
 * A run takes these paths only so often. Some condition against undefined behaviour is asked on each of them, and comes
 * nearer to failing with each.
 */
function runsOut(paths: readonly PathClaim[], invariant: Formula, prover: Prover): boolean {
  const limits = new Map(paths.flatMap((p) => conjuncts(p.defined)).map((f) => [f.key, f]));
  return (
    paths.length === 0 ||
    [...limits.values()].some(
      (f) =>
        isLiteral(f) &&
        f.kind === 'ge' &&
        paths.every((p) => {
          const here = and(invariant, p.guard, p.defined);
          return prover.proves(here, and(f, ge0(plus(sub(f.term, substitute(f.term, p.update)), -1)))) !== null;
        }),
    )
  );
}

/**
 * What holds at first of the guesses and is kept by each of the paths, with what the context says of the entry state.
 */
function inductive(paths: readonly PathClaim[], values: Values, context: Formula, prover: Prover): Formula {
  let kept = guesses(paths, values).filter((f) => prover.proves(context, substituteFormula(f, values)) !== null);
  for (;;) {
    const now = and(context, ...kept);
    const next = kept.filter((f) =>
      paths.every((p) => prover.proves(and(now, p.guard, p.defined), substituteFormula(f, p.update)) !== null),
    );
    if (next.length === kept.length) return now;
    kept = next;
  }
}

/** Variables move one way, by multiples of a stride and in proportion to each other; guards stay as they are. */
function guesses(paths: readonly PathClaim[], values: Values): readonly Formula[] {
  const out = new Map<string, Formula>();
  const guess = (f: Formula): void => {
    out.set(f.key, f);
  };
  const steps = new Map<Symbol, readonly bigint[]>();
  for (const [x, t] of values) {
    const changes = paths.map((p) => sub(p.update.get(x) ?? sym(x), sym(x)));
    guess(ge(sym(x), t));
    guess(ge(t, sym(x)));
    if (!changes.every(isConst)) continue;
    const by = changes.map((c) => c.value);
    steps.set(x, by);
    const stride = by.reduce(gcd, 0n);
    if (stride > 1n) guess(eq0(mod(sub(sym(x), t), stride)));
  }
  const moving = [...steps].filter(([, by]) => by.some((d) => d !== 0n));
  for (const [k, [x, dx]] of moving.entries())
    for (const [y, dy] of moving.slice(k + 1)) {
      const at = dy.findIndex((d) => d !== 0n);
      const [a, b] = [dy[at] as bigint, dx[at] as bigint];
      if (!dx.every((d, i) => d * a === (dy[i] as bigint) * b)) continue;
      guess(eq(scale(a, sub(sym(x), values.get(x) as Term)), scale(b, sub(sym(y), values.get(y) as Term))));
    }
  for (const p of paths) for (const f of [...conjuncts(p.guard), ...conjuncts(p.defined)]) guess(f);
  return [...out.values()];
}
