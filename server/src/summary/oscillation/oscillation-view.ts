/** An oscillating loop's branches over one linear form and some modes: what decides which of them is taken. */
import type { Literal, Symbol, Term } from '../../logic/index.ts';
import {
  int,
  isConst,
  neg,
  partsOf,
  scale,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
  symbol,
  symbolsOf,
} from '../../logic/index.ts';
import type { Oscillation } from './find-oscillation.ts';

export const FORM = symbol('auxiliary', '#f');

export type Modes = ReadonlyMap<Symbol, bigint>;

/** The branches over the form and the modes alone. */
export interface Local {
  readonly path: number;
  readonly guard: readonly Literal[];
  readonly form: Term;
  readonly modes: ReadonlyMap<Symbol, Term>;
}

export interface View {
  /** Null: the modes are all there is. */
  readonly form: Term | null;
  readonly start: Modes;
  readonly branches: readonly Local[];
  /** State symbols over the form: those that it alone determines. */
  readonly back: ReadonlyMap<Symbol, Term>;
}

/** One linear form over what isn't constant decides, with the constants as modes. */
export function viewFrom(oscillation: Oscillation, constants: Modes): View | null {
  const literals = oscillation.branches.flatMap((b) => b.guard);
  const modes = modesOf(oscillation, constants, literals);
  const slopes = literals.map((l) => slopeOf(l.term, modes)).filter((t) => !isConst(t));
  const [form] = slopes;
  if (!form) {
    if ([...oscillation.control].some((x) => !modes.has(x))) return null;
    const branches = oscillation.branches.map(
      (b): Local => ({
        path: b.path,
        guard: b.guard,
        form: int(0),
        modes: restrict(b.update, modes),
      }),
    );
    return { form: null, start: modes, back: new Map(), branches };
  }
  if (slopes.some((t) => t !== form)) return null;
  const pivot = partsOf(form).parts.find(
    (p) => p.mono.kind === 'sym' && oscillation.control.has(p.mono.symbol) && (p.coef === 1n || p.coef === -1n),
  );
  if (pivot?.mono.kind !== 'sym') return null;
  const symbol = pivot.mono.symbol;
  const away = new Map([[symbol, scale(pivot.coef, sub(sym(FORM), sub(form, scale(pivot.coef, pivot.mono))))]]);
  const branches = localBranches(oscillation, form, away, modes);
  if (branches === null) return null;
  const back = new Map(form === pivot.mono ? [[symbol, sym(FORM) as Term]] : []);
  // every other variable must be known by what the branches add to it
  for (const c of oscillation.control) if (!modes.has(c) && !back.has(c) && !oscillation.changes.has(c)) return null;
  return { form, start: modes, branches, back };
}

/**
 * The control variables that are constants; compared with what the loop doesn't change, one is no mode: the difference
 * decides.
 */
function modesOf(oscillation: Oscillation, constants: Modes, literals: readonly Literal[]): Map<Symbol, bigint> {
  const modes = new Map([...constants].filter(([x]) => oscillation.control.has(x)));
  for (const l of literals) {
    const symbols = [...symbolsOf(l.term)];
    const compared =
      symbols.some((s) => !oscillation.control.has(s)) &&
      symbols.every((s) => !oscillation.control.has(s) || modes.has(s));
    if (compared) for (const s of symbols) modes.delete(s);
  }
  return modes;
}

/**
 * The branches over the form and the modes alone. The form replaces a variable. Null where something else decides, too.
 */
function localBranches(
  oscillation: Oscillation,
  form: Term,
  away: ReadonlyMap<Symbol, Term>,
  modes: Modes,
): readonly Local[] | null {
  const local = (t: Term): boolean => [...symbolsOf(t)].every((s) => s === FORM || modes.has(s));
  const branches: Local[] = [];
  for (const b of oscillation.branches) {
    const guard = b.guard.map((l) => substituteFormula(l, away));
    const next = substitute(substitute(form, b.update), away);
    const changed = new Map([...restrict(b.update, modes)].map(([c, u]) => [c, substitute(u, away)]));
    if (!local(next) || [...changed.values()].some((t) => !local(t))) return null;
    const kept = guard.filter((g): g is Literal => g.kind === 'ge' || g.kind === 'eq' || g.kind === 'ne');
    if (guard.some((g) => g.kind === 'false')) continue;
    if (kept.length !== guard.filter((g) => g.kind !== 'true').length || kept.some((l) => !local(l.term))) return null;
    branches.push({ path: b.path, guard: kept, form: next, modes: changed });
  }
  return branches;
}

const restrict = (update: ReadonlyMap<Symbol, Term>, modes: Modes): ReadonlyMap<Symbol, Term> =>
  new Map([...update].filter(([x]) => modes.has(x)));

/** The term without its constant and the modes, up to its sign. */
function slopeOf(t: Term, modes: Modes): Term {
  const parts = partsOf(t).parts.filter((p) => ![...symbolsOf(p.mono)].every((s) => modes.has(s)));
  const s = sumOf(0n, parts);
  return (parts[0]?.coef ?? 1n) < 0n ? neg(s) : s;
}

export const keyOf = (form: bigint | null, modes: Modes): string =>
  `${form} ${[...modes].map(([x, v]) => `${x.key}=${v}`).join()}`;
