/** Values of pointer and record type: addresses of objects that live long enough, and whole records. */
import type { Draft } from './draft.ts';
import { choose, made } from './draft.ts';
import { condition, integer, place, word } from './expressions.ts';
import { initialiser } from './initialisers.ts';
import type { Expression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import type { CType, FunctionType, PointerType, RecordType } from './types.ts';
import { declare, hasPointers, same } from './types.ts';

export interface PointerWanted {
  readonly type: PointerType;
  /** Elements behind it that may be accessed. */
  readonly extent: number;
  /** What it points at is at most so deep. */
  readonly depth: number;
  /** It is used within the call only: a literal will do. */
  readonly brief: boolean;
  /** Nothing is chosen between. */
  readonly simple?: boolean;
}

/** A pointer that may be followed; null where nothing fits. */
export function pointerValue(d: Draft, wanted: PointerWanted): Expression | null {
  const { type, extent, depth, brief } = wanted;
  if (type.to.kind === 'function') return functionValue(d, type.to);
  const near = { address: true, write: false, only: (v: { readonly depth: number }): boolean => v.depth <= depth };
  const usable = (writable: boolean): boolean => type.readonly || writable;
  return choose<Expression>(d, [
    [
      6,
      () => {
        const found = place(d, { ...near, accept: (t) => same(t, type.to) });
        if (!found || found.run < extent || !usable(found.writable)) return null;
        return made(d, `pointer: address of ${found.direct ? kindOf(found.text) : 'what is pointed at'}`, {
          text: `&${within(found, LEVEL.unary)}`,
          level: LEVEL.unary,
        });
      },
    ],
    [
      4,
      () => {
        const found = place(d, {
          ...near,
          accept: (t) => t.kind === 'array' && same(t.of, type.to) && t.length >= extent,
        });
        if (!found || found.type.kind !== 'array' || !usable(found.writable)) return null;
        const spare = found.type.length - extent;
        if (found.index === undefined && spare > 0 && d.r.chance(0.4))
          return made(d, 'pointer: array + k', {
            text: `${within(found, LEVEL.add)} + ${d.r.int(1, spare)}`,
            level: LEVEL.add,
          });
        return made(d, 'pointer: array', { text: found.text, level: found.level });
      },
    ],
    [
      3,
      () => {
        const found = place(d, {
          write: false,
          accept: (t) =>
            t.kind === 'pointer' && (same(t, type) || (type.readonly && same({ ...t, readonly: true }, type))),
          only: (v) => v.depth <= depth,
        });
        if (!found || found.extent < extent) return null;
        return made(d, 'pointer: another pointer', { text: found.text, level: found.level });
      },
    ],
    [
      1,
      () =>
        brief && type.to.kind === 'integer'
          ? made(d, 'pointer: compound literal', {
              text:
                extent === 1 && d.r.chance(0.5)
                  ? `&(${declare(type.to, '')}){ ${integer(d, 1).text} }`
                  : `(${type.to.name}[${extent}]){ ${integer(d, 0).text} }`,
              level: LEVEL.unary,
            })
          : null,
    ],
    [
      2,
      () =>
        type.readonly && extent <= 3 && type.to.kind === 'integer' && type.to.name === 'char'
          ? made(d, 'pointer: string literal', { text: `"${word(d)}"`, level: LEVEL.primary })
          : null,
    ],
    [
      1,
      () => {
        if (wanted.simple) return null;
        const [a, b] = [0, 1].map(() => pointerValue(d, { ...wanted, simple: true }));
        if (!a || !b || a.text.startsWith('(') || b.text.startsWith('"') !== a.text.startsWith('"')) return null;
        return made(d, 'pointer: chosen by ?:', {
          text: `${within(condition(d, 0), LEVEL.or)} ? ${within(a, LEVEL.conditional)} : ${within(b, LEVEL.conditional)}`,
          level: LEVEL.conditional,
        });
      },
    ],
  ]);
}

const kindOf = (text: string): string =>
  text.endsWith(']') ? 'an element' : text.includes('.') ? 'a member' : 'a variable';

function functionValue(d: Draft, type: FunctionType): Expression | null {
  const fitting = d.functions.filter((f) => same(f.type, type) && !f.recursive);
  if (fitting.length === 0) return null;
  const name = (): Expression =>
    d.r.chance(0.3)
      ? { text: `&${d.r.pick(fitting).name}`, level: LEVEL.unary }
      : { text: d.r.pick(fitting).name, level: LEVEL.primary };
  if (d.r.chance(0.4))
    return made(d, 'pointer: function chosen by ?:', {
      text: `${within(condition(d, 0), LEVEL.or)} ? ${d.r.pick(fitting).name} : ${d.r.pick(fitting).name}`,
      level: LEVEL.conditional,
    });
  return made(d, 'pointer: function', name());
}

/** A whole record: another one, what a function returns, or a literal. */
export function recordValue(d: Draft, type: RecordType, depth: number): Expression | null {
  return choose<Expression>(d, [
    [
      5,
      () => {
        const found = place(d, {
          write: false,
          accept: (t) => same(t, type),
          only: (v) => !hasPointers(type) || v.depth <= depth,
        });
        return found && made(d, 'expression: whole record', { text: found.text, level: found.level });
      },
    ],
    [
      2,
      () =>
        hasPointers(type)
          ? null
          : made(d, 'expression: compound literal of a record', {
              text: `(${type.name})${initialiser(d, type, depth, true)}`,
              level: LEVEL.postfix,
            }),
    ],
  ]);
}

/** What can be passed for a parameter. */
export function argument(d: Draft, type: CType, extent: number, depth: number): Expression | null {
  switch (type.kind) {
    case 'integer':
      return integer(d, depth);
    case 'pointer':
      return pointerValue(d, { type, extent, depth: Number.MAX_SAFE_INTEGER, brief: true });
    case 'record':
      return recordValue(d, type, Number.MAX_SAFE_INTEGER);
    case 'array':
    case 'function':
      return null;
    default:
      return type satisfies never;
  }
}
