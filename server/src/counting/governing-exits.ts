/**
 * What ends a loop that no number bounds: a call's result, a volatile object, a return or break somewhere in its body.
 * In words that follow "until".
 */
import type { BinaryOp, Block, BlockId, Cfg, Expr, LoopSite, Stmt, VarId, Variable } from '../program/index.ts';
import { depthFirst, readVariables, successors } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Position, SourceRange } from '../source/index.ts';
import { excludes } from './excluded-answers.ts';
import type { Exit, LoopShape, Write } from './loop-shape.ts';
import { blocksBetween, dominates, writesOf } from './loop-shape.ts';

/** Null where none of these ends it. Where only some of the ways out have words it ends at these, `or sooner`. */
export function governedBy(shape: LoopShape): string | null {
  const exits = endings(shape);
  const own = exits.filter((e) => e.isOwn);
  const { test } = shape.loop.site;
  // the test as it is written, unless words say the same better
  const isSaid = own.every((e) => e.isWhole) || onlyComputes(shape);
  const written = test !== null && test.endsWhen !== '' && !isSaid ? test : null;
  const others = written === null ? exits : exits.filter((e) => !e.isOwn);
  // what the body tests once more
  const isAgain = (said: string): boolean => written !== null && said.startsWith(`${written.endsWhen} in line `);
  const words = [...(written === null ? [] : [written.endsWhen]), ...inWords(others).filter((w) => !isAgain(w))];
  if (words.length === 0) return own.length > 0 ? null : placesOf(shape);
  const isAll = words.length <= MOST_WORDS && written?.isWhole !== false && others.every((e) => e.words !== '');
  const returns = own.length > 0 || isAll ? null : returnsOf(shape);
  if (returns !== null) return returns;
  const told = words.slice(0, MOST_WORDS).join(' or ');
  return isAll ? told : orSooner(told);
}

/** Nothing but a few returns ends it: `for (;;) switch (next()) { case 0: return 1; default: return 2; }`. */
function returnsOf({ exits, loop: { site }, cfg }: LoopShape): string | null {
  const { blocks } = cfg.fn;
  const endsWithin = (b: BlockId): boolean => {
    const { end } = blocks[b] as Block;
    return end.kind !== 'return' || isWithin(end.range, site.range);
  };
  const lines = [...new Set(site.leaves.map(({ range }) => range.start.line))];
  const [last, ...others] = [...lines].reverse();
  if (last === undefined || lines.length > MOST_LINES || !site.leaves.every(({ how }) => /^return\b/.test(how)))
    return null;
  // a `break` gets to a return behind the loop
  if (!exits.every(({ to }) => depthFirst(blocks, [to]).every(endsWithin))) return null;
  return `a return in line ${others.length > 0 ? `${others.reverse().join(', ')} or ` : ''}${last}`;
}

/** Nothing from outside has a say in when it ends: `while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2;` */
const onlyComputes = ({ order, cfg }: LoopShape): boolean =>
  order.every((b) => (cfg.fn.blocks[b] as Block).stmts.every((s) => s.kind === 'assign' || s.kind === 'assume'));

/** The results of calls that end it, in words; empty where none do, or more than are told. */
export function endingResults(shape: LoopShape): readonly string[] {
  const words = inWords(endings(shape));
  return words.length > MOST_WORDS ? [] : words;
}

/** Each is said once. */
function inWords(all: readonly Ending[]): string[] {
  const words = all.flatMap(({ callee, place, words: said }) => {
    if (said === '') return [];
    return [callee === '' ? said : `${callee}()${said === OTHERWISE ? '' : place} ${said}`];
  });
  return [...new Set(words)];
}

const OTHERWISE = 'returns what ends it';

/**
 * Where the loop has other calls of that function that don't end it so, in which line this one stands; null: there are
 * several.
 */
function placeOfCall(
  { callee, words, calls }: Ending,
  { all, called }: { readonly all: readonly Ending[]; readonly called: Calls },
  site: LoopSite,
): string | null {
  const same = all.filter((e) => e.callee === callee && e.words === words).flatMap((e) => e.calls);
  const others = (called.get(callee) ?? []).filter(({ start }) => !same.some((c) => isAt(c.start, start)));
  if (others.length === 0) return '';
  const [line, ...more] = [...new Set(calls.map(({ start }) => start.line))];
  const isAlone = more.length === 0 && others.every(({ start }) => start.line !== line);
  return line !== undefined && isAlone && calls.every((c) => isWithin(c, site.range)) ? ` in line ${line}` : null;
}

const isAt = (a: Position, b: Position): boolean => a.line === b.line && a.column === b.column;

/** Where calls stand, by the function's name. */
type Calls = ReadonlyMap<string, readonly SourceRange[]>;

function callsIn({ order, cfg }: LoopShape): Calls {
  const found = new Map<string, SourceRange[]>();
  for (const s of order.flatMap((b) => (cfg.fn.blocks[b] as Block).stmts)) {
    const callee = calleeOf(s);
    if (callee === null || !('range' in s)) continue;
    const calls = found.get(callee) ?? [];
    found.set(callee, calls);
    calls.push(s.range);
  }
  return found;
}

/**
 * Nothing but a call that doesn't return leaves the loop: `for (;;) if (!serve()) exit(1);`. Null: something does, or
 * nothing at all.
 */
export function endOfEndless(shape: LoopShape): string | null {
  if (shape.loop.site.kind === 'goto' || !shape.exits.every((exit) => isEnd(exit, shape))) return null;
  return shape.exits.length > 0 || hasCalls(shape) ? "a call doesn't return" : null;
}

const hasCalls = ({ order, cfg }: LoopShape): boolean =>
  order.some((b) => (cfg.fn.blocks[b] as Block).stmts.some((s) => s.kind === 'nondet' || ('by' in s && s.by)));

/** For runs that words don't cover. */
export const orSooner = (words: string): string => (words.endsWith(OR_SOONER) ? words : `${words}${OR_SOONER}`);

const OR_SOONER = ', or sooner';

/**
 * The program ends there, by a call in the loop itself: `usage (EXIT_FAILURE)`. It isn't left first, as by a `break`.
 */
function isEnd({ to }: Exit, { cfg, loop: { site } }: LoopShape): boolean {
  const { end } = cfg.fn.blocks[to] as Block;
  return end.kind === 'halt' && end.range !== undefined && (site.fromMacro || isWithin(end.range, site.range));
}

/** More ways out aren't told one by one. */
const MOST_WORDS = 2;

interface Ending {
  /** Whose result decides it; empty where none does. */
  readonly callee: string;
  /** What is said of it, behind its name where it is a call; empty where there is nothing. */
  readonly words: string;
  /** Where the calls stand. */
  readonly calls: readonly SourceRange[];
  /** What tells them from others of the same function. */
  readonly place: string;
  /** Nothing else has a say in it. */
  readonly isWhole: boolean;
}

const NOTHING: Ending = { callee: '', words: '', calls: [], place: '', isWhole: false };

type OfExit = Ending & { readonly isOwn: boolean };

/** By way out, but those that end the program. */
function endings(shape: LoopShape): readonly OfExit[] {
  const all = shape.exits
    .filter((exit) => !isEnd(exit, shape))
    .map((exit) => ({ ...endingOf(exit, shape), isOwn: isOwnTest(exit, shape) }));
  const called = callsIn(shape);
  const told = all.map((e) => {
    const place = e.callee === '' ? '' : placeOfCall(e, { all, called }, shape.loop.site);
    return place === null ? { ...e, words: OTHERWISE, isWhole: false } : { ...e, place };
  });
  // where another result of the function is told, these are none to tell: it ends so, or sooner
  const known = new Set(told.filter((e) => e.isWhole).map((e) => e.callee));
  return told.map((e) => (e.words === OTHERWISE && known.has(e.callee) ? { ...e, words: '' } : e));
}

function endingOf(exit: Exit, shape: LoopShape): Ending {
  const found = ending(exit, shape);
  if (found.words !== '' && found.words !== OTHERWISE) return found;
  const written = decided(exit, shape);
  return written.words === '' ? found : written;
}

/** By the condition of an `if`, as it is written. */
function decided(exit: Exit, shape: LoopShape): Ending {
  const { cfg, loop } = shape;
  const { end } = cfg.fn.blocks[exit.from] as Block;
  if (end.kind !== 'branch') return NOTHING;
  const found = loop.site.decisions.find(({ range }) => isWithin(end.range, range));
  if (found === undefined) return NOTHING;
  // behind `if (c < 0) ...; else if (c > 0) ...; else break;` it isn't left at every `c <= 0`
  const isRest =
    !IS_ONE.test(found.endsWhen) && [...readVariables(end.cond)].some((v) => isTestedBefore(v, exit, shape));
  if (isRest) return NOTHING;
  return { ...NOTHING, words: `${found.endsWhen} in line ${found.range.start.line}`, isWhole: true };
}

/** One value alone. */
const IS_ONE = /^[^!<>&|]* == [^&|]*$/;

/** By what a call returns, or a volatile object. */
function ending(exit: Exit, shape: LoopShape): Ending {
  const { end } = shape.cfg.fn.blocks[exit.from] as Block;
  if (end.kind !== 'branch') return NOTHING;
  const leavesIf = exit.to === end.then;
  const name = isOwnTest(exit, shape) ? namedConstant(shape.loop.site.test?.against ?? '') : null;
  for (const v of readVariables(end.cond)) {
    for (const { stmt: s } of writesOf(shape, v)) {
      const call = callOf(s, shape);
      const callee = call && calleeOf(call);
      const alone = returned(end.cond, { v: shape.cfg.fn.variables[v] as Variable, name }, leavesIf);
      const result = alone !== null && OF_MANY.test(alone) && isTestedBefore(v, exit, shape) ? null : alone;
      if (callee && isAlwaysFrom(callee, v, exit, shape) && isNeverMissed(callee, v, exit, shape, result !== null))
        return {
          callee,
          words: result ?? OTHERWISE,
          place: '',
          calls: callsSetting(v, exit, shape),
          isWhole: result !== null,
        };
      if (s.kind === 'havoc' && s.reason.code === 'volatile')
        return {
          ...NOTHING,
          words: `${objectOf(v, s, shape)}, which is volatile, changes`,
          // the test as it is written says what is read there
          isWhole: shape.cfg.fn.variables[v]?.scope !== 'temp',
        };
    }
  }
  return NOTHING;
}

/** The last that every way to the test passes, and what may stand between them. */
function callsSetting(v: VarId, { from }: Exit, shape: LoopShape): readonly SourceRange[] {
  const { cfg, order } = shape;
  const writes = writesOf(shape, v);
  const last = writes.findLast(({ block }) => dominates(block, from, cfg));
  const isBetween = ({ block }: Write): boolean =>
    !last || (block !== last.block && dominates(last.block, block, cfg) && order.indexOf(block) < order.indexOf(from));
  return writes.flatMap((w) => {
    const call = w === last || isBetween(w) ? (callOf(w.stmt, shape) ?? w.stmt) : null;
    return call && 'range' in call ? [call.range] : [];
  });
}

/** Said of many results. */
const OF_MANY = /^returns (something|at|less|more)\b/;

/**
 * Some results have gone other ways before. `switch (next()) { case 1: continue; case 2: break; default: return; }`
 * isn't left at whatever differs from 2.
 */
function isTestedBefore(v: VarId, { from }: Exit, { cfg, loop }: LoopShape): boolean {
  for (let b = cfg.dominator(from), at = from; at !== loop.site.header && at !== b; at = b, b = cfg.dominator(b)) {
    const { end } = cfg.fn.blocks[b] as Block;
    if (end.kind !== 'branch' || ![...readVariables(end.cond)].includes(v)) continue;
    if (loop.blocks.has(end.then) && loop.blocks.has(end.else)) return true;
  }
  return false;
}

/** The function whose result it sets something to; null: none is known. */
const calleeOf = (s: Stmt): string | null =>
  s.kind === 'nondet' ? s.callee : s.kind === 'havoc' && s.by?.what === 'result' ? s.by.callee : null;

/** The call whose result it sets something to, at once or as it was kept; null: none is known. */
function callOf(s: Stmt, shape: LoopShape): Stmt | null {
  if (calleeOf(s) !== null) return s;
  if (s.kind !== 'assign') return null;
  const kept = [...readVariables(s.value)].find((v) => isValueOf(s.value, v));
  if (kept === undefined || shape.cfg.fn.variables[kept]?.scope !== 'temp') return null;
  const [only, ...others] = writesOf(shape, kept);
  return only && others.length === 0 && calleeOf(only.stmt) !== null ? only.stmt : null;
}

function isResultOf(callee: string, s: Stmt, shape: LoopShape): boolean {
  const call = callOf(s, shape);
  return call !== null && calleeOf(call) === callee;
}

/**
 * Whenever it is tested it is a result of that function. It isn't one that is first set by another, as in `for (x =
 * list; x != END; x = next(x))`, nor where something else may have set it since: `x = next(x); if (skip) x = END;`.
 */
function isAlwaysFrom(callee: string, variable: VarId, { from }: Exit, shape: LoopShape): boolean {
  const { cfg, loop } = shape;
  const isResult = (s: Stmt): boolean => isResultOf(callee, s, shape);
  const setsIt = (s: Stmt): boolean => 'target' in s && s.target === variable;
  const lastIn = (b: BlockId): Stmt | undefined => (cfg.fn.blocks[b] as Block).stmts.findLast(setsIt);
  for (let b = from; ; b = cfg.dominator(b)) {
    const last = lastIn(b);
    if (last) {
      const since = b === from ? [] : blocksBetween(b, from, shape);
      return isResult(last) && since.every((other) => isResult(lastIn(other) ?? last));
    }
    if (b === loop.site.header || b === cfg.dominator(b)) break;
  }
  const { scope } = cfg.fn.variables[variable] as Variable;
  const isOwn = scope === 'local' || scope === 'temp';
  return isOwn && cfg.fn.blocks.every(({ stmts }) => stmts.every((s) => !setsIt(s) || isResult(s)));
}

/**
 * Whatever the function returns is tested there before the loop goes on: not so in `c = get(); if (quoted) continue; if
 * (c == '"') break;`. `isTold`: it is said what it returns then, so no other test of that result will do.
 */
function isNeverMissed(callee: string, variable: VarId, exit: Exit, shape: LoopShape, isTold: boolean): boolean {
  const { from, to } = exit;
  const { cfg, loop } = shape;
  const { header } = loop.site;
  const asked = (cfg.fn.blocks[from] as Block).end;
  const excludesEnd = (question: Expr, truth: boolean): boolean =>
    !isTold ||
    asked.kind !== 'branch' ||
    !isAbout(asked.cond, variable) ||
    excludes(
      { question, truth },
      { question: asked.cond, truth: to === asked.then },
      cfg.fn.variables[variable] as Variable,
    );
  const calls = callsSetting(variable, exit, shape);
  const results = writesOf(shape, variable).filter(({ stmt }) => {
    const call = callOf(stmt, shape);
    return call !== null && calleeOf(call) === callee && 'range' in call && calls.includes(call.range);
  });
  const isSet = (b: BlockId): boolean => writesOf(shape, variable).some(({ block }) => block === b);
  const leading = new Set(blocksBetween(header, from, shape).filter((b) => b !== header));
  const onwards = new Set(results.flatMap(({ block }) => (block === from ? [] : [block])));
  for (const b of onwards) {
    const { end } = cfg.fn.blocks[b] as Block;
    const isAsked = end.kind === 'branch' && isAbout(end.cond, variable);
    for (const next of successors(end)) {
      // another answer about the same has sent it elsewhere
      const isDecided = isAsked && !leading.has(next) && excludesEnd(end.cond, next === end.then);
      if (isDecided || !loop.blocks.has(next) || (next === from && !isSet(next))) continue;
      if (next === header || isSet(next)) return false;
      onwards.add(next);
    }
  }
  return true;
}

function isAbout(cond: Expr, variable: VarId): boolean {
  const read = [...readVariables(cond)];
  return read.length === 1 && read[0] === variable;
}

const objectOf = (v: VarId, statement: Stmt, { cfg }: LoopShape): string => {
  const variable = cfg.fn.variables[v];
  return variable && variable.scope !== 'temp'
    ? variable.name
    : `what is read in line ${'range' in statement ? statement.range.start.line : 0}`;
};

/** Where something else is tested too, or the test isn't one against a number, the words stay general. */
const RELATIONS: Readonly<Partial<Record<BinaryOp, readonly [string, string]>>> = {
  eq: ['returns', 'returns something other than'],
  ne: ['returns something other than', 'returns'],
  lt: ['returns less than', 'returns at least'],
  le: ['returns at most', 'returns more than'],
  gt: ['returns more than', 'returns at most'],
  ge: ['returns at least', 'returns less than'],
};

/** `0 < get()` says `get() > 0`. */
const MIRRORED: Readonly<Partial<Record<BinaryOp, BinaryOp>>> = { lt: 'gt', gt: 'lt', le: 'ge', ge: 'le' };

/** A constant that the source calls by a name, or a character. */
const namedConstant = (text: string): string | null => (/^([A-Za-z_]\w*|'.+')$/.test(text) ? text : null);

interface Result {
  readonly v: Variable;
  /** What it is compared with, where the source has a name for that. */
  readonly name: string | null;
}

function returned(cond: Expr, result: Result, leavesIf: boolean): string | null {
  const { v, name } = result;
  const told = (value: bigint): string => (value === 0n && v.pointer ? 'NULL' : `${value}`);
  if (isValueOf(cond, v.id)) return `returns ${leavesIf ? 'something other than ' : ''}${told(0n)}`;
  if (cond.kind === 'unary' && cond.op === 'lognot') return returned(cond.arg, result, !leavesIf);
  if (cond.kind !== 'binary') return null;
  const isBackwards = cond.left.kind === 'const';
  const [value, other] = isBackwards ? [cond.right, cond.left] : [cond.left, cond.right];
  const words = RELATIONS[(isBackwards && MIRRORED[cond.op]) || cond.op];
  if (!words || !isValueOf(value, v.id) || other.kind !== 'const') return null;
  return `${words[leavesIf ? 0 : 1]} ${name ?? told(other.value)}`;
}

const isValueOf = (e: Expr, v: VarId): boolean =>
  (e.kind === 'var' && e.id === v) ||
  (e.kind === 'cast' && !e.type.bool && e.type.bits >= e.arg.type.bits && isValueOf(e.arg, v));

/** It is the head's condition, or the one at the end of a `do`. */
function isOwnTest({ from }: Exit, { cfg, loop: { site } }: LoopShape): boolean {
  const { end } = cfg.fn.blocks[from] as Block;
  return end.kind === 'branch' && site.test !== null && isWithin(end.range, site.test.range);
}

/** More lines than this aren't listed. */
const MOST_LINES = 3;

const placesOf = ({ cfg, exits, loop: { site } }: LoopShape): string | null =>
  leftIn(exits.flatMap((exit) => placeOf(exit, cfg, site)?.start.line ?? []));

/** Where the source has that way out of a loop: a return in it, or the condition; null: nowhere. */
export function placeOf({ from, to }: Exit, { fn: { blocks } }: Cfg, { range }: LoopSite): SourceRange | null {
  const [leaving, there] = [blocks[from] as Block, blocks[to] as Block];
  if (there.end.kind === 'return' && isWithin(there.end.range, range)) return there.end.range;
  return leaving.end.kind === 'branch' ? leaving.end.range : null;
}

/** Null where there are none. */
export function leftIn(places: readonly number[]): string | null {
  const lines = [...new Set(places)].sort((a, b) => a - b);
  const [last, ...others] = [...lines].reverse();
  if (last === undefined) return null;
  if (lines.length > MOST_LINES) return `one of ${lines.length} ways out in its body is taken`;
  return `it is left in line ${others.length > 0 ? `${others.reverse().join(', ')} or ` : ''}${last}`;
}
