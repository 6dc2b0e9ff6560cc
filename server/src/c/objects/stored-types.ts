/**
 * What a function stores where pointers may lead, by effective types (C11 6.5p7). Also what its objects are for the
 * stores of functions that it calls.
 */
import type { EffectiveType, Stmt, TypedObject, VarId, Variable } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { Field, Origin } from '../types/index.ts';
import type { Clobber, Draft, DraftArray } from './function-draft.ts';

/** An object that a plain statement changes, and other names may stand for. */
export interface ChangedObject extends Pick<Clobber, 'origin' | 'element' | 'range'> {
  readonly name: string;
  readonly field: Field | null;
  readonly alias: { readonly array: number } | { readonly variable: VarId };
}

/** Pointers that were converted to pointers to another type may store anything through them. */
function hasPuns({ puns }: Draft): boolean {
  const hasKinds = (kinds: Draft['puns']['from']): boolean => [...kinds].some((kind) => kind !== 'other');
  return hasKinds(puns.from) && hasKinds(puns.to);
}

/** Types don't tell which objects a store changes. */
export const isLoose = (f: Draft): boolean => f.file.aliasing === 'none' || hasPuns(f);

/**
 * What the statements store themselves. `changed`: the object that a plain statement changes, where it may have other
 * names.
 */
export function storesOf(
  draft: Draft,
  stmts: readonly (Stmt | Clobber)[],
  changed: (s: Stmt) => ChangedObject | null,
): 'anything' | readonly EffectiveType[] {
  const found = new Map<string, EffectiveType>();
  for (const s of stmts) {
    const stored = s.kind === 'clobber' ? ofClobber(s) : ofStatement(draft, s, changed);
    if (stored === null) continue;
    if (stored === 'anything' || isLoose(draft)) return 'anything';
    found.set(`${stored.element} ${stored.member ?? ''} ${stored.whole ?? ''}`, stored);
  }
  return [...found.values()];
}

function ofClobber(c: Clobber): EffectiveType | 'anything' | null {
  if (c.ofCall === true) return null;
  if (c.cause === 'object') return c.first === true || c.moved === true ? null : 'anything';
  return c.cause === 'call' ? 'anything' : typed(c.element, c.field ?? null);
}

/** What a store through a pointer may change; null: anything. */
export function storedType(f: Draft, { element, field, within }: Clobber): EffectiveType | null {
  const stored = isLoose(f) || within !== undefined ? 'anything' : typed(element, field ?? null);
  return stored === 'anything' ? null : stored;
}

function ofStatement(
  draft: Draft,
  statement: Stmt,
  changed: (s: Stmt) => ChangedObject | null,
): EffectiveType | 'anything' | null {
  if (statement.kind === 'havoc') return draft.exposed.has(statement.target) ? 'anything' : null;
  if (statement.kind === 'havoc-array' || statement.kind === 'fill-array') {
    const { viaPointer, escapes } = draft.arrays[statement.array]!;
    return viaPointer || escapes ? 'anything' : null;
  }
  const object = changed(statement);
  return object === null ? null : typed(object.element, object.field);
}

/** What a store of such a value to such a member is. */
export function typed(element: IntType | 'pointer' | null, field: Field | null): EffectiveType | 'anything' {
  if (element === null) return 'anything';
  const whole = field?.type.kind === 'int' && field.bits === null;
  return {
    element: element === 'pointer' ? element : element.bits,
    member: field?.name ?? null,
    ...(whole && { whole: true as const }),
  };
}

/** A variable for the stores of a callee; null: any may hit it. */
export function typedVariable(f: Draft, v: Variable): TypedObject | null {
  const exposed = f.exposed.get(v.id);
  if (exposed === undefined || exposed.any === true || isLoose(f) || exposed.field?.name === null) return null;
  return { element: v.pointer ? 'pointer' : v.type.bits, member: exposed.field?.name ?? null, pointed: false };
}

export function typedArray(f: Draft, a: DraftArray): TypedObject | null {
  if (isLoose(f) || a.field?.name === null) return null;
  return { element: a.element.bits, member: a.field?.name ?? null, pointed: isForeign(a.origin) };
}

const isForeign = (origin: Origin): boolean => origin === 'outer' || origin === 'unknown';
