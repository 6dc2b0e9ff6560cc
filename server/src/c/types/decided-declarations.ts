/**
 * What `#if`s declare in several ways, of which headers choose one that weren't read: a type that is `unsigned` in one
 * build, and `signed char` in others.
 */
import type { CType } from './c-types.ts';
import { namedInteger } from './named-types.ts';
import type { Scope, TypeContext } from './scope.ts';

/**
 * Whether the name's type may be taken for what it is declared with here. Integers as wide as an `int` are taken for
 * each other, as are types that aren't known.
 */
export function isAsDeclared(ctx: TypeContext, name: string, type: CType, scope: Scope): boolean {
  return isAnyOf(ctx, ctx.decided.get(name)?.types ?? [], type, scope);
}

/** The same of types as words. */
export function isAnyOf(ctx: TypeContext, told: readonly (string | null)[], type: CType, scope: Scope): boolean {
  const types = told.map((t) => t?.replace(/ =$/, '') ?? null);
  return new Set(types).size < 2 || types.every((words) => words === null || isAlike(ctx, words, type, scope));
}

/** The condition that decides about the object's type, or about its value: `` `#if X` ``. */
export function decidesAbout(ctx: TypeContext, name: string, type: CType, scope: Scope): string | null {
  const decided = ctx.decided.get(name);
  if (decided === undefined) return null;
  const isValued = decided.types.some((t) => t === null || t.endsWith('='));
  return isValued || !isAsDeclared(ctx, name, type, scope) ? `\`${decided.condition}\`` : null;
}

function isAlike(ctx: TypeContext, words: string, type: CType, scope: Scope): boolean {
  if (words.includes('[')) return false;
  if (words.includes('*')) return type.kind !== 'int' && type.kind !== 'float';
  const other = namedInteger(ctx, words, scope);
  if (other.kind === 'unknown') return !/^(?:struct|union)\b/.test(words) || type.kind === 'record';
  if (other.kind !== 'int' || type.kind !== 'int') return other.kind === type.kind;
  const isWide = other.int.bits >= 32 && type.int.bits >= 32;
  return other.int.signed === type.int.signed && (isWide || other.int.bits === type.int.bits);
}
