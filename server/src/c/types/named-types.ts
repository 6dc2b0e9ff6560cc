/** Types that words denote: `unsigned long`, the name of a `typedef`, or one of the standard's. */
import { BOOL, INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { UNKNOWN, VOID, intType } from './c-types.ts';
import type { CType } from './c-types.ts';
import { lookup } from './scope.ts';
import type { Scope, TypeContext } from './scope.ts';
import { standardRecord } from './standard-records.ts';
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
  longDouble,
  longType,
  unsignedLongType,
} from './standard-types.ts';
import type { DataModel } from './standard-types.ts';

/** The type that words like `unsigned long` or a standard name denote. */
export function namedInteger(ctx: TypeContext, words: string, scope: Scope): CType {
  return /\s/.test(words) ? wordsToType(words.split(/\s+/), ctx, scope) : namedType(ctx, words, scope);
}

export function namedType(ctx: TypeContext, name: string, scope: Scope): CType {
  const symbol = lookup(scope, name);
  if (symbol?.kind === 'typedef') return symbol.type;
  const standard = ctx.standard.get(name);
  if (standard !== undefined) return intType(standard);
  const record = standardRecord(ctx, name, scope);
  if (record !== null) return record;
  return wordsToType([name], ctx, scope);
}

function wordsToType(words: readonly string[], ctx: TypeContext, scope: Scope): CType {
  let signed: boolean | null = null;
  let long = 0;
  let base: string | null = null;
  for (const raw of words) {
    const word = raw.replace(/^__(signed|const|volatile|inline)(__)?$/, '$1');
    if (word === 'unsigned') signed = false;
    else if (word === 'signed') signed = true;
    else if (word === 'long') long++;
    else if (word === 'const' || word === 'volatile' || word === 'inline' || word === '') continue;
    else if (base === null || word !== 'int') base = word;
  }
  return baseType(base, signed, long, ctx.model, () =>
    base === null ? null : lookup(scope, base)?.kind === 'typedef' ? namedType(ctx, base, scope) : null,
  );
}

function baseType(
  base: string | null,
  signed: boolean | null,
  long: number,
  model: DataModel,
  named: () => CType | null,
): CType {
  const pick = (s: IntType, u: IntType): CType => intType(signed === false ? u : s);
  switch (base) {
    case 'void':
      return VOID;
    case 'bool':
    case '_Bool':
      return intType(BOOL);
    case 'char':
      return intType(signed === null ? integer(8, model.charSigned, 'char') : signed ? SCHAR : UCHAR);
    case 'short':
      return pick(SHORT, USHORT);
    case '__int128':
      return pick(INT128, UINT128);
    case 'float':
      return { kind: 'float', bytes: 4 };
    case 'double':
      return { kind: 'float', bytes: long > 0 ? longDouble(model) : 8 };
    case '_Float128':
    case '__float128':
      return { kind: 'float', bytes: 16 };
    case '_Float16':
      return { kind: 'float', bytes: 2 };
    case null:
    case 'int':
      if (long === 0) return pick(INT, UINT);
      return long === 1 ? pick(longType(model), unsignedLongType(model)) : pick(LLONG, ULLONG);
    default:
      return named() ?? UNKNOWN;
  }
}
