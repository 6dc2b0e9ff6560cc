/** Calls in a walk: functions of the file are followed, the library's do what they are known to, others may do anything. */
import { INT, maxOf, minOf } from '../../machine/index.ts';
import { callAsCast } from '../lower/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, ENDING, FAILING, NEXT_ARGUMENT, nondetType, returnsTwice } from '../syntax/index.ts';
import type { CType, FunctionDefinition } from '../types/index.ts';
import { adjusted, intType, lookup, namedInteger, newScope, OPAQUE, sizeOf } from '../types/index.ts';
import { waysOf } from './walk-conditions.ts';
import type { Given, LibraryCall } from './walk-library.ts';
import { libraryCall } from './walk-library.ts';
import { declaredObject } from './walk-objects.ts';
import { asType, bitsOf, placeOf } from './walk-places.ts';
import type { Frame, Walk } from './walk-state.ts';
import { attempt, cut, end, expose, meet, step, textOf, WalkEnds } from './walk-state.ts';
import type { WalkedValue } from './walked-values.ts';
import { anyOf, integer, joined, lookAt } from './walked-values.ts';

/** Calls that are followed into one another. */
const DEEPEST = 6;

export function called(w: Walk, node: SyntaxNode): WalkedValue {
  step(w, 5);
  const [callee, list] = [child(node, 'function'), child(node, 'arguments')];
  if (callee === null || list === null) throw new WalkEnds();
  if (namesType(w, callee) && list.children.length > 0) return w.follow.value(w, callAsCast(callee, list, node));
  const name = nameOf(w, callee);
  if (name === null) return foreign(w, argumentsOf(w, list), { kind: 'unknown' });
  if (isChecking(w, name, list)) return checked(w, list.children[0]!);
  if (name === NEXT_ARGUMENT || /^__builtin_(va_|expect|constant_p|unreachable|object_size|choose)/.test(name))
    return builtin(w, name, list);
  const args = argumentsOf(w, list);
  if (ENDING.has(name) || FAILING.has(name) || w.file.noReturn.has(name)) return end(w);
  if (returnsTwice(name) || w.file.returnsTwice.has(name)) return twice(w);
  const definition = w.file.definitions.get(name);
  if (definition !== undefined && !w.file.elsewhere.has(name) && canFollow(w, definition, args))
    return followed(w, definition, args);
  return elsewhere(w, { name, node, args });
}

/** `setjmp` comes back with whatever a run has made of all objects since. */
function twice(w: Walk): WalkedValue {
  w.foreign++;
  w.memory.forgetAll();
  return anyOf(intType(INT));
}

/** `(T)`: the grammar takes it for a variable in parentheses. */
export function namesType(w: Walk, node: SyntaxNode): boolean {
  const inner = node.type === 'parenthesized_expression' ? node.children[0] : undefined;
  return inner?.type === 'identifier' && lookup(w.scope, textOf(w, inner))?.kind === 'typedef';
}

/** The function that is called; null: not known. */
function nameOf(w: Walk, callee: SyntaxNode): string | null {
  const direct = callee.type === 'identifier' ? textOf(w, callee) : null;
  const symbol = direct === null ? null : lookup(w.scope, direct);
  if (symbol?.kind === 'typedef') throw new WalkEnds();
  if (direct !== null && symbol?.kind !== 'local' && symbol?.kind !== 'global') return direct;
  const value = w.follow.value(w, callee);
  return value.kind === 'function' ? value.name : null;
}

/** A condition that ends the run if it doesn't hold. */
function isChecking(w: Walk, name: string, list: SyntaxNode): boolean {
  const { assuming, asserting, definitions } = w.file;
  return list.children.length === 1 && (assuming.has(name) || (asserting.has(name) && !definitions.has(name)));
}

function checked(w: Walk, condition: SyntaxNode): WalkedValue {
  const { yes } = waysOf(w, condition);
  if (yes === null) return cut(w);
  w.memory = yes;
  return { kind: 'unknown', type: { kind: 'void' } };
}

/** A function that isn't followed: the library's, or anybody's. */
function elsewhere(w: Walk, call: LibraryCall): WalkedValue {
  const { name, args } = call;
  const symbol = lookup(w.scope, name);
  const result: CType =
    symbol?.kind === 'function' && symbol.type.kind === 'function' ? symbol.type.result : { kind: 'unknown' };
  if (w.file.definitions.has(name) || w.file.strangers.has(name)) return foreign(w, args, result);
  const origin = nondetType(name);
  if (origin !== undefined) {
    const type = origin === null ? result : namedInteger(w.file.types, origin, w.scope);
    return type.kind === 'int' ? integer(type.int, minOf(type.int), maxOf(type.int), { looked: false }) : anyOf(type);
  }
  if (name === 'rand') return integer(INT, 0n, maxOf(INT), { looked: false });
  return libraryCall(w, call) ?? foreign(w, args, symbol === null ? intType(INT) : result);
}

function argumentsOf(w: Walk, list: SyntaxNode): Given[] {
  return list.children.map((node) => ({ node, value: w.follow.value(w, node) }));
}

function builtin(w: Walk, name: string, list: SyntaxNode): WalkedValue {
  const [first] = list.children;
  if (name === '__builtin_unreachable') return cut(w);
  if (name === '__builtin_expect' && first !== undefined) return w.follow.value(w, first);
  if (name === NEXT_ARGUMENT || name.startsWith('__builtin_va_')) {
    // the list is changed, whatever it is made of
    for (const a of list.children) {
      const symbol = a.type === 'identifier' ? lookup(w.scope, textOf(w, a)) : null;
      const object = symbol?.kind === 'local' ? w.named.get(symbol) : undefined;
      if (object !== undefined) w.memory.forget(object);
    }
    return { kind: 'unknown', type: { kind: 'unknown' } };
  }
  throw new WalkEnds();
}

/** Nothing is known of what the function does. */
function foreign(w: Walk, args: readonly Given[], result: CType): WalkedValue {
  w.foreign++;
  for (const { value } of args) {
    lookAt(value);
    if (value.kind === 'pointer' && value.target) expose(w, value.target.object);
  }
  w.memory.forgetExposed();
  return anyOf(result);
}

function canFollow(w: Walk, definition: FunctionDefinition, args: readonly Given[]): boolean {
  return (
    w.frames.length < DEEPEST &&
    !w.frames.some((f) => f.definition === definition) &&
    definition.parameters !== null &&
    definition.parameters.every((p) => p.untyped !== true) &&
    definition.parameters.length === args.length &&
    w.isWalkable(definition)
  );
}

function followed(w: Walk, definition: FunctionDefinition, args: readonly Given[]): WalkedValue {
  const body = definition.body();
  if (body === null) throw new WalkEnds();
  const frame: Frame = { definition, returns: { states: [] }, returned: [], jumps: new Map() };
  const { scope, breaks, continues, base, memory, rounds, loops } = w;
  const { open } = memory;
  const { left } = w;
  w.frames.push(frame);
  w.scope = newScope(definition.scope);
  [w.breaks, w.continues] = [null, null];
  w.base ??= open;
  w.loops = [];
  enter(
    w,
    definition,
    args.map((a) => a.value),
  );
  let through: boolean;
  try {
    through = attempt(() => w.follow.statement(w, body)) !== null;
  } finally {
    w.frames.pop();
    [w.scope, w.breaks, w.continues, w.base, w.rounds, w.loops] = [scope, breaks, continues, base, rounds, loops];
  }
  const after = meet([through ? w.memory : null, ...frame.returns.states]);
  if (after === null) return end(w);
  w.memory = after;
  // ways that only return meet here
  w.left -= frame.returns.states.length;
  if (w.left === left) after.open = open;
  const result = definition.type.kind === 'function' ? definition.type.result : { kind: 'unknown' as const };
  const values = w.isChosen(definition) ? [] : frame.returned;
  if (through || values.length === 0 || values.some((v) => v === null)) return anyOf(result);
  return (
    values.reduce<WalkedValue | null>((a, b) => (a === null ? b : b === null ? a : joined(a, b)), null) ?? anyOf(result)
  );
}

/** Parameters with their values; null: any. */
export function enter(w: Walk, definition: FunctionDefinition, values: readonly WalkedValue[] | null): void {
  for (const [i, p] of (definition.parameters ?? []).entries()) {
    if (p.name === null) continue;
    const type = adjusted(p.type);
    const size = sizeOf(type, w.file.types.model);
    const object = declaredObject(w, p.node.start, { name: `\`${p.name}\``, type, kind: 'local', size });
    const symbol = { kind: 'local' as const, place: OPAQUE, type };
    w.scope.names.set(p.name, symbol);
    w.named.set(symbol, object);
    const value = values?.[i];
    const bits = bitsOf(w, type);
    const place = placeOf(object, type);
    w.memory.forget(object);
    if (value === undefined || bits === null || place.kind !== 'place') continue;
    if (type.kind === 'record') w.memory.paste(object, { at: 0, bits }, value.kind === 'whole' ? value.copy : null);
    else w.memory.write(object, 0, bits, asType(value, type));
  }
}
