/** Conditions in a walk: the ways on, each with what its outcome says of the variables in the condition. */
import { maxOf, minOf } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, hasEffects } from '../syntax/index.ts';
import { commonType, lookup } from '../types/index.ts';
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
  return leafWays(walk, node);
}

const isSure = ({ yes, no, both }: Ways): boolean => yes === null || no === null || both === true;

function leafWays(walk: Walk, node: SyntaxNode): Ways {
  step(walk);
  const fresh = freshIn(walk, node);
  const both = mayHaveFailed(walk, node);
  const known = isTrue(walk.follow.value(walk, node));
  const { memory } = walk;
  if (known !== null) return known ? { yes: memory, no: null } : { yes: null, no: memory };
  const other = memory.copy();
  narrow(walk, memory, { node, outcome: true, fresh });
  narrow(walk, other, { node, outcome: false, fresh });
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
  const value = aside(walk, walk.memory, pointer);
  return value?.kind === 'pointer' && value.target?.orNull === 'failed';
}

/** The value of an expression without effects; a condition in it would leave its traces in the memory. */
function aside(walk: Walk, memory: WalkedMemory, node: SyntaxNode): WalkedValue | undefined {
  const { left, cut } = walk;
  walk.memory = memory.copy();
  walk.silent++;
  const value = attempt(() => walk.follow.value(walk, node))?.result;
  walk.silent--;
  [walk.memory, walk.left, walk.cut] = [memory, left, cut];
  return value;
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};
const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

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
      const value = variable?.type === 'identifier' ? integerNamed(walk, variable)?.value : undefined;
      return value?.free?.looked === false ? [value.free] : [];
    }),
  );
}

/** What the outcome of a condition says of a variable in it. */
function narrow(walk: Walk, memory: WalkedMemory, { node, outcome, fresh }: Outcome): void {
  walk.memory = memory;
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (node.type === 'identifier') {
    narrowPointer(walk, memory, { node, op: outcome ? '!=' : '==' });
    narrowVariable(walk, node, { op: outcome ? '!=' : '==', by: integer(walk.file.long, 0n), fresh });
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
    if (variable.type !== 'identifier' || hasEffects(other)) continue;
    const value = aside(walk, memory, other);
    if (isNull(value)) narrowPointer(walk, memory, { node: variable, op: relation });
    if (value?.kind === 'integer') narrowVariable(walk, variable, { op: relation, by: value, fresh });
  }
}

const isNull = (v: WalkedValue | undefined): boolean =>
  (v?.kind === 'pointer' && v.target === null) || (v?.kind === 'integer' && v.low === 0n && v.high === 0n);

/** A pointer that may be null is, or isn't. */
function narrowPointer(
  walk: Walk,
  memory: WalkedMemory,
  { node, op }: { readonly node: SyntaxNode; readonly op: string },
): void {
  const symbol = lookup(walk.scope, textOf(walk, node));
  const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
  if (object?.type?.kind !== 'pointer' || object.type.volatile || !/^[!=]=$/.test(op)) return;
  const bits = bitsOf(walk, object.type);
  const value = bits === null ? 'unknown' : walk.memory.read(object, 0, bits);
  if (bits === null || typeof value === 'string' || value.kind !== 'pointer' || !value.target?.orNull) return;
  const { orNull, ...target } = value.target;
  if (op === '==' && orNull === 'failed') memory.drop(target.object);
  walk.memory.write(object, 0, bits, { ...value, target: op === '!=' ? target : null });
}

/** A local integer variable that is not volatile, with its value. */
function integerNamed(
  walk: Walk,
  node: SyntaxNode,
): { object: WalkedObject; bits: number; value: IntegerValue } | null {
  const symbol = lookup(walk.scope, textOf(walk, node));
  const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
  if (object?.type?.kind !== 'int' || object.type.volatile) return null;
  const bits = bitsOf(walk, object.type);
  if (bits === null) return null;
  const { int } = object.type;
  const value = walk.memory.read(object, 0, bits);
  if (typeof value === 'string')
    return value === 'unknown' ? { object, bits, value: integer(int, minOf(int), maxOf(int)) } : null;
  return value.kind === 'integer'
    ? { object, bits, value }
    : { object, bits, value: integer(int, minOf(int), maxOf(int)) };
}

interface Relation {
  readonly op: string;
  readonly by: IntegerValue;
  readonly fresh: ReadonlySet<Origin>;
}

function narrowVariable(walk: Walk, node: SyntaxNode, { op, by, fresh }: Relation): void {
  const found = integerNamed(walk, node);
  if (found === null) return;
  const { object, bits, value } = found;
  const type = commonType(value.type, by.type);
  const [own, other] = [converted(value, type), converted(by, type)];
  // only where the comparison is one of the numbers themselves
  if (own.low !== value.low || own.high !== value.high || other.low !== by.low || other.high !== by.high) return;
  const { low, high } = limited(value, op, other);
  // compared with one number, each of those left still arises
  const whole = op !== '!=' || low > value.low || high < value.high || by.low < value.low || by.low > value.high;
  const still = by.low === by.high && whole && value.free !== undefined && fresh.has(value.free);
  const free = still ? { looked: false } : undefined;
  if (low <= high) walk.memory.write(object, 0, bits, integer(value.type, low, high, free));
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
