/**
 * How often each loop of a function begins its body. Every test that all iterations pass is counted by what moves it
 * towards its end; the least of these counts is the bound. Sound without following a path: a test that an iteration
 * may miss bounds nothing, and what isn't proven is said (`assuming`). Source: for affine quantities LLVM's scalar
 * evolution (backedge-taken counts).
 */
import type { IntegerMode } from '../machine/index.ts';
import { READ, Symbols, TooLarge, applications, int, intervalOf, isConst, partsOf, printC } from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, Cfg, Known, Loop } from '../program/index.ts';
import { bySymbol, constantsAtLoops } from '../program/index.ts';
import type { Bound } from '../report/index.ts';
import type { FiniteAround } from './around-the-end.ts';
import { ENDLESS, aroundTheEnd } from './around-the-end.ts';
import { BlockEffects } from './block-effects.ts';
import type { Reading } from './block-effects.ts';
import { countEuclidean } from './euclidean-steps.ts';
import type { GeometricCount } from './geometric-factors.ts';
import { countGeometric } from './geometric-counters.ts';
import type { WalkCount } from './walk-counts.ts';
import { countLinked, countNodes } from './list-counts.ts';
import { countRun, countString, countTextWalk, mayBeRun } from './walk-counts.ts';
import { countTest } from './count-tests.ts';
import { countEvenSteps } from './even-steps.ts';
import type { TestCount } from './test-count.ts';
import { NO_WRAP, isOfWrap, wrapsAround } from './test-count.ts';
import { wrapless } from './unproven-wraps.ts';
import type { ExitTest, ExitTests } from './exit-tests.ts';
import { exitTests } from './exit-tests.ts';
import { countTable, testsOfElements, testsOfUse } from './elements-within.ts';
import { factsBefore } from './facts-before.ts';
import { countAlong } from './found-in-texts.ts';
import { ignoredBy, keepsMemory, mayBeIgnored } from './trusted-effects.ts';
import { endOfEndless, governedBy } from './governing-exits.ts';
import { countOptions } from './option-scans.ts';
import { countHalving } from './halved-ranges.ts';
import { limitCalls, withLimits } from './limit-calls.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { loopShape } from './loop-shape.ts';
import type { AtEntry } from './no-wrap.ts';
import { withReadsAhead } from './reads-ahead.ts';
import { countUnlinked } from './unlinked-lists.ts';
import { storesThroughOthers } from './other-pointers.ts';
import { ofTheRoot } from './square-limits.ts';
import { endsOfTangled } from './tangled-loops.ts';
import { mentionedBy, mentionedIn } from './tracked-values.ts';
import type { Rests } from './rests-on.ts';
import { restsOf } from './rests-on.ts';
import type { Situation, Told } from './joined-bounds.ts';
import { atFirstTest, atMost, constantValueOf, exactly, isTypeLimit, made } from './joined-bounds.ts';
import { exceptionIn, isNegative, notNegative, signsOf, withoutWrap } from './sign-conditions.ts';
import { sumsOfTests } from './sums-of-tests.ts';
import { countSettling } from './settling-counters.ts';
import type { JustBefore } from './values-before-loop.ts';
import { justBefore } from './values-before-loop.ts';

/** What is known of a loop's number of iterations. */
export interface LoopCount {
  readonly bound: Bound | null;
  /** What the bound rests on and isn't proven. */
  readonly assuming: readonly string[];
  /** Nothing leads out of it. */
  readonly endless: boolean;
  /** What ends it, where that is no number: follows "until". */
  readonly until: string | null;
  /** `do { } while (0)`. */
  readonly pseudo: boolean;
  /** What the bound rests on, for a function with `#if`s that aren't decided; null: anything. */
  readonly rests: Rests | null;
  /** What it is whatever code around the loop does; missing: that wasn't asked, or is less. */
  readonly apart?: Pick<LoopCount, 'bound' | 'assuming' | 'rests'>;
  /** It is small, and nothing in it is lost or called: following its paths may tell more. */
  readonly plain: boolean;
}

const NO_TRUST: Trust = { ignores: () => false, trusts: () => false, guesses: false };
const TRUST: Trust = { ignores: mayBeIgnored, trusts: keepsMemory, guesses: true };

/** Of a loop of which nothing is known. */
export const UNCOUNTED: LoopCount = {
  bound: null,
  assuming: [],
  endless: false,
  until: null,
  pseudo: false,
  rests: null,
  plain: false,
};

/** In the order of `cfg.loops`; nothing of tangled ones. The graph has what calls may change in their place. */
export function countLoops(cfg: Cfg, mode: IntegerMode): readonly LoopCount[] {
  const symbols = new Symbols();
  cfg.fn.variables.forEach((v, i) => symbols.setType(cfg.symbols[i] as Symbol, v.type, mode));
  const constants = constantsAtLoops(cfg);
  const fixed = new Map<BlockId, bigint>();
  const counting: Counting = { cfg, mode, symbols, fixed };
  const endOfTangled = endsOfTangled(cfg, NO_TRUST);
  const counted = (loop: Loop): LoopCount => {
    if (loop.tangled) return UNCOUNTED;
    if (loop.irreducible) return { ...UNCOUNTED, pseudo: loop.site.once, until: endOfTangled(loop) };
    try {
      return countLoop(loop, counting, constants.get(loop.site.header) ?? new Map());
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
      return UNCOUNTED;
    }
  };
  // what is known of a loop helps with those around it
  const counts = new Map<Loop, LoopCount>();
  for (const loop of [...cfg.loops].sort((a, b) => a.blocks.size - b.blocks.size)) {
    const count = counted(loop);
    counts.set(loop, count);
    const value = fixedCount(count);
    // of code that isn't in the graph nothing is known
    if (value !== null && !cfg.fn.undecided?.length) fixed.set(loop.site.header, value);
  }
  return cfg.loops.map((loop) => counts.get(loop) ?? UNCOUNTED);
}

/** A number, the same in every run; null: it isn't. */
function fixedCount({ bound, assuming, endless, pseudo }: LoopCount): bigint | null {
  if (bound?.kind !== 'exact' || bound.value === undefined || assuming.length > 0 || endless || pseudo) return null;
  const { endlessIf, endlessFrom, wrapping, partial } = bound;
  const isSure = [endlessIf, endlessFrom, wrapping, partial].every((doubt) => doubt === undefined);
  return isSure ? BigInt(bound.value) : null;
}

interface Counting {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly symbols: Symbols;
  /** Of the loops that were counted before. */
  readonly fixed: Map<BlockId, bigint>;
}

function countLoop(loop: Loop, counting: Counting, known: Known): LoopCount {
  const { cfg, mode, symbols, fixed } = counting;
  const strict = loopShape(cfg, loop, NO_TRUST);
  if (strict.latches.length === 0) return notRepeated(loop, cfg.reachable.has(loop.site.header));
  if (strict.exits.length === 0) return { ...UNCOUNTED, endless: true, until: endOfEndless(strict) };
  let named: JustBefore | null = null;
  let facts: Formula | null = null;
  const constants: Known = new Map([...known].filter(([v]) => !strict.written.has(v)));
  const context = { symbols, mode, constants, fixed };
  const effects = new BlockEffects(strict, { ...context, ...NO_TRUST });
  const entry: AtEntry = {
    values: bySymbol(
      [...known].map(([v, value]) => [v, int(value)] as const),
      cfg.symbols,
    ),
    get facts() {
      return (facts ??= factsBefore(effects));
    },
    range: symbols.range,
  };
  const situation: Situation = {
    entry,
    before: () => (named ??= justBefore(cfg, loop, symbols, mode)),
    runs: false,
  };
  const { holds, ...found } = bestFrom(effects, situation);
  if (holds) return { ...UNCOUNTED, endless: true, until: endOfEndless(strict) };
  const rest = { endless: false, until: governedBy(strict), pseudo: false, plain: isPlain(strict) };
  if (isUseful(found)) return { ...found, ...rest };
  const end = endOfEndless(strict);
  if (end !== null) return { ...UNCOUNTED, endless: true, until: end };
  const along = alongTexts(effects, situation);
  if (along && isUseful(along)) return { ...along, ...rest };
  const trusting = new BlockEffects(loopShape(cfg, loop, TRUST), { ...context, ...TRUST });
  const assumed = bestFrom(trusting, situation);
  if (usefulness(assumed) > usefulness(found)) return { ...assumed, ...rest };
  for (const tell of [withinCalls, besideOthers]) {
    const other = tell(loop, cfg, context, situation);
    if (other && usefulness(other) > usefulness(found)) return { ...other, ...rest };
  }
  return { ...(along && usefulness(along) > usefulness(found) ? along : found), ...rest };
}

/** Runs in which the counter wraps around never end: they need no assumption. */
function withoutEndlessRuns(told: Told | null): Told | null {
  if (!told?.around?.endless || told.assuming.length === 0 || !told.assuming.every(isOfWrap)) return told;
  return { ...told, assuming: [], endlessIf: wrapsAround(told.assuming) };
}

function endlessIn(told: readonly Told[]): Pick<Bound, 'endlessIf' | 'endlessFrom'> {
  const endlessIf = told.find((t) => t.endlessIf !== undefined)?.endlessIf;
  const endlessFrom = told.find((t) => t.endlessFrom !== undefined)?.endlessFrom;
  return { ...(endlessIf !== undefined && { endlessIf }), ...(endlessFrom !== undefined && { endlessFrom }) };
}

/** What is told of the runs in which the counter wraps around; null: nothing. */
function wrappingOf({ count, values, least }: FiniteAround, situation: Situation): Bound['wrapping'] | null {
  const text = count && made(count, 'exact', situation)?.text;
  if (!text && least === null) return null;
  return { values: `${values}`, ...(text && { text }), ...(least !== null && { least: `${least}` }) };
}

/** What it is where calls in its test always return the same; null: there are none. */
function withinCalls(loop: Loop, cfg: Cfg, context: Omit<Reading, keyof Trust>, situation: Situation): Found | null {
  const limits = limitCalls(loop, cfg);
  if (limits.size === 0) return null;
  const trust: Trust = { ...TRUST, ignores: (s) => limits.has(s) || mayBeIgnored(s), limits };
  const effects = new BlockEffects(loopShape(cfg, loop, trust), { ...context, ...trust });
  return bestFrom(effects, { ...situation, before: () => withLimits(situation.before(), limits, cfg) });
}

/** What it is where stores through pointers of their own don't change what it reads; null: there are none. */
function besideOthers(loop: Loop, cfg: Cfg, context: Omit<Reading, keyof Trust>, situation: Situation): Found | null {
  const stores = storesThroughOthers(loop, cfg);
  if (stores.size === 0) return null;
  const trust: Trust = {
    ...TRUST,
    ignores: (s) => stores.has(s) || mayBeIgnored(s),
    trusts: (s, place, fn) => stores.has(s) || keepsMemory(s, place, fn),
  };
  return bestFrom(new BlockEffects(loopShape(cfg, loop, trust), { ...context, ...trust }), situation);
}

/** What it is where others don't write the text that it goes through; null: it goes through none. */
function alongTexts(effects: BlockEffects, situation: Situation): Found | null {
  const walked = tellWalk((at) => countAlong(effects, at, false), situation.before());
  const ignored = walked && ignoredBy(walked.restsOn(), effects, situation.before());
  if (!walked || !ignored) return null;
  const told = { ...walked, isWhole: false, assuming: [...walked.assuming, ...ignored] };
  const bound = assumedBound(told, false, situation);
  return bound && { bound, assuming: told.assuming, rests: restsOf([told], effects.shape) };
}

/**
 * The first that is useful: without runs of elements, which say least, then with reads of what the loop writes, then
 * with both.
 */
function bestFrom(effects: BlockEffects, situation: Situation): Found {
  const tests = exitTests(effects);
  const found = boundFrom(tests, effects, situation);
  if (found.holds || isUseful(found)) return found;
  const { entry } = situation;
  const ahead = withReadsAhead(effects, { entry, constantOf: (t) => constantValueOf(t, situation) });
  const testsAhead = ahead && exitTests(ahead);
  const withRuns = { ...situation, runs: true };
  const others = [
    () => testsAhead && boundFrom(testsAhead, ahead, situation),
    () => (tests.tests.some(mayBeRun) ? boundFrom(tests, effects, withRuns) : null),
    () => (testsAhead?.tests.some(mayBeRun) ? boundFrom(testsAhead, ahead as BlockEffects, withRuns) : null),
  ];
  let best = found;
  for (const tell of others) {
    const other = tell();
    if (other && usefulness(other) > usefulness(best)) best = other;
    if (isUseful(best)) break;
  }
  return best;
}

const usefulness = ({ bound, assuming }: Found): number =>
  bound === null || isTypeLimit(bound) ? 0 : assuming.length > 0 ? 1 : 2;

/** Loops of more blocks aren't followed for a bound's sake. */
const MOST_BLOCKS = 40;

function isPlain({ order, cfg }: LoopShape): boolean {
  return (
    order.length <= MOST_BLOCKS &&
    order.every((b) => (cfg.fn.blocks[b] as Block).stmts.every((s) => !('reason' in s) && s.kind !== 'nondet'))
  );
}

/** No way leads back; or no run comes to it. */
function notRepeated({ site }: Loop, isReached: boolean): LoopCount {
  if (!isReached || (site.once && site.kind !== 'do'))
    return { ...UNCOUNTED, bound: { text: '0', kind: 'exact', value: '0' } };
  const kind = site.body === site.header ? 'exact' : 'upper';
  return { ...UNCOUNTED, bound: { text: '1', kind, value: '1' }, pseudo: site.kind === 'do' };
}

/** A bound that is sure, and says something. */
export const isUseful = ({ bound, assuming }: Pick<LoopCount, 'bound' | 'assuming'>): boolean =>
  bound !== null && assuming.length === 0 && !isTypeLimit(bound);

/** `holds`: no test of it ever fails. */
type Found = Pick<LoopCount, 'bound' | 'assuming' | 'rests'> & { readonly holds?: true };

function boundFrom({ tests, complete }: ExitTests, effects: BlockEffects, situation: Situation): Found {
  const whole = tests.filter((t) => t.kind !== 'any');
  if (complete && allHold(whole, situation)) return { bound: null, assuming: [], rests: null, holds: true };
  const isAlone = complete && whole.length === 1;
  const told = tests.map((test) => tell(test, effects, situation, isAlone)).map(withoutEndlessRuns);
  const constantOf = (t: Term): bigint | null => constantValueOf(t, situation);
  const within = [
    ...tests.flatMap((test) => testsOfElements(test, effects, situation.entry, constantOf)),
    ...testsOfUse(effects),
  ];
  told.push(...within.map((test) => onlyAtMost(tell(test, effects, situation, false))));
  const restsOn = (bound: Bound | null): Rests | null => bound && restsOf(told, effects.shape);
  const proven = told.filter(isProven);
  const counts = proven.filter((t) => t.isWhole);
  if (complete && counts.length === whole.length && counts.every((t) => t.exact)) {
    const exact = exactly(counts, situation);
    if (exact) return { bound: { ...exact, ...endlessIn(counts) }, assuming: [], rests: restsOn(exact) };
  }
  const upper = atMost(proven, situation);
  if (upper && !isTypeLimit(upper))
    return { bound: { ...upper, ...endlessIn(proven) }, assuming: [], rests: restsOn(upper) };
  const nodes = tellNodes(effects, situation);
  const sums = sumsOfTests(tests, effects, situation.entry.range);
  const summed = sums.map((test) => onlyAtMost(tell(test, effects, situation, false)));
  for (const more of [[nodes], summed]) {
    const bound = atMost(more.filter(isProven), situation);
    if (bound && !isTypeLimit(bound)) return { bound, assuming: [], rests: restsOf(more, effects.shape) };
  }
  const assumed = [...told, nodes, ...summed].filter((t): t is Told => t !== null && t.assuming.length > 0);
  for (const t of assumed) {
    const bound = assumedBound(t, isAlone, situation);
    if (bound) return { bound, assuming: t.assuming, rests: restsOf([...told, t], effects.shape) };
  }
  return { bound: upper, assuming: [], rests: restsOn(upper) };
}

/** Where what it rests on is so; `isAlone`: it is of the only way out. */
function assumedBound(told: Told, isAlone: boolean, situation: Situation): Bound | null {
  const isExact = isAlone && told.isWhole && told.exact;
  const bound = isExact ? exactly([told], situation) : atMost([told], situation);
  if (!bound || isTypeLimit(bound)) return null;
  const wrapping = isExact && told.around && !told.around.endless ? wrappingOf(told.around, situation) : null;
  return { ...bound, ...(wrapping && { wrapping }), ...(told.partial ? { partial: true as const } : {}) };
}

/** There are tests, and none of them ever fails. */
const allHold = (tests: readonly ExitTest[], { entry: { range } }: Situation): boolean =>
  tests.length > 0 &&
  tests.every(({ kind, quantity }) => kind === 'ge' && (intervalOf(quantity, range).lo ?? -1n) >= 0n);

const isProven = (told: Told | null): told is Told => told?.assuming.length === 0;

/** Of what is no way out. */
const onlyAtMost = (told: Told | null): Told | null => told && { ...told, exact: false, isWhole: false };

/** A number, and nothing that it would rest on. */
const NOTHING_MORE = { text: null, structural: false, assuming: [] } as const;

/** Null where the test tells nothing. */
function tell(test: ExitTest, effects: BlockEffects, situation: Situation, alone: boolean): Told | null {
  const told = tellAlone(test, effects, situation, alone);
  // an element that only some runs read may lie outside of its array
  if (told?.count && applications([told.count], READ).size > 0 && !isMadeFirst(test, effects)) return null;
  const ignored = told && ignoredBy(told.restsOn(), effects, situation.before());
  if (!told || ignored === null) return null;
  return { ...told, isWhole: test.kind !== 'any', assuming: [...told.assuming, ...ignored] };
}

function tellAlone(
  test: ExitTest,
  effects: BlockEffects,
  situation: Situation,
  alone: boolean,
): Omit<Told, 'isWhole'> | null {
  const counted = test.kind === 'any' ? null : tellCounted(test, effects, situation, alone);
  if (counted) return counted;
  const before = situation.before();
  const walk = (at: JustBefore): WalkCount | null => {
    const found = countString(test, effects, situation.entry, at) ?? countLinked(test, effects, at);
    return found ?? (situation.runs && alone ? countRun(test, effects, situation.entry, at) : null);
  };
  return tellWalk(walk, before);
}

function tellWalk(walk: (at: JustBefore) => WalkCount | null, before: JustBefore): Omit<Told, 'isWhole'> | null {
  const walked = walk(before) ?? (before.atFirst && walk(before.atFirst));
  const told = walked && atFirstTest(before, (at) => walk(at)?.text ?? null);
  return (
    walked && {
      count: null,
      text: walked.text,
      ...(told?.first && { first: told.first }),
      exact: walked.exact,
      structural: true,
      ...(walked.incidental && { incidental: true }),
      assuming: walked.assuming,
      restsOn: walked.restsOn,
    }
  );
}

/** What its body does as often as it is begun, whatever is tested. */
function tellNodes(effects: BlockEffects, situation: Situation): Told | null {
  const before = situation.before();
  const told = tellWalk(
    (at) =>
      countNodes(effects, at) ??
      countTextWalk(effects, situation.entry, at) ??
      countAlong(effects, at, true) ??
      countOptions(effects, at) ??
      countUnlinked(effects, at),
    before,
  );
  const ignored = told && ignoredBy(told.restsOn(), effects, before);
  return told && ignored && { ...told, isWhole: false, assuming: [...told.assuming, ...ignored] };
}

/** What a test of a square says of the counter is a number: told where it is the lesser one, or there is none. */
function lesser(
  counted: TestCount | null,
  test: ExitTest,
  effects: BlockEffects,
  entry: Situation['entry'],
): TestCount | null {
  const root = counted?.exact ? null : ofTheRoot(test, effects, entry);
  const most = root && countTest(root.test, effects, entry);
  const told = most && { ...most, exact: false, unproven: [...most.unproven, ...root.unproven] };
  if (!told || !isConst(told.count)) return counted ?? told;
  const isLess = !counted || !isConst(counted.count) || counted.count.value > told.count.value;
  return isLess && (!counted || root.unproven.length === 0) ? told : counted;
}

function tellCounted(
  test: ExitTest,
  effects: BlockEffects,
  situation: Situation,
  alone: boolean,
): Omit<Told, 'isWhole'> | null {
  if (isWithNull(test.quantity, situation)) return null;
  const tested = countEvenSteps(test, effects, situation.entry) ?? countTest(test, effects, situation.entry);
  const counted = lesser(tested, test, effects, situation.entry);
  const powers = (): GeometricCount | null =>
    countGeometric(test, effects, situation.entry) ??
    countHalving(test, effects, situation.entry) ??
    countEuclidean(test, effects, situation.entry) ??
    countSettling(test, effects, situation.entry);
  // where the steps differ in size, those of a shift are more than one
  const sooner = counted && !counted.exact ? sure(powers()) : null;
  if (counted && !sooner) {
    if (counted.mayJump && !alone) return null;
    // it moves away from its limit, whatever the state: only an overflow would stop it
    if (counted.towards && isNegative(counted.towards, situation.entry)) return null;
    const signs = signsOf(counted, alone, situation.entry, situation.before());
    if (signs === null) return null;
    const { sign, ...taken } = signs;
    const { count, needed } = readable(counted.count, counted.exact && alone ? 'exact' : 'upper', situation);
    const around = alone && sign.length + needed.length === 0 ? aroundTheEnd(test, counted, effects) : null;
    const wraps = counted.unproven.flatMap(({ arg }) => wrapless(arg, effects));
    return {
      count,
      text: null,
      exact: counted.exact,
      structural: false,
      assuming: [...new Set([...wraps, ...sign, ...needed])],
      ...taken,
      around,
      partial: sign.length + needed.length > 0,
      restsOn: () => [...mentionedBy(test, effects), ...mentionedIn(counted.limits ?? [], counted.restsOn, effects)],
    };
  }
  const table = countTable(test, effects, situation.entry, (t) => constantValueOf(t, situation));
  if (table !== null)
    return { ...NOTHING_MORE, count: int(table), exact: true, restsOn: () => mentionedBy(test, effects) };
  const geometric = sooner ?? powers();
  return geometric && tellPowers(geometric, test, effects, situation, alone);
}

/** A number, and what it rests on. */
function tellPowers(
  geometric: GeometricCount,
  test: ExitTest,
  effects: BlockEffects,
  situation: Situation,
  alone: boolean,
): Omit<Told, 'isWhole'> | null {
  const { most, exact, assuming, unproven, sum, unless } = geometric;
  const needed = assuming ? notNegative(assuming, situation.entry, situation.before()) : [];
  const exception = unless ? exceptionIn(unless, situation.before()) : null;
  const summed = sum && printC(sum, situation.before().inside);
  if (needed === null || (unless && exception === null) || summed === null) return null;
  const wraps = [...(unproven ? wrapless(unproven, effects) : []), ...(summed ? [summed + NO_WRAP] : [])];
  const isUnconditional = alone && needed.length === 0;
  const others = exception && !isUnconditional ? [exception.fails] : [];
  return {
    ...NOTHING_MORE,
    count: int(most),
    exact,
    assuming: [...needed, ...wraps, ...others],
    ...(exception && isUnconditional ? { endlessFrom: exception.holds } : {}),
    around: alone && geometric.endless === true ? ENDLESS : null,
    partial: (needed.length > 0 || others.length > 0) && !alone,
    restsOn: () => mentionedBy(test, effects),
  };
}

/** Objects begin behind it. */
const FIRST_POSITION = 1n << 31n;

/** How far a pointer is from the null pointer is no distance: `for (s = text; s && *s; s++)`. */
function isWithNull(t: Term, situation: Situation): boolean {
  const { constant } = partsOf(t);
  const isNear = constant < FIRST_POSITION && constant > -FIRST_POSITION;
  return isNear && situation.before().pointersIn(t) !== 0n;
}

/** The count, where it has no text, as if its limits didn't wrap around; with what that needs. */
function readable(
  count: Term,
  kind: 'exact' | 'upper',
  situation: Situation,
): { readonly count: Term; readonly needed: readonly string[] } {
  const plain = withoutWrap(count, situation.entry);
  const bound = plain && made(count, kind, situation);
  if (!plain || (bound && !isTypeLimit(bound))) return { count, needed: [] };
  const signs = plain.distances.map((d) => notNegative(d, situation.entry, situation.before()));
  return signs.includes(null) ? { count, needed: [] } : { count: plain.count, needed: signs.flatMap((s) => s ?? []) };
}

const sure = (count: GeometricCount | null): GeometricCount | null =>
  count?.assuming || count?.unproven || count?.sum || count?.unless ? null : count;

/** Every run that reaches the loop makes the test, before any way out, on what was there before the loop. */
function isMadeFirst({ place }: ExitTest, { shape }: BlockEffects): boolean {
  return shape.exits.every(({ from }) => {
    for (let b = from; ; b = shape.cfg.dominator(b)) {
      if (b === place) return true;
      if (b === shape.loop.site.header || b === shape.cfg.dominator(b)) return false;
    }
  });
}
