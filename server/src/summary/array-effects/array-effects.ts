/**
 * What a loop does to arrays, said for all its iterations at once. The first element at which it stops, what it fills,
 * copies, swaps, counts and adds up. By what an iteration does, whatever the loop looks like. Source: Proteus, section
 * 4.2, for traversals; the sentences are our own.
 */
import { decidedBy, implies } from '../../decide/index.ts';
import type { Formula, SymTerm, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG,
  ELEMENT_SUM,
  FOLLOW,
  READ,
  TRUE,
  add,
  and,
  app,
  applications,
  asText,
  conjuncts,
  disjuncts,
  eq0,
  ge0,
  isConst,
  isDeclared,
  isLiteral,
  ne,
  neg,
  not,
  or,
  partsOf,
  plus,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  substituteFormula,
  sym,
  substitute,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { Store } from '../../explore/index.ts';
import type { EffectReport } from '../../report/index.ts';
import { reversal } from './list-effects.ts';
import { partwise } from './array-parts.ts';
import type { Range, Span } from './named-elements.ts';
import {
  ITERATIONS,
  afterwards,
  bound,
  conditionInC,
  elements,
  elementsClaim,
  inC,
  isRead,
  membership,
  rangeInC,
  spanOf,
  within,
} from './named-elements.ts';
import type { Walk } from './walk.ts';
import {
  assumeApart,
  arrayOf,
  before,
  distanceFrom,
  placeOf,
  rowIndex,
  stepOf,
  stepOfSymbol,
  untouched,
  unwrapped,
} from './walk.ts';

export interface ArrayEffects {
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that the loop writes to them is told. */
  readonly described: ReadonlySet<number>;
}

/** One effect, what it takes apart. */
type Said = Omit<EffectReport, 'assuming'>;

/** `count`: the number of iterations that come back to the head, where it is known, over the values before the loop. */
export function arrayEffects(walk: Walk, count: Term | null): ArrayEffects {
  const described = new Set<number>();
  if (!walk.exits.every((x) => x.end.kind === 'leave' || x.end.kind === 'return' || x.end.kind === 'halt'))
    return { effects: [], described };
  const out: EffectReport[] = [];
  const say = (make: () => Said | null): void => {
    const { result, assuming } = walk.assumptions.during(make);
    if (result) out.push({ ...result, assuming });
  };
  if (walk.leaving.variables.size === 0) say(() => reversal(walk));
  say(() => search(walk));
  const range = rangeOf(walk, count);
  if (range === null) return { effects: out, described };
  const told = (array: number, make: () => Said | null): void =>
    say(() => {
      const found = make();
      if (found === null) return null;
      described.add(array);
      // what is stored under another name may be this
      assumeApart(walk, array);
      return found;
    });
  const swapped = walk.iterative[0]?.stores[0]?.array;
  if (swapped !== undefined && !walk.leaving.arrays.has(swapped)) told(swapped, () => swaps(walk, range));
  const arrays = new Set(walk.iterative.flatMap((i) => i.stores.map((s) => s.array)));
  for (const array of arrays)
    if (!described.has(array) && !walk.leaving.arrays.has(array))
      told(array, () => fill(walk, array, range) ?? partwise(walk, array, range));
  const changed = new Set(walk.iterative.flatMap((i) => [...i.update.keys()]));
  for (const name of changed) if (isDeclared(name)) say(() => accumulation(walk, name, range));
  return { effects: out, described };
}

/** Null where the iterations that come back to the head have no name. */
function rangeOf(walk: Walk, count: Term | null): Range | null {
  if (count) return { count };
  // by a variable that the iterations move, and nothing else does
  for (const name of walk.iterative[0]?.update.keys() ?? []) {
    const variable = walk.cfg.fn.variables[walk.cfg.symbols.indexOf(name)];
    const step = stepOfSymbol(walk, name);
    if (
      !variable ||
      variable.pointer ||
      variable.scope === 'temp' ||
      (step !== 1n && step !== -1n) ||
      walk.leaving.variables.has(name) ||
      walk.exits.some((x) => x.update.has(name))
    )
      continue;
    return { count: scale(step, sub(afterwards(name), before(walk, sym(name)))) };
  }
  const iterations = completeIterations(walk);
  return iterations && { count: iterations };
}

/**
 * An iteration is one that is begun. Those that come back to the head are as many, or one less where every way out is
 * within one.
 */
function completeIterations(w: Walk): Term | null {
  const begun = w.exits.filter((x) => x.begun).length;
  return begun === 0 ? ITERATIONS : begun === w.exits.length ? plus(ITERATIONS, -1n) : null;
}

/** The loop ends at the first place where something holds. */
function search(walk: Walk): Said | null {
  const guards = walk.effects.iterations.map((i) => i.guard);
  if (walk.effects.iterations.some((i) => [...symbolsOfFormula(i.guard)].some((s) => i.unknown.has(s)))) return null;
  if (applications(guards, FOLLOW).size > 0) return null;
  if (
    applications(
      walk.iterative.map((i) => i.guard),
      READ,
    ).size === 0
  )
    return null;
  const stop = stopping(walk);
  const reads = [...applications([stop], READ).values()];
  const passed = reads.filter((t) => stepOf(walk, t.args[0] as Term) !== 0n);
  if (passed.length === 0) return null;
  const moving = [...symbolsOfFormula(stop)].filter((s) => stepOfSymbol(walk, s) !== 0n);
  if (moving.length === 0 || moving.some((s) => stepOfSymbol(walk, s) === null)) return null;
  const words = searchWords(walk, stop, passed);
  const everywhere = or(...guards);
  const cursor = cursorOf(walk, moving[0] as Symbol);
  if (cursor !== null && moving.length === 1) {
    const told = firstByCursor(walk, stop, cursor);
    const isTold = (t: Term & { readonly kind: 'app' }): boolean =>
      movesAlong(walk, t, cursor) && untouched(walk, arrayOf(t) ?? -1, t.args[0] as Term, everywhere);
    return reads.every(isTold) ? { words, ...told } : null;
  }
  const j = bound(walk);
  const at = elements(walk, stop, everywhere, j, rewriteFormula);
  const complete = completeIterations(walk);
  if (at === null || complete === null) return null;
  const more = partsOf(complete).constant === 0n ? '' : '1 + ';
  return { words, formula: `iterations = ${more}least ${printTerm(j)} ≥ 0 with ${printFormula(at)}` };
}

/** The one variable that a search moves, by one each time. */
interface Cursor {
  readonly name: Symbol;
  readonly up: boolean;
  readonly pointer: boolean;
  /** Behind the loop it is so much further than where something holds. */
  readonly shift: bigint;
}

/** Null where it moves otherwise, or isn't what it was when the loop is left. */
function cursorOf(walk: Walk, name: Symbol): Cursor | null {
  const step = stepOfSymbol(walk, name);
  const shifts = new Map(
    walk.exits.map((x) => {
      const shift = sub(unwrapped(walk, x.update.get(name) ?? sym(name), x), sym(name));
      return [shift.key, shift] as const;
    }),
  );
  const [shift, ...others] = shifts.values();
  const variable = walk.cfg.fn.variables[walk.cfg.symbols.indexOf(name)];
  if ((step !== 1n && step !== -1n) || others.length > 0 || !shift || !isConst(shift)) return null;
  if (!variable || variable.scope === 'temp' || walk.leaving.variables.has(name)) return null;
  return { name, up: step === 1n, pointer: variable.pointer === true, shift: shift.value };
}

/**
 * What is read there can be told by where the cursor is. It is a place that stays, one that keeps its distance, or, by
 * index, a value of the cursor.
 */
function movesAlong(walk: Walk, read: Term & { readonly kind: 'app' }, { name, pointer }: Cursor): boolean {
  const index = read.args[0] as Term;
  if (stepOf(walk, index) === 0n) return true;
  if (keepsDistance(walk, index, name))
    return !pointer || distanceFrom(walk, arrayOf(read) ?? -1, index, name) !== null;
  return !pointer && [...symbolsOf(index)].every((s) => s === name || stepOfSymbol(walk, s) === 0n);
}

const keepsDistance = (walk: Walk, index: Term, name: Symbol): boolean =>
  stepOf(walk, sub(unwrapped(walk, index), sym(name))) === 0n;

/** `p' = first k ≥ s with *k = 0` */
function firstByCursor(
  walk: Walk,
  stop: Formula,
  { name, up, pointer, shift }: Cursor,
): Pick<Said, 'formula' | 'claim'> {
  const k = bound(walk);
  const at = rewriteFormula(stop, (t) => elementAt(walk, t, name, k, pointer));
  const begins = before(walk, sym(name));
  const first = up ? `first ${printTerm(k)} ≥ ${printTerm(begins)}` : `greatest ${printTerm(k)} ≤ ${printTerm(begins)}`;
  const beyond = shift === 0n ? '' : `${shift} + `;
  const { range } = walk.symbols;
  const condition = substituteFormula(at, new Map([[name, k]]));
  // an index is as far as the search goes, and no more than its type holds
  const within = ge0(up ? sub(k, begins) : sub(begins, k));
  const found = pointer ? condition : decidedBy(within, condition, (s) => range(s === k.symbol ? name : s));
  const [start, index, variable, when] = [
    inC(walk, begins),
    inC(walk, k),
    inC(walk, sym(name)),
    conditionInC(walk, found),
  ];
  const formula = `${name.display}' = ${beyond}${first} with ${printFormula(found)}`;
  if (!start || !index || !variable || !when || pointer) return { formula };
  return { formula, claim: { kind: 'first', variable, index, start, up, shift: `${shift}`, when } };
}

/** When the loop is left, in the shorter of two forms. */
function stopping(walk: Walk): Formula {
  const leaves = or(
    ...[...walk.exits].sort((a, b) => conjuncts(a.guard).length - conjuncts(b.guard).length).map((x) => x.guard),
  );
  const stays = not(or(...walk.iterative.map((i) => i.guard)));
  return stays.size < leaves.size ? stays : leaves;
}

/** An element as it is written where the variable is `k`: `s[k]`, `*k`. */
function elementAt(walk: Walk, term: Term, variable: Symbol, k: SymTerm, pointer: boolean): Term | null {
  if (term.kind !== 'app') return null;
  if (term.fn === AMONG && term.of)
    return membership(walk, term, (x) => rewrite(x, (inner) => elementAt(walk, inner, variable, k, pointer)));
  if (term.fn !== READ) return null;
  const [index] = term.args;
  const array = arrayOf(term);
  if (!index || array === null) return null;
  if (stepOf(walk, index) === 0n) {
    const place = placeOf(walk, array, index);
    return app(READ, [place.offset], place.symbol);
  }
  if (!pointer && keepsDistance(walk, index, variable)) {
    const place = placeOf(walk, array, sub(unwrapped(walk, index), sym(variable)));
    return app(READ, [add(place.offset, k)], place.symbol);
  }
  // `a[2 * i]` is `a[2 * k]`
  if (!pointer) {
    const place = placeOf(walk, array, substitute(unwrapped(walk, index), new Map([[variable, k]])));
    return app(READ, [place.offset], place.symbol);
  }
  const offset = distanceFrom(walk, array, index, variable);
  if (offset === null) return null;
  return isConst(offset) && offset.value === 0n ? asText(`*${printTerm(k)}`) : app(READ, [offset], k.symbol);
}

const SPACES = new Set([9n, 10n, 11n, 12n, 13n, 32n]);

/** Empty where there are no better ones than the formula. */
function searchWords(walk: Walk, stop: Formula, reads: readonly Term[]): string {
  const [read, other] = reads;
  if (!read || reads.length > 2) return '';
  if (other) return differenceWords(walk, stop, read, other);
  const step = read.kind === 'app' && read.args[0] ? stepOf(walk, read.args[0]) : null;
  if (step !== 1n && step !== -1n) return 'finds the first element that it steps on';
  const { range } = walk.symbols;
  const atZero = step === 1n && disjuncts(stop).some((p) => implies(p, eq0(read), range));
  const zero = atZero && implies(eq0(read), stop, range);
  return zero ? firstZeroWords(walk, stop, read) : skippingWords(walk, stop, read);
}

/** Two elements are read in each iteration: `while (*s && *s == *t)`, but not `while (*s == '+' || *s == '0' && s[1])`. */
function differenceWords(walk: Walk, stop: Formula, read: Term, other: Term): string {
  const { range } = walk.symbols;
  if (!implies(ne(read, other), stop, range)) return '';
  const parts = disjuncts(stop);
  const differing = parts.filter((p) => implies(p, ne(read, other), range));
  const end = differing.length < parts.length ? ', or their end' : '';
  return `finds the first difference of two ${isText(walk, read) ? 'strings' : 'arrays'}${end}`;
}

/** It stops at a zero, and perhaps elsewhere. */
function firstZeroWords(walk: Walk, stop: Formula, read: Term): string {
  const { range } = walk.symbols;
  const parts = disjuncts(stop);
  if (implies(stop, eq0(read), range))
    return isText(walk, read) ? 'finds the end of the string' : 'finds the first zero';
  const set = [...applications([stop], AMONG).values()];
  if (set.length > 0) {
    const outside = parts.some((p) => set.some((m) => implies(p, eq0(m), range)));
    return `finds the first character ${outside ? 'that is not in a set' : 'of a set'}, or the end of the string`;
  }
  const element = parts.some((p) => applications([p], READ).has(read.key) && !implies(p, eq0(read), range));
  if (isText(walk, read))
    return element ? 'finds a character or the end of the string' : 'finds the end of the string, up to a limit';
  return element ? 'finds an element or the first zero' : 'finds the first zero, up to a limit';
}

/** It goes on as long as elements are some constants: `while (s[i] == ' ' || s[i] == '\\t') i++;` */
function skippingWords(walk: Walk, stop: Formula, read: Term): string {
  const passed =
    disjuncts(stop).length === 1
      ? conjuncts(stop).flatMap((f) => {
          const difference = isLiteral(f) && f.kind === 'ne' ? sub(f.term, read) : null;
          return difference && isConst(difference) ? [-difference.value] : [];
        })
      : [];
  if (passed.length === 0 || passed.length !== conjuncts(stop).length) return '';
  if (!isText(walk, read)) return `skips elements that are ${passed.join(', ')}`;
  const { characters } = walk.cfg.fn;
  return passed.every((c) => SPACES.has(c))
    ? 'skips spaces'
    : `skips characters that are ${passed.map((c) => characters?.get(c) ?? c).join(', ')}`;
}

const isText = (w: Walk, read: Term): boolean =>
  read.kind === 'app' && w.cfg.fn.arrays[arrayOf(read) ?? -1]?.element.bits === 8;

/** Every iteration writes one element of the array, each another one. */
function fill(walk: Walk, array: number, range: Range): Said | null {
  const each = walk.iterative.map((i) => i.stores.filter((s) => s.array === array));
  const store = each[0]?.[0];
  if (!store || each.some((l) => l.length !== 1 || l[0]?.index !== store.index || l[0].value !== store.value))
    return null;
  if (walk.effects.iterations.some((i) => i.unknown.has(walk.cfg.arrays[array] as Symbol))) return null;
  const step = stepOf(walk, store.index);
  if (step === null || step === 0n) return null;
  // the last, incomplete iteration may write, too
  const last = walk.exits.map((i) => i.stores.filter((s) => s.array === array));
  const inclusive = last.every((l) => l.length === 1 && l[0]?.index === store.index && l[0].value === store.value);
  if (!inclusive && last.some((l) => l.length > 0)) return null;
  if (walk.iterative.some((i) => [...symbolsOf(store.value)].some((s) => i.unknown.has(s)))) return null;
  const place = placeOf(walk, array, store.index);
  const guard = or(...walk.effects.iterations.map((i) => i.guard));
  const k = bound(walk);
  // by index where that moves by one, else by iteration
  const direct = (step === 1n || step === -1n) && !place.pointer;
  const index = rowIndex(walk, array, place);
  const j = direct ? scale(step, sub(k, index)) : k;
  const value = elements(walk, store.value, guard, j, rewrite);
  if (value === null) return null;
  const left = app(READ, [add(place.offset, scale(step, j))], place.symbol);
  const own = applications([value], READ);
  const span = spanOf(walk, direct ? index : null, step, range, inclusive ? 1n : 0n);
  const text = `${printTerm(left)}${own.has(left.key) ? "'" : ''} = ${printTerm(value)} for ${within(walk, span)}`;
  return {
    words: fillWords(walk, store, value, own.size),
    formula: text,
    ...elementsClaim(walk, array, span, [{ place, at: add(place.offset, scale(step, j)), value, when: TRUE }]),
  };
}

function fillWords(walk: Walk, store: Store, value: Term, reads: number): string {
  if (isRead(store.value)) {
    const all = walk.effects.iterations.every((i) =>
      i.stores.some((s) => s === store || (s.array === store.array && s.value === store.value)),
    );
    return all && walk.exits.every((x) => implies(x.guard, eq0(store.value), walk.symbols.range))
      ? 'copies up to and with the first zero'
      : 'copies elements';
  }
  if (applications([store.value], ELEMENT_SUM).size > 0) return 'sets elements to sums';
  if (reads > 0) return 'changes elements one by one';
  return symbolsOf(value).has(bound(walk).symbol) ? 'fills elements by a formula' : 'sets elements to one value';
}

/** Two elements change places, one from each end. */
function swaps(walk: Walk, range: Range): Said | null {
  const [iteration, ...others] = walk.iterative;
  if (!iteration || others.length > 0 || iteration.stores.length !== 2 || walk.exits.some((x) => x.stores.length > 0))
    return null;
  const [first, second] = iteration.stores;
  if (
    !first ||
    !second ||
    first.array !== second.array ||
    iteration.unknown.has(walk.cfg.arrays[first.array] as Symbol)
  )
    return null;
  const reads = (s: Store, o: Store): boolean =>
    s.value.kind === 'app' && arrayOf(s.value) === o.array && s.value.args[0] === o.index;
  if (!reads(first, second) || !reads(second, first)) return null;
  const [down, up] = stepOf(walk, first.index) === -1n ? [first, second] : [second, first];
  if (stepOf(walk, down.index) !== -1n || stepOf(walk, up.index) !== 1n) return null;
  // they never cross
  const gap = sub(unwrapped(walk, down.index), unwrapped(walk, up.index));
  const { range: of } = walk.symbols;
  if (!implies(iteration.guard, ge0(gap), of)) return null;
  const [lo, hi] = [placeOf(walk, first.array, up.index), placeOf(walk, first.array, down.index)];
  const meets = walk.exits.every((x) => implies(x.guard, ge0(plus(neg(gap), 1n)), of));
  const k = bound(walk);
  if (meets && !lo.pointer && !hi.pointer) {
    const from = rowIndex(walk, first.array, lo);
    const row = sub(lo.offset, from);
    const span: Span = { from, last: sub(hi.offset, row), closed: true };
    const at = add(row, k);
    const value = app(READ, [sub(add(lo.offset, hi.offset), k)], lo.symbol);
    return {
      words: 'reverses elements in place',
      formula: `${printTerm(app(READ, [at], lo.symbol))}' = ${printTerm(value)} for ${within(walk, span)}`,
      ...elementsClaim(walk, first.array, span, [{ place: lo, at, value, when: TRUE }]),
    };
  }
  const [low, high] = [app(READ, [add(lo.offset, k)], lo.symbol), app(READ, [sub(hi.offset, k)], hi.symbol)];
  return {
    words: meets ? 'reverses elements in place' : 'swaps elements',
    formula: `${printTerm(low)}' = ${printTerm(high)}, ${printTerm(high)}' = ${printTerm(low)} for ${within(walk, spanOf(walk, null, 1n, range, 0n))}`,
  };
}

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
  readonly toldTerm: (t: Term) => Term | null;
  readonly toldFormula: (f: Formula) => Formula | null;
}

/** A variable that counts, adds up or keeps the largest of the elements that are passed. */
function accumulation(walk: Walk, name: Symbol, range: Range): Said | null {
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
  const elementC = inC(walk, element);
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
  { claimed }: Accumulator,
  by: Term,
  when: Formula,
  modulus: bigint | null,
): Pick<Said, 'claim'> {
  const [byC, whenC] = [inC(walk, by), when.kind === 'true' ? undefined : conditionInC(walk, when)];
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
  const k = bound(walk);
  const reads = applications(
    walk.iterative.flatMap((i) => [i.guard, i.update.get(name) ?? k]),
    READ,
  );
  const indices = new Set([...reads.values()].map((t) => t.args[0] as Term));
  const [index] = indices;
  const [read] = reads.values();
  const array = read && arrayOf(read);
  const step = index && stepOf(walk, index);
  if (indices.size !== 1 || array == null || !index || (step !== 1n && step !== -1n))
    return { j: k, span: spanOf(walk, null, 1n, range, 0n) };
  const place = placeOf(walk, array, index);
  if (place.pointer) return { j: k, span: spanOf(walk, null, 1n, range, 0n) };
  const from = rowIndex(walk, array, place);
  return { j: scale(step, sub(k, from)), span: spanOf(walk, from, step, range, 0n) };
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
