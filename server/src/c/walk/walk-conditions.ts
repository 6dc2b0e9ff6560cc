/** Conditions in a walk: the ways on, each with what its outcome says of the variables in the condition. */
import { maxOf, minOf } from '../../machine/index.ts';
import { mentions } from '../../source/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, hasEffects, MIRRORED, OPPOSITE } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';
import { commonType } from '../types/index.ts';
import { isTrue } from './walk-operators.ts';
import { bitsOf } from './walk-places.ts';
import type { Walk } from './walk-state.ts';
import { attempt, bare, meet, step, textOf } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';
import type { IntegerValue, Origin, WalkedObject, WalkedValue } from './walked-values.ts';
import { converted, integer } from './walked-values.ts';

/** The memory where the condition holds and where it doesn't; null: it can't come to that. */
export interface Ways {
  readonly yes: WalkedMemory | null;
  readonly no: WalkedMemory | null;
  /** Whatever else is the case, it may come to both: an allocation may fail. */
  readonly both?: boolean;
}

/** Evaluates a condition. */
export function waysOf(walk: Walk, node: SyntaxNode): Ways {
  const { open } = walk.memory;
  const { left } = walk;
  const ways = waysOn(walk, node);
  const sure = walk.left === left && (ways.yes === null || ways.no === null || ways.both === true);
  for (const m of [ways.yes, ways.no]) if (m !== null) m.open = sure ? open : open + 1;
  return ways;
}

function waysOn(walk: Walk, whole: SyntaxNode): Ways {
  const node = bare(whole);
  const operator = child(node, 'operator');
  const op = operator === null ? '' : textOf(walk, operator);
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (node.type === 'binary_expression' && left !== null && right !== null && (op === '&&' || op === '||')) {
    const first = waysOn(walk, left);
    const goesOn = op === '&&' ? first.yes : first.no;
    if (goesOn === null) return first;
    walk.memory = goesOn;
    const second: Ways = attempt(() => waysOn(walk, right))?.result ?? { yes: null, no: null };
    const both = isSure(first) && isSure(second);
    return op === '&&'
      ? { yes: second.yes, no: meet([first.no, second.no]), both }
      : { yes: meet([first.yes, second.yes]), no: second.no, both };
  }
  const argument = child(node, 'argument');
  if (node.type === 'unary_expression' && op === '!' && argument !== null) {
    const { yes, no, both = false } = waysOn(walk, argument);
    return { yes: no, no: yes, both };
  }
  return counted(walk, node) ?? leafWays(walk, node);
}

/**
 * `n-- > 0`, `++n < 9`, `n--`: what the condition says of the counter is said of its value before it is changed, or
 * behind that. Null: it is none of these.
 */
function counted(walk: Walk, node: SyntaxNode): Ways | null {
  const update = updateIn(walk, node);
  const [operator, counter] = update === null ? [null, null] : [child(update, 'operator'), child(update, 'argument')];
  if (update === null || operator === null || counter === null || !isVariable(walk, bare(counter))) return null;
  const alone: SyntaxNode =
    update === node
      ? counter
      : { ...node, children: node.children.map((c) => (bare(c) === update ? { ...counter, field: c.field } : c)) };
  if (operator.start < counter.start) {
    walk.follow.value(walk, update);
    return leafWays(walk, alone);
  }
  const { yes, no, both = false } = leafWays(walk, alone);
  const behind = (memory: WalkedMemory | null): WalkedMemory | null => {
    if (memory === null) return null;
    walk.memory = memory;
    return attempt(() => walk.follow.value(walk, update)) === null ? null : walk.memory;
  };
  return { yes: behind(yes), no: behind(no), both };
}

/** The one change of a counter in a condition that nothing else in it reads. */
function updateIn(walk: Walk, node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'update_expression') return node;
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || operator === null || right === null) return null;
  if (OPPOSITE[textOf(walk, operator)] === undefined) return null;
  const [a, b] = [bare(left), bare(right)];
  const [update, other] = a.type === 'update_expression' ? [a, b] : [b, a];
  const argument = child(update, 'argument');
  const counter = update.type === 'update_expression' && argument !== null ? bare(argument) : null;
  if (counter?.type !== 'identifier' || hasEffects(other)) return null;
  return mentions(textOf(walk, other), textOf(walk, counter)) ? null : update;
}

const isSure = ({ yes, no, both }: Ways): boolean => yes === null || no === null || both === true;

function leafWays(walk: Walk, node: SyntaxNode): Ways {
  step(walk);
  const fresh = freshIn(walk, node);
  const both = mayHaveFailed(walk, node);
  const known = isTrue(walk.follow.value(walk, node));
  const { memory } = walk;
  // a condition that holds anyway says nothing
  if (known !== null && !hasEffects(node)) for (const origin of fresh) origin.looked = false;
  if (known !== null) return known ? { yes: memory, no: null } : { yes: null, no: memory };
  const other = memory.copy();
  const arisen = new Set([...fresh, ...readIn(walk, node)]);
  narrow(walk, memory, { node, outcome: true, fresh: arisen });
  narrow(walk, other, { node, outcome: false, fresh: arisen });
  return { yes: memory, no: other, both };
}

/** `p`, `p != NULL`, where `p` is what an allocation has made. */
function mayHaveFailed(walk: Walk, node: SyntaxNode): boolean {
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  const compared = node.type === 'binary_expression' && operator !== null && /^[!=]=$/.test(textOf(walk, operator));
  const sides = compared ? [left, right] : [node];
  const [pointer, ...others] = sides.filter(
    (n) => n !== null && !/^(NULL|nullptr|0|\(void ?\*\) ?0)$/.test(textOf(walk, n)),
  );
  if (pointer == null || others.length > 0 || hasEffects(pointer)) return false;
  const value = aside(walk, walk.memory, () => walk.follow.value(walk, pointer));
  return value?.kind === 'pointer' && value.target?.orNull === 'failed';
}

/** What is found out of an expression without effects; a condition in it would leave its traces in the memory. */
function aside<T>(walk: Walk, memory: WalkedMemory, ask: () => T): T | undefined {
  const { left, cut } = walk;
  walk.memory = memory.copy();
  walk.silent++;
  const value = attempt(ask)?.result;
  walk.silent--;
  [walk.memory, walk.left, walk.cut] = [memory, left, cut];
  return value;
}

interface Outcome {
  readonly node: SyntaxNode;
  readonly outcome: boolean;
  /** The origins that nothing had looked at before this condition. */
  readonly fresh: ReadonlySet<Origin>;
}

/** What nothing has looked at of the variables that a condition compares: `n` in `n < 5`. */
function freshIn(walk: Walk, node: SyntaxNode): ReadonlySet<Origin> {
  const sides = node.type === 'identifier' ? [node] : [child(node, 'left'), child(node, 'right')];
  return new Set(
    sides.flatMap((n) => {
      const variable = n === null ? null : bare(n);
      const value = variable?.type === 'identifier' ? integerAt(walk, narrowable(walk, variable))?.value : undefined;
      return value?.free?.looked === false ? [value.free] : [];
    }),
  );
}

/** What the condition itself gets from outside, and compares: `c` in `(c = getchar()) != EOF`. */
function readIn(walk: Walk, node: SyntaxNode): readonly Origin[] {
  return [child(node, 'left'), child(node, 'right')].flatMap((n) => {
    const side = n === null ? null : bare(n);
    const call = side?.type === 'assignment_expression' ? child(side, 'right') : null;
    const callee = call === null ? null : child(bare(call), 'function');
    if (side === null || callee?.type !== 'identifier' || walk.file.definitions.has(textOf(walk, callee))) return [];
    const value = integerAt(walk, narrowable(walk, side))?.value;
    return value?.free === undefined ? [] : [value.free];
  });
}

/** What the outcome of a condition says of a variable in it. */
function narrow(walk: Walk, memory: WalkedMemory, { node, outcome, fresh }: Outcome): void {
  walk.memory = memory;
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (isVariable(walk, node)) {
    const by = integer(walk.file.long, 0n);
    narrowScalar(walk, node, { op: outcome ? '!=' : '==', by, isNull: true, fresh });
    return;
  }
  if (node.type !== 'binary_expression' || left === null || operator === null || right === null) return;
  const op = textOf(walk, operator);
  const holds = outcome ? op : OPPOSITE[op];
  if (OPPOSITE[op] === undefined || holds === undefined) return;
  const sides = [
    [bare(left), right, holds],
    [bare(right), left, MIRRORED[holds]!],
  ] as const;
  for (const [variable, other, relation] of sides) {
    if (!isVariable(walk, variable) || hasEffects(other)) continue;
    const value = aside(walk, memory, () => walk.follow.value(walk, other));
    if (value?.kind === 'pointer' || value?.kind === 'integer')
      narrowScalar(walk, variable, { op: relation, by: value, isNull: isNull(value), fresh });
  }
}

/** `n`, `p->n`, `a[2]`, and `c` in `(c = getchar()) != EOF`, which has been evaluated by then. */
function isVariable(walk: Walk, node: SyntaxNode): boolean {
  if (node.type === 'assignment_expression') {
    const [left, operator] = [child(node, 'left'), child(node, 'operator')];
    return left !== null && operator !== null && textOf(walk, operator) === '=' && isVariable(walk, bare(left));
  }
  return /^(identifier|field_expression|subscript_expression)$/.test(node.type) && !hasEffects(node);
}

const isNull = (v: WalkedValue): boolean =>
  (v.kind === 'pointer' && v.target === null) || (v.kind === 'integer' && v.low === 0n && v.high === 0n);

/** A scalar in one place, that nothing else changes meanwhile. */
interface Scalar {
  readonly object: WalkedObject;
  readonly at: number;
  readonly bits: number;
  readonly type: CType & { readonly kind: 'int' | 'pointer' };
}

/** The place of a variable whose value a condition may say more about. */
function narrowable(walk: Walk, node: SyntaxNode): Scalar | null {
  const variable = node.type === 'assignment_expression' ? bare(child(node, 'left') ?? node) : node;
  const place = aside(walk, walk.memory, () => walk.follow.place(walk, variable));
  if (place?.kind !== 'place' || place.low !== place.high || place.low < 0n || place.object.fixed) return null;
  const { object, type } = place;
  const bits = place.bits ?? bitsOf(walk, type);
  if ((type.kind !== 'int' && type.kind !== 'pointer') || type.volatile || bits === null) return null;
  return { object, at: Number(place.low), bits, type };
}

interface Relation {
  readonly op: string;
  readonly by: WalkedValue;
  readonly isNull: boolean;
  readonly fresh: ReadonlySet<Origin>;
}

function narrowScalar(walk: Walk, node: SyntaxNode, relation: Relation): void {
  const scalar = narrowable(walk, node);
  if (scalar?.type.kind === 'pointer' && relation.isNull) narrowPointer(walk, scalar, relation.op);
  if (scalar?.type.kind === 'int' && relation.by.kind === 'integer')
    narrowInteger(walk, scalar, { ...relation, by: relation.by });
}

/** A pointer that may be null is, or isn't. */
function narrowPointer(walk: Walk, { object, at, bits }: Scalar, op: string): void {
  const value = /^[!=]=$/.test(op) ? walk.memory.read(object, at, bits) : 'unknown';
  if (typeof value === 'string' || value.kind !== 'pointer' || !value.target?.orNull) return;
  const { orNull, ...target } = value.target;
  if (op === '==' && orNull === 'failed') walk.memory.drop(target.object);
  walk.memory.write(object, at, bits, { ...value, target: op === '!=' ? target : null });
}

/** The value of an integer variable, as far as it is known; null: it has none, or is made of parts. */
function integerAt(walk: Walk, scalar: Scalar | null): (Scalar & { readonly value: IntegerValue }) | null {
  if (scalar?.type.kind !== 'int') return null;
  const { int } = scalar.type;
  const value = walk.memory.read(scalar.object, scalar.at, scalar.bits);
  if (value === 'unset' || value === 'zero' || value === 'mixed') return null;
  const whole = integer(int, minOf(int), maxOf(int));
  return { ...scalar, value: value !== 'unknown' && value.kind === 'integer' ? value : whole };
}

function narrowInteger(walk: Walk, scalar: Scalar, { op, by, fresh }: Relation & { readonly by: IntegerValue }): void {
  const found = integerAt(walk, scalar);
  if (found === null) return;
  const { object, at, bits, value } = found;
  const type = commonType(value.type, by.type);
  const [own, other] = [converted(value, type), converted(by, type)];
  // only where the comparison is one of the numbers themselves
  if (own.low !== value.low || own.high !== value.high || other.low !== by.low || other.high !== by.high) return;
  const { low, high } = limited(value, op, other);
  // compared with one number, each of those left still arises
  const whole = op !== '!=' || low > value.low || high < value.high || by.low < value.low || by.low > value.high;
  const still = by.low === by.high && whole && value.free !== undefined && fresh.has(value.free);
  const free = still ? { looked: false } : undefined;
  if (low <= high) walk.memory.write(object, at, bits, integer(value.type, low, high, free));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The bounds of what compares so with something between bounds. */
function limited({ low, high }: IntegerValue, op: string, by: IntegerValue): { low: bigint; high: bigint } {
  switch (op) {
    case '<':
      return { low, high: least(high, by.high - 1n) };
    case '<=':
      return { low, high: least(high, by.high) };
    case '>':
      return { low: most(low, by.low + 1n), high };
    case '>=':
      return { low: most(low, by.low), high };
    case '==':
      return { low: most(low, by.low), high: least(high, by.high) };
    default: {
      const one = by.low === by.high ? by.low : null;
      return { low: low === one ? low + 1n : low, high: high === one ? high - 1n : high };
    }
  }
}
