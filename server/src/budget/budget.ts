/** How much work something may take. Shares are fixed by the input; the clock only cancels. */
import type { Reason } from '../source/index.ts';
import { workDone } from './work.ts';

/** Tells when what is being computed is no longer of use: the time is up, or nobody waits for it. */
export interface Clock {
  struck(): boolean;
}

/** The clock struck. Thrown out of whatever was being computed, so that nothing half done is taken for a result. */
export class Stopped extends Error {}

/** The work is used up where no smaller answer could be given. */
export class Exhausted extends Error {}

const UNTIMED: Clock = { struck: () => false };

/** Work between two looks at the clock (less than half a millisecond), and questions. */
const LOOK = 2_000;
const LOOKS = 64;

/** An allotment of work, handed down: to a function, from it to loops and engines. */
export class Budget {
  /** What was allotted. */
  readonly units: number;
  readonly clock: Clock;
  private readonly parent: Budget | null;
  private readonly factor: number;
  private end: number;
  /** How much was done when the clock was last looked at. */
  private looked = 0;
  /** Questions until it is looked at whatever was done. */
  private looks = 0;

  private constructor(units: number, factor: number, clock: Clock, parent: Budget | null) {
    this.units = units;
    this.factor = factor;
    this.clock = clock;
    this.parent = parent;
    this.end = workDone() + units;
  }

  /** `factor`: how many times the usual work may be done here and in all parts of it. */
  static of(units: number, clock: Clock = UNTIMED, factor = 1): Budget {
    return new Budget(units * factor, factor, clock, null);
  }

  /** A part of what was allotted here, from now on; no more than is left. */
  share(fraction: number): Budget {
    return new Budget(this.units * fraction, this.factor, this.clock, this);
  }

  /** So many units (times the factor), from now on; no more than are left. */
  part(units: number): Budget {
    return new Budget(units * this.factor, this.factor, this.clock, this);
  }

  get left(): number {
    return Math.max(0, Math.min(this.end - workDone(), this.parent?.left ?? Number.POSITIVE_INFINITY));
  }

  /** Whether the work is used up. Throws `Stopped` where the clock has struck. */
  exhausted(): boolean {
    const done = workDone();
    // looking at the clock costs as much as some work
    if (this.looks-- <= 0 || done < this.looked || done >= this.looked + LOOK) {
      this.looked = done;
      this.looks = LOOKS;
      if (this.clock.struck()) throw new Stopped();
    }
    return this.left <= 0;
  }

  /** What runs on an account of its own is not charged here, only to where this came from. */
  apart<T>(run: () => T): T {
    const before = workDone();
    const result = run();
    this.end += workDone() - before;
    return result;
  }
}

/**
 * Why something was given up: the work that it may take is fixed by the input. `what`: on what it was spent, in words.
 */
export const exhausted = (what: string, range: Reason['range']): Reason => ({
  code: 'effort',
  message: `More work would be needed than LoopLens spends on ${what}.`,
  range,
});

/** Why nothing is known: the clock ended it. */
export const stopped = (what: string, range: Reason['range']): Reason => ({
  code: 'timeout',
  message: `The time for ${what} was used up.`,
  range,
});
