/** `enum { ... }` (C11 6.7.2.2): its constants, and the type that holds them all. */
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { intType } from './c-types.ts';
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
  const enumerators = enumeratorsIn(ctx, body, scope);
  const said = child(node, 'underlying_type');
  const underlying = said === null ? null : typeOf(said);
  const type = underlying?.kind === 'int' ? underlying.int : enumType(ctx, enumerators, recordTraits(ctx, node).packed);
  // what doesn't fit into an int has the enumeration's type
  for (const [text, value] of enumerators.values) {
    if (underlying !== null || !fits(value, INT)) scope.names.set(text, { kind: 'constant', value, type });
  }
  if (tag !== '') scope.tags.set(tag, type);
  return type;
}

/** Defines the enumerators; one without a value of its own is worth one more than the one before. */
function enumeratorsIn(ctx: TypeContext, body: SyntaxNode, scope: Scope): Enumerators {
  const values: [string, bigint][] = [];
  // null: not known
  let known: bigint | null = 0n;
  let least = 0n;
  let greatest = 0n;
  let end = body.start;
  for (const enumerator of body.children) {
    if (enumerator.type !== 'enumerator') continue;
    // others may stand before it
    if (isIncomplete(ctx, { start: end, end: enumerator.start })) known = null;
    end = enumerator.start;
    const name = child(enumerator, 'name');
    const value = child(enumerator, 'value');
    if (value !== null) known = ctx.constant(value, scope);
    const next = known ?? 0n;
    if (next < least) least = next;
    if (next > greatest) greatest = next;
    if (name !== null && known === null) loseEnumerator(scope, textOf(ctx, name));
    if (name !== null && known !== null) {
      values.push([textOf(ctx, name), known]);
      const type = fits(known, INT) ? INT : wide(known, known, ctx.model);
      scope.names.set(textOf(ctx, name), { kind: 'constant', value: known, type });
    }
    known = known === null ? null : known + 1n;
  }
  return { values, least, greatest };
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

/** An enumerator whose value is not worked out. */
function loseEnumerator(scope: Scope, name: string): void {
  const at = { line: 1, column: 1 };
  const object = {
    name,
    type: intType(INT),
    range: { start: at, end: at },
    isStatic: true,
    isConst: true,
    external: true,
    initializer: null,
    lost: 'a value that was not worked out',
  };
  scope.names.set(name, { kind: 'global', object });
}

/** The type of a packed enumeration: the smallest that holds all values. */
function smallest(least: bigint, greatest: bigint, model: DataModel): IntType {
  const types =
    least < 0n ? [SCHAR, SHORT, INT, longType(model), LLONG] : [UCHAR, USHORT, UINT, unsignedLongType(model), ULLONG];
  return types.find((t) => fits(least, t) && fits(greatest, t)) ?? LLONG;
}
