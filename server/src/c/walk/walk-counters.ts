/**
 * Counters: integers and pointers of a function's own that each round of a loop changes by the same number, in one
 * place.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';
import { lookup, sizeOf } from '../types/index.ts';
import { bitsOf } from './walk-places.ts';
import type { LoopParts, Walk } from './walk-state.ts';
import { bare, step, textOf } from './walk-state.ts';
import type { WalkedObject } from './walked-values.ts';
import { known } from './walked-values.ts';

export interface Counter {
  readonly name: string;
  readonly object: WalkedObject;
  readonly bits: number;
  /** Not zero; of a pointer in bytes. */
  readonly by: bigint;
}

/** What else might change a variable, or go round without the place that does. */
const UNCOUNTED = /^(goto_statement|labeled_statement|gnu_asm_expression|ERROR)$/;

export function countersIn(walk: Walk, loop: LoopParts): readonly Counter[] {
  const { start, end } = loop.node;
  const isUndecided = [...walk.undecided.values()].flat().some((part) => part.start >= start && part.end <= end);
  if (isUndecided) return [];
  const changed = new Map<string, number>();
  let continues = false;
  for (const part of [loop.test, loop.body, loop.update]) {
    const work = part === null ? [] : [part];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      step(walk);
      if (UNCOUNTED.test(node.type)) return [];
      continues ||= node.type === 'continue_statement';
      for (const name of namesChanged(walk, node)) changed.set(name, (changed.get(name) ?? 0) + 1);
      work.push(...node.children);
    }
  }
  // a `continue` passes what stands in the body by
  const inBody = continues || loop.body === null ? [] : statementsOf(loop.body);
  const everyRound = [
    ...(loop.update === null ? [] : evaluated(walk, loop.update)),
    ...inBody.flatMap((s) => (s.type === 'expression_statement' ? s.children.flatMap((c) => evaluated(walk, c)) : [])),
  ];
  return everyRound.flatMap((node) => {
    const found = changeIn(walk, node);
    return found !== null && changed.get(found.name) === 1 ? [found] : [];
  });
}

const statementsOf = (body: SyntaxNode): readonly SyntaxNode[] =>
  body.type === 'compound_statement' ? body.children : [body];

/** What is evaluated whenever the expression is. */
function evaluated(walk: Walk, node: SyntaxNode): readonly SyntaxNode[] {
  step(walk);
  const operator = child(node, 'operator');
  const isOperated = operator === null || !/^(&&|\|\|)$/.test(textOf(walk, operator));
  const isFollowed = EVALUATING.test(node.type) && isOperated;
  return [node, ...(isFollowed ? node.children.flatMap((c) => evaluated(walk, c)) : [])];
}

/** Expressions all of whose parts are evaluated. */
const EVALUATING = /^(parenthesized|comma|assignment|update|binary|unary|cast|pointer|subscript|field)_expression$/;

/** Names that the node itself assigns to, or declares. */
function namesChanged(walk: Walk, node: SyntaxNode): readonly string[] {
  const target =
    node.type === 'assignment_expression'
      ? child(node, 'left')
      : node.type === 'update_expression'
        ? child(node, 'argument')
        : null;
  const declared = node.children.filter((c) => c.field === 'declarator' && c.type === 'identifier');
  return [...declared, ...(target === null ? [] : [bare(target)])]
    .filter((n) => n.type === 'identifier')
    .map((n) => textOf(walk, n));
}

/** `i++`, `i -= 2`, `i = i + 2` of a variable whose address nobody has. */
function changeIn(walk: Walk, node: SyntaxNode): Counter | null {
  const target = child(node, 'left') ?? child(node, 'argument');
  if (target?.type !== 'identifier') return null;
  const name = textOf(walk, target);
  const symbol = lookup(walk.scope, name);
  const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
  if (object?.kind !== 'local' || object.exposed || object.type === null) return null;
  const { type } = object;
  const bits = bitsOf(walk, type);
  const unit = unitOf(walk, type);
  const by = bits === null || unit === null ? null : times(unit, stepOf(walk, node, name));
  return bits === null || by === null || by === 0n ? null : { name, object, bits, by };
}

/** What adding one adds; null: nothing that is known. */
function unitOf(walk: Walk, type: CType): bigint | null {
  if (type.kind === 'int') return type.volatile || type.int.bool ? null : 1n;
  return type.kind === 'pointer' ? sizeOf(type.to, walk.file.types.model) : null;
}

function stepOf(walk: Walk, node: SyntaxNode, name: string): bigint | null {
  const operator = child(node, 'operator');
  if (operator === null) return null;
  const sign = (text: string): bigint => (text.startsWith('-') ? -1n : 1n);
  const text = textOf(walk, operator);
  if (node.type === 'update_expression') return sign(text);
  const right = child(node, 'right');
  if (node.type !== 'assignment_expression' || right === null) return null;
  if (text === '+=' || text === '-=') return times(sign(text), constantOf(walk, right));
  const sum = bare(right);
  const [first, second, plus] = [child(sum, 'left'), child(sum, 'right'), child(sum, 'operator')];
  if (text !== '=' || sum.type !== 'binary_expression' || !first || !second || !plus) return null;
  if (!/^[-+]$/.test(textOf(walk, plus)) || textOf(walk, bare(first)) !== name) return null;
  return times(sign(textOf(walk, plus)), constantOf(walk, second));
}

const times = (by: bigint, value: bigint | null): bigint | null => (value === null ? null : by * value);

function constantOf(walk: Walk, node: SyntaxNode): bigint | null {
  return /^(number_literal|sizeof_expression)$/.test(bare(node).type) ? known(walk.follow.value(walk, node)) : null;
}
