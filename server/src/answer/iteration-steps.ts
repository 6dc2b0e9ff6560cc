/**
 * What one iteration does to variables and arrays whose values behind the loop have no formula: ``Adds `p[i]` to `s` in
 * each iteration``. Values are those at the iteration's start.
 */
import type { Budget } from '../budget/index.ts';
import type { Iteration } from '../explore/index.ts';
import { effectsOf } from '../explore/index.ts';
import { implies, withoutRedundant } from '../decide/index.ts';
import type { AppTerm, CNames, Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  READ,
  TRUE,
  add,
  and,
  app,
  applications,
  asText,
  conjuncts,
  ge0,
  isConst,
  mul,
  nearZero,
  or,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  printC,
  printCondition,
  sub,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import type { Cfg, Loop } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import { severalStored } from './several-stores.ts';
import type { EffectReport } from '../report/index.ts';

export interface StepsRequest {
  readonly cfg: Cfg;
  readonly loop: Loop;
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  readonly budget: Budget;
  /** Of what is in scope in the loop. */
  readonly names: CNames;
  /** Which variables are asked for. */
  readonly variables: readonly Symbol[];
  /** Arrays of which more is said. */
  readonly described: ReadonlySet<number>;
  /** Whose iterations these are, where it isn't the loop that is told of: ` of the loop in line 4`. */
  readonly whose?: string;
}

export const MOST_SAID = 3;
/** Longer expressions are read in the source as well. */
const MOST_READ = 50;

export interface Steps {
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that an iteration writes is told. */
  readonly described: ReadonlySet<number>;
}

export function iterationSteps(request: StepsRequest): Steps {
  const { cfg, described, variables } = request;
  const none: Steps = { effects: [], described };
  const found = effectsOf(request);
  if (!found) return none;
  // one that is left in the middle is an iteration, too
  const ways = found.iterations.filter((i) => i.repeats || i.begun);
  if (ways.length === 0 || ways.length > MOST_WAYS) return none;
  const last = found.iterations.filter((i) => !i.repeats && !i.begun);
  const range = request.symbols.range;
  const elements = new ElementsByPointer(cfg);
  const names: CNames = {
    ...request.names,
    bits: bitsIn(request.loop, cfg),
    symbol: (s) => (elements.at(s) ? s.display : request.names.symbol(s)),
    character: (value, compared) => {
      const place = compared.kind === 'sym' ? elements.at(compared.symbol) : undefined;
      return request.names.character?.(value, place ?? compared) ?? null;
    },
    // an iteration is begun where one of the ways is taken
    nonNegative: (t) => ways.every((way) => implies(way.guard, ge0(t), range)),
  };
  const told = (t: Term): Term | null => elements.told(t);
  const telling: Telling = {
    ...request,
    names,
    ways: ways.map((i) => rewritten(i, told)),
    last: last.map((i) => rewritten(i, told)),
    told,
  };
  const written = new Set(ways.flatMap((i) => i.stores.map((s) => s.array)));
  const changedByTest = (s: Symbol): boolean => last.some((i) => i.update.has(s));
  const writtenByTest = (array: number): boolean => last.some((i) => i.stores.some((s) => s.array === array));
  const own = new Set(described);
  const effects: EffectReport[] = [];
  const say = (sentence: string | null, told: readonly Term[], own?: number): boolean => {
    if (sentence === null || effects.length >= MOST_SAID) return false;
    const asked = sentence.includes(' with `') ? ways.map((i) => i.guard) : [];
    const read = arraysRead([...told, ...asked]);
    const pairs = found.apart.filter(([changed]) => changed === own || read.has(changed));
    const assuming = pairs.map(([a, b]) => {
      const names = [a, b].map((x) => cfg.fn.arrays[x]?.name ?? '?').sort();
      return `\`${names[0]}\` and \`${names[1]}\` don't overlap`;
    });
    const words = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    effects.push({ words, formula: '', sentence, assuming: [...new Set(assuming)] });
    return true;
  };
  for (const array of written)
    if (!described.has(array) && !writtenByTest(array) && say(stored(array, telling), storedTerms(array, ways), array))
      own.add(array);
  const several = together(telling);
  const after = (s: Symbol): readonly Term[] => ways.flatMap((i) => i.update.get(s) ?? []);
  if (several === null || variables.some(changedByTest) || !say(several, variables.flatMap(after)))
    for (const s of variables) say(variableStep(s, telling), after(s));
  return { effects, described: own };
}

const MOST_WAYS = 6;

/** How the loop's own text divides by powers of two, and takes remainders. */
function bitsIn({ site }: Loop, { fn }: Cfg): NonNullable<CNames['bits']> {
  const own = new Set(
    (fn.operators ?? []).flatMap(({ operator, range }) => (isWithin(range, site.range) ? [operator] : [])),
  );
  return { shifts: own.has('>>') && !own.has('/'), masks: own.has('&') && !own.has('%') };
}

interface Telling extends StepsRequest {
  readonly ways: readonly Iteration[];
  /** From the last test to the way out: no iteration is begun. */
  readonly last: readonly Iteration[];
  /** An element that a pointer leads to; null: it is none. */
  readonly told: (t: Term) => Term | null;
}

/** One change on some of the ways through an iteration, nothing on the others. */
interface Change {
  readonly value: Term;
  readonly place: Term;
  readonly on: readonly Iteration[];
}

/** ``Adds `1` to `count[v[i]]` in each iteration``, ``Sets `out[m]` to `v[i]` in each iteration with `v[i] > 0` `` */
function stored(array: number, telling: Telling): string | null {
  const { ways, cfg, names } = telling;
  const name = cfg.arrays[array] as Symbol;
  if (ways.some((i) => i.unknown.has(name))) return null;
  const on = ways.filter((i) => i.stores.some((s) => s.array === array));
  const all = on.map((i) => i.stores.filter((s) => s.array === array));
  const [first] = all[0] ?? [];
  const isSame = (l: (typeof all)[number]): boolean =>
    l.length === all[0]?.length && l.every((s, k) => s.index === all[0]?.[k]?.index && s.value === all[0]?.[k]?.value);
  if (!first || !all.every(isSame)) return null;
  if (all[0] && all[0].length > 1) return on.length === ways.length ? severalTold(name, all[0], telling) : null;
  const place = rewrite(app(READ, [first.index], name), telling.told);
  const text = isTold(place, telling) ? printC(place, names) : null;
  const written = cfg.fn.arrays[array]?.element.bits === 8 ? { ...telling, names: storing(telling) } : telling;
  const added = withoutCast(first.value, cfg.fn.arrays[array]?.element);
  const value = mentions(sub(added, place), place) ? first.value : added;
  return text === null ? null : changeSentence(text, { value, place, on }, written);
}

/** What is stored to bytes is a character where the source has one: `n % 10 + '0'`. */
const storing = ({ names, cfg }: Telling): CNames => ({
  ...names,
  character: (value, compared) => names.character?.(value, compared) ?? cfg.fn.characters?.get(value) ?? null,
});

function severalTold(
  array: Symbol,
  stores: readonly { readonly index: Term; readonly value: Term }[],
  telling: Telling,
): string | null {
  const { names } = telling;
  const element = (index: Term): Term => rewrite(app(READ, [index], array), telling.told);
  const text = (t: Term): string | null => {
    const c = isTold(t, telling) ? printC(t, names) : null;
    return c !== null && c.length <= MOST_READ ? c : null;
  };
  const said = severalStored(stores, { place: (index) => text(element(index)), value: text });
  return said && `${said} ${each(telling)}`;
}

/** ``Multiplies `r` by `n` in each iteration``, ``Subtracts `1` from `n` in each iteration and in the last test`` */
function variableStep(symbol: Symbol, telling: Telling): string | null {
  const { ways, last } = telling;
  const sentence = stepInIteration(symbol, telling);
  const after = [...ways, ...last].map((i) => i.update.get(symbol));
  if (!last.some((i) => i.update.has(symbol))) return sentence;
  return sentence !== null && new Set(after).size === 1
    ? `${sentence} and in ${telling.whose === undefined ? 'the' : 'its'} last test`
    : null;
}

function stepInIteration(symbol: Symbol, telling: Telling): string | null {
  const { ways, names } = telling;
  const after = (i: Iteration): Term => i.update.get(symbol) ?? sym(symbol);
  const on = ways.filter((i) => after(i) !== sym(symbol));
  const values = new Set(on.map((i) => unreduced(after(i), symbol, telling)));
  const name = names.symbol(symbol);
  const [value] = values;
  if (name === null || !value) return null;
  // positions are counted in units of their own
  if (isPosition(symbol, telling) && !(values.size === 1 && value.kind === 'sym')) return null;
  if (values.size === 1) return changeSentence(name, { value, place: sym(symbol), on }, telling);
  const changes = [...new Set(ways.map((i) => sub(unreduced(after(i), symbol, telling), sym(symbol))))];
  if (!changes.every(isConst)) return choiceSentence(symbol, name, telling);
  const numbers = changes.map((c) => (isConst(c) ? c.value : 0n)).sort((a, b) => (a < b ? -1 : 1));
  return `Changes \`${name}\` by ${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)} ${each(telling)}`;
}

const isPosition = (s: Symbol, { cfg }: Telling): boolean => cfg.fn.variables[cfg.symbols.indexOf(s)]?.pointer === true;

/** The names as in these iterations: what none of them can make negative is divided as C does it, `n / 2`. */
function among(on: readonly Iteration[], { names, symbols }: Telling): CNames {
  return {
    ...names,
    nonNegative: (t) => names.nonNegative(t) || on.every((i) => implies(i.guard, ge0(t), symbols.range)),
  };
}

/** ``Sets `c` to `c / 2 ^ P` in each iteration with `c % 2 != 0`, else to `c / 2` `` */
function choiceSentence(symbol: Symbol, name: string, telling: Telling): string | null {
  const { ways } = telling;
  const after = (i: Iteration): Term => unreduced(i.update.get(symbol) ?? sym(symbol), symbol, telling);
  const values = [...new Set(ways.map(after))];
  const [one, other] = values.map((value) => ({ value, on: ways.filter((i) => after(i) === value) }));
  if (!one || !other || values.length > 2 || !isTold(one.value, telling) || !isTold(other.value, telling)) return null;
  const said = [
    [one, other],
    [other, one],
  ].flatMap(([a, b]) => {
    const when = a && withCondition(a.on, telling);
    const [x, y] = [a && printC(a.value, among(a.on, telling)), b && printC(b.value, among(b.on, telling))];
    const isShort = x && y && x.length <= MOST_READ && y.length <= MOST_READ;
    return when && isShort ? [`Sets \`${name}\` to \`${x}\` ${when}, else to \`${y}\``] : [];
  });
  return said.sort((a, b) => a.length - b.length)[0] ?? null;
}

/**
 * Two variables that need each other's old values: ``Each iteration sets (`a`, `b`) to (`b`, `a + b`)``. Null: there
 * are none.
 */
function together(telling: Telling): string | null {
  const { ways, variables, names } = telling;
  const [only, ...others] = ways;
  if (!only || others.length > 0 || variables.length !== 2) return null;
  if (variables.some((s) => isPosition(s, telling))) return null;
  const [first, second] = variables as [Symbol, Symbol];
  const [firstAfter, secondAfter] = [first, second].map((s) => unreduced(only.update.get(s) ?? sym(s), s, telling)) as [
    Term,
    Term,
  ];
  if (
    !symbolsOf(firstAfter).has(second) ||
    !symbolsOf(secondAfter).has(first) ||
    !isTold(firstAfter, telling) ||
    !isTold(secondAfter, telling)
  )
    return null;
  const texts = [names.symbol(first), names.symbol(second), printC(firstAfter, names), printC(secondAfter, names)];
  if (texts.some((t) => t === null || t.length > MOST_READ)) return null;
  const [one, other, oneAfter, otherAfter] = texts;
  return `Each iteration${telling.whose ?? ''} sets (\`${one}\`, \`${other}\`) to (\`${oneAfter}\`, \`${otherAfter}\`)`;
}

function changeSentence(name: string, { value, place, on }: Change, telling: Telling): string | null {
  const when = whenSaid(on, telling);
  if (when === null || !isTold(value, telling)) return null;
  const own = place.kind === 'sym' ? { own: place.symbol } : {};
  const text = (t: Term, isWhole = false): string | null => {
    const c = isTold(t, telling) ? printC(t, { ...among(on, telling), ...(isWhole ? own : {}) }) : null;
    return c !== null && c.length <= MOST_READ ? c : null;
  };
  const change = sub(value, place);
  const factor = value.kind === 'prod' && value.factors.includes(place) ? withoutOne(value.factors, place) : null;
  if (factor && !mentions(factor, place)) {
    const by = text(factor);
    return by && `Multiplies \`${name}\` by \`${by}\` ${when}`;
  }
  if (!mentions(change, place) && !isConst(value)) {
    const isNegative = partsOf(change).parts.every((p) => p.coef < 0n) && partsOf(change).constant <= 0n;
    const by = text(isNegative ? sub(place, value) : change);
    return by && `${isNegative ? 'Subtracts' : 'Adds'} \`${by}\` ${isNegative ? 'from' : 'to'} \`${name}\` ${when}`;
  }
  const to = text(value, true);
  return to && `Sets \`${name}\` to \`${to}\` ${when}`;
}

function withoutOne(factors: readonly Term[], one: Term): Term | null {
  const left = [...factors];
  left.splice(left.indexOf(one), 1);
  const [first, ...others] = left;
  return first ? others.reduce((product, f) => mul(product, f), first) : null;
}

/** A variable or an element occurs in the term. */
function mentions(t: Term, place: Term): boolean {
  if (place.kind === 'sym') return symbolsOf(t).has(place.symbol);
  return applications([t], READ).has(place.key);
}

/**
 * `in each iteration`, `in each iteration with `v[i] > 0``, `in each iteration that goes on` of one that does nothing
 * where it leaves the loop; null: the condition has no short text.
 */
function whenSaid(on: readonly Iteration[], telling: Telling): string | null {
  const { ways } = telling;
  if (on.length === ways.length) return each(telling);
  const isGoingOn = on.length > 0 && ways.every((i) => i.repeats === on.includes(i));
  const said = withCondition(on, telling);
  return isGoingOn && (said?.includes(' || ') ?? true) ? `${each(telling)} that goes on` : said;
}

function withCondition(on: readonly Iteration[], telling: Telling): string | null {
  const { ways, names } = telling;
  const inAll = (f: Formula): boolean => ways.every((i) => conjuncts(i.guard).some((g) => g.key === f.key));
  const { range } = telling.symbols;
  const when = or(...on.map((i) => withoutRedundant(and(...conjuncts(i.guard).filter((f) => !inAll(f))), range, TRUE)));
  if ([...symbolsOfFormula(when)].some((s) => ways.some((i) => i.unknown.has(s)))) return null;
  if (![...applications([when], READ).values()].every((t) => isSteady(t, telling))) return null;
  const text = printCondition(when, names);
  const isRead = text !== null && text.length <= MOST_READ && !text.includes('floor_div(');
  return isRead ? `${each(telling)} with \`${text}\`` : null;
}

const each = ({ whose = '' }: Telling): string => `in each iteration${whose}`;

const unreduced = (term: Term, symbol: Symbol, { cfg }: Telling): Term =>
  withoutCast(term, cfg.fn.variables[cfg.symbols.indexOf(symbol)]?.type);

/** C converts a sum to the type of what it is assigned to anyway. */
function withoutCast(term: Term, type: IntType | undefined): Term {
  if (!type) return term;
  const all = 1n << BigInt(type.bits);
  if (!type.signed) return term.kind === 'mod' && term.by === all ? nearZero(term.arg, all) : term;
  const { constant, parts } = partsOf(term);
  const [only, ...others] = parts;
  const isCast = others.length === 0 && only?.coef === 1n && only.mono.kind === 'mod' && only.mono.by === all;
  return isCast && only.mono.kind === 'mod' && constant * -2n === all
    ? nearZero(plus(only.mono.arg, constant), all)
    : term;
}

/** `*p` and `p[1]` for elements that a pointer leads to, wherever in its array it stands. */
class ElementsByPointer {
  private readonly cfg: Cfg;
  private readonly places = new Map<Symbol, AppTerm>();

  constructor(cfg: Cfg) {
    this.cfg = cfg;
  }

  /** Null: the term is no such element. */
  told(t: Term): Term | null {
    if (t.kind !== 'app' || t.fn !== READ) return null;
    const text = byPointer(t, this.cfg);
    if (text === null) return null;
    const place = asText(text);
    this.places.set(place.symbol, t);
    return place;
  }

  /** The element that the symbol stands for. */
  at(s: Symbol): AppTerm | undefined {
    return this.places.get(s);
  }
}

function rewritten(i: Iteration, told: (t: Term) => Term | null): Iteration {
  return {
    ...i,
    guard: rewriteFormula(i.guard, told),
    update: new Map([...i.update].map(([s, t]) => [s, rewrite(t, told)])),
    stores: i.stores.map((s) => ({ ...s, value: rewrite(s.value, told) })),
  };
}

/** Null where its place is no distance from where the array begins. */
function byPointer(application: AppTerm, cfg: Cfg): string | null {
  const { fn, arrays, symbols } = cfg;
  const [index] = application.args;
  if (!index || application.of?.kind !== 'array') return null;
  const begin = arrays[application.of.id];
  const { parts } = partsOf(index);
  const { id } = application.of;
  const isBegin = (s: Symbol): boolean => s.origin === begin || (isPassed(s, id, cfg) && isArraySteady(id, cfg));
  const base = parts.find((p) => p.coef === -1n && p.mono.kind === 'sym' && isBegin(p.mono.symbol));
  const pointers = parts.filter(
    (p) => p.coef === 1n && p.mono.kind === 'sym' && fn.variables[symbols.indexOf(p.mono.symbol)]?.pointer === true,
  );
  const [pointer] = pointers;
  if (!base || !pointer || pointers.length > 1 || pointer.mono.kind !== 'sym') return null;
  const offset = sub(add(index, base.mono), pointer.mono);
  const { display } = pointer.mono.symbol;
  if (!/^\w+$/.test(display) || !isConst(offset)) return null;
  return offset.value === 0n ? `*${display}` : `${display}[${offset.value}]`;
}

/** Nothing in it that nobody knows. */
function isTold(t: Term, telling: Telling): boolean {
  return (
    ![...symbolsOf(t)].some((s) => telling.ways.some((i) => i.unknown.has(s))) &&
    [...applications([t], READ).values()].every((x) => isSteady(x, telling))
  );
}

/** The array's name leads where it did when the function was called. */
function isSteady(t: Term, { cfg }: Telling): boolean {
  const array = t.kind === 'app' && t.of?.kind === 'array' ? t.of.id : null;
  return array !== null && isArraySteady(array, cfg);
}

function isArraySteady(array: number, { fn }: Cfg): boolean {
  const object = fn.arrays[array];
  if (!object || object.unspoken) return false;
  const pointer = passedAs(array, fn);
  return pointer === null || !fn.blocks.some((b) => b.stmts.some((s) => 'target' in s && s.target === pointer));
}

/** The parameter that leads to where the array begins when the function is called. */
function passedAs(array: number, fn: Cfg['fn']): number | null {
  const at = fn.paramArrays?.indexOf(array) ?? -1;
  return at < 0 ? null : (fn.paramPointers?.[at] ?? null);
}

const isPassed = (s: Symbol, array: number, { fn, symbols }: Cfg): boolean =>
  symbols.includes(s) && symbols.indexOf(s) === passedAs(array, fn);

const storedTerms = (array: number, ways: readonly Iteration[]): readonly Term[] =>
  ways.flatMap((i) => i.stores.filter((s) => s.array === array).flatMap((s) => [s.index, s.value]));

const arraysRead = (within: readonly (Term | Formula)[]): ReadonlySet<number> =>
  new Set([...applications(within, READ).values()].flatMap((t) => (t.of?.kind === 'array' ? [t.of.id] : [])));
