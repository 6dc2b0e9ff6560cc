/**
 * Makes variables and arrays of the IR for the objects of C. An object that the IR can't hold is opaque: all that is
 * read of it is unknown.
 */
import type { FromCall, VarId } from '../../program/index.ts';
import { globalKey } from '../../program/index.ts';
import type { Reason, SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import { because, emit, newVariable, rangeOf, temporary } from './build-function.ts';
import { OPAQUE, fieldType, keyOf, leafOf, unionStorage, wholeOf, zeroOf } from '../types/index.ts';
import type {
  ArrayPlace,
  CType,
  Field,
  Initial,
  ObjectTraits,
  Origin,
  Place,
  RecordType,
  TablePlace,
} from '../types/index.ts';
import type { Draft, DraftArray } from './function-draft.ts';
import { newPointer } from './pointer-positions.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Records with more members than this stay opaque. */
const MOST_FIELDS = 64;

/** Makes the variables and arrays for an object of the type. */
export function makePlace(draft: Draft, name: string, type: CType, traits: ObjectTraits): Place {
  switch (type.kind) {
    case 'int':
      if (type.volatile) return volatileObject(draft, name, type.int, traits);
      return integerVariable(draft, name, type.int, traits, false);
    case 'pointer':
      return makePointer(draft, name, type, traits);
    case 'array':
      return makeArray(draft, name, type, traits);
    case 'record': {
      if (!type.union) return makeRecord(draft, name, type, { ...traits, ...packed(type) });
      const storage = unionStorage(type, draft.file.types.model);
      return storage === null ? { kind: 'opaque', name } : unionVariable(draft, name, { type, storage }, traits);
    }
    default:
      // a parameter of such a type may be a pointer: `va_list`
      return traits.scope === 'local' ? unknownObject(name, traits) : { kind: 'opaque', name };
  }
}

const unknownObject = (name: string, { origin, range, addressTaken }: ObjectTraits): Place => ({
  kind: 'opaque',
  name,
  ...(origin === 'local' && { own: { name, range }, ...(!addressTaken && { alone: true }) }),
});

/** An integer, or a union as one: stores of any type may then change it. */
function integerVariable(draft: Draft, name: string, type: IntType, traits: ObjectTraits, isUnion: boolean): Place {
  const { scope, range, addressTaken } = traits;
  const initial = initialValue(traits);
  const id = newVariable(draft, name, type, { scope, range, initial, addressTaken });
  mark(draft, id, traits);
  if (initial === null) openInitial(draft, id, traits);
  if (traits.isConst && !isUnion) draft.constants.add(id);
  if (traits.readOnly) draft.readOnly.add(id);
  exposeVariable(draft, id, traits, isUnion);
  return { kind: 'variable', id };
}

/** One without a name goes by that of the member that is all of it, if there is one. */
function unionVariable(
  draft: Draft,
  name: string,
  { type, storage }: { readonly type: RecordType; readonly storage: IntType },
  traits: ObjectTraits,
): Place {
  const { part } = traits;
  if (part === undefined) return integerVariable(draft, name, storage, traits, true);
  const whole = wholeOf(storage.union ?? [], storage.bits);
  const spelled = whole ? memberName(name, whole.name, traits) : name;
  const union = whole ? [{ ...whole, name: '' }] : [];
  const own = whole ? traits : { ...traits, unnamed: true as const };
  const place = integerVariable(draft, spelled, { ...storage, union }, own, true);
  if (place.kind === 'variable' && traits.scope === 'global') {
    const members = namesIn(type).map((member) => memberName(name, member, traits));
    draft.unionMembers.set(place.id, members);
    const known = draft.variables[place.id]!;
    draft.variables[place.id] = { ...known, key: `${globalKey({ name, range: traits.range })} ${part}` };
  }
  return place;
}

/** The members that are spelled as the record's own, those of records without a name in it among them. */
const namesIn = ({ fields }: RecordType): readonly string[] =>
  (fields ?? []).flatMap(({ name, type }) => {
    if (name !== null) return name === '' ? [] : [name];
    return type.kind === 'record' ? namesIn(type) : [];
  });

function memberName(record: string, member: string, traits: ObjectTraits): string {
  return `${record}${isForeign(traits) && !record.includes('>') ? '->' : '.'}${member}`;
}

/** It may have any value whenever it is read: of a run's many, one finds what was stored last. */
function volatileObject(draft: Draft, name: string, type: IntType, traits: ObjectTraits): Place {
  const { scope, addressTaken, isConst, origin, external } = traits;
  const isAlone = !addressTaken && !isConst && !external && scope !== 'param';
  if (!isAlone || (origin !== 'local' && origin !== 'global')) return { kind: 'opaque', name };
  if (scope === 'local' && origin === 'local') return { kind: 'opaque', name, stored: temporary(draft, type) };
  const place = integerVariable(draft, name, type, { ...traits, unnamed: true }, false);
  return place.kind === 'variable' ? { kind: 'opaque', name, stored: place.id } : place;
}

const packed = ({ attributed }: RecordType): Pick<ObjectTraits, 'packed'> =>
  attributed === true ? { packed: true } : {};

/** What the variable stands for beside its value. */
function mark(draft: Draft, id: VarId, traits: ObjectTraits): void {
  const behindPointer = traits.field ? 'member' : 'all';
  if (isForeign(traits)) draft.variables[id] = { ...draft.variables[id]!, behindPointer };
  if (traits.unnamed) draft.variables[id] = { ...draft.variables[id]!, unnamed: true };
  if (traits.packed) draft.variables[id] = { ...draft.variables[id]!, packed: true };
}

function makePointer(
  draft: Draft,
  name: string,
  type: CType & { readonly kind: 'pointer' },
  traits: ObjectTraits,
): Place {
  if (type.volatile) return { kind: 'opaque', name };
  const initial = initialValue(traits);
  const id = newPointer(draft, name, traits.scope, traits.range, traits.addressTaken);
  // a global pointer without a known initial value may lead anywhere
  const isOpen = traits.scope === 'global' && initial === null;
  if (traits.scope === 'global')
    draft.variables[id] = { ...draft.variables[id]!, initial, ...(isOpen && { unknownInitial: true }) };
  mark(draft, id, traits);
  if (traits.isConst) draft.constants.add(id);
  if (traits.readOnly) draft.readOnly.add(id);
  exposeVariable(draft, id, traits, false);
  return { kind: 'variable', id };
}

function makeArray(draft: Draft, name: string, type: CType & { readonly kind: 'array' }, traits: ObjectTraits): Place {
  const shape = arrayShape(type);
  if (shape === null) return makeTable(draft, name, type, traits) ?? pointersIn(name, type, traits);
  const { scope, isConst, origin, field } = traits;
  // one without a length may lie over what comes behind the struct that it ends
  const whole = shape.dims[0] === null || shape.dims[0] === 0n ? undefined : traits.whole;
  const initial = traits.initial?.kind === 'elements' ? traits.initial.values : null;
  const made = newArray(
    draft,
    name,
    shape,
    {
      scope,
      initial,
      viaPointer: isForeign(traits),
      escapes: traits.escapes || traits.addressTaken || traits.exposed,
      isConst,
      ...(traits.readOnly && { readOnly: true as const }),
      ...(traits.lent !== undefined && { lent: traits.lent }),
      ...(scope === 'local' && origin === 'local' && { declaredAt: traits.range }),
      origin,
      ...(whole && { whole }),
      ...(field && { field }),
      ...(isBounded(traits) && { bounded: true as const }),
      ...(traits.tableDims !== undefined && { run: elementsIn(shape.dims.slice(traits.tableDims)) }),
    },
    traits.spelling,
  );
  if (initial === null && isDefinedHere(traits))
    draft.arrays[made.id] = { ...draft.arrays[made.id]!, unknownInitial: true };
  return made;
}

/** An array of pointers, or of what isn't modelled. */
function pointersIn(name: string, { of, length }: CType & { readonly kind: 'array' }, traits: ObjectTraits): Place {
  const isCounted = of.kind === 'pointer' && !of.volatile && length !== null && isBounded(traits);
  return { kind: 'opaque', name, ...(isCounted && { elements: { of, length } }) };
}

/** A parameter, and what a pointer leads to, may have more elements than it says, but for members that others follow. */
const isBounded = (traits: ObjectTraits): boolean =>
  traits.field?.followed === true || (traits.scope !== 'param' && !isForeign(traits));

/** A struct: a place for each member at once, or at its first use where the struct is large or its address is taken. */
function makeRecord(draft: Draft, name: string, type: RecordType, traits: ObjectTraits): Place {
  if (type.fields === null) return unknownObject(name, traits);
  if (traits.addressTaken || countFields(type) > MOST_FIELDS) {
    // the initial values are there, but not known; variables would be taken for inputs
    if (isDefinedHere(traits) && traits.initial?.kind !== 'fields') return { kind: 'opaque', name };
    return { kind: 'members', name, type, traits: { whole: {}, ...traits }, fields: new Map() };
  }
  const fields = new Map<string, { place: Place; type: CType }>();
  const initials = traits.initial?.kind === 'fields' ? traits.initial.values : null;
  type.fields.forEach((field, i) => {
    if (field.name === '') return;
    const inner = fieldType(field);
    const key = field.name ?? `#${i}`;
    const spelled = field.name === null ? name : `${name}.${field.name}`;
    const part = partOf(traits, field, i);
    const place = makePlace(draft, spelled, inner, { ...traits, initial: initials?.[i] ?? null, field, part });
    fields.set(key, { place, type: inner });
  });
  return { kind: 'record', fields };
}

/** Where a member without a name stands in the innermost record around it that has one. */
const partOf = ({ part = '' }: ObjectTraits, { name }: Field, i: number): string | undefined =>
  name === null ? `${part}#${i}` : undefined;

/** Reached through a pointer that comes from elsewhere. */
const isForeign = ({ origin }: ObjectTraits): boolean => origin === 'outer' || origin === 'unknown';

function initialValue({ initial }: ObjectTraits): bigint | null {
  return initial?.kind === 'value' ? initial.value : null;
}

/** Notes that pointers may lead to the variable. `any`: pointers of any type, and to parts of it. */
function exposeVariable(f: Draft, id: VarId, traits: ObjectTraits, any: boolean): void {
  if (!traits.exposed && !traits.addressTaken) return;
  const { origin, whole, field = null } = traits;
  f.exposed.set(id, { origin, field, ...(whole && { whole }), ...(any && { any }) });
  if (traits.lent !== undefined) f.lentVariables.set(id, traits.lent);
}

function isDefinedHere({ scope, external }: ObjectTraits): boolean {
  return scope === 'global' && external !== true;
}

/** Notes that the initial value exists, but isn't known. */
function openInitial(f: Draft, id: VarId, traits: ObjectTraits): void {
  if (isDefinedHere(traits)) f.variables[id] = { ...f.variables[id]!, unknownInitial: true };
}

/** A member of a record whose members become variables as they are met; null: it has none of that name. */
export function memberPlace(
  draft: Draft,
  record: Place & { readonly kind: 'members' },
  name: string,
): { readonly place: Place; readonly type: CType } | null {
  const known = record.fields.get(name);
  if (known !== undefined) return known;
  const initials = record.traits.initial?.kind === 'fields' ? record.traits.initial.values : null;
  for (const [i, field] of (record.type.fields ?? []).entries()) {
    const initial = initials?.[i] ?? null;
    if (field.name === null && field.type.kind === 'record') {
      const key = `#${i}`;
      const inner = record.fields.get(key) ?? {
        place: makePlace(draft, record.name, field.type, {
          ...record.traits,
          initial,
          addressTaken: true,
          field,
          part: partOf(record.traits, field, i),
        }),
        type: field.type,
      };
      record.fields.set(key, inner);
      if (name === key) return inner;
      const found = inner.place.kind === 'members' ? memberPlace(draft, inner.place, name) : null;
      if (found !== null) return found;
    }
    if (field.name !== name) continue;
    const type = fieldType(field);
    const place = makePlace(draft, memberName(record.name, name, record.traits), type, {
      ...record.traits,
      initial,
      addressTaken: record.traits.addressTaken,
      exposed: record.traits.exposed,
      field,
      part: undefined,
    });
    const made = { place, type };
    record.fields.set(name, made);
    return made;
  }
  return null;
}

/** How an object is renewed. */
interface Renewal {
  /** The pointer leads to another object now. */
  readonly moved?: boolean;
  /** The object is new: nothing has been written to it. */
  readonly first?: true;
  /** A call may have changed it. */
  readonly by?: FromCall;
}

/** From here on the place holds another object, or one with other values. */
export function renew(
  draft: Draft,
  place: Place,
  { code, message }: Pick<Reason, 'code' | 'message'>,
  node: SyntaxNode,
  how: Renewal = {},
): void {
  const { moved = false, first, by } = how;
  const reason = because(draft, code, message, node);
  emit(draft, {
    kind: 'clobber',
    cause: 'object',
    origin: 'local',
    element: null,
    except: null,
    place,
    moved,
    ...(first && { first }),
    ...(by && { by }),
    reason,
    range: rangeOf(draft, node),
  });
}

function countFields(type: RecordType): number {
  let count = 0;
  for (const field of type.fields ?? []) count += field.type.kind === 'record' ? countFields(field.type) : 1;
  return count;
}

/** Element type and dimensions of a (nested) array of integers. */
interface ArrayShape {
  readonly element: IntType;
  readonly dims: readonly (bigint | null)[];
}

/** The shape of a (nested) array of integers; null for arrays of something else. */
export function arrayShape(type: CType): ArrayShape | null {
  const dims: (bigint | null)[] = [];
  let at = type;
  while (at.kind === 'array') {
    dims.push(at.length);
    at = at.of;
  }
  // an unknown inner dimension leaves no way to number the elements
  if (at.kind !== 'int' || at.volatile || dims.slice(1).includes(null)) return null;
  return { element: at.int, dims };
}

/** `spelling`: how its elements are written, `[]` for each index. */
export function newArray(
  draft: Draft,
  name: string,
  { element, dims }: ArrayShape,
  traits: Pick<
    DraftArray,
    | 'scope'
    | 'initial'
    | 'viaPointer'
    | 'escapes'
    | 'isConst'
    | 'readOnly'
    | 'declaredAt'
    | 'unspoken'
    | 'origin'
    | 'whole'
    | 'run'
    | 'field'
    | 'bounded'
  >,
  spelling = name,
): ArrayPlace {
  const id = draft.arrays.length;
  // how many rows there are doesn't matter to where they begin
  const isSpelledOut = dims.length > 1 || (spelling !== name && dims[0] !== null);
  const indices = (): string => '[]'.repeat(dims.length - (spelling.split('[]').length - 1));
  const shape = isSpelledOut ? { dims: dims.map((d) => d ?? 0n), spelling: spelling + indices() } : null;
  // a member of a table stands behind the index: `rows[i].n`
  const isFlat = dims.length < 2 && spelling === name && /^\w+(?:(?:->|\.)\w+)*$/.test(name);
  const length = elementsIn(dims);
  draft.arrays.push({
    id,
    name,
    element,
    length,
    ...(isFlat && { flat: true as const }),
    ...(shape && { shape }),
    ...traits,
  });
  return { kind: 'array', id, dims };
}

/** How many elements an array of these dimensions has; null: one isn't known. */
const elementsIn = (dims: readonly (bigint | null)[]): bigint | null =>
  dims.reduce<bigint | null>((product, d) => (product === null || d === null ? null : product * d), 1n);

/** How a pointer is declared. `fresh`: no other pointer leads to its target. */
interface PointerDeclaration {
  readonly scope: 'param' | 'local';
  readonly range: SourceRange;
  readonly fresh: boolean;
}

/** Of what a pointer leads to, others may, too. */
const LED_TO = {
  initial: null,
  addressTaken: true,
  escapes: true,
  isConst: false,
  exposed: true,
} as const satisfies Partial<ObjectTraits>;

/**
 * What a pointer leads to from the start: an array object of its own, a record's members, or another pointer.
 * Null where it has no place.
 */
export function pointee(
  draft: Draft,
  name: string,
  type: CType & { readonly kind: 'pointer' },
  { scope, range, fresh }: PointerDeclaration,
): Place | null {
  const origin = fresh ? 'local' : scope === 'param' ? 'outer' : 'unknown';
  if (type.to.kind === 'record' && !type.to.union && type.to.fields !== null) {
    const traits: ObjectTraits = { ...LED_TO, scope, range, origin, whole: {}, ...packed(type.to) };
    return { kind: 'members', name, type: type.to, traits, fields: new Map() };
  }
  if (type.to.kind === 'pointer') return fresh ? null : pointerBehind(draft, name, type.to, { scope, range }, origin);
  const shape = arrayShape({ kind: 'array', of: type.to, length: null });
  if (shape === null) return null;
  const alone = fresh || type.restrict;
  return newArray(draft, name, shape, {
    scope,
    initial: null,
    viaPointer: !alone,
    escapes: true,
    isConst: false,
    origin: alone ? 'local' : origin,
  });
}

/**
 * The pointer that a pointer leads to: `*s`, where the one never changes and nothing but `*s` is made of it. Else it is
 * one of many, as those of `argv` are.
 */
function pointerBehind(
  draft: Draft,
  name: string,
  type: CType & { readonly kind: 'pointer' },
  { scope, range }: Pick<PointerDeclaration, 'scope' | 'range'>,
  origin: Origin,
): Place | null {
  const { assigned, subscripts } = draft.facts;
  if (assigned.has(name) || subscripts.has(name)) return null;
  return makePointer(draft, `*${name}`, type, { ...LED_TO, scope, range, origin });
}

/** Structs with more members than this are not taken apart. */
const MOST_COLUMNS = 64;

/**
 * The place of a (nested) array of structs; `outer`: dimensions of what it is a member of. Null where it isn't taken
 * apart.
 */
function makeTable(
  draft: Draft,
  name: string,
  type: CType,
  traits: ObjectTraits,
  outer: readonly (bigint | null)[] = [],
): TablePlace | null {
  const dims = [...outer];
  let record = type;
  while (record.kind === 'array') {
    dims.push(record.length);
    record = record.of;
  }
  if (
    record.kind !== 'record' ||
    record.union ||
    record.fields === null ||
    record.fields.length > MOST_COLUMNS ||
    dims.slice(1).includes(null)
  )
    return null;
  const rows = traits.initial?.kind === 'rows' ? traits.initial.values : null;
  const { whole = {} } = traits;
  const fields = new Map<string, { place: Place; type: CType }>();
  const entry = (traits.spelling ?? name) + '[]'.repeat(dims.length - outer.length);
  record.fields.forEach((field, index) => {
    if (field.name === '') return;
    const inner = fieldType(field);
    const memberName = field.name === null ? name : `${name}.${field.name}`;
    const column = rows === null ? null : columnOf(rows, index, inner);
    const own: ObjectTraits = {
      ...traits,
      initial: column,
      field,
      whole,
      tableDims: dims.length,
      spelling: field.name === null ? entry : `${entry}.${field.name}`,
    };
    const leaf = leafOf(inner);
    let place: Place = OPAQUE;
    if (leaf.kind === 'int')
      place = makePlace(
        draft,
        memberName,
        dims.reduceRight<CType>((of, length) => ({ kind: 'array', of, length }), inner),
        own,
      );
    else if (leaf.kind === 'record') place = makeTable(draft, memberName, inner, own, dims) ?? OPAQUE;
    fields.set(keyOf(field, index), { place, type: inner });
  });
  return { kind: 'table', dims, type: record, fields, whole };
}

/** Initial values of one member in all elements, flattened; null: not all constant. */
function columnOf(rows: readonly (Initial | undefined)[], field: number, type: CType): Initial | null {
  let size = 1;
  for (let at = type; at.kind === 'array'; at = at.of) size *= Number(at.length ?? 0n);
  const parts = rows.map((row): Initial | null =>
    row === undefined ? zeroOf(type) : row.kind === 'fields' ? (row.values[field] ?? null) : null,
  );
  if (parts.includes(null)) return null;
  if (leafOf(type).kind === 'int') {
    const values = parts.flatMap((part): bigint[] => {
      const own = part?.kind === 'value' ? [part.value] : part?.kind === 'elements' ? [...part.values] : [];
      while (own.length < size) own.push(0n);
      return own;
    });
    return { kind: 'elements', values };
  }
  const values = parts.flatMap((part): (Initial | undefined)[] => {
    if (type.kind === 'record') return [part ?? undefined];
    const own = part?.kind === 'rows' ? [...part.values] : [];
    while (own.length < size) own.push(undefined);
    return own;
  });
  return { kind: 'rows', values };
}
