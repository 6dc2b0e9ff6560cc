/**
 * What of the file's own a function and those that it calls may write. It is found out once for each function, not at
 * each call that isn't followed.
 */
import { circleOf } from '../program/index.ts';
import type {
  ArrayObject,
  EffectiveType,
  IrFunction,
  IrProgram,
  Stmt,
  TypedObject,
  Variable,
} from '../program/index.ts';

/** In the order in which they are met. */
export interface CalleeEffects {
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
  /** Of these, those that are set by their names, not only by what isn't known. */
  readonly named: ReadonlySet<Variable | ArrayObject>;
  /** What is stored where pointers may lead. */
  readonly stores: 'anything' | readonly EffectiveType[];
}

interface OwnEffects extends CalleeEffects {
  readonly callees: readonly string[];
}

const own = new WeakMap<IrFunction, OwnEffects>();
/** By function; by its circle where it calls itself, since all functions of a circle reach the same. */
const whole = new WeakMap<IrProgram, Map<IrFunction | string, CalleeEffects>>();

export function effectsOfCall(
  program: IrProgram,
  functions: ReadonlyMap<string, IrFunction>,
  callee: IrFunction,
): CalleeEffects {
  const known = whole.get(program) ?? new Map<IrFunction | string, CalleeEffects>();
  whole.set(program, known);
  const key = circleOf(program, callee.name) ?? callee;
  const found = known.get(key);
  if (found) return found;
  const variables = new Set<Variable>();
  const arrays = new Set<ArrayObject>();
  const named = new Set<Variable | ArrayObject>();
  const stores = new Map<string, EffectiveType>();
  let storesAnything = false;
  const seen = new Set<string>();
  const queue = [callee];
  for (let fn = queue.pop(); fn !== undefined; fn = queue.pop()) {
    if (seen.has(fn.name)) continue;
    seen.add(fn.name);
    const effects = ownEffects(fn);
    for (const v of effects.variables) variables.add(v);
    for (const a of effects.arrays) arrays.add(a);
    for (const object of effects.named) named.add(object);
    if (effects.stores === 'anything') storesAnything = true;
    else for (const s of effects.stores) stores.set(JSON.stringify(s), s);
    for (const name of effects.callees) {
      const next = functions.get(name);
      if (next !== undefined) queue.push(next);
      else storesAnything = true;
    }
  }
  const made = {
    variables: [...variables],
    arrays: [...arrays],
    named,
    stores: storesAnything ? ('anything' as const) : [...stores.values()],
  };
  known.set(key, made);
  return made;
}

function ownEffects(fn: IrFunction): OwnEffects {
  const known = own.get(fn);
  if (known) return known;
  const found = fn.blocks.flatMap((block) => block.stmts.flatMap((s) => effectsOf(s, fn)));
  const made = {
    variables: [...new Set(found.flatMap((e) => ('variable' in e ? [e.variable] : [])))],
    arrays: [...new Set(found.flatMap((e) => ('array' in e ? [e.array] : [])))],
    named: new Set(found.flatMap((e) => ('sure' in e && e.sure ? [e.sure] : []))),
    callees: found.flatMap((e) => ('callee' in e ? [e.callee] : [])),
    stores: fn.stores ?? 'anything',
  };
  own.set(fn, made);
  return made;
}

/** `sure`: the object, where it is set by its name. */
type Effect =
  | { readonly variable: Variable; readonly sure: Variable | null }
  | { readonly array: ArrayObject; readonly sure: ArrayObject | null }
  | { readonly callee: string };

/** The globals that a statement may change, and the function that it calls. */
function effectsOf(statement: Stmt, fn: IrFunction): readonly Effect[] {
  const isSure = statement.kind !== 'havoc' && statement.kind !== 'havoc-array';
  const globalArray = (id: number | null): readonly Effect[] => {
    const array = id === null ? undefined : fn.arrays[id];
    return array?.scope === 'global' ? [{ array, sure: isSure ? array : null }] : [];
  };
  const target = 'target' in statement && statement.target !== null ? fn.variables[statement.target] : undefined;
  const isArrayChanged =
    statement.kind === 'store' || statement.kind === 'havoc-array' || statement.kind === 'fill-array';
  // what may have to be done in its place
  const others = [
    ...(('otherwise' in statement && statement.otherwise) || []),
    ...(('beside' in statement && statement.beside) || []),
  ];
  return [
    ...(target?.scope === 'global' ? [{ variable: target, sure: isSure ? target : null }] : []),
    ...(isArrayChanged ? globalArray(statement.array) : []),
    ...(statement.kind === 'call'
      ? [{ callee: statement.callee }, ...(statement.arrays ?? []).flatMap(globalArray)]
      : []),
    ...others.flatMap((other) => effectsOf(other, fn)),
  ];
}

/** Whether the callee, and those that it calls, store what may hit the object. */
export function mayStoreTo({ stores }: CalleeEffects, object: TypedObject | undefined): boolean {
  return object === undefined || stores === 'anything' || stores.some((stored) => mayHit(stored, object));
}

/**
 * Whether a store may change an object of the type (C11 6.5p7). Bytes go anywhere. A member's is to the same member, or
 * to what may be it.
 */
function mayHit(stored: EffectiveType, object: TypedObject): boolean {
  if (stored.element !== object.element && stored.element !== 8 && object.element !== 8) return false;
  if (stored.member === null || stored.element === 8) return true;
  return object.member === null ? object.pointed : object.member === stored.member;
}
