/** What constructs and the generators that use them share. */
import type { Random } from '../../differential/random.ts';

/** What a generator lends to a construct. */
export interface Surroundings {
  readonly r: Random;
  /** A declaration before the function: `text` has the new name in it. */
  file(stem: string, text: (name: string) => string): string;
  /** Declares an integer lvalue of the function that bodies may read; it has a value. */
  own(type: string, stem: string, initial: string): string;
  /** Declares something else, of which nothing is recorded. */
  hidden(stem: string, text: (name: string) => string): string;
  /** An integer lvalue that is part of something hidden; at most 32 bits where it is unsigned. */
  member(text: string): void;
  /** Something else that what happens next depends on: a pointer, an element. */
  state(text: string): void;
  /** An integer lvalue that may be written. */
  variable(): string;
  value(): string;
  condition(): string;
  /** Statements that mostly leave what `own` declared alone; they may leave the loop or go on with it. */
  body(): string[];
  /** A return, marked. */
  leave(): string;
  /** A loop: `head {`, its lines, `tail`. It is numbered before its lines are made. */
  loop(head: string, lines: () => readonly string[], tail?: string): string[];
}

/** The lines of a loop, and what is before it. */
export type Construct = (s: Surroundings) => string[];

export const NARROW = ['signed char', 'unsigned char', 'short', 'unsigned short', 'char'];
const WIDE = ['int', 'unsigned', 'long', 'long long', 'unsigned long', '__SIZE_TYPE__'];
export const anyType = (s: Surroundings): string => s.r.pick([...NARROW, ...WIDE]);
