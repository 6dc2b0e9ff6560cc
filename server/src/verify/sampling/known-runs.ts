/**
 * Runs in which what isn't modelled has no value, nor have arrays that come from outside. A run that was taken with
 * guesses and failed fails without them, too, where nothing depended on the guesses: neither where it went, nor whether
 * it was defined, nor the assertion. Source: our own; as a run on shadow values (Valgrind's Memcheck).
 */
import { run } from '../../interpret/index.ts';
import type { Outcome, RunOptions } from '../../interpret/index.ts';
import type { ArrayObject, IrFunction, VarId } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';

/** What a run was given: at its entry, and where it read. */
export interface Answers {
  readonly inputs: ReadonlyMap<VarId, bigint>;
  readonly taken: readonly bigint[];
}

/** So many runs that fail an assertion are tried again. */
const MOST_ATTEMPTS = 12;

export class KnownRuns {
  private readonly fn: IrFunction;
  private readonly options: Pick<RunOptions, 'mode' | 'maxSteps' | 'arrays'>;
  private readonly hidden: ReadonlyMap<number, Reason>;
  private readonly attempts = new Map<number, number>();

  /** `outside`: arrays whose contents are up to the caller. `options.arrays`: the contents of others. */
  constructor(
    fn: IrFunction,
    outside: readonly ArrayObject[],
    options: Pick<RunOptions, 'mode' | 'maxSteps' | 'arrays'>,
  ) {
    this.fn = fn;
    this.options = options;
    this.hidden = new Map(
      outside.map(({ id, name }) => [
        id,
        { code: 'memory', message: `what \`${name}\` holds is up to the caller`, range: fn.nameRange },
      ]),
    );
  }

  /** Whether each run has guessed at something: what it found in an array from outside. */
  get hides(): boolean {
    return this.hidden.size > 0;
  }

  /** The run that fails the assertion, taken again; null: without guesses it doesn't, or it was tried often enough. */
  failing(assertion: number, { inputs, taken }: Answers): (Outcome & { readonly kind: 'assertion-failed' }) | null {
    const before = this.attempts.get(assertion) ?? 0;
    this.attempts.set(assertion, before + 1);
    if (before >= MOST_ATTEMPTS) return null;
    const outcome = run(this.fn, {
      ...this.options,
      inputs,
      hidden: this.hidden,
      nondet: (i) => taken[i] ?? 0n,
      havoc: irrelevantHavoc(this.fn).havoc,
    });
    return outcome.kind === 'assertion-failed' && outcome.assertion === assertion ? outcome : null;
  }
}
