/** Reading and writing in a walk: where an access leaves its object, or reads what has no value, is found here. */
import { maxOf, minOf } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';
import { layoutOf, sizeOf } from '../types/index.ts';
import { losesAddress } from './walk-configured.ts';
import { indexFixes } from './walk-fixes.ts';
import type { Walk, WalkedPlace } from './walk-state.ts';
import { expose, misstep, quoted } from './walk-state.ts';
import type { Target, WalkedObject, WalkedValue } from './walked-values.ts';
import { anyOf, converted, FAR, integer, isFree } from './walked-values.ts';

/** Bits that a scalar or struct of the type takes; null: not known. */
export function bitsOf(w: Walk, type: CType): number | null {
  const bytes = type.kind === 'function' || type.kind === 'void' ? null : sizeOf(type, w.file.types.model);
  return bytes === null || bytes > FAR ? null : Number(bytes) * 8;
}

export function placeOf(object: WalkedObject, type: CType, at = 0n): WalkedPlace {
  return { kind: 'place', object, low: at, high: at, type };
}

/** What a pointer leads to. */
export function behind(to: CType, target: Target | null | undefined): WalkedPlace {
  if (!target) return { kind: 'nowhere', type: to };
  const { object, low, high, free } = target;
  // it isn't known how much of a part is meant
  const isWhole = low === 0n && high === 0n;
  const type = to.kind === 'unknown' && object.type !== null && isWhole ? object.type : to;
  return { kind: 'place', object, low: low * 8n, high: high * 8n, type, ...(free && { free }) };
}

const plural = (n: bigint, what: string): string => `${n} ${what}${n === 1n ? '' : 's'}`;

/** `` `buf`, which has 5 elements``. */
function sized(object: WalkedObject, size: bigint, elements: bigint): string {
  const has = elements > 0n ? plural(elements, 'element') : plural(size, 'byte');
  return object.kind === 'allocated' ? `${object.name} of ${has}` : `${object.name}, which has ${has}`;
}

/** The access must lie in the object. */
export function within(
  walk: Walk,
  place: WalkedPlace & { readonly kind: 'place' },
  bytes: bigint,
  node: SyntaxNode,
  how: string,
): void {
  const { object } = place;
  if (object.size === null) return;
  const [low, high] = [floorDiv(place.low, 8n), floorDiv(place.high, 8n)];
  const outside = (at: bigint): boolean => at < 0n || at + bytes > object.size!;
  // `free`: each place in between is one that a run gets to
  const sure = high < 0n || low + bytes > object.size || (isFree(place) && (outside(low) || outside(high)));
  // one too far: the first element behind the last
  const past = low === object.size && low === high;
  if (sure)
    misstep(walk, 'index-outside', node, leaving(walk, place, bytes, node, how), {
      fixes: () => indexFixes(walk, node, past),
    });
}

const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));

function leaving(
  walk: Walk,
  place: WalkedPlace & { readonly kind: 'place' },
  bytes: bigint,
  node: SyntaxNode,
  how: string,
): string {
  const { object } = place;
  const element = object.type?.kind === 'array' ? sizeOf(object.type.of, walk.file.types.model) : null;
  const count = element !== null && element > 0n ? object.size! / element : 0n;
  const [low, high] = [floorDiv(place.low, 8n), floorDiv(place.high, 8n)];
  const before = high < 0n || (isFree(place) && low < 0n);
  const side = before ? 'before the beginning of' : 'behind the end of';
  const into = sized(object, object.size!, bytes === element ? count : 0n);
  if (low === high && bytes === element && low % element === 0n)
    return `${quoted(walk, node)} ${how} element ${low / element}, ${side} ${into}`;
  if (low === high) return `${quoted(walk, node)} ${how} at byte ${low}, ${side} ${into}`;
  return isFree(place)
    ? `${quoted(walk, node)} can get ${side} ${into}: nothing limits the index`
    : `${quoted(walk, node)} lies ${side} ${into}`;
}

/** An element or row of an array that is indexed by its name: the index must be one of the array's. */
export function indexed(
  walk: Walk,
  base: WalkedPlace,
  of: CType & { readonly kind: 'array' },
  index: WalkedValue,
): WalkedPlace {
  const size = sizeOf(of.of, walk.file.types.model);
  if (base.kind !== 'place' || index.kind !== 'integer' || size === null) return somewhereIn(walk, base, of.of);
  const bits = size * 8n;
  return {
    kind: 'place',
    object: base.object,
    low: base.low + index.low * bits,
    high: base.high + index.high * bits,
    type: of.of,
    ...(index.free && base.low === base.high && { free: index.free }),
  };
}

/** A part of an object that isn't known: whatever is written somewhere may be written there. */
function somewhereIn(walk: Walk, place: WalkedPlace, type: CType): WalkedPlace {
  if (place.kind === 'place') expose(walk, place.object);
  return { kind: 'nowhere', type };
}

/** A row within an array of arrays: the index must be one of the row's. */
export function indexWithin(
  walk: Walk,
  of: CType & { readonly kind: 'array' },
  index: WalkedValue,
  node: SyntaxNode,
): void {
  const { length } = of;
  // an array of one element, or none, at the end of a struct may stand for more
  if (length === null || length <= 1n || index.kind !== 'integer') return;
  const outside = (i: bigint): boolean => i < 0n || i >= length;
  const sure = index.high < 0n || index.low >= length || (isFree(index) && (outside(index.low) || outside(index.high)));
  if (!sure) return;
  const which =
    index.low === index.high
      ? `index ${index.low}`
      : isFree(index)
        ? 'an index that nothing limits'
        : index.high < 0n
          ? 'an index below 0'
          : `an index of ${index.low} or more`;
  misstep(
    walk,
    'index-outside',
    node,
    `${quoted(walk, node)} has ${which}, outside an array of ${plural(length, 'element')}`,
  );
}

/** By a macro that headers which weren't read may define otherwise. */
function mayBeSetElsewhere({ file, frames, hasAllHeaders }: Walk, { kind, name }: WalkedObject): boolean {
  const [, variable] = /^`(\w+)`$/.exec(name) ?? [];
  if (hasAllHeaders || kind !== 'local' || variable === undefined) return false;
  return frames.some(({ definition }) => {
    const body = definition.body();
    return body !== null && losesAddress(file, body, variable);
  });
}

/** What is read; null: an aggregate, or nothing that is known. */
export function read(walk: Walk, place: WalkedPlace, node: SyntaxNode): WalkedValue {
  const { type } = place;
  if (place.kind === 'value') return place.value;
  if (type.kind === 'array') return decayed(walk, place, type);
  if (place.kind === 'nowhere' || type.kind === 'function' || type.kind === 'void' || type.kind === 'unknown')
    return anyOf(type);
  const bits = place.bits ?? bitsOf(walk, type);
  if (bits === null) return anyOf(type);
  within(walk, place, BigInt(Math.ceil(bits / 8)), node, 'reads');
  if ((type.kind === 'int' || type.kind === 'pointer') && type.volatile) return anyOf(type);
  if (place.low !== place.high) return anyOf(type);
  const at = Number(place.low);
  if (type.kind === 'record') return { kind: 'whole', type, copy: walk.memory.part(place.object, at, bits) };
  const found = walk.memory.read(place.object, at, bits);
  // before the beginning of a block: an allocator looks at what is its own
  if (found === 'unset' && at < 0) return anyOf(type);
  if (found === 'unset' && mayBeSetElsewhere(walk, place.object)) return anyOf(type);
  if (found === 'unset') {
    const whose = place.object.kind === 'allocated' ? `memory of ${place.object.name}` : quoted(walk, node);
    misstep(walk, 'uninitialised', node, `${whose} is read before it has a value`);
  }
  if (found === 'zero') return zeroOf(type);
  if (found === 'mixed') return anyOf(type);
  if (found === 'unknown') return fromOutside(walk, place.object, type) ?? anyOf(type);
  return asType(found, type);
}

/** A number in what came in: any. */
function fromOutside(w: Walk, object: WalkedObject, type: CType): WalkedValue | null {
  const origin = w.memory.fromOutside(object);
  if (origin === undefined || type.kind !== 'int' || type.int.bool) return null;
  return integer(type.int, minOf(type.int), maxOf(type.int), origin);
}

/** The same value seen with a type. */
export function asType(value: WalkedValue, type: CType): WalkedValue {
  if (type.kind === 'int') return value.kind === 'integer' ? converted(value, type.int) : anyOf(type);
  if (type.kind === 'float')
    return value.kind === 'float'
      ? { ...value, bytes: type.bytes, value: rounded(value.value, type.bytes) }
      : value.kind === 'integer' && value.low === value.high
        ? { kind: 'float', bytes: type.bytes, value: rounded(Number(value.low), type.bytes) }
        : anyOf(type);
  if (type.kind === 'pointer') {
    if (value.kind === 'pointer') return { ...value, to: type.to };
    if (value.kind === 'function') return value;
    if (value.kind === 'integer' && value.low === 0n && value.high === 0n)
      return { kind: 'pointer', to: type.to, target: null };
    return anyOf(type);
  }
  return value.kind === 'whole' ? value : anyOf(type);
}

/** As a floating type keeps it; types that are wider than a double aren't followed. */
export const rounded = (x: number | null, bytes: number): number | null =>
  x === null || bytes > 8 ? null : bytes === 4 ? Math.fround(x) : x;

function zeroOf(type: CType): WalkedValue {
  if (type.kind === 'int') return integer(type.int, 0n);
  if (type.kind === 'float') return { kind: 'float', bytes: type.bytes, value: 0 };
  if (type.kind === 'pointer') return { kind: 'pointer', to: type.to, target: null };
  return anyOf(type);
}

/** An array as a pointer to its first element. */
function decayed(w: Walk, place: WalkedPlace, type: CType & { readonly kind: 'array' }): WalkedValue {
  return addressOf(w, place, type.of);
}

export function addressOf(walk: Walk, place: WalkedPlace, to: CType): WalkedValue {
  if (place.kind !== 'place' || place.low % 8n !== 0n || place.high % 8n !== 0n)
    return { kind: 'pointer', to, target: undefined };
  expose(walk, place.object);
  const { object, low, high, free } = place;
  return { kind: 'pointer', to, target: { object, low: low / 8n, high: high / 8n, ...(free && { free }) } };
}

/** Writes; the value as it is afterwards comes back. */
export function write(walk: Walk, place: WalkedPlace, value: WalkedValue, node: SyntaxNode): WalkedValue {
  const { type } = place;
  const stored = asType(value, type);
  if (place.kind === 'value') return stored;
  if (place.kind === 'nowhere') {
    // whatever a pointer may lead to
    walk.memory.forgetExposed();
    return stored;
  }
  const bits = place.bits ?? bitsOf(walk, type);
  if (bits !== null) within(walk, place, BigInt(Math.ceil(bits / 8)), node, 'writes');
  const { object } = place;
  if (bits === null || place.low !== place.high || type.kind === 'array') walk.memory.forget(object);
  else if (type.kind === 'record')
    walk.memory.paste(object, { at: Number(place.low), bits }, value.kind === 'whole' ? value.copy : null);
  else walk.memory.write(object, Number(place.low), bits, stored);
  return stored;
}

/** A member of what is at a place. */
export function memberAt(walk: Walk, place: WalkedPlace, name: string): WalkedPlace {
  const { type } = place;
  const found = type.kind === 'record' ? memberOf(walk, type, name) : null;
  if (found === null) return somewhereIn(walk, place, { kind: 'unknown' });
  if (place.kind !== 'place') return { kind: 'nowhere', type: found.type };
  const at = BigInt(found.offset);
  return {
    ...place,
    low: place.low + at,
    high: place.high + at,
    type: found.type,
    ...(found.bits === null ? {} : { bits: found.bits }),
  };
}

/** Where a member lies, in bits, through anonymous records. */
function memberOf(
  walk: Walk,
  record: CType & { readonly kind: 'record' },
  name: string,
): { readonly offset: number; readonly type: CType; readonly bits: number | null } | null {
  const layout = layoutOf(record, walk.file.types.model);
  if (layout === null) return null;
  for (const [i, field] of (record.fields ?? []).entries()) {
    const offset = layout.offsets[i]!;
    if (field.name === name) {
      const { type, bits } = field;
      const narrowed: CType =
        bits !== null && type.kind === 'int' && bits < type.int.bits && !type.int.bool
          ? { ...type, int: { ...type.int, bits, name: `${type.int.name} : ${bits}` } }
          : type;
      return { offset, type: narrowed, bits };
    }
    if (field.name !== null || field.type.kind !== 'record') continue;
    const inner = memberOf(walk, field.type, name);
    if (inner !== null) return { ...inner, offset: offset + inner.offset };
  }
  return null;
}
