/** Initialisers: with and without designators, nested, of unions by their first member, arrays by strings. */
import type { Draft } from './draft.ts';
import { made } from './draft.ts';
import { constant, integer, word } from './expressions.ts';
import { LEVEL, within } from './levels.ts';
import { pointerValue } from './pointers.ts';
import type { CType, Field } from './types.ts';

/** For an object at this depth; `computed`: values need not be constants. Whole braces for what has parts. */
export function initialiser(d: Draft, type: CType, depth: number, computed: boolean): string {
  switch (type.kind) {
    case 'integer':
      return computed ? within(integer(d, 1), LEVEL.assign) : constant(d).text;
    case 'pointer': {
      const value =
        computed || type.to.kind === 'function'
          ? pointerValue(d, { type, extent: 1, depth, brief: false })
          : pointerConstant(d, type);
      return value === null ? '0' : typeof value === 'string' ? value : within(value, LEVEL.assign);
    }
    case 'array':
      return ofArray(d, type, depth, computed);
    case 'record':
      return ofRecord(d, type, depth, computed);
    case 'function':
      return '0';
    default:
      return type satisfies never;
  }
}

function ofArray(d: Draft, type: CType & { readonly kind: 'array' }, depth: number, computed: boolean): string {
  if (type.of.kind === 'integer' && type.of.name === 'char' && type.length >= 4 && d.r.chance(0.6))
    return made(d, 'initialiser: string', `"${word(d).slice(0, type.length - 1)}"`);
  const one = (): string => initialiser(d, type.of, depth, computed);
  if (type.of.kind === 'integer' && d.r.chance(0.2))
    return made(
      d,
      'initialiser: designated elements',
      `{ [${d.r.int(1, type.length - 1)}] = ${one()}, [0] = ${one()} }`,
    );
  if (type.of.kind === 'integer' && d.r.chance(0.1) && type.length > 2)
    return made(d, 'initialiser: range of elements', `{ [1 ... ${type.length - 1}] = ${constant(d).text} }`);
  if (d.r.chance(0.15) && type.of.kind !== 'pointer')
    return made(d, 'initialiser: fewer than elements', `{ ${one()} }`);
  return made(d, 'initialiser: all elements', `{ ${Array.from({ length: type.length }, one).join(', ')} }`);
}

function ofRecord(d: Draft, type: CType & { readonly kind: 'record' }, depth: number, computed: boolean): string {
  const value = (f: Field): string => initialiser(d, f.type, depth, computed);
  if (type.union) {
    const [first] = type.fields;
    return made(d, 'initialiser: union', first ? `{ ${value(first)} }` : '{ 0 }');
  }
  const named = type.fields.filter((f) => f.name !== null);
  if (!type.pointers && named.length > 0 && d.r.chance(0.4)) {
    const some = named.filter(() => d.r.chance(0.7));
    const order = d.r.chance(0.3) ? [...some].reverse() : some;
    const members = order.map((f) => `.${f.name} = ${value(f)}`);
    if (members.length > 0) return made(d, 'initialiser: designated members', `{ ${members.join(', ')} }`);
  }
  return made(d, 'initialiser: all members', `{ ${type.fields.map(value).join(', ')} }`);
}

/** The address of something at file scope. */
function pointerConstant(d: Draft, type: CType): string | null {
  if (type.kind !== 'pointer') return null;
  const open = d.variables.filter((v) => v.depth === 0 && !v.private && (type.readonly || v.writable));
  const whole = open.filter(
    (v) =>
      v.type.kind === type.to.kind &&
      (v.type.kind === 'integer' || v.type.kind === 'record') &&
      (type.to.kind === 'integer' || type.to.kind === 'record') &&
      v.type.name === type.to.name,
  );
  return whole.length === 0 ? null : made(d, 'initialiser: address constant', `&${d.r.pick(whole).name}`);
}
