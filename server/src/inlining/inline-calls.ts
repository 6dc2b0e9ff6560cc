/** Calls replaced by the bodies of the functions called, so that one graph shows all that a run does. */
import type { Block, BlockId, FromCall, IrFunction, IrProgram, Known, Stmt, Terminator } from '../program/index.ts';
import {
  buildCfg,
  constantsAfter,
  constantsAtBlocks,
  functionsOf,
  functionsThatEnd,
  globalKey,
  isProgramStart,
  settleNullChecks,
  undecidedAt,
  undecidedBehind,
  withoutDetours,
} from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Reason } from '../source/index.ts';
import type { CallSite } from './call-frames.ts';
import { addAssertions, addFrame, addLoops, namedBy } from './call-frames.ts';
import { changeElsewhere, disguisedIn, ofFrame } from './changes-elsewhere.ts';
import { effectsOfCall, mayStoreTo } from './callee-effects.ts';
import { constantCall, isRecursive, onlyComputes, onlyNames } from './constant-calls.ts';
import { copyExpr, copyList, copyStmt } from './copy-statements.ts';
import type { Call, Draft, Frame, InlineLimits } from './draft.ts';
import { globalArrayOf, globalOf, newBlock } from './draft.ts';
import { resolveMemory } from './resolve-memory.ts';

const DEFAULT_INLINE_LIMITS: InlineLimits = { maxBlocks: 2_000, maxDepth: 12 };

/**
 * The function with its calls of same-file functions inlined. Variables of callees become locals named `callee.x`.
 * Globals are one and the same. Loops and assertions of callees come after the function's own, with their own source
 * ranges. A call that is recursive or too large becomes a havoc of all that it may change.
 */
export function inlineCalls(
  program: IrProgram,
  fn: IrFunction,
  limits: InlineLimits = DEFAULT_INLINE_LIMITS,
): IrFunction {
  if (!hasCalls(fn) && !hasMemory(fn)) return fn;
  const draft: Draft = {
    program,
    functions: functionsOf(program),
    limits,
    variables: [...fn.variables],
    arrays: [...fn.arrays],
    blocks: [],
    loops: [],
    assertions: [],
    reasons: [...fn.reasons],
    positions: [...(fn.positions ?? [])],
    taken: new Set((fn.positions ?? []).map((p) => p.at)),
    latest: new Map(),
    behind: [...(fn.behind ?? [])],
    frames: [
      {
        parent: null,
        named: namedBy(
          fn.variables.map((v) => v.id),
          fn.arrays.map((a) => a.id),
        ),
      },
    ],
    unseen: new Set(fn.unseen ? [0] : []),
    characters: new Map(fn.characters),
    writesPointers: false,
    globals: new Map(),
    globalArrays: new Map(),
  };
  for (const v of fn.variables) if (v.scope === 'global') draft.globals.set(globalKey(v), v.id);
  for (const a of fn.arrays) if (a.scope === 'global') draft.globalArrays.set(a.key ?? a.name, a.id);
  const frame: Frame = {
    fn,
    number: 0,
    moved: new Map(),
    variables: fn.variables.map((v) => v.id),
    arrays: fn.arrays.map((a) => a.id),
    offsets: new Map(),
    loops: addLoops(draft, fn, []),
    assertions: [],
    continuation: null,
    callers: [fn.name],
    enclosing: [],
    given: new Map(),
  };
  const entry = copyBody(draft, { ...frame, assertions: addAssertions(draft, frame) });
  const whole = { ...draft, isMain: isProgramStart(fn), entry };
  const unresolved = resolveMemory(whole);
  settleNullChecks(whole);
  changeElsewhere(
    draft.blocks,
    draft,
    draft.frames.map((f) => f.named),
  );
  const blocks = draft.blocks.map(
    (b, id): Block => ({ id, stmts: b.stmts as Stmt[], end: b.end ?? { kind: 'halt', reason: null } }),
  );
  const threaded = withoutDetours(blocks, entry, draft.loops);
  const { behind: _, ...rest } = fn;
  remember(fn, limits, draft.reasons);
  return {
    ...rest,
    variables: draft.variables,
    arrays: draft.arrays,
    ...threaded,
    assertions: draft.assertions,
    reasons: draft.reasons,
    positions: draft.positions,
    ...(draft.characters.size > 0 && { characters: draft.characters }),
    ...(unresolved.length > 0 && { behind: unresolved }),
  };
}

const lost = new WeakMap<IrFunction, { readonly limits: InlineLimits; readonly reasons: readonly Reason[] }>();

/** Remembers what is lost in the function itself, so that it needn't be inlined for that alone. */
function remember(fn: IrFunction, limits: InlineLimits, reasons: readonly Reason[]): readonly Reason[] {
  const own = reasons.filter((r) => r.range !== null && isWithin(r.range, fn.range));
  lost.set(fn, { limits, reasons: own });
  return own;
}

/** What is lost in the function, its callees left aside: what pointers lead to shows only where calls are inlined. */
export function reasonsOf(
  program: IrProgram,
  fn: IrFunction,
  limits: InlineLimits = DEFAULT_INLINE_LIMITS,
): readonly Reason[] {
  if (!hasMemory(fn)) return fn.reasons;
  const known = lost.get(fn);
  return known?.limits === limits ? known.reasons : remember(fn, limits, inlineCalls(program, fn, limits).reasons);
}

function hasMemory(fn: IrFunction): boolean {
  return (
    fn.blocks.some((b) =>
      b.stmts.some((s) => s.kind === 'load-at' || s.kind === 'store-at' || s.kind === 'go-through'),
    ) || (fn.behind ?? []).length > 0
  );
}

function hasCalls(fn: IrFunction): boolean {
  return fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'call'));
}

const NOTHING: Known = new Map();

/** Copies the function's blocks; returns the entry's new id. Headers are put right afterwards. */
function copyBody(draft: Draft, frame: Frame): BlockId {
  const { fn } = frame;
  const ids = fn.blocks.map(() => newBlock(draft, frame));
  fn.loops.forEach((l, i) => {
    const id = frame.loops[i]!;
    draft.loops[id] = {
      ...draft.loops[id]!,
      header: ids[l.header]!,
      body: ids[l.body]!,
      behind: l.behind === null ? null : ids[l.behind]!,
    };
  });
  const constants = hasCalls(fn) ? constantsAtBlocks(fn, frame.given) : null;
  const origin = disguisedIn(frame);
  for (const block of fn.blocks) {
    let at = ids[block.id]!;
    let known = constants?.get(block.id) ?? NOTHING;
    for (const stmt of block.stmts) {
      const before = known;
      if (constants) known = constantsAfter(fn, stmt, before);
      if (stmt.kind === 'call') at = copyCall(draft, callSite(frame, stmt, at, before));
      else if (!isVain(draft, frame, stmt) && !(stmt.kind === 'assume' && stmt.start && frame.continuation !== null))
        draft.blocks[at]!.stmts.push(ofFrame(copyStmt(stmt, frame), origin));
    }
    draft.blocks[at]!.end = copyEnd(draft, frame, block.end, ids, at);
  }
  return ids[fn.entry]!;
}

function copyEnd(draft: Draft, frame: Frame, end: Terminator, ids: readonly BlockId[], at: BlockId): Terminator {
  switch (end.kind) {
    case 'goto':
      return { kind: 'goto', to: ids[end.to]! };
    case 'branch':
      return { ...end, cond: copyExpr(end.cond, frame), then: ids[end.then]!, else: ids[end.else]! };
    case 'halt':
      return end;
    case 'return': {
      const value = end.value === null ? null : copyExpr(end.value, frame);
      if (frame.continuation === null) return { ...end, value };
      const { target, results, block } = frame.continuation;
      results.forEach((id, index) => {
        const member = end.members?.[index];
        const reason: Reason = {
          code: 'no-result',
          message: `\`${frame.fn.name}\` returns without a value`,
          range: end.range,
        };
        draft.blocks[at]!.stmts.push(
          member === undefined
            ? { kind: 'havoc', target: id, reason, range: end.range }
            : { kind: 'assign', target: id, value: copyExpr(member, frame), range: end.range },
        );
      });
      if (target !== null) {
        const reason: Reason = {
          code: 'no-result',
          message: `\`${frame.fn.name}\` returns without a value`,
          range: end.range,
        };
        draft.blocks[at]!.stmts.push(
          value === null
            ? { kind: 'havoc', target, reason, range: end.range }
            : { kind: 'assign', target, value, range: end.range },
        );
      }
      return { kind: 'goto', to: block };
    }
  }
}

function callSite(frame: Frame, call: Call, at: BlockId, known: Known): CallSite {
  return { frame, call, at, target: call.target === null ? null : frame.variables[call.target]!, known };
}

/** Why a call isn't replaced by the body of what it calls. */
interface Unfitness {
  readonly code: string;
  /** Said of the callee. */
  readonly what: string;
}

const RECURSIVE: Unfitness = { code: 'recursion', what: 'calls itself' };
const TOO_LARGE: Unfitness = { code: 'call-too-large', what: 'is too large to be followed here' };
const TANGLED: Unfitness = {
  code: 'irreducible',
  what: 'has a jump into the middle of a loop and is not followed here',
};

const UNDECIDED: Unfitness = {
  code: 'conditional-compilation',
  what: 'has other ways in other builds and is not followed here',
};

/** Such functions within each other. */
const MOST_CLOSED = 3;

function unfitness({ limits, blocks, program }: Draft, { callers }: Frame, callee: IrFunction): Unfitness | null {
  const { closedBlocks = 0 } = limits;
  if (callee.blocks.length <= closedBlocks && callers.length <= MOST_CLOSED && callee.loops.length === 0)
    if (onlyNames(program, callee)) return null;
  if (undecidedBehind(callee) !== null) return UNDECIDED;
  if (callee.assertions.some(({ range }) => undecidedAt(callee, range) !== null)) return UNDECIDED;
  if (callers.length > limits.maxDepth || blocks.length + callee.blocks.length > limits.maxBlocks) return TOO_LARGE;
  return limits.onlyReducible === true && isTangled(callee) ? TANGLED : null;
}

const tangled = new WeakMap<IrFunction, boolean>();

/** A jump leads into the middle of a loop. */
function isTangled(fn: IrFunction): boolean {
  const known = tangled.get(fn) ?? buildCfg(fn).irreducible !== null;
  tangled.set(fn, known);
  return known;
}

/** Inlines one call at the end of a block; returns the block behind it. */
function copyCall(draft: Draft, site: CallSite): BlockId {
  const { frame, call, at, target, known } = site;
  const callee = draft.functions.get(call.callee);
  const value =
    callee?.returnType && isRecursive(draft.program, call.callee) ? constantCall(draft.program, call, known) : null;
  if (callee?.returnType && value !== null) {
    if (target !== null)
      draft.blocks[at]!.stmts.push({
        kind: 'assign',
        target,
        value: { kind: 'const', value, type: callee.returnType },
        range: call.range,
      });
    return at;
  }
  const recursive = frame.callers.includes(call.callee) && !isFollowed(draft, frame, call);
  const unfit = recursive ? RECURSIVE : callee === undefined ? TOO_LARGE : unfitness(draft, frame, callee);
  if (callee === undefined || unfit !== null) {
    const { code, what } = unfit ?? TOO_LARGE;
    const reason: Reason = { code, message: `\`${call.callee}\` ${what}`, range: call.range };
    draft.reasons.push(reason);
    havocCall(draft, site, callee, reason);
    const besides = [...(call.beside ?? []), ...(call.otherwise ?? [])];
    draft.blocks[at]!.stmts.push(...copyList(changing(draft, callee, besides), frame));
    if (call.otherwise !== undefined) draft.unseen.add(frame.number);
    return isLast(draft, site) ? afterTheEnd(draft, site) : at;
  }
  const behind = newBlock(draft, frame);
  const inner = addFrame(draft, site, callee, behind);
  const entry = copyBody(draft, inner);
  draft.blocks[at]!.end = { kind: 'goto', to: entry };
  if (call.otherwise !== undefined || call.beside !== undefined) {
    draft.blocks[behind]!.stmts.push({
      kind: 'after-call',
      of: inner.number,
      otherwise: copyList(changing(draft, callee, call.otherwise ?? []), frame),
      beside: copyList(changing(draft, callee, call.beside ?? []), frame),
    });
  }
  return behind;
}

/** The run ends in the callee. Behind a call that returns twice every later call may lead back there. */
const isLast = ({ program, limits }: Draft, { frame, call }: CallSite): boolean =>
  limits.cutsEnds === true &&
  !frame.fn.reasons.some(({ code }) => code === 'returns-twice') &&
  functionsThatEnd(program).has(call.callee);

/** A block that no way leads to. */
function afterTheEnd(draft: Draft, { frame, call, at }: CallSite): BlockId {
  draft.blocks[at]!.end = { kind: 'halt', reason: null, range: call.range };
  return newBlock(draft, frame);
}

/** Of what a call may change behind pointers: what the callee stores such things to. */
function changing(draft: Draft, callee: IrFunction | undefined, stmts: readonly Stmt[]): readonly Stmt[] {
  if (callee === undefined || stmts.length === 0) return stmts;
  const effects = effectsOfCall(draft.program, draft.functions, callee);
  const { stores } = effects;
  return stmts
    .filter((s) => (s.kind !== 'havoc' && s.kind !== 'havoc-array') || mayStoreTo(effects, s.object))
    .map((s) => {
      if (s.kind === 'note') return { ...s, stores };
      return s.kind === 'havoc-array' && s.by ? { ...s, by: { ...s.by, stores } } : s;
    });
}

/** So many calls of a function within each other are followed. */
const DEEPEST_RECURSION = 8;
const LARGEST_RECURSIVE = 8;

/**
 * A recursive call that is worth following: outside of loops, of a small function that only computes, and calls itself
 * once.
 */
function isFollowed(draft: Draft, frame: Frame, call: Call): boolean {
  const { callers, fn } = frame;
  const callee = draft.functions.get(call.callee);
  if (
    callee !== fn ||
    callers[0] === call.callee ||
    callers.filter((c) => c === call.callee).length >= DEEPEST_RECURSION
  )
    return false;
  const once = fn.blocks.flatMap((b) => b.stmts.filter((s) => s.kind === 'call')).length === 1;
  return (
    once &&
    fn.blocks.length <= LARGEST_RECURSIVE &&
    fn.loops.length === 0 &&
    frame.enclosing.length === 0 &&
    onlyComputes(draft.program, fn)
  );
}

/** A call that is not followed: its result is anything, and so is what it may change. */
function havocCall(draft: Draft, site: CallSite, callee: IrFunction | undefined, reason: Reason): void {
  const { frame, call, at, target } = site;
  const { stmts } = draft.blocks[at]!;
  const before = stmts.length;
  const how = (what: FromCall['what']): Pick<Stmt & { kind: 'havoc' }, 'reason' | 'range'> & { by: FromCall } => ({
    reason,
    range: call.range,
    by: { callee: call.callee, what, range: call.range, stores },
  });
  const stores = callee === undefined ? 'anything' : effectsOfCall(draft.program, draft.functions, callee).stores;
  const { variables, arrays, named, namedArrays } = changedBy(draft, site, callee);
  const effect = (isNamed: boolean): ReturnType<typeof how> => {
    const possible = how('effect');
    return isNamed ? { ...possible, by: { ...possible.by, named: true } } : possible;
  };
  const results = new Set((call.results ?? []).map((id) => frame.variables[id]!));
  if (target !== null) results.add(target);
  for (const v of variables) if (!results.has(v)) stmts.push({ kind: 'havoc', target: v, ...effect(named.has(v)) });
  for (const a of arrays) stmts.push({ kind: 'havoc-array', array: a, ...effect(namedArrays.has(a)) });
  for (const v of results) stmts.push({ kind: 'havoc', target: v, ...how('result') });
  if (stmts.length === before) stmts.push({ kind: 'note', reason, by: how('effect').by });
}

interface Changed {
  readonly variables: ReadonlySet<number>;
  readonly arrays: ReadonlySet<number>;
  /** Of these, those that are set by their names. */
  readonly named: ReadonlySet<number>;
  readonly namedArrays: ReadonlySet<number>;
}

/** The globals and arrays that the callee and its callees write. */
function changedBy(draft: Draft, { frame, call }: CallSite, callee: IrFunction | undefined): Changed {
  const variables = new Set<number>();
  const arrays = new Set<number>();
  const [named, namedArrays] = [new Set<number>(), new Set<number>()];
  if (callee !== undefined) {
    const effects = effectsOfCall(draft.program, draft.functions, callee);
    for (const v of effects.variables) {
      variables.add(globalOf(draft, v));
      if (effects.named.has(v)) named.add(globalOf(draft, v));
    }
    for (const a of effects.arrays) {
      arrays.add(globalArrayOf(draft, a));
      if (effects.named.has(a)) namedArrays.add(globalArrayOf(draft, a));
    }
  }
  for (const a of call.arrays ?? []) if (a !== null) arrays.add(frame.arrays[a]!);
  if (callee === undefined) {
    for (const v of draft.variables) if (v.scope === 'global' || v.addressTaken) variables.add(v.id);
    for (const a of draft.arrays) arrays.add(a.id);
  }
  return { variables, arrays, named, namedArrays };
}

/** The two arrays are known now: one and the same, as the store has it already, or two that don't overlap. */
function isVain(d: Draft, frame: Frame, s: Stmt): boolean {
  if (s.kind !== 'havoc-array' || s.stored === undefined) return false;
  const [a, b] = [frame.arrays[s.array]!, frame.arrays[s.stored]!];
  return (s.array !== s.stored && a === b) || (a !== b && d.arrays[a]!.apart === true && d.arrays[b]!.apart === true);
}
