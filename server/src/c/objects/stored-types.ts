/**
 * What a function stores where pointers may lead, by effective types (C11 6.5p7). Also what its objects are for the
 * stores of functions that it calls.
 */
import type { EffectiveType, Stmt, Stores, TypedObject, VarId, Variable } from '../../program/index.ts';
import { fieldType } from '../types/index.ts';
import type { CType, Field, Origin, RecordType } from '../types/index.ts';
import type { Clobber, Draft, DraftArray, StoredPart } from './function-draft.ts';
import type { StoredElement } from './pointer-puns.ts';

/** An object that a plain statement changes, and other names may stand for. */
export interface ChangedObject extends Pick<Clobber, 'origin' | 'element' | 'range'> {
  readonly name: string;
  readonly field: Field | null;
  readonly alias: { readonly array: number } | { readonly variable: VarId };
}

/** Of larger structs no parts are told: anything may be in them. */
const MOST_PARTS = 256;

/** What a store of such a value stores, where that is known. */
export function storedAs(type: CType): Pick<Clobber, 'element' | 'parts'> {
  const parts = type.kind === 'record' ? partsOf(type) : null;
  return { element: elementOf(type), ...(parts && parts.length <= MOST_PARTS && { parts }) };
}

/** Null: any. */
function elementOf(type: CType): StoredElement | null {
  if (type.kind === 'int') return type.int;
  return type.kind === 'pointer' || type.kind === 'float' ? type.kind : null;
}

/** The scalars in a struct, of a union all that it may be; null: some aren't known. */
export function partsOf({ fields }: RecordType): readonly StoredPart[] | null {
  const parts: StoredPart[] = [];
  for (const field of fields ?? [null]) {
    const found = field && partsOfField(field);
    if (found === null) return null;
    parts.push(...found);
  }
  return parts;
}

function partsOfField(field: Field): readonly StoredPart[] | null {
  let type = fieldType(field);
  while (type.kind === 'array') type = type.of;
  if (type.kind === 'record') return partsOf(type);
  const element = elementOf(type);
  return element && [{ element, field }];
}

/**
 * Pointers that were converted to pointers to another type may store anything through them. Characters may be parts of
 * anything as it is.
 */
function hasPuns({ puns }: Draft): boolean {
  return [...puns.from].some((kind) => kind !== 'other') && [...puns.to].some((kind) => kind !== 'other' && kind !== 8);
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
    for (const one of stored) found.set(`${one.element} ${one.member ?? ''} ${one.whole ?? ''}`, one);
  }
  return [...found.values()];
}

function ofClobber(c: Clobber): Stores | null {
  if (c.ofCall === true) return null;
  if (c.cause === 'object') return c.first === true || c.moved === true ? null : 'anything';
  return c.cause === 'call' ? 'anything' : typesOf(c);
}

/** What a store through a pointer may change. */
export const storedTypes = (f: Draft, clobber: Clobber): Stores =>
  isLoose(f) || clobber.within !== undefined ? 'anything' : typesOf(clobber);

function typesOf({ element, field, parts }: Clobber): Stores {
  if (parts !== undefined) return parts.map(ofPart);
  const stored = typed(element, field ?? null);
  return stored === 'anything' ? stored : [stored];
}

/** A member is stored as a whole, all elements of an array together. */
function ofPart({ element, field }: StoredPart): EffectiveType {
  const whole = field.bits === null && { whole: true as const };
  return { element: kindOf(element), member: field.name, ...whole };
}

const kindOf = (element: StoredElement): EffectiveType['element'] =>
  element === 'pointer' || element === 'float' ? element : element.bits;

function ofStatement(draft: Draft, statement: Stmt, changed: (s: Stmt) => ChangedObject | null): Stores | null {
  if (statement.kind === 'havoc') return draft.exposed.has(statement.target) ? 'anything' : null;
  if (statement.kind === 'havoc-array' || statement.kind === 'fill-array') {
    const { viaPointer, escapes } = draft.arrays[statement.array]!;
    return viaPointer || escapes ? 'anything' : null;
  }
  const object = changed(statement);
  const stored = object && typed(object.element, object.field);
  return stored === null || stored === 'anything' ? stored : [stored];
}

/** What a store of such a value to such a member is. */
export function typed(element: StoredElement | null, field: Field | null): EffectiveType | 'anything' {
  if (element === null) return 'anything';
  const whole = field?.type.kind === 'int' && field.bits === null;
  return {
    element: kindOf(element),
    member: field?.name ?? null,
    ...(whole && { whole: true as const }),
  };
}

/** A variable for the stores of a callee; null: any may hit it. */
export function typedVariable(f: Draft, v: Variable): TypedObject | null {
  const exposed = f.exposed.get(v.id);
  if (exposed === undefined || exposed.any === true || isLoose(f) || !isPlain(exposed.field)) return null;
  const { field, origin } = exposed;
  return { element: v.pointer ? 'pointer' : v.type.bits, member: field?.name ?? null, pointed: isForeign(origin) };
}

export function typedArray(f: Draft, a: DraftArray): TypedObject | null {
  if (isLoose(f) || !isPlain(a.field ?? null)) return null;
  return { element: a.element.bits, member: a.field?.name ?? null, pointed: isForeign(a.origin) };
}

/** No member, or one with a name that isn't a union. */
const isPlain = (field: Field | null): boolean =>
  field === null || (field.name !== null && field.type.kind !== 'record');

const isForeign = (origin: Origin): boolean => origin === 'outer' || origin === 'unknown';
