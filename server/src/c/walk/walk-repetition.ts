/**
 * Loops in which a round begins as one before it did: each round then does what that one did, and the loop never ends.
 * Variables that decide nothing, like the sum in `while (i < 9) { s += i; if (i == 4) continue; i++; }`, may differ.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import { lookup } from '../types/index.ts';
import type { LoopParts, Walk } from './walk-state.ts';
import { bare, step, textOf } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';
import type { WalkedObject } from './walked-values.ts';

/** Iterations, the first is 1, that begin alike. */
export interface Alike {
  readonly earlier: number;
  readonly later: number;
}

/**
 * Asked behind each round with the number of rounds so far: whether the next one begins as one before did. It is
 * compared with one round only, which is renewed in rounds 1, 2, 4, 8: what repeats is found by then. Source: cycle
 * detection (Brent, BIT 1980).
 */
export function repetition(walk: Walk, loop: LoopParts): (rounds: number) => Alike | null {
  let before: WalkedMemory = walk.memory.copy();
  let earlier = 1;
  let ignored: ReadonlySet<WalkedObject> | null = null;
  let { left, foreign } = walk;
  return (rounds) => {
    step(walk);
    // what left, or may do anything, may also go another way next time
    const isAlone = walk.left === left && walk.foreign === foreign;
    ignored ??= undecisive(walk, loop);
    if (isAlone && walk.memory.same(before, ignored)) return { earlier, later: rounds + 1 };
    if ((rounds & (rounds - 1)) === 0 || !isAlone) {
      [before, earlier, left, foreign] = [walk.memory.copy(), rounds + 1, walk.left, walk.foreign];
    }
    return null;
  };
}

interface Names {
  /** What decides how a round goes on, or whether it is defined. */
  readonly deciding: Set<string>;
  /** What is assigned, with what it is made of. */
  readonly assigned: (readonly [name: string, from: SyntaxNode])[];
}

/** Variables that a loop changes, and on which nothing depends that happens in it. */
function undecisive(walk: Walk, { node, body }: LoopParts): ReadonlySet<WalkedObject> {
  const names: Names = { deciding: new Set(), assigned: [] };
  inStatement(walk, names, node);
  for (let size = -1; size !== names.deciding.size; ) {
    size = names.deciding.size;
    for (const [name, from] of names.assigned) if (names.deciding.has(name)) decides(walk, names, from);
  }
  const out = new Set<WalkedObject>();
  for (const [name] of names.assigned) {
    const symbol = names.deciding.has(name) ? null : lookup(walk.scope, name);
    const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
    if (object !== undefined && isPlain(object)) out.add(object);
  }
  // what is declared in the body has no value yet when a round begins
  const { start, end } = body ?? { start: 0, end: 0 };
  for (const [at, object] of walk.declared)
    if (at > start && at < end && object.kind === 'local' && !object.exposed) out.add(object);
  return out;
}

const isPlain = ({ kind, exposed, type }: WalkedObject): boolean =>
  kind === 'local' && !exposed && ((type?.kind === 'int' && !type.volatile) || type?.kind === 'float');

function inStatement(walk: Walk, names: Names, node: SyntaxNode): void {
  for (const c of node.children) {
    const isStatement = /_statement$|^(else_clause|declaration|init_declarator)$/.test(c.type);
    if (c.type === 'init_declarator') inInitializer(walk, names, c);
    else if (isStatement) inStatement(walk, names, c);
    else if (node.type === 'expression_statement' || c.field === 'update' || c.field === 'initializer')
      inExpression(walk, names, c);
    else decides(walk, names, c);
  }
}

function inInitializer(walk: Walk, names: Names, node: SyntaxNode): void {
  const [name, value] = [child(node, 'declarator'), child(node, 'value')];
  if (name?.type !== 'identifier' || value === null) decides(walk, names, node);
  else assigns(walk, names, name, value);
}

/** An expression whose value is dropped. */
function inExpression(walk: Walk, names: Names, whole: SyntaxNode): void {
  const node = bare(whole);
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  const argument = child(node, 'argument');
  if (node.type === 'comma_expression') for (const c of node.children) inExpression(walk, names, c);
  else if (node.type === 'assignment_expression' && left?.type === 'identifier' && right !== null)
    assigns(walk, names, left, right);
  else if (node.type === 'update_expression' && argument?.type === 'identifier')
    assigns(walk, names, argument, argument);
  else decides(walk, names, node);
}

/** Sums, differences and products of variables: nothing in them goes one way or the other. */
const STRAIGHT = /^(identifier|number_literal|char_literal|parenthesized_expression|cast_expression)$/;

function assigns(walk: Walk, names: Names, name: SyntaxNode, from: SyntaxNode): void {
  names.assigned.push([textOf(walk, name), from]);
  if (!isStraight(walk, from)) decides(walk, names, from);
}

function isStraight(walk: Walk, node: SyntaxNode): boolean {
  if (node.type === 'binary_expression') {
    const operator = child(node, 'operator');
    const sides = node.children.filter((c) => c !== operator);
    return operator !== null && /^[-+*&|^]$/.test(textOf(walk, operator)) && sides.every((c) => isStraight(walk, c));
  }
  return STRAIGHT.test(node.type) && node.children.every((c) => c.field === 'type' || isStraight(walk, c));
}

function decides(walk: Walk, names: Names, node: SyntaxNode): void {
  if (node.type === 'identifier') names.deciding.add(textOf(walk, node));
  for (const c of node.children) decides(walk, names, c);
}
