/** What a trace is gone through with: the claim, the prover, and what was shown before. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { TRUE, not, substituteFormula, sym, symbolsOf } from '../logic/index.ts';
import type { ClosedForms, Discharge, Duty, FreshClaim, Obligation, PathClaim, SummaryClaim } from './certificate.ts';
import { checkForms } from './check-closed-forms.ts';
import type { Update } from './check-closed-forms.ts';
import type { Prover } from './prover.ts';
import { INDEX } from './every-iteration.ts';

export type Values = ReadonlyMap<Symbol, Term>;

/** What is shared by all the cases of a summary. */
export class Replay {
  readonly claim: SummaryClaim;
  readonly prover: Prover;
  private readonly known = new Map<
    ClosedForms,
    { readonly update: Update; readonly obligations: readonly Obligation[]; readonly whereDefined: boolean }
  >();

  constructor(claim: SummaryClaim, prover: Prover) {
    this.claim = claim;
    this.prover = prover;
  }

  path(i: number): PathClaim {
    return this.claim.paths[i] as PathClaim;
  }

  /** Symbols that some path changes. */
  get modified(): ReadonlySet<Symbol> {
    this.changed ??= new Set(this.claim.paths.flatMap((p) => [...p.update.keys()]));
    return this.changed;
  }
  private changed: ReadonlySet<Symbol> | null = null;

  /** The case that is looked at: what its counts are the least numbers of. */
  begin(fresh: readonly FreshClaim[]): void {
    this.least = new Map(fresh.flatMap((f) => (f.least ? [[f.symbol, f.least] as const] : [])));
  }
  private least: ReadonlyMap<Symbol, Formula> = new Map();

  /** What is known of an INDEX from 1 on that is less than the count, where that is the least of its kind. */
  earlierThan(count: Term): Formula | null {
    const stop = count.kind === 'sym' ? this.least.get(count.symbol) : undefined;
    return stop && count.kind === 'sym' ? not(substituteFormula(stop, new Map([[count.symbol, sym(INDEX)]]))) : null;
  }

  /**
   * Obligations i and ii for the closed forms of an update, once for all cases. `defined`: they need only hold as long
   * as these conditions do. Nothing is concluded from them about that (`whereDefined`).
   */
  forms(
    about: string,
    update: Update,
    forms: ClosedForms,
    fresh: readonly FreshClaim[] = [],
    defined: Formula = TRUE,
  ): readonly Obligation[] {
    const known = this.known.get(forms);
    if (known && sameUpdate(known.update, update))
      return known.whereDefined && defined.kind === 'true' ? [open('closed form', about)] : known.obligations;
    const answered = answers(update, fresh);
    if (answered === null) return [open('closed form', about)];
    const { start, step, culprit, whereDefined } = checkForms(update, forms, this.prover, defined);
    const of = (how: Discharge | null): string => (how === null ? `${about}: ${culprit}` : about);
    const made: Obligation[] = [
      { duty: 'start', about: of(start), discharge: start ?? 'open' },
      { duty: 'closed form', about: of(step), discharge: start === null ? 'open' : (step ?? 'open') },
    ];
    this.known.set(forms, { update, obligations: made, whereDefined });
    return made;
  }

  /** The forms were shown only for runs without undefined behaviour. */
  whereDefined(forms: ClosedForms): boolean {
    return this.known.get(forms)?.whereDefined === true;
  }
}

const sameUpdate = (a: Update, b: Update): boolean => a.size === b.size && [...a].every(([x, t]) => b.get(x) === t);

/**
 * Variables that an iteration sets to what it gets from outside. They are known for the last iteration only. So nothing
 * else may read them, nor a value before. Null where something does.
 */
export function answers(update: Update, fresh: readonly FreshClaim[]): ReadonlySet<Symbol> | null {
  if (fresh.length === 0) return NOTHING;
  const names = new Set(fresh.map((f) => f.symbol));
  const own = new Set([...update].filter(([, u]) => [...symbolsOf(u)].some((s) => names.has(s))).map(([x]) => x));
  for (const [x, u] of update)
    for (const s of symbolsOf(u)) if (own.has(s) || (own.has(x) && update.has(s))) return null;
  return own;
}

const NOTHING: ReadonlySet<Symbol> = new Set();

/** Where a segment of a trace begins. */
export interface SegmentStart {
  readonly values: Values;
  readonly context: Formula;
  /** What holds where nothing is undefined; null: not known. */
  readonly given: Formula | null;
}

export interface Replayed {
  readonly values: Values;
  readonly obligations: readonly Obligation[];
  /**
   * Conditions against undefined behaviour that were met on the way, each as it is at the first or last iteration of a
   * segment.
   */
  readonly defined: Formula;
  /** How it was shown that no condition against undefined behaviour fails on the way; null: it was not. */
  readonly safe: Discharge | null;
}

export const open = (duty: Duty, about: string): Obligation => ({ duty, about, discharge: 'open' });
