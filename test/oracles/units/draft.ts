/**
 * What is known while a translation unit is drawn: what it declares, where integers live, and what only the harness
 * knows.
 */
import type { CType } from '../../differential/ctypes.ts';
import type { Random } from '../../differential/random.ts';

/** An lvalue of an integer type that statements of the function may use. */
export interface Place {
  readonly text: string;
  readonly type: CType;
}

/** A loop in the order of its marks. */
export interface UnitLoop {
  readonly kind: string;
  /** What is shown behind it: expressions of integer types. */
  readonly shown: readonly string[];
}

export interface UnitDraft {
  readonly r: Random;
  /** Counts what was produced. */
  readonly made: (what: string) => void;
  /** Declarations and functions before the one that is called. */
  readonly head: string[];
  /** What another translation unit defines: the analysis doesn't see it. */
  readonly foreign: string[];
  /** Statements before each call, in the other unit. */
  readonly setup: string[];
  readonly params: { readonly declared: string; readonly argument: string }[];
  /** Declarations at the beginning of the function. */
  readonly locals: string[];
  readonly places: Place[];
  /** Arrays of `ELEMENTS` elements, by name. */
  readonly arrays: string[];
  /** Statements that do something elsewhere: calls, stores through pointers. */
  readonly acts: (() => string)[];
  /** Expressions whose evaluation may change something. */
  readonly asks: (() => string)[];
  readonly loops: UnitLoop[];
  /** Shared by the functions of a unit. */
  readonly names: { count: number };
  depth: number;
}

export const ELEMENTS = 8;

export const newUnit = (r: Random, made: UnitDraft['made']): UnitDraft => ({
  r,
  made,
  head: [],
  foreign: [],
  setup: [],
  params: [],
  locals: [],
  places: [],
  arrays: [],
  acts: [],
  asks: [],
  loops: [],
  names: { count: 0 },
  depth: 0,
});

export const fresh = (d: UnitDraft, stem: string): string => `${stem}${d.names.count++}`;

/** A loop is numbered before its body is drawn. */
export function newLoop(d: UnitDraft, kind: string): number {
  d.made(`loop: ${kind}`);
  d.loops.push({ kind, shown: [...d.places.map((p) => p.text), ...d.arrays.flatMap(elementsOf)] });
  return d.loops.length - 1;
}

const elementsOf = (array: string): string[] => Array.from({ length: ELEMENTS }, (_, i) => `${array}[${i}]`);

/** A place other than these; null where there is none. */
export function other(d: UnitDraft, not: readonly Place[] = []): Place | null {
  const open = d.places.filter((p) => !not.includes(p));
  return open.length === 0 ? null : d.r.pick(open);
}

export const constant = (d: UnitDraft): string => String(d.r.chance(0.85) ? d.r.int(0, 9) : d.r.int(-9, 40));

export function value(d: UnitDraft): string {
  const { r } = d;
  const p = other(d);
  if (p === null || r.chance(0.3)) return constant(d);
  const q = other(d) ?? p;
  return r.chance(0.6)
    ? p.text
    : r.pick([`${p.text} + ${q.text}`, `${p.text} - ${q.text}`, `(${p.text} & ${r.pick([1, 3, 7])})`, `${p.text} / 2`]);
}

/** Sides that are the same sum are compared without adding: no sanitizer sees what that would have been. */
export function comparison(d: UnitDraft): string {
  const [left, right] = [value(d), value(d)];
  const inOrder = (text: string): string => text.split(/\s+/).sort().join(' ');
  const other = inOrder(left) === inOrder(right) ? constant(d) : right;
  return `${left} ${d.r.pick(['<', '>', '<=', '>=', '!=', '=='])} ${other}`;
}
