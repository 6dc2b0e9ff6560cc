/** What is asked of types: `_Alignof`, `offsetof`, `_Generic`. */
import type { IntType } from '../../machine/index.ts';
import { because, constant, intValue, lowerExpr, noValue, text, unknownValue } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, alignOf, lookup, memberOffset, pointerTo, sizeOf, typeName } from '../types/index.ts';
import type { CType, DataModel, Value } from '../types/index.ts';
import { child, offsetPath } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

function known(draft: Draft, value: bigint | null, node: SyntaxNode): Value {
  if (value !== null) return intValue(constant(value, draft.file.size));
  return intValue(
    unknownValue(
      draft,
      draft.file.size,
      because(draft, 'layout', `\`${text(draft, node)}\` depends on the compiler's layout`, node),
      node,
    ),
  );
}

export function lowerAlignof(f: Draft, node: SyntaxNode): Value {
  const type = child(node, 'type');
  return known(f, type === null ? null : alignOf(typeName(f.file.types, type, f.scope), f.file.types.model), node);
}

/** `offsetof(T, member)`, `offsetof(T, member.inner[2])`. */
export function lowerOffsetof(draft: Draft, node: SyntaxNode): Value {
  const [type, member] = [child(node, 'type'), child(node, 'member')];
  let at = type === null ? UNKNOWN : typeName(draft.file.types, type, draft.scope);
  let offset = 0n;
  for (const step of member === null ? [''] : offsetPath(text(draft, member))) {
    const next = step.startsWith('[') ? elementAt(draft, at, step.slice(1)) : memberAt(draft, at, step);
    if (next === null) return known(draft, null, node);
    offset += next.offset;
    at = next.type;
  }
  return known(draft, offset, node);
}

interface Part {
  /** In bytes. */
  readonly offset: bigint;
  readonly type: CType;
}

function memberAt(draft: Draft, record: CType, name: string): Part | null {
  const found = record.kind === 'record' ? memberOffset(record, name, draft.file.types.model) : null;
  return found === null || found.offset % 8 !== 0 ? null : { offset: BigInt(found.offset / 8), type: found.type };
}

function elementAt(draft: Draft, array: CType, index: string): Part | null {
  const size = array.kind === 'array' ? sizeOf(array.of, draft.file.types.model) : null;
  const named = lookup(draft.scope, index);
  const value = /^(0|[1-9]\d*)$/.test(index) ? BigInt(index) : named?.kind === 'constant' ? named.value : null;
  return array.kind !== 'array' || size === null || value === null ? null : { offset: size * value, type: array.of };
}

/** `__builtin_types_compatible_p`, of what is in `sizeof`; null where that can't be told. */
export function areCompatible(draft: Draft, args: readonly SyntaxNode[]): boolean | null {
  const [first, second] = args.map((arg) => {
    const [type, value] = [child(arg, 'type'), child(arg, 'value')];
    return type !== null
      ? typeName(draft.file.types, type, draft.scope)
      : value !== null
        ? typeNamed(draft, value)
        : UNKNOWN;
  });
  const same = first && second ? equal(first, second, draft.file.types.model) : null;
  // two enumerations are not compatible, whatever integers hold them; each of them is with such an integer
  return same === true && first?.kind === 'int' && !args.some((arg) => BASIC.test(text(draft, arg))) ? null : same;
}

/** In `sizeof`. */
const BASIC = /^sizeof\s*\((?:\s*\b(?:const|volatile|signed|unsigned|char|short|int|long|_Bool)\b)+\s*\)$/;

/** The name of a type in parentheses may be read as that of an object. */
function typeNamed(draft: Draft, value: SyntaxNode): CType {
  const inner = value.type === 'parenthesized_expression' ? (value.children[0] ?? value) : value;
  const named = inner.type === 'identifier' ? lookup(draft.scope, text(draft, inner)) : null;
  if (named?.kind === 'typedef') return named.type;
  return draft.file.types.typeOf(value, draft.scope);
}

/** `_Generic` (C11 6.5.1.1): the association of the operand's type, refused where types can't be told apart. */
export function lowerGeneric(draft: Draft, node: SyntaxNode): Value {
  const [operand, ...associations] = node.children;
  if (operand === undefined) return noValue(UNKNOWN);
  const of = draft.file.types.typeOf(operand, draft.scope);
  const type = of.kind === 'array' ? pointerTo(of.of) : of;
  let otherwise: SyntaxNode | null = null;
  for (let i = 0; i + 1 < associations.length; i += 2) {
    const [named, value] = [associations[i]!, associations[i + 1]!];
    if (text(draft, named).trim() === 'default') {
      otherwise = value;
      continue;
    }
    const same = equal(type, typeName(draft.file.types, named, draft.scope), draft.file.types.model);
    if (same === null) return noValue(UNKNOWN);
    if (same) return lowerExpr(draft, value);
  }
  return otherwise === null ? noValue(UNKNOWN) : lowerExpr(draft, otherwise);
}

/** Whether two types are the same; null where that can't be told. */
function equal(first: CType, second: CType, model: DataModel): boolean | null {
  if (first.kind === 'unknown' || second.kind === 'unknown') return null;
  if (first.kind === 'int' && second.kind === 'int') {
    if (
      first.int.bits !== second.int.bits ||
      first.int.signed !== second.int.signed ||
      first.int.bool !== second.int.bool
    )
      return false;
    return basicName(first.int, model) === basicName(second.int, model);
  }
  if (first.kind === 'float' && second.kind === 'float') return first.bytes === second.bytes;
  // qualifiers of what is pointed at make a difference, and aren't kept
  if (first.kind === 'pointer' && second.kind === 'pointer')
    return equal(first.to, second.to, model) === false ? false : null;
  return first.kind === second.kind ? (first === second ? true : null) : false;
}

/** Standard names like `int64_t` stand for the basic type of their width. */
function basicName(type: IntType, model: DataModel): string {
  if (/^(char|signed char|unsigned char|(unsigned )?(short|int|long|long long)|_Bool)$/.test(type.name))
    return type.name;
  const basic =
    type.bits === 8
      ? 'char'
      : type.bits === 16
        ? 'short'
        : type.bits === 32
          ? 'int'
          : model.long === 64
            ? 'long'
            : 'long long';
  return type.signed ? (type.bits === 8 ? 'signed char' : basic) : `unsigned ${basic}`;
}
