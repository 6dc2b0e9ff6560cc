/**
 * What may change behind the names that a function uses. It is changed by calls of code that isn't seen, by stores
 * through pointers, and by plain stores to what pointers lead to. Decided by whose an object is (a parameter's pointer
 * never leads to a local) and by type (C11 6.5p7). For members, it matters which member of which struct it is.
 */
import { KNOWN } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import { append } from '../sources/index.ts';
import type { Alias, EffectiveType, Stmt, Stores, TypedObject, VarId, Variable } from '../../program/index.ts';
import type { Clobber, Draft, DraftArray, StoredPart } from './function-draft.ts';
import type { StoredElement } from './pointer-puns.ts';
import type { Field, Origin, Place, Whole } from '../types/index.ts';
import { holdsUnion } from '../types/index.ts';
import { placeKey } from './pointer-positions.ts';
import { punned } from './pointer-puns.ts';
import { isLoose, partsOf, storedTypes, storesOf, typed, typedArray, typedVariable } from './stored-types.ts';
import type { ChangedObject } from './stored-types.ts';

/** What a function's clobbers are spelled out over. */
interface Objects {
  readonly draft: Draft;
  /** Some object may have another name. */
  readonly disguised: boolean;
  /** Variables that calls or stores may reach at all. */
  readonly open: readonly Variable[];
}

/** Replaces clobbers by the havocs that they stand for, and adds what plain stores may change in disguise. */
export function spellOut(draft: Draft, blocks: readonly { readonly stmts: readonly (Stmt | Clobber)[] }[]): Stmt[][] {
  const objects: Objects = {
    draft,
    disguised:
      draft.arrays.some((a) => foreign(a.origin)) || [...draft.exposed.values()].some((e) => foreign(e.origin)),
    open: draft.variables.filter(
      (v) =>
        v.scope !== 'temp' &&
        !draft.constants.has(v.id) &&
        (v.scope === 'global' || v.addressTaken || draft.exposed.has(v.id)),
    ),
  };
  return blocks.map((b) => inBlock(objects, b.stmts));
}

function inBlock(objects: Objects, stmts: readonly (Stmt | Clobber)[]): Stmt[] {
  const { disguised } = objects;
  if (!disguised && !stmts.some((s) => s.kind === 'clobber')) return stmts as Stmt[];
  const out: Stmt[] = [];
  for (const stmt of stmts) {
    if (stmt.kind !== 'clobber') {
      out.push(stmt);
      const changed = disguised ? changedObject(objects.draft, stmt) : null;
      if (changed !== null) append(out, changedInDisguise(objects, changed));
    } else if (stmt.ofCall && stmt.cause !== 'object' && stmt.named === undefined && stmt.at === undefined) {
      const call = out.findLastIndex((s) => s.kind === 'call');
      const before = out[call];
      if (before?.kind === 'call') out[call] = withEffects(objects, before, stmt);
    } else append(out, spelledOut(objects, stmt));
  }
  return out;
}

/** The call with what may have to be done in its place, where it can't be told what its pointers lead to. */
const withEffects = (
  objects: Objects,
  call: Stmt & { readonly kind: 'call' },
  clobber: Clobber,
): Stmt & { readonly kind: 'call' } => ({
  ...call,
  otherwise: [...(call.otherwise ?? []), ...clobbered(objects, clobber)],
  beside: [...(call.beside ?? []), ...besideOf(objects, clobber)],
});

function changedObject(draft: Draft, stmt: Stmt): ChangedObject | null {
  switch (stmt.kind) {
    case 'store':
      return changedArray(draft, stmt);
    // of a call all is spelled out that it may change
    case 'havoc-array':
      return stmt.by ? null : changedArray(draft, stmt);
    // what a library function may set by name, `errno`, is nobody's to point to
    case 'havoc':
      return stmt.by || stmt.reason.code === 'library-result' ? null : changedVariable(draft, stmt);
    case 'assign':
    case 'nondet':
    case 'load':
    case 'call':
      return changedVariable(draft, stmt);
    default:
      return null;
  }
}

function changedArray(draft: Draft, { array, range }: { readonly array: number } & Ranged): ChangedObject | null {
  const { id, name, origin, element, field, viaPointer, escapes } = draft.arrays[array]!;
  if (!viaPointer && !escapes) return null;
  return { name, origin, element, field: field ?? null, alias: { array: id }, range };
}

function changedVariable(
  draft: Draft,
  { target, range }: { readonly target: VarId | null } & Ranged,
): ChangedObject | null {
  const exposed = target === null ? undefined : draft.exposed.get(target);
  if (exposed === undefined) return null;
  const { id, name, pointer, type } = draft.variables[target!]!;
  const element = exposed.any ? null : pointer ? 'pointer' : type;
  return { name, origin: exposed.origin, element, field: exposed.field, alias: { variable: id }, range };
}

interface Ranged {
  readonly range: SourceRange;
}

function foreign(origin: Origin): boolean {
  return origin === 'outer' || origin === 'unknown';
}

/** What is stored may have no name in the function. */
const leadsAnywhere = (origin: Clobber['origin']): boolean => origin === 'unknown' || origin === 'block';

/** Two objects with different names may be one. */
function mayBeOne(a: Clobber['origin'], b: Origin): boolean {
  // only pointers from elsewhere lead to objects of the library's
  if (a === 'library') return foreign(b);
  if (a === 'block') return b === 'unknown';
  if (a === 'unknown' || b === 'unknown') return true;
  return (a === 'outer' && b !== 'local') || (b === 'outer' && a !== 'local');
}

/** Other names of the object show the change. */
function changedInDisguise(objects: Objects, changed: ChangedObject): readonly Stmt[] {
  const { name, origin, element, field, alias, range } = changed;
  const reason = { code: 'alias', message: `\`${name}\` may overlap what is changed here`, range };
  const except = 'array' in alias ? alias.array : null;
  const clobber: Clobber = {
    kind: 'clobber',
    cause: 'store',
    origin,
    element,
    ...(field && { field }),
    except,
    reason,
    range,
  };
  return hit(objects, clobber, alias);
}

/** A named object has been written as bytes, of whatever type. */
function changedByOtherNames(objects: Objects, clobber: Clobber, named: Alias): readonly Stmt[] {
  const { draft, disguised } = objects;
  const array = 'array' in named ? draft.arrays[named.array]! : null;
  const isOpen = array !== null && (array.viaPointer || array.escapes);
  const origin = 'variable' in named ? draft.exposed.get(named.variable)?.origin : isOpen ? array.origin : undefined;
  return disguised && origin !== undefined
    ? hit(objects, { ...clobber, origin, except: array?.id ?? null }, named)
    : [];
}

/** What a clobber stands for. */
function spelledOut(objects: Objects, clobber: Clobber): readonly Stmt[] {
  const { cause, place, named, at, around, origin, range } = clobber;
  if (cause === 'object') {
    if (place === undefined) return [];
    const position = clobber.moved ? objects.draft.positions.get(placeKey(place)) : undefined;
    const moved: readonly Stmt[] =
      position?.kind === 'var' ? [{ kind: 'havoc', target: position.id, ...causeOf(clobber) }] : [];
    return [...whole(clobber, place), ...moved, ...untoldParts(clobber, place)];
  }
  if (around !== undefined) return partsChanged(objects, clobber, around);
  if (named !== undefined) return changedByOtherNames(objects, clobber, named);
  if (at !== undefined) {
    const { access, value } = at;
    const otherwise = clobbered(objects, clobber);
    return [{ kind: 'store-at', access, value, otherwise, beside: besideOf(objects, clobber), range }];
  }
  if (cause === 'call' || leadsAnywhere(origin) || origin === 'library') objects.draft.unseen = true;
  return clobbered(objects, clobber);
}

/** Any part of an object may have been changed, and shows that by other names, too. */
function partsChanged(objects: Objects, clobber: Clobber, around: Whole): readonly Stmt[] {
  const { draft } = objects;
  const cause = causeOf(clobber);
  const isPart = (part: { readonly whole?: Whole } | undefined): boolean => part?.whole === around;
  const variables = draft.variables.filter(({ id }) => isPart(draft.exposed.get(id)) && !draft.constants.has(id));
  const arrays = draft.arrays.filter((array) => isPart(array) && !array.isConst);
  const named = [...variables.map(({ id }) => ({ variable: id })), ...arrays.map(({ id }) => ({ array: id }))];
  return [
    ...variables.map(({ id }): Stmt => ({ kind: 'havoc', target: id, ...cause })),
    ...arrays.map(({ id }): Stmt => ({ kind: 'havoc-array', array: id, ...cause })),
    ...named.flatMap((alias) => changedByOtherNames(objects, { ...clobber, named: alias }, alias)),
    { kind: 'note', beyond: true, ...cause },
  ];
}

/** What a change of known objects through a pointer shows in: names that may stand for these. */
const besideOf = (objects: Objects, c: Clobber): readonly Stmt[] =>
  objects.disguised ? hit(objects, { ...c, origin: 'global' }, { array: KNOWN }) : [];

/** The reason, call and types that belong to each change that a clobber stands for. */
const causeOf = ({
  reason,
  range,
  by,
}: Clobber): Pick<Stmt & { readonly kind: 'havoc' }, 'reason' | 'range' | 'by'> => ({
  reason,
  range,
  ...(by && { by }),
});

function clobbered(objects: Objects, clobber: Clobber): readonly Stmt[] {
  const known = hit(objects, clobber);
  const by = { ...(clobber.by && { by: clobber.by }), ...storedBy(objects, clobber), ...reachesElsewhere(clobber) };
  const where = { ...(clobber.to && { to: clobber.to }), ...(clobber.untyped && { untyped: clobber.untyped }) };
  const note: Stmt =
    known.length === 0 && leadsAnywhere(clobber.origin)
      ? {
          kind: 'note',
          reason: clobber.reason,
          ...onlyMember(clobber),
          ...by,
          ...where,
          ...(clobber.written && { written: clobber.written }),
        }
      : {
          kind: 'note',
          reason: clobber.reason,
          beyond: true,
          ...by,
          ...where,
          ...(clobber.local && { local: clobber.local }),
        };
  return [...known, note];
}

/** Whether globals may be changed that this function doesn't name. */
const reachesElsewhere = ({ cause, origin }: Clobber): { readonly elsewhere?: 'call' | 'store' } =>
  cause === 'call'
    ? { elsewhere: 'call' }
    : cause === 'store' && mayBeOne(origin, 'global')
      ? { elsewhere: 'store' }
      : {};

/** Of a store: what it may change, as far as types tell. */
function storedBy({ draft }: Objects, c: Clobber): { readonly stores?: Stores } {
  const stored = c.cause === 'store' && c.ofCall !== true ? storedTypes(draft, c) : 'anything';
  return stored === 'anything' ? {} : { stores: stored };
}

/** Of a store: what is stored. */
function storingOf(c: Clobber): { readonly storing?: EffectiveType } {
  const storing = c.cause === 'store' && c.ofCall !== true ? typed(c.element, c.field ?? null) : 'anything';
  return storing === 'anything' ? {} : { storing };
}

/** The member that a store changes, where it can change nothing else. */
function onlyMember(c: Clobber): { readonly member?: string } {
  const only =
    c.cause === 'store' && c.element !== null && bitsOf(c.element) !== 8 ? (c.field?.name ?? c.within) : null;
  return only == null || only === '' || only.startsWith('#') ? {} : { member: only };
}

/** What is changed with an object has parts in unions, which no variable stands for: reads of them ask for stores. */
function untoldParts(clobber: Clobber, place: Place): readonly Stmt[] {
  if (clobber.moved === true || clobber.first === true || !hasUntold(place)) return [];
  return [{ kind: 'note', beyond: true, ...causeOf(clobber) }];
}

function hasUntold(place: Place): boolean {
  switch (place.kind) {
    case 'members':
      return holdsUnion(place.type);
    case 'record':
    case 'table':
      return [...place.fields.values()].some(({ place: part, type }) => hasUntold(part) || holdsUnion(type));
    default:
      return false;
  }
}

/** Everything in an object, as far as the function knows it. */
function whole(clobber: Clobber, place: Place): readonly Stmt[] {
  switch (place.kind) {
    case 'variable':
    case 'bits': {
      const alias = clobber.first && { alias: { variable: place.id } };
      return [{ kind: 'havoc', target: place.id, ...alias, ...causeOf(clobber) }];
    }
    case 'array': {
      const alias = clobber.first && { alias: { array: place.id } };
      return [{ kind: 'havoc-array', array: place.id, ...alias, ...causeOf(clobber) }];
    }
    case 'members':
    case 'record':
    case 'table':
      return [...place.fields.values()].flatMap((field) => whole(clobber, field.place));
    default:
      return [];
  }
}

/** Of a callee's stores only some may hit the object. */
function tagged(c: Clobber, object: () => TypedObject | null): { readonly object?: TypedObject } {
  const found = c.ofCall === true ? object() : null;
  return found === null ? {} : { object: found };
}

/** What the function stores itself where pointers may lead. */
export function ownStores(
  draft: Draft,
  blocks: readonly { readonly stmts: readonly (Stmt | Clobber)[] }[],
): 'anything' | readonly EffectiveType[] {
  return storesOf(
    draft,
    blocks.flatMap((b) => b.stmts),
    (s) => changedObject(draft, s),
  );
}

/** Havocs of what the store or call may change beside what it names (`except`, `alias`). */
function hit(objects: Objects, clobber: Clobber, alias?: Alias): readonly Stmt[] {
  const { draft, open } = objects;
  const out: Stmt[] = [];
  const how = { ...(alias && { alias }), ...causeOf(clobber) };
  const storing = storingOf(clobber);
  const isApart = isBesideIn(wholeOf(draft, clobber, alias));
  const stores = { ...storing, ...storedBy(objects, clobber) };
  const named = alias !== undefined && 'variable' in alias ? alias.variable : null;
  for (const v of open) {
    if (v.id !== named && !isApart(draft.exposed.get(v.id)) && reachesVariable(draft, clobber, v))
      out.push({ kind: 'havoc', target: v.id, ...how, ...stores, ...tagged(clobber, () => typedVariable(draft, v)) });
  }
  const stored = alias !== undefined && clobber.except !== null ? { stored: clobber.except } : {};
  for (const a of draft.arrays) {
    if (a.isConst || a.id === clobber.except || isApart(a) || !reachesArray(draft, clobber, a)) continue;
    out.push({
      kind: 'havoc-array',
      array: a.id,
      ...stored,
      ...storing,
      ...how,
      ...(clobber.by && { by: { ...clobber.by, reached: true } }),
      ...tagged(clobber, () => typedArray(draft, a)),
    });
  }
  return out;
}

/**
 * The object that a part is stored to of; undefined: it is none, or which one isn't known, or more may be written from
 * there on: `memset(&p->first, 0, sizeof *p - offsetof(...))`.
 */
function wholeOf({ arrays, exposed }: Draft, clobber: Clobber, alias: Alias | undefined): Whole | undefined {
  if (clobber.named !== undefined) return undefined;
  if (alias === undefined) return clobber.whole;
  if ('variable' in alias) return exposed.get(alias.variable)?.whole;
  return arrays[alias.array]?.whole;
}

/** Another part of the same object. */
const isBesideIn =
  (whole: Whole | undefined) =>
  (part: { readonly whole?: Whole } | undefined): boolean =>
    whole !== undefined && part?.whole === whole;

/** The object is one of the function's own that only those know who get its address. `name`: undefined: it isn't. */
function isOutOfReach({ cause, by }: Clobber, name: string | undefined): boolean {
  if (name === undefined) return false;
  // of code that isn't understood nothing is known
  return by === undefined ? cause === 'store' : by.lent?.includes(name) !== true;
}

function reachesVariable(draft: Draft, clobber: Clobber, variable: Variable): boolean {
  if (isOutOfReach(clobber, draft.lentVariables.get(variable.id))) return false;
  if (clobber.cause === 'call') return variable.scope === 'global' || variable.addressTaken;
  const exposed = draft.exposed.get(variable.id);
  if (exposed === undefined || !mayBeOne(clobber.origin, exposed.origin)) return false;
  return (
    exposed.any === true ||
    mayHit(draft, clobber, variable.pointer ? 'pointer' : variable.type, exposed.field, foreign(exposed.origin))
  );
}

function reachesArray(draft: Draft, clobber: Clobber, array: DraftArray): boolean {
  if (isOutOfReach(clobber, array.lent)) return false;
  const isOpen = array.escapes || array.viaPointer;
  if (clobber.cause === 'call') return isOpen || array.scope === 'global';
  return (
    isOpen &&
    mayBeOne(clobber.origin, array.origin) &&
    mayHit(draft, clobber, array.element, array.field ?? null, foreign(array.origin))
  );
}

/** Whether the store may change an object of the type. */
function mayHit(draft: Draft, clobber: Clobber, object: StoredElement, field: Field | null, pointed: boolean): boolean {
  // a union is whatever may be in it
  if (field?.type.kind === 'record')
    return (
      clobber.field === field ||
      clobber.within !== undefined ||
      (partsOf(field.type)?.some((p) => mayHit(draft, clobber, p.element, p.field, pointed)) ?? true)
    );
  const { parts, ...whole } = clobber;
  // bytes in a struct are no other objects'
  const isPartLike = ({ element }: StoredPart): boolean => bitsOf(element) !== 8 || bitsOf(object) === 8;
  if (parts !== undefined && !isLoose(draft))
    return parts.some((part) => isPartLike(part) && mayHit(draft, { ...whole, ...part }, object, field, pointed));
  if (
    draft.file.aliasing === 'none' ||
    clobber.element === null ||
    punned(
      draft.puns,
      object,
      field !== null,
      clobber.element,
      clobber.field !== undefined || clobber.within !== undefined,
    )
  )
    return true;
  return compatible(object, clobber.element) && sameMember(clobber, field, pointed);
}

/** Whether an object of one type may be written through a pointer to the other (C11 6.5p7). */
function compatible(object: StoredElement, written: StoredElement): boolean {
  return object === written || [object, written].some((t) => bitsOf(t) === 8) || sameBits(object, written);
}

const sameBits = (a: StoredElement, b: StoredElement): boolean => bitsOf(a) !== 0 && bitsOf(a) === bitsOf(b);

/** 0 for what is no integer. */
function bitsOf(type: StoredElement): number {
  return type === 'pointer' || type === 'float' ? 0 : type.bits;
}

/**
 * A store to a member changes the same member of other structs' names, and what pointers to such values see of it.
 * `pointed`: what is asked about is behind a pointer to such a value, which may have been set to the member itself.
 */
function sameMember(c: Clobber, field: Field | null, pointed = false): boolean {
  if (c.field === undefined || c.element === null || bitsOf(c.element) === 8) return true;
  return field === null ? pointed : field === c.field;
}
