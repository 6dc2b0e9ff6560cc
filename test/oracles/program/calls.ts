/** Calls of functions of the program: directly, recursively, and through pointers. */
import type { Draft, FunctionDrawn } from './draft.ts';
import { made } from './draft.ts';
import type { Expression, IntegerExpression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import { place } from './expressions.ts';
import { argument } from './pointers.ts';

/** Arguments that fit; null where some parameter has nothing to be given. */
function argumentsFor(
  d: Draft,
  f: Pick<FunctionDrawn, 'type' | 'extents' | 'recursive' | 'oldStyle'>,
  depth: number,
): string | null {
  const out: string[] = [];
  for (const [k, type] of f.type.params.entries()) {
    const value =
      f.recursive && k === 0
        ? { text: String(d.r.int(0, 6)), level: LEVEL.primary }
        : argument(d, type, f.extents[k] ?? 1, Math.max(0, depth - 1));
    if (!value) return null;
    out.push(
      f.oldStyle && type.kind === 'integer'
        ? `(${type.name})${within(value, LEVEL.cast)}`
        : within(value, LEVEL.assign),
    );
  }
  return out.join(', ');
}

/** A call that gives an integer; null where there is none. */
export function callIn(d: Draft, fits: (f: FunctionDrawn) => boolean, depth: number): IntegerExpression | null {
  const open = d.functions.filter((f) => f.type.returns?.kind === 'integer' && fits(f));
  if (open.length === 0) return null;
  const f = d.r.pick(open);
  const given = argumentsFor(d, f, depth);
  if (given === null || f.type.returns?.kind !== 'integer') return null;
  return made(
    d,
    f.recursive ? 'call: recursive function' : f.pure ? 'call: pure function' : 'call: function for its value',
    { text: `${f.name}(${given})`, level: LEVEL.postfix, type: f.type.returns },
  );
}

/** Any call, as a statement or for its value of whatever type. */
export function callOf(
  d: Draft,
  fits: (f: FunctionDrawn) => boolean,
): { readonly call: Expression; readonly returns: FunctionDrawn['type']['returns'] } | null {
  const open = d.functions.filter(fits);
  if (open.length === 0) return null;
  const f = d.r.pick(open);
  const given = argumentsFor(d, f, 1);
  if (given === null) return null;
  return {
    call: made(d, 'call: function', { text: `${f.name}(${given})`, level: LEVEL.postfix }),
    returns: f.type.returns,
  };
}

/** A call through a pointer variable, member or element. */
export function callThrough(
  d: Draft,
): { readonly call: Expression; readonly returns: FunctionDrawn['type']['returns'] } | null {
  const found = place(d, { write: false, accept: (t) => t.kind === 'pointer' && t.to.kind === 'function' });
  if (!found || found.type.kind !== 'pointer' || found.type.to.kind !== 'function') return null;
  const type = found.type.to;
  const given = argumentsFor(d, { type, extents: type.params.map(() => 1), recursive: false, oldStyle: false }, 1);
  if (given === null) return null;
  const text = d.r.chance(0.4)
    ? `(*${within(found, LEVEL.unary)})(${given})`
    : `${within(found, LEVEL.postfix)}(${given})`;
  return { call: made(d, 'call: through a pointer', { text, level: LEVEL.postfix }), returns: type.returns };
}
