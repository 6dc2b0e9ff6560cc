/**
 * Bounds by the size of what a loop walks over (Proteus, 4.2): `length(s)`, the number of elements before the first zero, and `size(l)`,
 * the number of nodes before the null pointer. The walk takes one step in every iteration and every iteration finds no end.
 */
import { implies } from '../ir/facts.ts';
import { eq0, ne0 } from '../ir/formula.ts';
import { printTerm } from '../ir/print.ts';
import { applications } from '../ir/rewrite.ts';
import type { Term } from '../ir/term.ts';
import { app, substitute, sym } from '../ir/term.ts';
import { FOLLOW } from '../loop/effects.ts';
import type { Bound } from '../report.ts';
import type { Walk } from '../summary/walk.ts';
import { READ, arrayOf, before, placeOf, pointerTerm, stepOf, untouched } from '../summary/walk.ts';

export interface StructuralBound {
  readonly bound: Bound;
  /** Leaving the array is undefined, so that the loop ends. */
  readonly ends: boolean;
}

/** Null where no size bounds the loop. */
export function structuralBound(w: Walk): StructuralBound | null {
  for (const find of [stringBound, listBound]) {
    const exact = find(w, true);
    if (exact) return exact;
  }
  return stringBound(w, false) ?? listBound(w, false);
}

/** Every iteration finds the value not zero; if `only`, every way out finds it zero. */
function endsAtZero(w: Walk, t: Term, only: boolean): boolean {
  const { range } = w.symbols;
  return w.iterative.every((i) => implies(i.guard, ne0(t), range)) && (!only || w.exits.every((x) => x.end.kind === 'leave' && implies(x.guard, eq0(t), range)));
}

function bounded(text: string, only: boolean): Bound {
  return { text, kind: 'structural', ...(only ? {} : { upper: true as const }) };
}

function stringBound(w: Walk, only: boolean): StructuralBound | null {
  for (const read of applications(w.iterative.map((i) => i.guard), READ).values()) {
    const index = read.args[0];
    const array = arrayOf(w, read.fn);
    if (!index || array === null || read.args.length !== 1) continue;
    const assumed = [...w.assuming];
    if (stepOf(w, index) === 1n && endsAtZero(w, read, only) && w.effects.iterations.every((i) => untouched(w, array, index, i.guard))) {
      return { bound: bounded(`length(${printTerm(pointerTerm(placeOf(w, array, index)))})`, only), ends: true };
    }
    w.assuming.clear();
    for (const a of assumed) w.assuming.add(a);
  }
  return null;
}

function listBound(w: Walk, only: boolean): StructuralBound | null {
  const first = w.iterative[0];
  if (!first) return null;
  for (const [name, after] of first.update) {
    if (after.kind !== 'app' || !after.fn.startsWith(FOLLOW)) continue;
    const here = sym(name);
    // the pointer itself, or the one behind it, is what the loop looks at
    for (const at of [here, app(after.fn, [here])]) {
      const moves = w.iterative.every((i) => substitute(at, i.update) === app(after.fn, [at]));
      if (!moves || !endsAtZero(w, at, only)) continue;
      const list = printTerm(before(w, at));
      if (w.effects.behind !== null) w.assuming.add(`the list at \`${list}\` is no circle`);
      return { bound: bounded(`size(${list})`, only), ends: false };
    }
  }
  return null;
}

const LARGE = (1n << 31n) - 2n;

/** The better of two bounds, or both. */
export function withStructural(known: Bound | null, structural: Bound): Bound {
  if (known === null || known.kind === 'structural' || (known.kind === 'upper' && !structural.upper)) return structural;
  const listed = known.text.startsWith('one of');
  if (known.kind === 'exact') return listed ? structural : known;
  // what only the type, or the end of the address space, bounds
  if (listed || known.text.includes('$') || (known.value !== undefined && BigInt(known.value) >= LARGE)) return structural;
  return { text: `min(${known.text}, ${structural.text})`, kind: 'structural', upper: true };
}
