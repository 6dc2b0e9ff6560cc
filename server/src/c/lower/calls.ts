/** Calls: primitives, library functions, functions of the file, and all others. */
import { append } from '../sources/index.ts';
import { INT, sameType } from '../../machine/index.ts';
import type { Expr } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import {
  because, binary, cast, constant, convertTo, emit, finish, hasPosition, havocPlace, intValue, leafValues,
  leafVariable, leavesOf, lowerEffect, lowerExpr, lowerInt, lowerTruth, newPointer, noValue, positionOf, rangeOf,
  recordValue, samePointee, temporary, temporaryRecord, text, toInt, truth, unary, unknownValue, usedBy, variable,
} from '../objects/index.ts';
import type { Clobber, Draft } from '../objects/index.ts';
import { UNKNOWN, VOID, intType, lookup, namedInteger, pointerTo } from '../types/index.ts';
import type { CType, FunctionDefinition, Value } from '../types/index.ts';
import { callAsCast, namesType } from './missed-casts.ts';
import {
  ENDING, FAILING, RESULT_TYPES, child, goesThrough, libraryEffect, nondetType, returnsTwice, writesArgument,
} from '../syntax/index.ts';
import { loseState, mayGoAnywhere } from './lost-code.ts';
import { fillBytes } from './memset-calls.ts';
import { lowerBuiltin } from './compiler-builtins.ts';
import { lengthOf } from './strlen-calls.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Lowers a call; `wanted` tells whether its value is used. */
export function lowerCall(f: Draft, node: SyntaxNode, wanted: boolean): Value {
  const callee = child(node, 'function');
  const list = child(node, 'arguments');
  const args = (list?.children ?? []).filter((c) => c.type !== 'ERROR');
  if (callee === null) return noValue(UNKNOWN);
  if (list !== null && args.length > 0 && namesType(f, callee)) return lowerExpr(f, callAsCast(callee, list, node));
  let named = callee;
  while (named.type === 'parenthesized_expression' && named.children[0] !== undefined) named = named.children[0];
  const name = text(f, named);
  const symbol = named.type === 'identifier' ? lookup(f.scope, name) : undefined;
  if (named.type !== 'identifier' || symbol?.kind === 'local' || symbol?.kind === 'global') return throughPointer(f, lowerExpr(f, pointerCalled(f, named)), args, node, wanted);
  const primitive = lowerPrimitive(f, name, args, node, list);
  if (primitive !== null) return primitive;
  const definition = f.file.definitions.get(name);
  const elsewhere = f.file.elsewhere.get(name);
  if (elsewhere !== undefined) because(f, 'attribute', `the attribute \`${elsewhere}\` makes it unknown what \`${name}\` is`, node);
  const value = definition !== undefined && elsewhere === undefined ? lowerLocalCall(f, definition, args, node, wanted)
    : lowerForeign(f, elsewhere === undefined ? name : null, symbol?.kind === 'function' ? symbol.type : null, args, node, wanted);
  if (returnsTwice(name) || f.file.returnsTwice.has(name)) {
    // each time that it returns the variables are worth something else
    const reason = because(f, 'returns-twice', `\`${name}\` may return more than once`, node);
    loseState(f, node, reason);
    return value.type.kind === 'int' && wanted ? intValue(unknownValue(f, value.type.int, reason, node)) : value;
  }
  if (f.facts.returnsTwice && (definition !== undefined || libraryEffect(name) === null)) mayGoAnywhere(f, node, because(f, 'returns-twice', `the call of \`${name}\` may go back to a call that returns more than once`, node));
  return value;
}

/** A constructor's call. */
export function callBeforeMain(f: Draft, name: string, node: SyntaxNode): void {
  const definition = f.file.definitions.get(name);
  if (definition !== undefined && !f.file.elsewhere.has(name) && (definition.parameters ?? []).length === 0) lowerLocalCall(f, definition, [], node, false);
  else lowerForeign(f, null, null, [], node, false);
}

/** A handler's call at the end of a variable's scope, with the variable's address. */
export function callHandler(f: Draft, name: string, address: Value, node: SyntaxNode): void {
  const definition = f.file.definitions.get(name);
  if (definition !== undefined && !f.file.elsewhere.has(name)) callWith(f, definition, [{ value: address, node }], node, false);
  else {
    const reason = because(f, 'unknown-call', `the call of \`${name}\` may change everything that it can reach`, node);
    emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason, range: rangeOf(f, node) });
    if (address.place !== null) havocPlace(f, address.place, reason, node);
    if (f.facts.returnsTwice) mayGoAnywhere(f, node, reason);
  }
}

/** In `(*f)()` the pointer `f`. */
function pointerCalled(f: Draft, callee: SyntaxNode): SyntaxNode {
  let at: SyntaxNode | null = callee;
  while (at?.type === 'parenthesized_expression') at = at.children[0] ?? null;
  const operator = at?.type === 'pointer_expression' ? child(at, 'operator') : null;
  const pointer = operator !== null && text(f, operator) === '*' ? child(at!, 'argument') : null;
  if (pointer === null) return callee;
  const type = f.file.types.typeOf(pointer, f.scope);
  return type.kind === 'pointer' && type.to.kind === 'function' ? pointerCalled(f, pointer) : callee;
}

/** A call of what a pointer leads to. */
function throughPointer(f: Draft, pointer: Value, args: readonly SyntaxNode[], node: SyntaxNode, wanted: boolean): Value {
  usedBy(f, pointer, node);
  const value = lowerForeign(f, null, pointer.type, args, node, wanted);
  if (f.facts.returnsTwice || f.lost.nested) mayGoAnywhere(f, node, because(f, 'returns-twice', 'the call may go to another place in the function', node));
  return value;
}

/** Assertions, assumptions, fresh values, the end of the run, and a few builtins; null where the name is none of them. */
function lowerPrimitive(f: Draft, name: string, args: readonly SyntaxNode[], node: SyntaxNode, list: SyntaxNode | null): Value | null {
  const range = rangeOf(f, node);
  const first = args[0];
  if (f.file.asserting.has(name)) {
    const cond = first === undefined ? constant(0n, INT) : lowerTruth(f, first);
    assertThat(f, node, cond, first ?? null);
    return noValue(VOID);
  }
  if (FAILING.has(name)) {
    for (const a of args) lowerEffect(f, a);
    assertThat(f, node, constant(0n, INT), null, name === '__assert_fail' ? quoted(f, first) : '');
    finish(f, { kind: 'halt', reason: null });
    return noValue(VOID);
  }
  if (f.file.assuming.has(name)) {
    if (first !== undefined) emit(f, { kind: 'assume', cond: lowerTruth(f, first), range });
    return noValue(VOID);
  }
  if (ENDING.has(name)) {
    for (const a of args) lowerEffect(f, a);
    if (f.facts.returnsTwice && /longjmp/.test(name)) mayGoAnywhere(f, node, because(f, 'returns-twice', `\`${name}\` may go to another place in the function`, node));
    finish(f, { kind: 'halt', reason: null });
    return noValue(VOID);
  }
  const words = nondetType(name);
  if (words !== undefined) {
    const declared = declaredResult(f, name);
    const type = declared ?? (words === null ? { kind: 'float' as const, bytes: 8 } : namedInteger(f.file.types, words, f.scope));
    if (type.kind !== 'int') return noValue(type);
    const target = temporary(f, type.int);
    emit(f, { kind: 'nondet', target, callee: name, range });
    return intValue(variable(f, target));
  }
  const builtin = lowerBuiltin(f, name, args, node);
  if (builtin !== null) return builtin;
  switch (name) {
    case '__builtin_expect': case '__builtin_expect_with_probability': {
      if (first === undefined) return null;
      const value = lowerInt(f, first);
      for (const a of args.slice(1)) lowerEffect(f, a);
      return intValue(cast(value, f.file.long));
    }
    case 'abs': case 'labs': case 'llabs': case '__builtin_abs': case 'imaxabs': {
      if (first === undefined || list === null || f.file.definitions.has(name)) return null;
      const type = name === 'labs' ? f.file.long : name === 'llabs' || name === 'imaxabs' ? f.file.types.standard.get('int64_t')! : INT;
      const arg = cast(lowerInt(f, first), type);
      return intValue({ kind: 'ite', cond: binary('lt', arg, constant(0n, type), null), then: unary('neg', arg), else: arg, type });
    }
  }
  return null;
}

function declaredResult(f: Draft, name: string): CType | null {
  const symbol = lookup(f.scope, name);
  if (symbol?.kind !== 'function' || symbol.type.kind !== 'function') return null;
  return symbol.type.result;
}

/** What stands in a string: what `assert` has made of its argument. */
function quoted(f: Draft, node: SyntaxNode | undefined): string {
  return node?.type === 'string_literal' ? text(f, node).slice(1, -1).replace(/\\(["\\])/g, '$1') : '';
}

function assertThat(f: Draft, node: SyntaxNode, cond: Expr, shown: SyntaxNode | null, said = ''): void {
  const range = rangeOf(f, node);
  if (node.start < f.file.ownStart) {
    // an assertion of a header is not reported; a run that fails it ends there
    emit(f, { kind: 'assume', cond: truth(cond), range });
    return;
  }
  const id = f.assertions.length;
  const at = shown === null ? null : f.file.locator.offsets(shown.start, shown.end);
  const enclosing = f.file.locator.expanded(node.start) || at === null ? null : f.file.source.slice(at.start, at.end);
  const source = enclosing ?? (shown === null ? said : text(f, shown));
  f.assertions.push({ id, range, text: source.replace(/\s+/g, ' ').trim() });
  emit(f, { kind: 'assert', assertion: id, cond: truth(cond), range });
}

/** A function defined in this file. */
function lowerLocalCall(f: Draft, definition: FunctionDefinition, args: readonly SyntaxNode[], node: SyntaxNode, wanted: boolean): Value {
  return callWith(f, definition, args.map((a) => ({ value: lowerExpr(f, a), node: a })), node, wanted);
}

function callWith(f: Draft, definition: FunctionDefinition, values: readonly { readonly value: Value; readonly node: SyntaxNode }[], node: SyntaxNode, wanted: boolean): Value {
  const range = rangeOf(f, node);
  const type = definition.type.kind === 'function' ? definition.type : null;
  const result = type?.result ?? UNKNOWN;
  const params = definition.parameters;
  const effects = f.file.effects.get(definition.name) ?? { foreign: true, stores: true, storesToArguments: true, storesGlobals: true };
  if (params === null || params.length !== values.length) {
    const why = because(f, 'call-mismatch', `the arguments of \`${definition.name}\` don't match its definition`, node);
    emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason: why, range });
    return result.kind === 'int' && wanted ? intValue(unknownValue(f, result.int, why, node)) : noValue(result);
  }
  const arrays: (number | null)[] = [];
  const offsets: (Expr | null)[] = [];
  const positions: (Expr | null)[] = [];
  let unbound = false;
  const lowered = values.map(({ value, node: argNode }, i): Expr => {
    const param = params[i]!.type;
    if (param.kind === 'pointer') {
      const handed = handedOver(f, value, param);
      if (handed === null) unbound = true;
      arrays.push(handed?.array ?? null);
      offsets.push(handed?.index ?? null);
      const given = convertTo(f, value, param, argNode);
      positions.push(hasPosition(given) ? positionOf(f, given, argNode) : null);
      return constant(0n, INT);
    }
    for (const list of [arrays, offsets, positions]) list.push(null);
    return param.kind === 'int' ? cast(toInt(f, value, argNode), param.int) : constant(0n, INT);
  });
  for (const [i, { value, node: argNode }] of values.entries()) {
    const param = params[i]!.type;
    if (param.kind === 'record') append(lowered, leafValues(f, param, value, argNode));
  }
  const target = result.kind === 'int' && wanted ? temporary(f, result.int) : null;
  const record = result.kind === 'record' && wanted ? temporaryRecord(f, result) : null;
  const pointer = result.kind === 'pointer' && wanted ? newPointer(f, `$${++f.temporaries}`, 'temp', null) : null;
  const results = pointer !== null ? { results: [pointer] } : record === null || result.kind !== 'record' ? {} : { results: leavesOf(result, f.file.types.model).map((leaf) => leafVariable(record, leaf.path)!) };
  const bound = {
    ...(arrays.some((a) => a !== null) && { arrays }), ...(offsets.some((o) => o !== null) && { offsets }), ...(positions.some((p) => p !== null) && { positions }),
  };
  emit(f, { kind: 'call', callee: definition.name, args: lowered, target, range, ...bound, ...results });
  const value = target === null ? (record !== null && result.kind === 'record' ? recordValue(f, result, record) : pointer === null ? noValue(result) : { ...noValue(result), position: variable(f, pointer) }) : intValue(variable(f, target));
  const clobbers: Pick<Clobber, 'cause' | 'origin' | 'element' | 'except' | 'ofCall'>[] = [];
  if (effects.foreign) clobbers.push({ cause: 'call', origin: 'unknown', element: null, except: null });
  else if (effects.stores || (effects.storesToArguments && unbound)) clobbers.push({ cause: 'store', origin: 'unknown', element: null, except: null, ofCall: true });
  else {
    // what the callee does to our objects, pointers of ours may see under another name
    if (effects.storesGlobals) clobbers.push({ cause: 'store', origin: 'global', element: null, except: null });
    for (const id of effects.storesToArguments ? new Set(arrays) : []) {
      const array = id === null ? null : f.arrays[id]!;
      if (array !== null && (array.viaPointer || array.escapes)) clobbers.push({ cause: 'store', origin: array.origin, element: array.element, except: id });
    }
  }
  if (clobbers.length === 0) return value;
  const message = `the call of \`${definition.name}\` may change what its pointers lead to`;
  // of a change of our own objects is only spoken where it matters
  const reason = clobbers.some((c) => c.origin === 'unknown' && c.ofCall !== true) ? because(f, 'call-effects', message, node) : { code: 'call-effects', message, range };
  for (const clobber of clobbers) emit(f, { kind: 'clobber', ...clobber, reason, range });
  return value;
}

/** The array that a pointer argument leads into, if its elements are what the parameter points at. */
function handedOver(f: Draft, value: Value, param: CType): { readonly array: number; readonly index: Expr | null } | null {
  const { place } = value;
  const target = place?.kind === 'cursor' ? place.array : place?.kind === 'pointer' && place.target.kind === 'array' ? place.target : null;
  if (target === null || !samePointee(value.type, param)) return null;
  if (param.kind === 'pointer' && param.to.kind === 'int' && !sameType(param.to.int, f.arrays[target.id]!.element)) return null;
  return { array: target.id, index: place?.kind === 'cursor' ? place.index : null };
}

/** A function that the file doesn't define: a library function with known effects, or one that may change whatever it reaches. */
function lowerForeign(f: Draft, name: string | null, type: CType | null, args: readonly SyntaxNode[], node: SyntaxNode, wanted: boolean): Value {
  const range = rangeOf(f, node);
  const values = args.map((a) => (isExpression(a) ? { value: lowerExpr(f, a), node: a } : { value: noValue(UNKNOWN), node: a }));
  const effect = name === null ? null : libraryEffect(name);
  const result = resultOf(f, name, type);
  for (const i of name === null ? [] : goesThrough(name)) if (values[i] !== undefined) usedBy(f, values[i].value, values[i].node);
  const length = wanted ? lengthOf(f, name, values, node) : null;
  if (length !== null) return intValue(length);
  const called = name === null ? 'a function pointer' : `\`${name}\``;
  let reason: Reason | null = null;
  if (effect === null) {
    reason = because(f, 'unknown-call', `the call of ${called} may change everything that it can reach`, node);
    emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason, range });
    const macro = name !== null && type === null && /^[A-Z_][A-Z0-9_]*$/.test(name);
    for (const { value, node: argNode } of values) {
      if (value.place !== null) havocPlace(f, value.place, reason, node);
      // a macro that was not read may assign to its arguments
      else if (macro && argNode.type === 'identifier') havocName(f, argNode, reason);
    }
  } else if (!fillBytes(f, name, values, node)) {
    for (const [i, { value }] of values.entries()) {
      if (!writesArgument(effect, i)) continue;
      reason = because(f, 'library-call', `what ${called} writes is not modelled`, node);
      if (value.place !== null) havocPlace(f, value.place, reason, node);
      else if (value.type.kind === 'pointer' || value.type.kind === 'unknown') emit(f, { kind: 'clobber', cause: 'store', origin: 'unknown', element: null, except: null, reason, range });
    }
  }
  if (name !== null && f.file.noReturn.has(name)) {
    finish(f, { kind: 'halt', reason: null });
    return noValue(result);
  }
  if (!wanted || result.kind !== 'int') return noValue(result);
  reason ??= because(f, 'library-result', `the result of ${called} is not known`, node);
  return intValue(unknownValue(f, result.int, reason, node));
}

function isExpression(node: SyntaxNode): boolean {
  return node.type !== 'type_descriptor' && node.type !== 'compound_statement';
}

function havocName(f: Draft, node: SyntaxNode, reason: Reason): void {
  const symbol = lookup(f.scope, text(f, node));
  if (symbol?.kind === 'local') havocPlace(f, symbol.place, reason, node);
}

function resultOf(f: Draft, name: string | null, type: CType | null): CType {
  let at = type;
  if (at?.kind === 'pointer') at = at.to;
  if (at?.kind === 'function') return at.result;
  const known = name === null ? undefined : RESULT_TYPES.get(name);
  if (known === 'pointer') return pointerTo(VOID);
  if (known === 'double') return { kind: 'float', bytes: 8 };
  if (known !== undefined) return namedInteger(f.file.types, known, f.scope);
  if (name !== null && libraryEffect(name) !== null) return intType(INT);
  // declared in a header that was not read, perhaps: the widest type holds the values of the others
  return name !== null && type === null ? intType(f.file.long) : UNKNOWN;
}
