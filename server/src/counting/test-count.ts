/** What one test says of how often a loop's body is begun. */
import type { Formula, Term } from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { NoWrap } from './progress.ts';

/** What an assumption ends with that a counter may break: behind the counter's name. */
export const NO_WRAP = " doesn't wrap around";

export const isOfWrap = (assumption: string): boolean => assumption.endsWith(NO_WRAP);

/** Where one of these assumptions is broken. */
export const wrapsAround = (assuming: readonly string[]): string =>
  assuming.map((a) => `${a.slice(0, -NO_WRAP.length)} wraps around`).join(' or ');

/** What something is worth before the loop: below zero, or from 0 to a number. */
export interface EndlessStart {
  readonly first: Term;
  readonly is: 'negative' | { readonly most: bigint };
}

/** The number of times that the body is begun, as far as one test says; over the values just before the loop. */
export interface TestCount {
  readonly count: Term;
  /** The test alone would end the loop after just so many. */
  readonly exact: boolean;
  /** That these never wrap around is not proven. */
  readonly unproven: readonly NoWrap[];
  /** Where they don't; null: no condition is known. */
  readonly where: Formula | null;
  /** By how much the quantity falls each time, and how far it has fallen when it is tested; missing: that differs, or isn't known. */
  readonly falls?: { readonly by: bigint; readonly first: bigint };
  /**
   * Only where this isn't negative; else the test alone never ends the loop, and other ways out may do it at any time.
   * Null: it isn't.
   */
  readonly towards: Term | null;
  /**
   * The steps may jump over the end. Then the test alone never ends the loop: where it is the only way out, a run that
   * is defined meets the end.
   */
  readonly mayJump?: true;
  /**
   * Whatever other ways out there are: only where the step is greater than zero, and these don't wrap around. Null:
   * there is no such condition.
   */
  readonly positive: { readonly step: Term; readonly within: readonly Term[] } | null;
  /** Only where none of these is negative; missing: there are none. */
  readonly required?: readonly Term[];
  /** Where that step isn't, the test always holds; missing: that isn't so, or there is no such condition. */
  readonly always?: EndlessStart;
  /** Variables of other conditions that it rests on. */
  readonly restsOn: readonly VarId[];
  /** What it rests on besides the test's quantity; missing: nothing. */
  readonly limits?: readonly Term[];
}
