/**
 * What a loop does to arrays, said for all its iterations at once: the first element at which it stops, what it fills, copies, swaps,
 * counts and adds up. By what an iteration does, whatever the loop looks like.
 */
import { implies } from '../../decide/index.ts';
import type { Formula, SymTerm, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG, ELEMENT_SUM, FOLLOW, READ, TRUE, add, and, app, applications, asText, conjuncts, disjuncts, eq0, ge0,
  isConst, isDeclared, isLiteral, ne, neg, not, or, partsOf, plus, printFormula, printTerm, rewrite,
  rewriteFormula, scale, sub, substituteFormula, sym, symbolsOf, symbolsOfFormula,
} from '../../logic/index.ts';
import type { Store } from '../../explore/index.ts';
import type { EffectReport } from '../../report/index.ts';
import { reversal } from './list-effects.ts';
import { partwise } from './array-parts.ts';
import type { Range, Span } from './named-elements.ts';
import {
  ITERATIONS, afterwards, bound, conditionInC, elements, elementsClaim, inC, isRead, membership, rangeInC,
  spanOf, within,
} from './named-elements.ts';
import type { Walk } from './walk.ts';
import { apartAssumed, arrayOf, before, placeOf, stepOf, stepOfSymbol, untouched, unwrapped } from './walk.ts';

export interface ArrayEffects {
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that the loop writes to them is told. */
  readonly described: ReadonlySet<number>;
}

/** `count`: the number of iterations that come back to the head, where it is known, over the values before the loop. */
export function arrayEffects(w: Walk, count: Term | null): ArrayEffects {
  const described = new Set<number>();
  if (!w.exits.every((x) => x.end.kind === 'leave' || x.end.kind === 'return' || x.end.kind === 'halt')) return { effects: [], described };
  const out: EffectReport[] = [];
  const say = (make: () => Omit<EffectReport, 'assuming'> | null): void => {
    const kept = [...w.assuming];
    const found = make();
    if (found) out.push({ ...found, assuming: [...w.assuming] });
    w.assuming.clear();
    for (const a of kept) w.assuming.add(a);
  };
  if (w.leaving.variables.size === 0) say(() => reversal(w));
  say(() => search(w));
  const range = rangeOf(w, count);
  if (range === null) return { effects: out, described };
  const told = (array: number, make: () => Omit<EffectReport, 'assuming'> | null): void => say(() => {
    const found = make();
    if (found === null) return null;
    described.add(array);
    // what is stored under another name may be this
    for (const [a, b] of w.effects.apart) if (a === array || b === array) apartAssumed(w, a, b);
    return found;
  });
  const swapped = w.iterative[0]?.stores[0]?.array;
  if (swapped !== undefined && !w.leaving.arrays.has(swapped)) told(swapped, () => swaps(w, range));
  const arrays = new Set(w.iterative.flatMap((i) => i.stores.map((s) => s.array)));
  for (const array of arrays) if (!described.has(array) && !w.leaving.arrays.has(array)) told(array, () => fill(w, array, range) ?? partwise(w, array, range));
  const changed = new Set(w.iterative.flatMap((i) => [...i.update.keys()]));
  for (const name of changed) if (isDeclared(name)) say(() => accumulation(w, name, range));
  return { effects: out, described };
}

/** Null where the iterations that come back to the head have no name. */
function rangeOf(w: Walk, count: Term | null): Range | null {
  if (count) return { count };
  // by a variable that the iterations move, and nothing else does
  for (const name of w.iterative[0]?.update.keys() ?? []) {
    const v = w.cfg.fn.variables[w.cfg.symbols.indexOf(name)];
    const d = stepOfSymbol(w, name);
    if (!v || v.pointer || v.scope === 'temp' || (d !== 1n && d !== -1n) || w.leaving.variables.has(name) || w.exits.some((x) => x.update.has(name))) continue;
    return { count: scale(d, sub(afterwards(name), before(w, sym(name)))) };
  }
  const iterations = completeIterations(w);
  return iterations && { count: iterations };
}

/** An iteration is one that is begun: those that come back to the head are as many, or one less where every way out is within one. */
function completeIterations(w: Walk): Term | null {
  const begun = w.exits.filter((x) => x.begun).length;
  return begun === 0 ? ITERATIONS : begun === w.exits.length ? plus(ITERATIONS, -1n) : null;
}

/** The loop ends at the first place where something holds. */
function search(w: Walk): Omit<EffectReport, 'assuming'> | null {
  const guards = w.effects.iterations.map((i) => i.guard);
  if (w.effects.iterations.some((i) => [...symbolsOfFormula(i.guard)].some((s) => i.unknown.has(s)))) return null;
  if (applications(guards, FOLLOW).size > 0) return null;
  const reads = applications(w.iterative.map((i) => i.guard), READ);
  if (reads.size === 0) return null;
  const stop = stopping(w);
  const stopReads = applications([stop], READ);
  if (stopReads.size === 0) return null;
  const passed = [...stopReads.values()].filter((t) => stepOf(w, t.args[0] as Term) !== 0n);
  if (passed.length === 0) return null;
  const everywhere = or(...guards);
  const moving = [...symbolsOfFormula(stop)].filter((s) => stepOfSymbol(w, s) !== 0n);
  const [only] = moving;
  const d = only === undefined ? null : stepOfSymbol(w, only);
  if (moving.length === 0 || moving.some((s) => stepOfSymbol(w, s) === null)) return null;
  const words = searchWords(w, stop, passed);
  const names = new Map(w.cfg.symbols.map((n, v) => [n, v]));
  const after = only === undefined ? new Set<Symbol>() : new Set(w.exits.map((x) => sub(unwrapped(w, x.update.get(only) ?? sym(only)), sym(only)).key));
  if (moving.length === 1 && only !== undefined && (d === 1n || d === -1n) && after.size === 1) {
    const v = w.cfg.fn.variables[names.get(only) ?? -1];
    const shift = sub(unwrapped(w, w.exits[0]?.update.get(only) ?? sym(only)), sym(only));
    if (v && v.scope !== 'temp' && isConst(shift) && !w.leaving.variables.has(only)) {
      const k = bound(w);
      const at = rewriteFormula(stop, (t) => elementAt(w, t, only, k, v.pointer === true));
      if (![...stopReads.values()].every((t) => untouched(w, arrayOf(t) ?? -1, t.args[0] as Term, everywhere))) return null;
      const first = d === 1n ? `first ${printTerm(k)} ≥ ${printTerm(before(w, sym(only)))}` : `greatest ${printTerm(k)} ≤ ${printTerm(before(w, sym(only)))}`;
      const beyond = shift.value === 0n ? '' : shift.value > 0n ? `${shift.value} + ` : `${shift.value} + `;
      const found = substituteFormula(at, new Map([[only, k]]));
      const [start, index, variable, when] = [inC(w, before(w, sym(only))), inC(w, k), inC(w, sym(only)), conditionInC(w, found)];
      return {
        words, formula: `${only.display}' = ${beyond}${first} with ${printFormula(found)}`,
        ...(start && index && variable && when && !v.pointer ? { claim: { kind: 'first' as const, variable, index, start, up: d === 1n, shift: `${shift.value}`, when } } : {}),
      };
    }
  }
  const j = bound(w);
  const at = elements(w, stop, everywhere, j, rewriteFormula);
  const complete = completeIterations(w);
  if (at === null || complete === null) return null;
  const more = partsOf(complete).constant === 0n ? '' : '1 + ';
  return { words, formula: `iterations = ${more}least ${printTerm(j)} ≥ 0 with ${printFormula(at)}` };
}

/** When the loop is left, in the shorter of two forms. */
function stopping(w: Walk): Formula {
  const leaves = or(...[...w.exits].sort((a, b) => conjuncts(a.guard).length - conjuncts(b.guard).length).map((x) => x.guard));
  const stays = not(or(...w.iterative.map((i) => i.guard)));
  return stays.size < leaves.size ? stays : leaves;
}

/** An element as it is written where the variable is `k`: `s[k]`, `*k`. */
function elementAt(w: Walk, t: Term, variable: Symbol, k: SymTerm, pointer: boolean): Term | null {
  if (t.kind !== 'app') return null;
  if (t.fn === AMONG && t.of) return membership(w, t, (x) => rewrite(x, (inner) => elementAt(w, inner, variable, k, pointer)));
  if (t.fn !== READ) return null;
  const [index] = t.args;
  const array = arrayOf(t);
  if (!index || array === null) return null;
  if (stepOf(w, index) === 0n) {
    const place = placeOf(w, array, index);
    return app(READ, [place.offset], place.symbol);
  }
  if (!pointer) {
    const place = placeOf(w, array, sub(index, sym(variable)));
    return app(READ, [add(place.offset, k)], place.symbol);
  }
  const offset = placeOf(w, array, index).offset;
  return isConst(offset) && offset.value === 0n ? asText(`*${printTerm(k)}`) : app(READ, [offset], k.symbol);
}

const SPACES = new Set([9n, 10n, 11n, 12n, 13n, 32n]);

function searchWords(w: Walk, stop: Formula, reads: readonly Term[]): string {
  const { range } = w.symbols;
  const [read] = reads;
  if (!read || reads.length > 2) return 'compares elements up to the first place where it stops';
  const [, other] = reads;
  if (other) {
    const differing = disjuncts(stop).filter((p) => implies(p, ne(read, other), range));
    if (differing.length === 0) return 'compares elements up to the first place where it stops';
    return `finds the first difference of two ${isText(w, read) ? 'strings' : 'arrays'}${differing.length < disjuncts(stop).length ? ', or their end' : ''}`;
  }
  const step = read.kind === 'app' && read.args[0] ? stepOf(w, read.args[0]) : null;
  if (step !== 1n && step !== -1n) return 'finds the first element that it steps on';
  const parts = disjuncts(stop);
  const zero = step === 1n && parts.some((p) => implies(p, eq0(read), range)) && implies(eq0(read), stop, range);
  if (zero && implies(stop, eq0(read), range)) return isText(w, read) ? 'finds the end of the string' : 'finds the first zero';
  const set = [...applications([stop], AMONG).values()];
  if (zero && set.length > 0) return `finds the first character ${parts.some((p) => set.some((m) => implies(p, eq0(m), range))) ? 'that is not in a set' : 'of a set'}, or the end of the string`;
  const element = parts.some((p) => applications([p], READ).has(read.key) && !implies(p, eq0(read), range));
  if (zero && !element) return isText(w, read) ? 'finds the end of the string, up to a limit' : 'finds the first zero, up to a limit';
  if (zero) return isText(w, read) ? 'finds a character or the end of the string' : 'finds an element or the first zero';
  const passed = parts.length === 1 ? conjuncts(stop).flatMap((f) => (isLiteral(f) && f.kind === 'ne' && isConst(sub(f.term, read)) ? [-(partsOf(sub(f.term, read)).constant)] : [])) : [];
  if (passed.length > 0 && passed.length === conjuncts(stop).length) return isText(w, read) && passed.every((c) => SPACES.has(c)) ? 'skips spaces' : `skips elements that are ${passed.join(', ')}`;
  return 'finds the first element';
}

const isText = (w: Walk, read: Term): boolean => read.kind === 'app' && w.cfg.fn.arrays[arrayOf(read) ?? -1]?.element.bits === 8;

/** Every iteration writes one element of the array, each another one. */
function fill(w: Walk, array: number, range: Range): Omit<EffectReport, 'assuming'> | null {
  const each = w.iterative.map((i) => i.stores.filter((s) => s.array === array));
  const store = each[0]?.[0];
  if (!store || each.some((l) => l.length !== 1 || l[0]?.index !== store.index || l[0].value !== store.value)) return null;
  if (w.effects.iterations.some((i) => i.unknown.has(w.cfg.arrays[array] as Symbol))) return null;
  const step = stepOf(w, store.index);
  if (step === null || step === 0n) return null;
  // the last, incomplete iteration may write, too
  const last = w.exits.map((i) => i.stores.filter((s) => s.array === array));
  const inclusive = last.every((l) => l.length === 1 && l[0]?.index === store.index && l[0].value === store.value);
  if (!inclusive && last.some((l) => l.length > 0)) return null;
  if (w.iterative.some((i) => [...symbolsOf(store.value)].some((s) => i.unknown.has(s)))) return null;
  const place = placeOf(w, array, store.index);
  const guard = or(...w.effects.iterations.map((i) => i.guard));
  const k = bound(w);
  // by index where that moves by one, else by iteration
  const direct = (step === 1n || step === -1n) && !place.pointer;
  const j = direct ? scale(step, sub(k, place.offset)) : k;
  const value = elements(w, store.value, guard, j, rewrite);
  if (value === null) return null;
  const left = app(READ, [add(place.offset, scale(step, j))], place.symbol);
  const own = applications([value], READ);
  const span = spanOf(direct ? place.offset : null, step, range, inclusive ? 1n : 0n);
  const text = `${printTerm(left)}${own.has(left.key) ? "'" : ''} = ${printTerm(value)} for ${within(w, span)}`;
  return { words: fillWords(w, store, value, own.size), formula: text, ...elementsClaim(w, array, span, [{ place, at: add(place.offset, scale(step, j)), value, when: TRUE }]) };
}

function fillWords(w: Walk, store: Store, value: Term, reads: number): string {
  if (isRead(store.value)) {
    const all = w.effects.iterations.every((i) => i.stores.some((s) => s === store || (s.array === store.array && s.value === store.value)));
    return all && w.exits.every((x) => implies(x.guard, eq0(store.value), w.symbols.range)) ? 'copies up to and with the first zero' : 'copies elements';
  }
  if (applications([store.value], ELEMENT_SUM).size > 0) return 'sets elements to sums';
  if (reads > 0) return 'changes elements one by one';
  return symbolsOf(value).has(bound(w).symbol) ? 'fills elements by a formula' : 'sets elements to one value';
}

/** Two elements change places, one from each end. */
function swaps(w: Walk, range: Range): Omit<EffectReport, 'assuming'> | null {
  const [i, ...others] = w.iterative;
  if (!i || others.length > 0 || i.stores.length !== 2 || w.exits.some((x) => x.stores.length > 0)) return null;
  const [a, b] = i.stores;
  if (!a || !b || a.array !== b.array || i.unknown.has(w.cfg.arrays[a.array] as Symbol)) return null;
  const reads = (s: Store, o: Store): boolean => s.value.kind === 'app' && arrayOf(s.value) === o.array && s.value.args[0] === o.index;
  if (!reads(a, b) || !reads(b, a)) return null;
  const [down, up] = stepOf(w, a.index) === -1n ? [a, b] : [b, a];
  if (stepOf(w, down.index) !== -1n || stepOf(w, up.index) !== 1n) return null;
  // they never cross
  const gap = sub(unwrapped(w, down.index), unwrapped(w, up.index));
  const { range: of } = w.symbols;
  if (!implies(i.guard, ge0(gap), of)) return null;
  const [lo, hi] = [placeOf(w, a.array, up.index), placeOf(w, a.array, down.index)];
  const meets = w.exits.every((x) => implies(x.guard, ge0(plus(neg(gap), 1n)), of));
  if (meets && !lo.pointer && !hi.pointer) {
    return {
      words: 'reverses elements in place',
      formula: `${lo.symbol.display}[${printTerm(bound(w))}]' = ${printTerm(app(READ, [sub(add(lo.offset, hi.offset), bound(w))], lo.symbol))} for ${printTerm(lo.offset)} ≤ ${printTerm(bound(w))} ≤ ${printTerm(hi.offset)}`,
      ...elementsClaim(w, a.array, { from: lo.offset, last: hi.offset, closed: true }, [{ place: lo, at: bound(w), value: app(READ, [sub(add(lo.offset, hi.offset), bound(w))], lo.symbol), when: TRUE }]),
    };
  }
  const k = bound(w);
  const [x, y] = [app(READ, [add(lo.offset, k)], lo.symbol), app(READ, [sub(hi.offset, k)], hi.symbol)];
  return { words: meets ? 'reverses elements in place' : 'swaps elements', formula: `${printTerm(x)}' = ${printTerm(y)}, ${printTerm(y)}' = ${printTerm(x)} for ${within(w, spanOf(null, 1n, range, 0n))}` };
}

/** A variable that counts, adds up or keeps the largest of the elements that are passed. */
function accumulation(w: Walk, name: Symbol, range: Range): Omit<EffectReport, 'assuming'> | null {
  if (w.leaving.variables.has(name) || w.exits.some((x) => x.update.has(name)) || stepOfSymbol(w, name) !== null) return null;
  const x = sym(name);
  // nothing else may depend on it
  for (const i of w.effects.iterations) {
    if (i.stores.some((s) => symbolsOf(s.value).has(name) || symbolsOf(s.index).has(name))) return null;
    for (const [other, t] of i.update) if (other !== name && symbolsOf(t).has(name)) return null;
  }
  const guard = or(...w.effects.iterations.map((i) => i.guard));
  const { j, span: spanned } = alongside(w, name, range);
  const span = within(w, spanned);
  const spoken = rangeInC(w, spanned);
  const variable = inC(w, x);
  const begins = inC(w, before(w, x));
  const told = (t: Term): Term | null => elements(w, t, guard, j, rewrite);
  const largest = extreme(w, name);
  if (largest) {
    const element = told(largest.element);
    const elementC = element === null ? undefined : inC(w, element);
    return element && {
      words: largest.least ? 'keeps the least element' : 'keeps the largest element', formula: `${name.display}' = ${largest.least ? 'min' : 'max'}(${printTerm(before(w, x))}, ${printTerm(element)} for ${span})`,
      ...(spoken && variable && begins && elementC ? { claim: { kind: 'extreme' as const, variable, ...spoken, start: begins, element: elementC, least: largest.least } } : {}),
    };
  }
  if (w.effects.iterations.some((i) => symbolsOfFormula(i.guard).has(name))) return null;
  const changes = w.iterative.map((i) => {
    const after = i.update.get(name) ?? x;
    const plain = after.kind === 'mod' ? after.arg : after;
    return { guard: i.guard, by: sub(plain, x), modulus: after.kind === 'mod' ? after.by : null, known: ![...symbolsOf(after)].some((s) => i.unknown.has(s)) };
  });
  const [first] = changes;
  if (!first || changes.some((c) => !c.known || symbolsOf(c.by).has(name))) return null;
  const modulus = changes.find((c) => c.modulus !== null)?.modulus ?? null;
  const summed = (by: Term, when: Formula): Pick<EffectReport, 'claim'> => {
    const [byC, whenC] = [inC(w, by), when.kind === 'true' ? undefined : conditionInC(w, when)];
    if (!spoken || !variable || !begins || byC === undefined || (when.kind !== 'true' && whenC === undefined)) return {};
    return { claim: { kind: 'sum', variable, ...spoken, start: begins, by: byC, ...(whenC === undefined ? {} : { when: whenC }), ...(modulus === null ? {} : { modulus: `${modulus}` }) } };
  };
  const wrapped = changes.some((c) => c.modulus !== null) ? ` mod ${changes.find((c) => c.modulus !== null)?.modulus}` : '';
  const start = before(w, x);
  const sum = (what: string): string => {
    const total = isConst(start) && start.value === 0n ? what : `${printTerm(start)} + ${what}`;
    return `${name.display}' = ${wrapped === '' ? total : `(${total})${wrapped}`}`;
  };
  if (changes.every((c) => c.by === first.by)) {
    if (applications([first.by], READ).size === 0 && applications([first.by], ELEMENT_SUM).size === 0) return null;
    const by = told(first.by);
    return by && { words: 'adds up elements', formula: sum(`Σ ${printTerm(by, 3)} for ${span}`), ...summed(by, TRUE) };
  }
  const counted = changes.filter((c) => !(isConst(c.by) && c.by.value === 0n));
  const unit = counted[0]?.by;
  if (!unit || !counted.every((c) => c.by === unit)) return null;
  const common = new Set(conjuncts(first.guard).map((f) => f.key).filter((key) => changes.every((c) => conjuncts(c.guard).some((f) => f.key === key))));
  const when = or(...counted.map((c) => and(...conjuncts(c.guard).filter((f) => !common.has(f.key)))));
  if (applications([when], READ).size === 0) return null;
  const condition = elements(w, when, guard, j, rewriteFormula);
  if (condition === null) return null;
  if (isConst(unit)) return { words: 'counts elements', formula: sum(`${unit.value === 1n ? '' : `${unit.value} * `}number of ${printTerm(bound(w))} with ${printFormula(condition, 'and')}, ${span}`), ...summed(unit, condition) };
  const by = told(unit);
  return by && { words: 'adds up elements', formula: sum(`Σ ${printTerm(by, 3)} for ${span} with ${printFormula(condition, 'and')}`), ...summed(by, condition) };
}

/** Where all the elements that matter are at one index that moves by one, it is by that index that they are told, else by iteration. */
function alongside(w: Walk, name: Symbol, range: Range): { readonly j: Term; readonly span: Span } {
  const k = bound(w);
  const reads = applications(w.iterative.flatMap((i) => [i.guard, i.update.get(name) ?? k]), READ);
  const indices = new Set([...reads.values()].map((t) => t.args[0] as Term));
  const [index] = indices;
  const [read] = reads.values();
  const array = read && arrayOf(read);
  const step = index && stepOf(w, index);
  if (indices.size !== 1 || array == null || !index || (step !== 1n && step !== -1n)) return { j: k, span: spanOf(null, 1n, range, 0n) };
  const place = placeOf(w, array, index);
  if (place.pointer) return { j: k, span: spanOf(null, 1n, range, 0n) };
  return { j: scale(step, sub(k, place.offset)), span: spanOf(place.offset, step, range, 0n) };
}

/** `m = e` on the paths with `e > m` (or `e >= m`), nothing on the others, where `e <= m`. */
function extreme(w: Walk, name: Symbol): { readonly element: Term; readonly least: boolean } | null {
  const x = sym(name);
  const set = w.iterative.filter((i) => i.update.has(name));
  const kept = w.iterative.filter((i) => !i.update.has(name));
  const element = set[0]?.update.get(name);
  if (!element || kept.length === 0 || !isRead(element) || set.some((i) => i.update.get(name) !== element)) return null;
  if (w.exits.some((i) => symbolsOfFormula(i.guard).has(name))) return null;
  for (const [least, more] of [[false, sub(element, x)], [true, sub(x, element)]] as const) {
    const { range } = w.symbols;
    if (set.every((i) => implies(i.guard, ge0(more), range)) && kept.every((i) => implies(i.guard, ge0(neg(more)), range))) return { element, least };
  }
  return null;
}
