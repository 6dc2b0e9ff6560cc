/**
 * What may change behind the names that a function uses: calls of code that isn't seen, stores through pointers, and plain stores to
 * what pointers lead to. Decided by whose an object is (a parameter's pointer never leads to a local), by type (C11 6.5p7) and, for
 * members, by which member of which struct it is.
 */
import { KNOWN } from '../../program/index.ts';
import type { Alias, EffectiveType, Stmt, Stores, TypedObject, Variable } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { Clobber, Draft, DraftArray } from './function-draft.ts';
import type { Field, Origin, Place } from '../types/index.ts';
import { placeKey } from './pointer-positions.ts';
import { punned } from './pointer-puns.ts';
import { storedType, storesOf, typed, typedArray, typedVariable } from './stored-types.ts';
import type { ChangedObject } from './stored-types.ts';

/** What a function's clobbers are spelled out over. */
interface Objects {
  readonly f: Draft;
  /** Some object may have another name. */
  readonly disguised: boolean;
  /** Variables that calls or stores may reach at all. */
  readonly open: readonly Variable[];
}

/** Replaces clobbers by the havocs that they stand for, and adds what plain stores may change in disguise. */
export function spellOut(draft: Draft, blocks: readonly { readonly stmts: readonly (Stmt | Clobber)[] }[]): Stmt[][] {
  const objects: Objects = {
    f: draft,
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
    if (stmt.kind === 'clobber') {
      expand(objects, stmt, out);
      continue;
    }
    out.push(stmt);
    const changed = disguised ? changedObject(objects.f, stmt) : null;
    if (changed !== null) changeDisguised(objects, changed, out);
  }
  return out;
}

function changedObject(draft: Draft, stmt: Stmt): ChangedObject | null {
  switch (stmt.kind) {
    case 'store': {
      const { id, name, origin, element, field, viaPointer, escapes } = draft.arrays[stmt.array]!;
      if (!viaPointer && !escapes) return null;
      return { name, origin, element, field: field ?? null, alias: { array: id }, range: stmt.range };
    }
    case 'assign':
    case 'nondet':
    case 'load':
    case 'call': {
      const exposed = stmt.target === null ? undefined : draft.exposed.get(stmt.target);
      if (exposed === undefined) return null;
      const { id, name, pointer, type } = draft.variables[stmt.target!]!;
      const element = exposed.any ? null : pointer ? 'pointer' : type;
      return {
        name,
        origin: exposed.origin,
        element,
        field: exposed.field,
        alias: { variable: id },
        range: stmt.range,
      };
    }
    default:
      return null;
  }
}

function foreign(origin: Origin): boolean {
  return origin === 'outer' || origin === 'unknown';
}

/** Two objects with different names may be one. */
function mayBeOne(a: Clobber['origin'], b: Origin): boolean {
  // only pointers from elsewhere lead to objects of the library's
  if (a === 'library') return foreign(b);
  if (a === 'unknown' || b === 'unknown') return true;
  return (a === 'outer' && b !== 'local') || (b === 'outer' && a !== 'local');
}

/** Other names of the object show the change. */
function changeDisguised(objects: Objects, changed: ChangedObject, out: Stmt[]): void {
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
  hit(objects, clobber, out, alias);
}

/** A named object has been written as bytes, of whatever type. */
function changeOtherNames(objects: Objects, clobber: Clobber, named: Alias, out: Stmt[]): void {
  const { f, disguised } = objects;
  const array = 'array' in named ? f.arrays[named.array]! : null;
  const isOpen = array !== null && (array.viaPointer || array.escapes);
  const origin = 'variable' in named ? f.exposed.get(named.variable)?.origin : isOpen ? array.origin : undefined;
  if (disguised && origin !== undefined) hit(objects, { ...clobber, origin, except: array?.id ?? null }, out, named);
}

function expand(objects: Objects, clobber: Clobber, out: Stmt[]): void {
  if (clobber.cause === 'object') {
    if (clobber.place === undefined) return;
    whole(clobber, clobber.place, out);
    const position = clobber.moved ? objects.f.positions.get(placeKey(clobber.place)) : undefined;
    if (position?.kind === 'var') out.push({ kind: 'havoc', target: position.id, ...causeOf(clobber) });
    return;
  }
  if (clobber.named !== undefined) {
    changeOtherNames(objects, clobber, clobber.named, out);
    return;
  }
  if (clobber.at !== undefined) {
    const { access, value } = clobber.at;
    out.push({
      kind: 'store-at',
      access,
      value,
      otherwise: clobbered(objects, clobber),
      beside: besideOf(objects, clobber),
      range: clobber.range,
    });
    return;
  }
  if (clobber.ofCall) {
    const call = out.findLastIndex((s) => s.kind === 'call');
    const stmt = out[call];
    if (stmt?.kind === 'call')
      out[call] = {
        ...stmt,
        otherwise: [...(stmt.otherwise ?? []), ...clobbered(objects, clobber)],
        beside: [...(stmt.beside ?? []), ...besideOf(objects, clobber)],
      };
    return;
  }
  if (clobber.cause === 'call' || clobber.origin === 'unknown' || clobber.origin === 'library') objects.f.unseen = true;
  out.push(...clobbered(objects, clobber));
}

/** What a change of known objects through a pointer shows in: names that may stand for these. */
function besideOf(objects: Objects, c: Clobber): Stmt[] {
  const out: Stmt[] = [];
  if (objects.disguised) hit(objects, { ...c, origin: 'global' }, out, { array: KNOWN });
  return out;
}

/** What is said of each change that a clobber stands for. */
const causeOf = ({
  reason,
  range,
  by,
}: Clobber): Pick<Stmt & { readonly kind: 'havoc' }, 'reason' | 'range' | 'by'> => ({
  reason,
  range,
  ...(by && { by }),
});

function clobbered(objects: Objects, clobber: Clobber): Stmt[] {
  const out: Stmt[] = [];
  const known = hit(objects, clobber, out);
  const by = { ...(clobber.by && { by: clobber.by }), ...storedBy(objects, clobber), ...reachesElsewhere(clobber) };
  if (!known && clobber.origin === 'unknown')
    out.push({
      kind: 'note',
      reason: clobber.reason,
      ...onlyMember(clobber),
      ...by,
      ...(clobber.written && { written: clobber.written }),
    });
  else out.push({ kind: 'note', reason: clobber.reason, beyond: true, ...by });
  return out;
}

/** Whether globals may be changed that this function doesn't name. */
const reachesElsewhere = ({ cause, origin }: Clobber): { readonly elsewhere?: 'call' | 'store' } =>
  cause === 'call'
    ? { elsewhere: 'call' }
    : cause === 'store' && mayBeOne(origin, 'global')
      ? { elsewhere: 'store' }
      : {};

/** Of a store: what it may change, as far as types tell. */
function storedBy({ f }: Objects, c: Clobber): { readonly stores?: Stores } {
  const stored = c.cause === 'store' && c.ofCall !== true ? storedType(f, c) : null;
  return stored === null ? {} : { stores: [stored] };
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

/** Everything in an object, as far as the function knows it. */
function whole(clobber: Clobber, place: Place, out: Stmt[]): void {
  switch (place.kind) {
    case 'variable':
    case 'bits':
      out.push({
        kind: 'havoc',
        target: place.id,
        ...(clobber.first && { alias: { variable: place.id } }),
        ...causeOf(clobber),
      });
      return;
    case 'array':
      out.push({
        kind: 'havoc-array',
        array: place.id,
        ...(clobber.first && { alias: { array: place.id } }),
        ...causeOf(clobber),
      });
      return;
    case 'members':
    case 'record':
    case 'table':
      for (const field of place.fields.values()) whole(clobber, field.place, out);
      return;
    default:
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

/** Havocs what the store or call may change beside what it names (`except`, `alias`); tells whether there is anything. */
function hit(objects: Objects, clobber: Clobber, out: Stmt[], alias?: Alias): boolean {
  const { f, open } = objects;
  const before = out.length;
  const how = { ...(alias && { alias }), ...causeOf(clobber) };
  const storing = storingOf(clobber);
  const stores = { ...storing, ...storedBy(objects, clobber) };
  const named = alias !== undefined && 'variable' in alias ? alias.variable : null;
  for (const v of open) {
    if (v.id !== named && reachesVariable(f, clobber, v))
      out.push({ kind: 'havoc', target: v.id, ...how, ...stores, ...tagged(clobber, () => typedVariable(f, v)) });
  }
  const stored = alias !== undefined && clobber.except !== null ? { stored: clobber.except } : {};
  for (const a of f.arrays) {
    if (a.isConst || a.id === clobber.except || !reachesArray(f, clobber, a)) continue;
    out.push({
      kind: 'havoc-array',
      array: a.id,
      ...stored,
      ...storing,
      ...how,
      ...tagged(clobber, () => typedArray(f, a)),
    });
  }
  return out.length > before;
}

function reachesVariable(draft: Draft, clobber: Clobber, variable: Variable): boolean {
  if (clobber.cause === 'call') return variable.scope === 'global' || variable.addressTaken;
  const exposed = draft.exposed.get(variable.id);
  if (exposed === undefined || !mayBeOne(clobber.origin, exposed.origin)) return false;
  return (
    exposed.any === true || mayHit(draft, clobber, variable.pointer ? 'pointer' : variable.type, exposed.field, false)
  );
}

function reachesArray(f: Draft, c: Clobber, a: DraftArray): boolean {
  const isOpen = a.escapes || a.viaPointer;
  if (c.cause === 'call') return isOpen || a.scope === 'global';
  return isOpen && mayBeOne(c.origin, a.origin) && mayHit(f, c, a.element, a.field ?? null, foreign(a.origin));
}

/** Whether the store may change an object of the type. */
function mayHit(
  draft: Draft,
  clobber: Clobber,
  object: IntType | 'pointer',
  field: Field | null,
  pointed: boolean,
): boolean {
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
function compatible(object: IntType | 'pointer', written: IntType | 'pointer' | null): boolean {
  if (written === null || object === written) return true;
  if (object === 'pointer' || written === 'pointer')
    return (
      (object === 'pointer' ? written : object) !== 'pointer' && bitsOf(object === 'pointer' ? written : object) === 8
    );
  return written.bits === 8 || object.bits === 8 || object.bits === written.bits;
}

function bitsOf(type: IntType | 'pointer'): number {
  return type === 'pointer' ? 0 : type.bits;
}

/**
 * A store to a member changes the same member of other structs' names, and what pointers to integers see of it. `pointed`: what is asked
 * about is behind a pointer to integers, which may have been set to the member itself.
 */
function sameMember(c: Clobber, field: Field | null, pointed = false): boolean {
  if (c.field === undefined || c.element === null || bitsOf(c.element) === 8) return true;
  return field === null ? pointed : field === c.field;
}
