/** Variables that add up, count or keep the largest of the elements that a loop passes. */
import { implies } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  ELEMENT_SUM,
  READ,
  TRUE,
  and,
  applications,
  conjuncts,
  ge0,
  isConst,
  neg,
  or,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { Store } from '../../explore/index.ts';
import type { Range, Span } from './named-elements.ts';
import { bound, conditionInC, elements, inC, isRead, rangeInC, spanOf, within } from './named-elements.ts';
import type { Walk } from './walk.ts';
import { arrayOf, before, placeOf, rowIndex, stepOf, stepOfSymbol } from './walk.ts';
import type { Said } from './walk.ts';

/** A variable in C, its value before, and the range that it is told over. */
interface ClaimedRange {
  readonly variable: string;
  readonly index: string;
  readonly counter?: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
}

/** A variable that the loop accumulates elements in. */
interface Accumulator {
  readonly name: Symbol;
  readonly start: Term;
  /** Which elements: for a sentence, and for a claim in C with the variable and its value before. */
  readonly span: string;
  readonly claimed: ClaimedRange | null;
  /** By the name of the number that the sentence is about. */
  /** Of the number that the sentence is about. */
  readonly passed: Span;
  readonly toldTerm: (t: Term) => Term | null;
  readonly toldFormula: (f: Formula) => Formula | null;
}

/** A variable that counts, adds up or keeps the largest of the elements that are passed. */
export function accumulation(walk: Walk, name: Symbol, range: Range): Said | null {
  if (
    walk.leaving.variables.has(name) ||
    walk.exits.some((x) => x.update.has(name)) ||
    stepOfSymbol(walk, name) !== null
  )
    return null;
  if (isReadElsewhere(walk, name)) return null;
  const guard = or(...walk.effects.iterations.map((i) => i.guard));
  const { j, span } = alongside(walk, name, range);
  const text = within(walk, span);
  const [spoken, variable, begins] = [rangeInC(walk, span), inC(walk, sym(name)), inC(walk, before(walk, sym(name)))];
  const accumulator: Accumulator = {
    name,
    start: before(walk, sym(name)),
    span: text,
    passed: span,
    claimed: spoken && variable && begins ? { variable, ...spoken, start: begins } : null,
    toldTerm: (t) => elements(walk, t, guard, j, rewrite),
    toldFormula: (f) => elements(walk, f, guard, j, rewriteFormula),
  };
  const largest = extreme(walk, name);
  return largest ? extremeElement(walk, accumulator, largest) : sumOrNumber(walk, accumulator);
}

/** A store or another variable's new value depends on it. */
function isReadElsewhere(walk: Walk, name: Symbol): boolean {
  const stored = (s: Store): boolean => symbolsOf(s.value).has(name) || symbolsOf(s.index).has(name);
  return walk.effects.iterations.some(
    (i) => i.stores.some(stored) || [...i.update].some(([other, t]) => other !== name && symbolsOf(t).has(name)),
  );
}

/** `m' = max(m, a[k] for 0 ≤ k < n)` */
function extremeElement(walk: Walk, accumulator: Accumulator, { element: read, least }: Extreme): Said | null {
  const { name, start, span, claimed } = accumulator;
  const element = accumulator.toldTerm(read);
  if (element === null) return null;
  const elementC = inC(walk, element, accumulator.passed);
  return {
    words: least ? 'keeps the least element' : 'keeps the largest element',
    formula: `${name.display}' = ${least ? 'min' : 'max'}(${printTerm(start)}, ${printTerm(element)} for ${span})`,
    ...(claimed && elementC ? { claim: { kind: 'extreme' as const, ...claimed, element: elementC, least } } : {}),
  };
}

/** What an iteration adds to the variable. */
interface Addition {
  readonly guard: Formula;
  readonly by: Term;
  readonly modulus: bigint | null;
}

/** Null where an iteration does anything else to it. */
function additionsTo(walk: Walk, name: Symbol): readonly Addition[] | null {
  if (walk.effects.iterations.some((i) => symbolsOfFormula(i.guard).has(name))) return null;
  const out: Addition[] = [];
  for (const i of walk.iterative) {
    const after = i.update.get(name) ?? sym(name);
    const plain = after.kind === 'mod' ? after.arg : after;
    const by = sub(plain, sym(name));
    if ([...symbolsOf(after)].some((s) => i.unknown.has(s)) || symbolsOf(by).has(name)) return null;
    out.push({ guard: i.guard, by, modulus: after.kind === 'mod' ? after.by : null });
  }
  return out;
}

/** `s' = s + Σ a[k] for 0 ≤ k < n`, `n' = number of k with a[k] = x`. */
function sumOrNumber(walk: Walk, accumulator: Accumulator): Said | null {
  const additions = additionsTo(walk, accumulator.name);
  const [first] = additions ?? [];
  if (!additions || !first) return null;
  const modulus = additions.find((c) => c.modulus !== null)?.modulus ?? null;
  const sum = (what: string): string => {
    const total =
      isConst(accumulator.start) && accumulator.start.value === 0n ? what : `${printTerm(accumulator.start)} + ${what}`;
    return `${accumulator.name.display}' = ${modulus === null ? total : `(${total}) mod ${modulus}`}`;
  };
  if (additions.every((c) => c.by === first.by)) {
    if (applications([first.by], READ).size === 0 && applications([first.by], ELEMENT_SUM).size === 0) return null;
    const by = accumulator.toldTerm(first.by);
    if (by === null) return null;
    const formula = sum(`Σ ${printTerm(by, 3)} for ${accumulator.span}`);
    return { words: 'adds up elements', formula, ...sumClaim(walk, accumulator, by, TRUE, modulus) };
  }
  const counted = additions.filter((c) => !(isConst(c.by) && c.by.value === 0n));
  const unit = counted[0]?.by;
  if (!unit || !counted.every((c) => c.by === unit)) return null;
  const when = distinguishing(additions, counted);
  if (applications([when], READ).size === 0) return null;
  const condition = accumulator.toldFormula(when);
  if (condition === null) return null;
  const where = printFormula(condition, 'and');
  if (isConst(unit)) {
    const each = unit.value === 1n ? '' : `${unit.value} * `;
    return {
      words: 'counts elements',
      formula: sum(`${each}number of ${printTerm(bound(walk))} with ${where}, ${accumulator.span}`),
      ...sumClaim(walk, accumulator, unit, condition, modulus),
    };
  }
  const by = accumulator.toldTerm(unit);
  if (by === null) return null;
  const formula = sum(`Σ ${printTerm(by, 3)} for ${accumulator.span} with ${where}`);
  return { words: 'adds up elements', formula, ...sumClaim(walk, accumulator, by, condition, modulus) };
}

/** When one of these iterations is taken: what the guards of all say in common left out. */
function distinguishing(all: readonly Addition[], some: readonly Addition[]): Formula {
  const inAll = (key: string): boolean => all.every((c) => conjuncts(c.guard).some((f) => f.key === key));
  const common = new Set(
    conjuncts((all[0] as Addition).guard)
      .map((f) => f.key)
      .filter(inAll),
  );
  return or(...some.map((c) => and(...conjuncts(c.guard).filter((f) => !common.has(f.key)))));
}

/** The sum in C; nothing where a part of it isn't C. */
function sumClaim(
  walk: Walk,
  { claimed, passed }: Accumulator,
  by: Term,
  when: Formula,
  modulus: bigint | null,
): Pick<Said, 'claim'> {
  const [byC, whenC] = [inC(walk, by, passed), when.kind === 'true' ? undefined : conditionInC(walk, when, passed)];
  if (!claimed || byC === undefined || (when.kind !== 'true' && whenC === undefined)) return {};
  const limits = {
    ...(whenC === undefined ? {} : { when: whenC }),
    ...(modulus === null ? {} : { modulus: `${modulus}` }),
  };
  return { claim: { kind: 'sum', ...claimed, by: byC, ...limits } };
}

/**
 * How elements are told. By their index, where all that matter are at one index that moves by one (`a[i]`, `b[i]`).
 * Otherwise by the iteration.
 */
function alongside(walk: Walk, name: Symbol, range: Range): { readonly j: Term; readonly span: Span } {
  const counter = bound(walk);
  const reads = applications(
    walk.iterative.flatMap((i) => [i.guard, i.update.get(name) ?? counter]),
    READ,
  );
  const indices = new Set([...reads.values()].map((t) => t.args[0] as Term));
  const [index] = indices;
  const [read] = reads.values();
  const array = read && arrayOf(read);
  const step = index && stepOf(walk, index);
  if (indices.size !== 1 || array == null || !index || (step !== 1n && step !== -1n))
    return { j: counter, span: spanOf(walk, null, 1n, range, 0n) };
  const place = placeOf(walk, array, index);
  if (place.pointer) return { j: counter, span: spanOf(walk, null, 1n, range, 0n) };
  const from = rowIndex(walk, array, place);
  return { j: scale(step, sub(counter, from)), span: spanOf(walk, from, step, range, 0n) };
}

interface Extreme {
  readonly element: Term;
  readonly least: boolean;
}

/** `m = e` on the paths with `e > m` (or `e >= m`), nothing on the others, where `e <= m`. */
function extreme(walk: Walk, name: Symbol): Extreme | null {
  const symbol = sym(name);
  const set = walk.iterative.filter((i) => i.update.has(name));
  const kept = walk.iterative.filter((i) => !i.update.has(name));
  const element = set[0]?.update.get(name);
  if (!element || kept.length === 0 || !isRead(element) || set.some((i) => i.update.get(name) !== element)) return null;
  if (walk.exits.some((i) => symbolsOfFormula(i.guard).has(name))) return null;
  for (const [least, more] of [
    [false, sub(element, symbol)],
    [true, sub(symbol, element)],
  ] as const) {
    const { range } = walk.symbols;
    if (
      set.every((i) => implies(i.guard, ge0(more), range)) &&
      kept.every((i) => implies(i.guard, ge0(neg(more)), range))
    )
      return { element, least };
  }
  return null;
}
