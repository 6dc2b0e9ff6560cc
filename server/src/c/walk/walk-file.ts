/**
 * Walks over all functions of a file, each from its entry in whatever state: what is certainly wrong in them.
 * Source: abstract interpretation with widening (Cousot and Cousot, POPL 1977).
 */
import type { Misstep } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { isString, newScope } from '../types/index.ts';
import { enter } from './walk-calls.ts';
import { isChosen as isChosenIn } from './walk-configured.ts';
import { deadStatements } from './walk-dead.ts';
import { designated, evaluate } from './walk-expressions.ts';
import { jumpsWithinRows } from './walk-jumps.ts';
import { suspiciousLoops } from './suspicious-loops.ts';
import type { Follow, Habits, Walk } from './walk-state.ts';
import { attempt, WalkEnds } from './walk-state.ts';
import { follow } from './walk-statements.ts';
import { suspiciousHabits } from './walk-suspicions.ts';
import { WalkedMemory } from './walked-memory.ts';

/** Steps for a function with all that is called from it, and for all functions of a file. */
const FUNCTION_STEPS = 250_000;
const FILE_STEPS = 3_000_000;

const FOLLOW: Follow = { value: evaluate, place: designated, statement: follow };

/** What every run does wrong that gets there, in the file's own functions. `isComplete`: all headers were found, else nothing is dead for certain. `stopped`: nobody waits for it. */
export function missteps(file: FileContext, isComplete: boolean, stopped: () => boolean): readonly Misstep[] {
  const found = new Map<string, Misstep>();
  const visited = new Set<number>();
  const habits: Habits = { held: new Set(), failed: new Set(), round: new Set() };
  const isWalkable = remembered((d) => canWalk(file, d));
  const followed: FunctionDefinition[] = [];
  const isChosen = remembered((d) => isChosenIn(file, d));
  let left = FILE_STEPS;
  for (const definition of file.definitions.values()) {
    if (stopped()) return [];
    if (definition.inHeader || left <= 0 || !isWalkable(definition)) continue;
    const steps = { left: Math.min(FUNCTION_STEPS, left) };
    const given = steps.left;
    if (walkOver(file, definition, { found, visited, habits, isWalkable, isChosen, steps })) followed.push(definition);
    left -= given - Math.max(0, steps.left);
  }
  const dead = (isComplete ? followed : []).flatMap((d) => deadStatements(file, d, visited));
  const odd = followed.flatMap((d) => (isComplete ? suspiciousHabits(file, d, visited, habits) : []));
  const odder = [...file.definitions.values()].flatMap((d) => (isWalkable(d) ? suspiciousLoops(file, d) : []));
  return [...found.values(), ...dead, ...odd, ...odder];
}

/** Asks once for each function. */
function remembered(ask: (d: FunctionDefinition) => boolean): (d: FunctionDefinition) => boolean {
  const answers = new Map<FunctionDefinition, boolean>();
  return (d) => {
    let known = answers.get(d);
    if (known === undefined) answers.set(d, (known = ask(d)));
    return known;
  };
}

/** Whether it was followed to its end, and nothing undefined met. */
function walkOver(
  file: FileContext,
  definition: FunctionDefinition,
  shared: Pick<Walk, 'found' | 'visited' | 'habits' | 'isWalkable' | 'isChosen' | 'steps'>,
): boolean {
  const body = definition.body();
  if (body === null || (definition.parameters ?? []).some((p) => p.untyped === true)) return false;
  const w: Walk = {
    ...shared,
    follow: FOLLOW,
    file,
    globals: new Map(),
    named: new WeakMap(),
    declared: new Map(),
    strings: new Map(),
    behind: new Set(),
    targets: new WeakMap(),
    frames: [{ definition, returns: { states: [] }, returned: [], jumps: new Map() }],
    memory: new WalkedMemory(),
    scope: newScope(definition.scope),
    breaks: null,
    continues: null,
    base: null,
    silent: 0,
    left: 0,
    foreign: 0,
    cut: false,
    exposures: 0,
    rounds: [],
    loops: [],
  };
  markBehind(file, body, w.behind, false);
  try {
    enter(w, definition, null);
    attempt(() => follow(w, body));
    return !w.cut;
  } catch (e) {
    // a stack that is full is a function that is nested too deeply
    if (!(e instanceof WalkEnds || e instanceof RangeError)) throw e;
    return false;
  }
}

/** Statements that are not followed: then neither is the function. */
const UNFOLLOWED = /^(ERROR|function_definition|generic_expression|preproc_\w+)$/;

function canWalk(file: FileContext, definition: FunctionDefinition): boolean {
  const body = definition.body();
  if (body === null || body.hasError || definition.headerError || definition.parameters === null) return false;
  if (!jumpsWithinRows(file.types.text, body)) return false;
  const work: SyntaxNode[] = [body];
  for (let n = work.pop(); n !== undefined; n = work.pop()) {
    if (UNFOLLOWED.test(n.type)) return false;
    if (!isString(n)) work.push(...n.children);
  }
  return true;
}

/** Marks loops with something to do behind them: not only the way out of the function. */
function markBehind(file: FileContext, node: SyntaxNode, marked: Set<SyntaxNode>, more: boolean): void {
  if (node.type === 'compound_statement') {
    node.children.forEach((c, i) => markBehind(file, c, marked, more || node.children.slice(i + 1).some(isWork)));
    return;
  }
  if (/^(for|while|do)_statement$/.test(node.type)) {
    if (more) marked.add(node);
    for (const c of node.children) markBehind(file, c, marked, false);
    return;
  }
  for (const c of node.children) markBehind(file, c, marked, more);
}

const isWork = (n: SyntaxNode): boolean => n.type === 'expression_statement' && n.children.length > 0;
