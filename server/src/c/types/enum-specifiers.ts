/** `enum { ... }` (C11 6.7.2.2): its constants, and the type that holds them all. */
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { CType } from './c-types.ts';
import {
  INT128,
  LLONG,
  SCHAR,
  SHORT,
  UCHAR,
  UINT,
  UINT128,
  ULLONG,
  USHORT,
  integer,
  longType,
  unsignedLongType,
} from './standard-types.ts';
import type { DataModel } from './standard-types.ts';
import { recordTraits } from './declared-attributes.ts';
import { lookupTag } from './scope.ts';
import type { Scope, TypeContext } from './scope.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { isIncomplete, textOf } from './scope.ts';

/** The values of an enumeration. */
interface Enumerators {
  readonly values: readonly (readonly [string, bigint])[];
  readonly least: bigint;
  readonly greatest: bigint;
}

/**
 * `typeOf`: the type that a specifier names. Enumerators are `int`; the enumeration itself is `unsigned int` where none
 * is negative, as gcc has it.
 */
export function enumSpecifier(
  ctx: TypeContext,
  node: SyntaxNode,
  scope: Scope,
  typeOf: (specifier: SyntaxNode) => CType,
): IntType {
  const name = child(node, 'name');
  const body = child(node, 'body');
  const tag = name === null ? '' : `enum ${textOf(ctx, name)}`;
  if (body === null) {
    const known = lookupTag(scope, tag);
    return known !== null && 'bits' in known ? known : UINT;
  }
  const said = child(node, 'underlying_type');
  const underlying = said === null ? null : typeOf(said);
  const given = underlying?.kind === 'int' ? underlying.int : null;
  const enumerators = enumeratorsIn(ctx, body, scope, given);
  const type = given ?? enumType(ctx, enumerators, recordTraits(ctx, node).packed);
  // what doesn't fit into an int has the enumeration's type
  for (const [text, value] of enumerators.values) {
    if (underlying !== null || !fits(value, INT)) scope.names.set(text, { kind: 'constant', value, type });
  }
  if (tag !== '') scope.tags.set(tag, type);
  return type;
}

/** Defines the enumerators; one without a value of its own is worth one more than the one before. */
function enumeratorsIn(ctx: TypeContext, body: SyntaxNode, scope: Scope, given: IntType | null): Enumerators {
  const values: [string, bigint][] = [];
  let before: Worth = { value: -1n };
  let end = body.start;
  for (const enumerator of body.children) {
    if (enumerator.type !== 'enumerator') continue;
    const isBehindOthers = isIncomplete(ctx, { start: end, end: enumerator.start });
    end = enumerator.start;
    before = worthOf(ctx, enumerator, scope, isBehindOthers ? uncounted(before) : before);
    const nameNode = child(enumerator, 'name');
    const name = nameNode === null ? null : textOf(ctx, nameNode);
    if (name === null) continue;
    if (ctx.decided.has(name)) before = { value: null };
    const { value, type, isNatural } = before;
    if (value === null) {
      const own = given ?? type ?? INT;
      scope.names.set(name, { kind: 'constant', value, type: own, held: isNatural ? NATURAL : own });
      continue;
    }
    values.push([name, value]);
    scope.names.set(name, { kind: 'constant', value, type: fits(value, INT) ? INT : wide(value, value, ctx.model) });
  }
  const least = values.reduce((a, [, value]) => (value < a ? value : a), 0n);
  return { values, least, greatest: values.reduce((a, [, value]) => (value > a ? value : a), 0n) };
}

/** What an enumerator is worth; null: not known, but for its type, or that it isn't negative. */
interface Worth {
  readonly value: bigint | null;
  readonly type?: IntType;
  readonly isNatural?: boolean;
}

/** Every `int` that isn't negative. */
const NATURAL = integer(31, false, 'int');

/** Others may stand behind it, headers know how many. */
const uncounted = ({ value, isNatural = false }: Worth): Worth => ({
  value: null,
  isNatural: value === null ? isNatural : value >= -1n,
});

function worthOf(ctx: TypeContext, enumerator: SyntaxNode, scope: Scope, before: Worth): Worth {
  const said = child(enumerator, 'value');
  if (said === null) return before.value === null ? before : { value: before.value + 1n };
  const value = isIncomplete(ctx, said) ? null : ctx.constant(said, scope);
  const type = value === null ? ctx.typeOf(said, scope) : null;
  if (type?.kind !== 'int') return { value };
  // an `int` all the same, where it is the number of a table's rows
  return isIncomplete(ctx, said) ? { value, type: type.int } : { value, isNatural: !type.int.signed };
}

function enumType(ctx: TypeContext, { least, greatest }: Enumerators, packed: boolean): IntType {
  if (packed) return smallest(least, greatest, ctx.model);
  // without a negative value it is unsigned for gcc, not for compilers on Windows
  const isInt = fits(least, INT) && fits(greatest, INT) && (least < 0n || ctx.model.name === 'LLP64');
  return isInt ? INT : wide(least, greatest, ctx.model);
}

function fits(value: bigint, type: IntType): boolean {
  return (
    value >= (type.signed ? -(1n << BigInt(type.bits - 1)) : 0n) &&
    value < 1n << BigInt(type.signed ? type.bits - 1 : type.bits)
  );
}

/** The type of an enumeration, at least as wide as an int. */
function wide(least: bigint, greatest: bigint, model: DataModel): IntType {
  const types = least < 0n ? [INT, longType(model), LLONG, INT128] : [UINT, unsignedLongType(model), ULLONG, UINT128];
  return types.find((t) => fits(least, t) && fits(greatest, t)) ?? LLONG;
}

/** The type of a packed enumeration: the smallest that holds all values. */
function smallest(least: bigint, greatest: bigint, model: DataModel): IntType {
  const types =
    least < 0n ? [SCHAR, SHORT, INT, longType(model), LLONG] : [UCHAR, USHORT, UINT, unsignedLongType(model), ULLONG];
  return types.find((t) => fits(least, t) && fits(greatest, t)) ?? LLONG;
}
