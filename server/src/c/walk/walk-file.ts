/**
 * Walks over all functions of a file, each from its entry in whatever state: what is certainly wrong in them.
 * Source: abstract interpretation with widening (Cousot and Cousot, POPL 1977).
 */
import type { FailedFunction, Misstep, Missteps } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { beyondLowering } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { isString, newScope } from '../types/index.ts';
import { enter } from './walk-calls.ts';
import { isChosen as isChosenIn } from './walk-configured.ts';
import { deadStatements } from './walk-dead.ts';
import { designated, evaluate } from './walk-expressions.ts';
import { jumpsWithinRows } from './walk-jumps.ts';
import { programBegins } from './walk-objects.ts';
import { suspiciousLoops } from './suspicious-loops.ts';
import { behindSymbolicEnds } from './symbolic-lengths.ts';
import { accessesOf } from './walk-accesses.ts';
import type { Follow, Habits, Seen, Walk } from './walk-state.ts';
import { attempt, WalkEnds } from './walk-state.ts';
import { follow } from './walk-statements.ts';
import { undecidedParts } from './walk-undecided.ts';
import { suspiciousHabits } from './walk-suspicions.ts';
import type { WalkedValue } from './walked-values.ts';
import { contractsOf } from './walk-contracts.ts';
import { WalkedMemory } from './walked-memory.ts';

/**
 * Steps for a function with all that is called from it. Where they don't do, it is walked alone, and so is what is left
 * when all functions of a file have used up theirs.
 */
const FUNCTION_STEPS = 150_000;
const ALONE_STEPS = 60_000;
const FILE_STEPS = 2_500_000;
const MOST_STEPS = 3_500_000;
/** Steps for one look at what values of a parameter lead to, and for all of them in a file. */
const PROBE_STEPS = 12_000;
const CONTRACT_STEPS = 200_000;
/** Calls that are followed into one another. */
const DEEPEST = 5;

const FOLLOW: Follow = { value: evaluate, place: designated, statement: follow };

/**
 * What every run does wrong that gets there, in the file's own functions. `hasAllHeaders`: all headers were found, else
 * nothing is dead for certain. `stopped`: nobody waits for it.
 */
export function missteps(file: FileContext, hasAllHeaders: boolean, stopped: () => boolean): Missteps {
  const failed: FailedFunction[] = [];
  /** One defect costs one function what is asked of it. */
  const guarded = <T>(definition: FunctionDefinition, otherwise: T, ask: () => T): T => {
    try {
      return ask();
    } catch (error) {
      failed.push({ name: definition.name, range: definition.range, error });
      return otherwise;
    }
  };
  const found = new Map<string, Misstep>();
  const { visited, habits } = unseen();
  const followed: FunctionDefinition[] = [];
  const seenIn = new Map<FunctionDefinition, Seen>();
  const isChosen = remembered((d) => isChosenIn(file, d));
  const partsIn = remembered((d) => guarded(d, null, () => (canWalk(file, d) ? undecidedParts(file, d) : null)));
  /** All of it is known. */
  const isWalkable = (d: FunctionDefinition): boolean => partsIn(d)?.size === 0;
  let used = 0;
  for (const definition of file.definitions.values()) {
    if (stopped()) return { found: [], contracts: [], accesses: [], failed: [] };
    const undecided = definition.inHeader ? null : partsIn(definition);
    if (undecided === null) continue;
    /** Whether it is through: at its end, or at what it doesn't follow. */
    const walked = (deepest: number, most: number): boolean => {
      const steps = { left: Math.max(0, most) };
      const given = steps.left;
      const shared = {
        found,
        visited,
        habits,
        isWalkable,
        isChosen,
        undecided,
        hasAllHeaders,
        deepest,
        steps,
      };
      const { isFollowed, seen } = guarded(definition, LOST, () => walkOver(file, definition, shared));
      if (isFollowed) followed.push(definition);
      if (seen !== null) seenIn.set(definition, seen);
      used += given - Math.max(0, steps.left);
      return steps.left >= 0;
    };
    if (!walked(DEEPEST, Math.min(FUNCTION_STEPS, FILE_STEPS - used)))
      walked(0, Math.min(ALONE_STEPS, MOST_STEPS - used));
  }
  const all = [...file.definitions.values()];
  const each = <T>(of: readonly FunctionDefinition[], ask: (d: FunctionDefinition) => readonly T[]): readonly T[] =>
    of.flatMap((d) => guarded(d, [], () => ask(d)));
  const dead = each(hasAllHeaders ? followed : [], (d) => deadStatements(file, d, visited));
  const odd = each(hasAllHeaders ? followed : [], (d) => suspiciousHabits(file, d, visited, habits));
  const odder = each(all.filter(isWalkable), (d) => suspiciousLoops(file, d));
  const known = [...found.values()];
  const isNew = (m: Misstep): boolean =>
    !known.some((k) => k.kind === m.kind && k.range.start.line === m.range.start.line);
  const behind = each(all.filter(isWalkable), (d) => behindSymbolicEnds(file, d).filter(isNew));
  const inContracts = { left: CONTRACT_STEPS };
  const contracts = each(all, (definition) => {
    const undecided = definition.inHeader || stopped() ? null : partsIn(definition);
    if (undecided === null) return [];
    return contractsOf(file, definition, (values) => {
      const own = new Map<string, Misstep>();
      const given = Math.min(PROBE_STEPS, inContracts.left);
      const steps = { left: given };
      const shared = { ...unseen(), found: own, isWalkable, isChosen, undecided, hasAllHeaders, deepest: 1, steps };
      walkOver(file, definition, shared, values);
      inContracts.left -= given - Math.max(0, steps.left);
      return own;
    });
  });
  const outside = [...known, ...behind];
  const accesses = each(all, (d) => accessesOf(file, d, { seen: seenIn.get(d) ?? null, found: outside, contracts }));
  return { found: [...outside, ...dead, ...odd, ...odder], contracts, accesses, failed };
}

/** What no walk has been through yet. */
const unseen = (): { readonly visited: Set<number>; readonly habits: Habits } => ({
  visited: new Set(),
  habits: { held: new Set(), failed: new Set(), round: new Set() },
});

/** Asks once for each function. */
function remembered<T>(ask: (d: FunctionDefinition) => T): (d: FunctionDefinition) => T {
  const answers = new Map<FunctionDefinition, T>();
  return (d) => {
    let known = answers.get(d);
    if (known === undefined) answers.set(d, (known = ask(d)));
    return known;
  };
}

/** How a walk over a function ended. */
interface Walked {
  /** To the end, and nothing undefined met. */
  readonly isFollowed: boolean;
  /** The accesses that it saw; null: it didn't come to the end. */
  readonly seen: Seen | null;
}

const LOST: Walked = { isFollowed: false, seen: null };

/** `values`: of its parameters; then only what every run from its beginning does is noted. */
function walkOver(
  file: FileContext,
  definition: FunctionDefinition,
  shared: Pick<
    Walk,
    'found' | 'visited' | 'habits' | 'isWalkable' | 'isChosen' | 'undecided' | 'hasAllHeaders' | 'deepest' | 'steps'
  >,
  values: readonly WalkedValue[] | null = null,
): Walked {
  const body = definition.body();
  if (body === null || (definition.parameters ?? []).some((p) => p.untyped === true)) return LOST;
  const walk: Walk = {
    ...shared,
    follow: FOLLOW,
    file,
    globals: new Map(),
    named: new WeakMap(),
    declared: new Map(),
    strings: new Map(),
    behind: new Set(loopsWithMore(body, false)),
    targets: new WeakMap(),
    numbers: new WeakMap(),
    frames: [{ definition, returns: { states: [] }, returned: [], jumps: new Map() }],
    seen: new Map(),
    memory: new WalkedMemory(),
    scope: newScope(definition.scope),
    breaks: null,
    continues: null,
    base: values === null ? null : 0,
    silent: 0,
    left: 0,
    foreign: 0,
    cut: false,
    exposures: 0,
    rounds: [],
    loops: [],
  };
  try {
    if (definition.name === 'main') programBegins(walk);
    enter(walk, definition, values);
    attempt(() => follow(walk, body));
    // what an `#if` may have is not seen
    const isWhole = walk.undecided.size === 0;
    return { isFollowed: !walk.cut && isWhole, seen: isWhole ? walk.seen : null };
  } catch (e) {
    // a stack that is full is a function that is nested too deeply
    if (!(e instanceof WalkEnds || e instanceof RangeError)) throw e;
    return LOST;
  }
}

/** Statements that are not followed: then neither is the function. */
const UNFOLLOWED = /^(ERROR|function_definition|generic_expression|preproc_\w+)$/;

function canWalk(file: FileContext, definition: FunctionDefinition): boolean {
  const body = definition.body();
  if (
    body === null ||
    beyondLowering(body) !== null ||
    body.hasError ||
    definition.headProblem !== null ||
    definition.parameters === null
  )
    return false;
  if (!jumpsWithinRows(file.types.text, body)) return false;
  const work: SyntaxNode[] = [body];
  for (let n = work.pop(); n !== undefined; n = work.pop()) {
    if (UNFOLLOWED.test(n.type)) return false;
    if (!isString(n)) work.push(...n.children);
  }
  return true;
}

/** Loops with something to do behind them: not only the way out of the function. */
function loopsWithMore(node: SyntaxNode, more: boolean): readonly SyntaxNode[] {
  const { type, children } = node;
  if (type === 'compound_statement')
    return children.flatMap((c, i) => loopsWithMore(c, more || children.slice(i + 1).some(isWork)));
  if (/^(for|while|do)_statement$/.test(type))
    return [...(more ? [node] : []), ...children.flatMap((c) => loopsWithMore(c, false))];
  return children.flatMap((c) => loopsWithMore(c, more));
}

const isWork = (n: SyntaxNode): boolean => n.type === 'expression_statement' && n.children.length > 0;
