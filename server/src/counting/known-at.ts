/**
 * What holds wherever an iteration gets to a block, of local variables alone: conditions on the way there, and what was
 * assigned on it. With `while (n != 0) { k = n < 8 ? n : 8; ...; n -= k; }` the last statement takes at least 1 off n,
 * and at most n.
 */
import { implies } from '../decide/index.ts';
import {
  READ,
  TRUE,
  UNBOUNDED,
  and,
  applications,
  conjuncts,
  ge0,
  intervalOf,
  neg,
  not,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  sub,
  substitute,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula, Interval, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, VarId, Variable } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { blocksBetween } from './loop-shape.ts';

/** Definitions are looked through so often. */
const DEEPEST = 3;

/** The interval, where its sign isn't known, by what is known at the block. */
export function signAt(change: Term, known: Interval, block: BlockId, effects: BlockEffects): Interval {
  const isOpen = (known.lo === null || known.lo <= 0n) && (known.hi === null || known.hi >= 0n);
  if (!isOpen) return known;
  const { facts, told, range } = at(change, block, effects);
  if (told === null) return known;
  if (isNonNegative(plus(neg(told), -1n), facts, range)) return { ...known, hi: -1n };
  return isNonNegative(plus(told, -1n), facts, range) ? { ...known, lo: 1n } : known;
}

/** 0 <= `arg` < `by` at the block. */
export function isWithinAt(arg: Term, by: bigint, block: BlockId, effects: BlockEffects, known: RangeOf): boolean {
  const { facts, told, range } = at(arg, block, effects, known);
  return told !== null && isNonNegative(told, facts, range) && isNonNegative(plus(neg(told), by - 1n), facts, range);
}

/** More cases within each other aren't told apart. */
const MOST_CASES = 4;

/** By the cases of what is chosen in it: of `n < 8 ? n : 8` both. */
function isNonNegative(t: Term, facts: Formula, range: RangeOf, left = MOST_CASES): boolean {
  const choice = partsOf(t).parts.find(({ mono }) => mono.kind === 'ite')?.mono;
  if (choice?.kind !== 'ite' || left === 0) return implies(facts, ge0(t), range);
  const when = (cond: Formula, value: Term): boolean => {
    const told = rewrite(t, (x) => (x === choice ? value : null));
    return isNonNegative(told, and(facts, cond), range, left - 1);
  };
  return when(choice.cond, choice.then) && when(not(choice.cond), choice.else);
}

/** What is known at a block. */
interface Here {
  readonly facts: Formula;
  /** The term over what they speak of; null: nothing is known of it. */
  readonly told: Term | null;
  readonly range: RangeOf;
}

function at(term: Term, block: BlockId, effects: BlockEffects, known = effects.reading.symbols.range): Here {
  const way = wayTo(block, effects);
  let told = term;
  for (let i = 0; i < DEEPEST; i++) told = substitute(told, definitions(told, way, block, effects));
  const own = symbolsOf(told);
  const facts = [...way.facts, ...sinceSet(own, way, block, effects)].filter((f) =>
    [...symbolsOfFormula(f)].some((s) => own.has(s)),
  );
  const speaking = new Set([...own, ...facts.flatMap((f) => [...symbolsOfFormula(f)])]);
  const narrower = narrowed(speaking, way, effects);
  if (narrower.size === 0 && facts.length === 0 && told === term) return { facts: TRUE, told: null, range: known };
  const range: RangeOf = (s) => narrower.get(s) ?? known(s);
  const plain = (t: Term): Term | null => (t.kind === 'mod' && isReduced(t, range) ? t.arg : null);
  if (narrower.size === 0) return { facts: and(...facts), told, range };
  return { facts: and(...facts.map((f) => rewriteFormula(f, plain))), told: rewrite(told, plain), range };
}

/** It is its argument. */
function isReduced({ arg, by }: Term & { readonly kind: 'mod' }, range: RangeOf): boolean {
  const { lo, hi } = intervalOf(arg, range);
  return lo !== null && lo >= 0n && hi !== null && hi < by;
}

/** Between what numbers a value lies that the iteration has given to a variable on the way: `size = text[k];`. */
function narrowed(symbols: ReadonlySet<Symbol>, way: Way, effects: BlockEffects): ReadonlyMap<Symbol, Interval> {
  const { range } = effects.reading.symbols;
  const found = new Map<Symbol, Interval>();
  for (const s of symbols) {
    const set = settingOf(s, way, effects);
    const value = set && effects.valuesBehind(set.block).get(set.variable);
    const type = intervalOf(sym(s), range);
    const { lo, hi } = value ? intervalOf(value, range) : UNBOUNDED;
    if (lo !== null && hi !== null && ((type.lo ?? lo) < lo || (type.hi ?? hi) > hi)) found.set(s, { lo, hi });
  }
  return found;
}

/** What comes before a block in every iteration that gets there. */
interface Way {
  readonly blocks: readonly BlockId[];
  readonly facts: readonly Formula[];
}

function wayTo(block: BlockId, effects: BlockEffects): Way {
  const { shape } = effects;
  const blocks: BlockId[] = [];
  const facts: Formula[] = [];
  for (let b = block; b !== shape.loop.site.header; ) {
    const before = shape.cfg.dominator(b);
    if (before === b) break;
    blocks.push(before);
    const between = blocksBetween(before, block, effects.shape);
    const behind = between.filter((x) => x !== before);
    facts.push(...conditionsOn(before, b, effects, false).filter((f) => isKept(f, between, effects)));
    const known = [...conditionsOn(before, b, effects, true), ...effects.promisesOf(before)];
    facts.push(...known.filter((f) => isKept(f, behind, effects)));
    b = before;
  }
  return { blocks, facts };
}

/** Of the way from a block straight to the next, over the values where the former begins, or behind it. */
function conditionsOn(from: BlockId, to: BlockId, effects: BlockEffects, behind: boolean): readonly Formula[] {
  const { end } = effects.shape.cfg.fn.blocks[from] as Block;
  const [only, ...others] = effects.shape.predecessors.get(to) ?? [];
  if (end.kind !== 'branch' || end.then === end.else || only !== from || others.length > 0) return [];
  const cond = behind ? effects.conditionBehind(from, end.cond) : effects.conditionAtEnd(from, end.cond);
  return cond === null ? [] : conjuncts(end.then === to ? cond : not(cond));
}

const isKept = (f: Formula, between: readonly BlockId[], effects: BlockEffects): boolean =>
  applications([f], READ).size === 0 && areKept([...symbolsOfFormula(f)], between, effects);

/** Local variables that no other name leads to, and that none of the blocks changes. */
function areKept(symbols: readonly Symbol[], between: readonly BlockId[], effects: BlockEffects): boolean {
  const { shape } = effects;
  return symbols.every((s) => {
    const variable = shape.cfg.fn.variables[shape.cfg.symbols.indexOf(s)];
    return variable !== undefined && isOwn(variable) && !between.some((b) => effects.of(b).has(variable.id));
  });
}

/** No call and no store through a pointer changes it. */
const isOwn = ({ scope, addressTaken, name }: Variable): boolean =>
  scope !== 'global' && !addressTaken && /^[\w$#.]+$/.test(name);

/** Of variables in the term that are set once, on the way, by what is still the same. */
function definitions(term: Term, way: Way, block: BlockId, effects: BlockEffects): ReadonlyMap<Symbol, Term> {
  const found = new Map<Symbol, Term>();
  for (const s of symbolsOf(term)) {
    const set = settingOf(s, way, effects);
    const value = set && effects.of(set.block).get(set.variable);
    if (!set || !value || applications([value], READ).size > 0) continue;
    if (areKept([...symbolsOf(value)], blocksBetween(set.block, block, effects.shape), effects)) found.set(s, value);
  }
  return found;
}

/**
 * Of variables that are set on the way and then only counted up, or only down: that they are at least, or at most, what
 * they were set to. With `j = i + 1; while (j < n && a[j] == a[i]) j++; i = j;` the last statement adds at least 1 to i.
 */
function sinceSet(symbols: ReadonlySet<Symbol>, way: Way, block: BlockId, effects: BlockEffects): readonly Formula[] {
  return [...symbols].flatMap((s) => {
    const set = lastSettingOf(s, way, effects);
    const value = set && effects.of(set.block).get(set.variable);
    if (!set || !value || set.direction === null || applications([value], READ).size > 0) return [];
    const between = blocksBetween(set.block, block, effects.shape);
    const others = [...symbolsOf(value)];
    if (others.includes(s) || !areKept(others, between, effects)) return [];
    const change = sub(sym(s), value);
    return [ge0(set.direction === 'up' ? change : neg(change))];
  });
}

/** The only block, on the way and in no loop, that doesn't count on from what the variable is; null: there are others. */
function lastSettingOf(
  s: Symbol,
  way: Way,
  effects: BlockEffects,
): { readonly variable: VarId; readonly block: BlockId; readonly direction: 'up' | 'down' | null } | null {
  const { shape, reading } = effects;
  const variable = effects.variableOf(s);
  if (variable === undefined || !isOwn(shape.cfg.fn.variables[variable] as Variable)) return null;
  const changes = shape.order.flatMap((b) => {
    const value = effects.of(b).get(variable);
    if (value === undefined) return [];
    return [{ b, by: value && symbolsOf(value).has(s) ? intervalOf(sub(value, sym(s)), reading.symbols.range) : null }];
  });
  const [set, ...others] = changes.filter(({ by }) => by === null);
  if (set === undefined || others.length > 0 || !way.blocks.includes(set.b) || shape.inner.has(set.b)) return null;
  const counted = changes.flatMap(({ by }) => by ?? []);
  const isUp = counted.every(({ lo }) => lo !== null && lo >= 0n);
  const isDown = counted.every(({ hi }) => hi !== null && hi <= 0n);
  return { variable, block: set.b, direction: isUp ? 'up' : isDown ? 'down' : null };
}

/** The only block of the loop that sets the variable, if that is on the way. */
function settingOf(
  s: Symbol,
  way: Way,
  effects: BlockEffects,
): { readonly variable: VarId; readonly block: BlockId } | null {
  const { shape } = effects;
  const variable = effects.variableOf(s);
  if (variable === undefined || !isOwn(shape.cfg.fn.variables[variable] as Variable)) return null;
  const [only, ...others] = shape.order.filter((b) => effects.of(b).has(variable));
  const isOnWay = only !== undefined && others.length === 0 && way.blocks.includes(only) && !shape.inner.has(only);
  return isOnWay ? { variable, block: only } : null;
}
