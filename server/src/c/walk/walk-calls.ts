/**
 * Calls in a walk: functions of the file are followed, the library's do what they are known to, others may do anything.
 */
import { INT, maxOf, minOf } from '../../machine/index.ts';
import { callAsCast } from '../lower/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import {
  child,
  ENDING,
  FAILING,
  libraryEffect,
  NEXT_ARGUMENT,
  SAME_TYPES,
  nondetType,
  returnsTwice,
} from '../syntax/index.ts';
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

export function called(walk: Walk, node: SyntaxNode): WalkedValue {
  step(walk, 5);
  const [callee, list] = [child(node, 'function'), child(node, 'arguments')];
  if (callee === null || list === null) throw new WalkEnds();
  if (namesType(walk, callee) && list.children.length > 0)
    return walk.follow.value(walk, callAsCast(callee, list, node));
  const name = nameOf(walk, callee);
  if (name === null) return foreign(walk, argumentsOf(walk, list), { kind: 'unknown' });
  if (isChecking(walk, name, list)) return checked(walk, list.children[0]!);
  if (
    name === SAME_TYPES ||
    name === NEXT_ARGUMENT ||
    /^__builtin_(va_|expect|constant_p|unreachable|object_size|choose)/.test(name)
  )
    return builtin(walk, name, list);
  if (isUndeclared(walk, name)) return undeclared(walk, list);
  const args = argumentsOf(walk, list);
  if (ENDING.has(name) || FAILING.has(name)) return end(walk);
  // a header may say so of a library's function that some systems lack
  if (walk.file.noReturn.has(name))
    return libraryEffect(name) === null ? end(walk) : elsewhere(walk, { name, node, args });
  if (returnsTwice(name) || walk.file.returnsTwice.has(name)) return twice(walk);
  const definition = walk.file.definitions.get(name);
  if (definition !== undefined && !walk.file.elsewhere.has(name) && canFollow(walk, definition, args))
    return followed(walk, definition, args);
  return elsewhere(walk, { name, node, args });
}

/**
 * Nothing says what it is. It may be a macro of a header that wasn't read. In that the arguments are anything, also
 * assigned to.
 */
function isUndeclared({ scope, file }: Walk, name: string): boolean {
  return (
    lookup(scope, name) === null &&
    !file.definitions.has(name) &&
    libraryEffect(name) === null &&
    nondetType(name) === undefined &&
    !name.startsWith('__builtin_') &&
    !returnsTwice(name) &&
    !ENDING.has(name) &&
    !FAILING.has(name) &&
    !file.noReturn.has(name)
  );
}

function undeclared(walk: Walk, node: SyntaxNode): WalkedValue {
  const symbol = node.type === 'identifier' ? lookup(walk.scope, textOf(walk, node)) : null;
  const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
  if (object !== undefined) {
    walk.memory.forget(object);
    expose(walk, object);
  }
  for (const part of node.children) undeclared(walk, part);
  return foreign(walk, [], { kind: 'unknown' });
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
function nameOf(walk: Walk, callee: SyntaxNode): string | null {
  const direct = callee.type === 'identifier' ? textOf(walk, callee) : null;
  const symbol = direct === null ? null : lookup(walk.scope, direct);
  if (symbol?.kind === 'typedef') throw new WalkEnds();
  if (direct !== null && symbol?.kind !== 'local' && symbol?.kind !== 'global') return direct;
  // no compiler takes the text as it is here: a macro is another one where it is built
  const type = symbol?.kind === 'local' ? symbol.type : symbol?.kind === 'global' ? symbol.object.type : null;
  if (type !== null && !mayBeCalled(type)) throw new WalkEnds();
  const value = walk.follow.value(walk, callee);
  return value.kind === 'function' ? value.name : null;
}

const mayBeCalled = (type: CType): boolean =>
  type.kind === 'pointer'
    ? type.to.kind === 'function' || type.to.kind === 'unknown'
    : /^(function|unknown)$/.test(type.kind);

/** A condition that ends the run if it doesn't hold. */
function isChecking(w: Walk, name: string, list: SyntaxNode): boolean {
  const { assuming, asserting, definitions } = w.file;
  return list.children.length === 1 && (assuming.has(name) || (asserting.has(name) && !definitions.has(name)));
}

function checked(walk: Walk, condition: SyntaxNode): WalkedValue {
  const { yes } = waysOf(walk, condition);
  if (yes === null) return cut(walk);
  walk.memory = yes;
  return { kind: 'unknown', type: { kind: 'void' } };
}

/** A function that isn't followed: the library's, or an unknown one. */
function elsewhere(walk: Walk, call: LibraryCall): WalkedValue {
  const { name, args } = call;
  const symbol = lookup(walk.scope, name);
  const result: CType =
    symbol?.kind === 'function' && symbol.type.kind === 'function' ? symbol.type.result : { kind: 'unknown' };
  if (walk.file.definitions.has(name) || walk.file.strangers.has(name)) return foreign(walk, args, result);
  const origin = nondetType(name);
  if (origin !== undefined) {
    const type = origin === null ? result : namedInteger(walk.file.types, origin, walk.scope);
    return type.kind === 'int' ? integer(type.int, minOf(type.int), maxOf(type.int), { looked: false }) : anyOf(type);
  }
  if (name === 'rand') return integer(INT, 0n, maxOf(INT), { looked: false });
  return libraryCall(walk, call) ?? foreign(walk, args, result);
}

function argumentsOf(w: Walk, list: SyntaxNode): Given[] {
  return list.children.map((node) => ({ node, value: w.follow.value(w, node) }));
}

function builtin(walk: Walk, name: string, list: SyntaxNode): WalkedValue {
  const [first] = list.children;
  if (name === SAME_TYPES) return anyOf(intType(INT));
  if (name === '__builtin_unreachable') return cut(walk);
  if (name === '__builtin_expect' && first !== undefined) return walk.follow.value(walk, first);
  if (name === NEXT_ARGUMENT || name.startsWith('__builtin_va_')) {
    // the list is changed, whatever it is made of
    for (const a of list.children) {
      const symbol = a.type === 'identifier' ? lookup(walk.scope, textOf(walk, a)) : null;
      const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
      if (object !== undefined) walk.memory.forget(object);
    }
    return { kind: 'unknown', type: { kind: 'unknown' } };
  }
  throw new WalkEnds();
}

/** Nothing is known of what the function does. */
function foreign(walk: Walk, args: readonly Given[], result: CType): WalkedValue {
  walk.foreign++;
  for (const { value } of args) {
    lookAt(value);
    if (value.kind === 'pointer' && value.target) expose(walk, value.target.object);
  }
  walk.memory.forgetExposed();
  return anyOf(result);
}

function canFollow(walk: Walk, definition: FunctionDefinition, args: readonly Given[]): boolean {
  return (
    walk.frames.length <= walk.deepest &&
    !walk.frames.some((f) => f.definition === definition) &&
    definition.parameters !== null &&
    definition.parameters.every((p) => p.untyped !== true) &&
    definition.parameters.length === args.length &&
    walk.isWalkable(definition)
  );
}

function followed(walk: Walk, definition: FunctionDefinition, args: readonly Given[]): WalkedValue {
  const body = definition.body();
  if (body === null) throw new WalkEnds();
  const frame: Frame = { definition, returns: { states: [] }, returned: [], jumps: new Map() };
  const { scope, breaks, continues, base, memory, rounds, loops } = walk;
  const { open } = memory;
  const { left } = walk;
  const before = memory.copy();
  walk.frames.push(frame);
  walk.scope = newScope(definition.scope);
  [walk.breaks, walk.continues] = [null, null];
  walk.base ??= open;
  walk.loops = [];
  enter(
    walk,
    definition,
    args.map((a) => a.value),
  );
  let through: boolean;
  try {
    through = attempt(() => walk.follow.statement(walk, body)) !== null;
  } finally {
    walk.frames.pop();
    [walk.scope, walk.breaks, walk.continues, walk.base, walk.rounds, walk.loops] = [
      scope,
      breaks,
      continues,
      base,
      rounds,
      loops,
    ];
  }
  const after = meet([through ? walk.memory : null, ...frame.returns.states]);
  const result = definition.type.kind === 'function' ? definition.type.result : { kind: 'unknown' as const };
  if (after === null) {
    if (!walk.isChosen(definition)) return end(walk);
    walk.memory = before;
    return foreign(walk, args, result);
  }
  after.leaveBehind(before);
  walk.memory = after;
  // ways that only return meet here
  walk.left -= frame.returns.states.length;
  if (walk.left === left) after.open = open;
  // in another build it may do something else
  if (walk.isChosen(definition)) return foreign(walk, args, result);
  const values = frame.returned;
  if (through || values.length === 0 || values.some((v) => v === null)) return anyOf(result);
  return (
    values.reduce<WalkedValue | null>((a, b) => (a === null ? b : b === null ? a : joined(a, b)), null) ?? anyOf(result)
  );
}

/** Parameters with their values; null: any. */
export function enter(walk: Walk, definition: FunctionDefinition, values: readonly WalkedValue[] | null): void {
  for (const [i, parameter] of (definition.parameters ?? []).entries()) {
    if (parameter.name === null) continue;
    const type = adjusted(parameter.type);
    const size = sizeOf(type, walk.file.types.model);
    const object = declaredObject(walk, parameter.node.start, {
      name: `\`${parameter.name}\``,
      type,
      kind: 'local',
      size,
    });
    const symbol = { kind: 'local' as const, place: OPAQUE, type };
    walk.scope.names.set(parameter.name, symbol);
    walk.named.set(symbol, object);
    const value = values?.[i];
    const bits = bitsOf(walk, type);
    const place = placeOf(object, type);
    walk.memory.forget(object);
    if (value === undefined || bits === null || place.kind !== 'place') continue;
    if (type.kind === 'record') walk.memory.paste(object, { at: 0, bits }, value.kind === 'whole' ? value.copy : null);
    else walk.memory.write(object, 0, bits, asType(value, type));
  }
}
