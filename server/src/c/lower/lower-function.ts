/** One function: syntax in, a control-flow graph out. */
import type { ArrayObject, IrFunction, Stmt, VarId, Variable } from '../../program/index.ts';
import type { Reason, SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import {
  because,
  binary,
  branch,
  completeMembers,
  constant,
  continueAt,
  emit,
  isLoose,
  isValid,
  leafVariable,
  leavesOf,
  makePlace,
  newBlock,
  newPointer,
  placeKey,
  pointee,
  positionedObjects,
  rangeOf,
  renew,
  text,
  variable,
} from '../objects/index.ts';
import { append, positionAt } from '../sources/index.ts';
import { attributeKind, beyondLowering, child } from '../syntax/index.ts';
import type { Draft, DraftArray, Lowering } from '../objects/index.ts';
import { callBeforeMain } from './calls.ts';
import { intType, newScope } from '../types/index.ts';
import { lowerExpression, lowerExpressionEffect } from './lower-expressions.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';
import type { ArrayPlace, FileContext, FunctionDefinition, Place, Scope } from '../types/index.ts';
import { finished } from './finish-function.ts';
import { closeGotos } from './jumps.ts';
import { knownElsewhere, remember, stable } from './local-declarations.ts';
import { isKept, isKeptArray } from './kept-statics.ts';
import { closeLost, lose, mayEnd, perhaps, returnAnything } from './lost-code.ts';
import { lowerStatement, lowerStatementExpression } from './statements.ts';
import { uninitializedReads } from './uninitialized-reads.ts';
import { evaluateParameterSizes } from './variably-modified-types.ts';

/** What lowers the parts of expressions. */
const LOWERING: Lowering = {
  value: lowerExpression,
  effect: lowerExpressionEffect,
  statements: lowerStatementExpression,
};

export function emptyDraft(
  file: FileContext,
  facts: FunctionFacts,
  scope: Scope,
  returnType: IrFunction['returnType'],
  trial = false,
): Draft {
  const f: Draft = {
    lower: LOWERING,
    trial,
    asked: { found: null, next: null },
    file,
    facts,
    returnType,
    returnRecord: null,
    returnsPointer: null,
    variables: [],
    arrays: [],
    blocks: [],
    loops: [],
    assertions: [],
    reasons: [],
    labels: new Map(),
    gotos: [],
    name: '',
    span: null,
    objects: new Map(),
    targets: new Map(),
    flat: new Map(),
    positions: new Map(),
    unborn: new Map(),
    named: [],
    led: [],
    unseen: false,
    prologue: [],
    globals: new Map(),
    constants: new Set(),
    exposed: new Map(),
    puns: { from: new Set(), to: new Set() },
    scope: newScope(scope),
    current: 0,
    breakTo: null,
    continueTo: null,
    returnTo: null,
    cleanups: null,
    block: null,
    lifetimes: new Map(),
    lost: { anywhere: null, computed: null, computedGotos: [], entries: [], nested: false, shapes: false },
    switchTargets: null,
    temporaries: 0,
    depth: 0,
  };
  f.current = newBlock(f);
  return f;
}

/** Lowers a function definition. Never fails: what isn't understood stands in `reasons`. */
export function lowerFunction(file: FileContext, definition: FunctionDefinition): IrFunction {
  const { name, nameNode } = definition;
  const result = definition.type.kind === 'function' ? definition.type.result : null;
  const returnType = result?.kind === 'int' ? result.int : null;
  const body = definition.body();
  const f = { ...emptyDraft(file, definition.facts, definition.scope, returnType), name, span: body };
  if (result?.kind === 'record') f.returnRecord = result;
  if (result?.kind === 'pointer') f.returnsPointer = result;
  const places = parameters(f, definition);
  const params = integerParameters(f, definition, places);
  const { paramArrays, paramPointers } = pointerParameters(f, definition, places);
  const entry = f.current;
  for (const p of definition.parameters ?? []) if (p.declarator !== null) evaluateParameterSizes(f, p.declarator);
  beforeBody(f, definition);
  lowerBody(f, definition, body);
  closeGotos(f);
  closeLost(f, nameNode);
  const range = rangeOf(f, nameNode);
  if (name === 'main') f.blocks[entry]!.stmts.unshift(...argumentCount(f, params[0] ?? null, range));
  const valid = f.assertions.length > 0 ? validPointers(f, paramPointers, range) : [];
  f.blocks[entry]!.stmts.unshift(...valid, ...f.prologue);
  preprocessorNotes(f, definition);
  gotoLoops(f);
  for (const { place } of f.named) completeMembers(f, place);
  const { blocks, entry: start, loops, assertions, stores } = finished(f, entry);
  const { positions, behind } = positionedObjects(f);
  append(f.reasons, uninitializedReads(f.variables, blocks, start));
  return {
    name,
    ...(name === 'main' && file.mainAgain ? { again: true as const } : {}),
    ...(definition.inHeader ? { inHeader: true as const } : {}),
    range: definition.range,
    nameRange: range,
    returnType,
    variables: f.variables.map((v) => variableObject(f, v)),
    arrays: f.arrays.map((a) => arrayObject(f, a)),
    params,
    paramArrays,
    paramPointers,
    positions,
    behind,
    stores,
    ...(f.unseen && { unseen: true as const }),
    ...(isLoose(f) && { punning: true as const }),
    blocks,
    entry: start,
    loops,
    assertions,
    reasons: f.reasons,
    ...(file.target === null ? {} : { asked: { found: f.asked.found !== null, next: f.asked.next } }),
  };
}

function variableObject(f: Draft, v: Variable): Variable {
  if (v.scope !== 'global') return v;
  if (f.constants.has(v.id)) return v.initial === null ? v : { ...v, fixed: true as const };
  return isKept(f, v) ? { ...v, kept: true as const } : v;
}

/** What of an array of the draft is of interest when all is lowered. */
function arrayObject(f: Draft, array: DraftArray): ArrayObject {
  const { id, name, element, length, scope, initial, unknownInitial, key, origin, sizes, flat, shape, isConst } = array;
  const isFixed = isConst && scope === 'global' && initial !== null;
  return {
    id,
    name,
    element,
    length,
    scope,
    initial,
    ...(isFixed && { fixed: true as const }),
    ...(!isFixed && isKeptArray(f, array) && { kept: true as const }),
    ...(unknownInitial && { unknownInitial }),
    ...(key === undefined ? {} : { key }),
    ...(sizes && { sizes }),
    ...(flat && { flat }),
    ...(shape && { shape }),
    apart: origin === 'local' || origin === 'global',
  };
}

/** Variables that take the integer arguments, by position; behind them those for the members of structs. */
function integerParameters(
  f: Draft,
  definition: FunctionDefinition,
  places: readonly (Place | null)[],
): (VarId | null)[] {
  const parameterTypes = (definition.parameters ?? []).map((p) => p.type);
  const members = parameterTypes.flatMap((type, i) =>
    type.kind === 'record'
      ? leavesOf(type, f.file.types.model).map((leaf) => leafVariable(places[i] ?? null, leaf.path))
      : [],
  );
  const proper = places.map((place, i) => {
    // a union is a variable, too, but is handed over among the members
    if (place?.kind !== 'variable' || parameterTypes[i]?.kind === 'record') return null;
    return f.variables[place.id]!.pointer === true ? null : place.id;
  });
  return [...proper, ...members];
}

function lowerBody(f: Draft, definition: FunctionDefinition, body: SyntaxNode | null): void {
  const { name, nameNode } = definition;
  const beyond = body === null ? 'too-deep' : beyondLowering(body);
  if (body === null || beyond !== null) {
    const what = beyond === 'too-large' ? 'too large' : 'nested too deeply';
    const reason = because(f, beyond ?? 'too-deep', `this function is ${what} to be analysed`, nameNode);
    lose(f, nameNode, reason, 'state');
    if (body !== null) loopsOnly(f, body, reason);
    mayEnd(f, nameNode, reason);
    returnAnything(f, nameNode, reason);
    return;
  }
  lowerStatement(f, body);
  // falling off the end of main returns 0 (C11 5.1.2.2.3)
  const value = name === 'main' && f.returnType !== null ? constant(0n, f.returnType) : null;
  f.blocks[f.current]!.end ??= { kind: 'return', value, range: rangeOf(f, { start: body.end - 1, end: body.end }) };
}

/** What happens before a function's first statement: constructors run before `main`; what attributes make of it isn't known. */
function beforeBody(f: Draft, definition: FunctionDefinition): void {
  const { name, nameNode } = definition;
  const attribute = f.file.elsewhere.get(name);
  if (attribute !== undefined && attributeKind(attribute) === 'unknown')
    lose(
      f,
      nameNode,
      because(f, 'attribute', `the attribute \`${attribute}\` of \`${name}\` is not known`, nameNode),
      'state',
    );
  if (definition.headerError)
    lose(f, nameNode, because(f, 'syntax-error', `the head of \`${name}\` was not understood`, nameNode), 'state');
  if (name !== 'main') return;
  for (const constructor of [...f.file.constructors].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0)))
    callBeforeMain(f, constructor[0], nameNode);
}

function parameters(f: Draft, definition: FunctionDefinition): (Place | null)[] {
  return (definition.parameters ?? []).map((p) => {
    if (p.name === null) return p.type.kind === 'int' ? unnamed(f, p.type.int, p.node) : null;
    const range = rangeOf(f, p.node);
    const target =
      p.type.kind === 'pointer' && !f.facts.addressTaken.has(p.name)
        ? pointee(f, p.name, p.type, { scope: 'param', range, fresh: false })
        : null;
    const isStable = target !== null && stable(f, p.name);
    const place: Place = isStable
      ? { kind: 'pointer', target }
      : makePlace(f, p.name, p.type, {
          scope: 'param',
          range,
          initial: null,
          addressTaken: knownElsewhere(f, p.name, p.type),
          escapes: true,
          isConst: false,
          exposed: false,
          origin: 'local',
        });
    if (target !== null && p.type.kind === 'pointer')
      f.led.push({ place: target, type: p.type.to, position: () => f.positions.get(placeKey(target)) });
    if (isStable) f.positions.set(placeKey(target), variable(f, newPointer(f, p.name, 'param', range)));
    f.scope.names.set(p.name, { kind: 'local', place, type: p.type });
    const root = target?.kind === 'array' && target.dims.length === 1 ? target : null;
    remember(f, p.name, { place, type: p.type, root: root ?? 'unknown', param: true });
    if (!isStable && root !== null && place.kind === 'variable') startsAt(f, root, place.id, range);
    if (place.kind === 'members')
      renew(f, place, { code: 'struct', message: `\`${p.name}\` is passed in a struct` }, p.node);
    return place;
  });
}

/** The array begins where the parameter points at first. */
function startsAt(f: Draft, root: ArrayPlace, parameter: number, range: SourceRange): void {
  f.unborn.set(placeKey(root), () => {
    const id = newPointer(f, `$${f.variables[parameter]!.name}`, 'temp', null);
    f.variables[id] = { ...f.variables[id]!, begins: root.id };
    f.prologue.push({ kind: 'assign', target: id, value: variable(f, parameter), range });
    return variable(f, id);
  });
}

/** What is handed in is null or leads to an object: no arithmetic makes a null pointer of it. Said where an assertion may depend on it. */
function validPointers(f: Draft, pointers: readonly (number | null)[], range: SourceRange): Stmt[] {
  return pointers.flatMap((id): Stmt[] =>
    id === null ? [] : [{ kind: 'assume', cond: isValid(variable(f, id)), range }],
  );
}

/** The first parameter of `main` is not negative when a program starts (C11 5.1.2.2.1). */
function argumentCount(f: Draft, argc: number | null, range: SourceRange): Stmt[] {
  if (argc === null) return [];
  const { type } = f.variables[argc]!;
  return type.signed
    ? [
        {
          kind: 'assume',
          cond: binary('ge', variable(f, argc), { kind: 'const', value: 0n, type }, null),
          range,
          start: true,
        },
      ]
    : [];
}

/** The arrays and positions that pointer parameters stand for. */
function pointerParameters(
  f: Draft,
  definition: FunctionDefinition,
  places: readonly (Place | null)[],
): { readonly paramArrays: (number | null)[]; readonly paramPointers: (number | null)[] } {
  const named = (i: number) => f.objects.get(definition.parameters?.[i]?.name ?? '')?.find((o) => o.param);
  const paramArrays = places.map((p, i) => {
    const target = p?.kind === 'pointer' ? p.target : named(i)?.root;
    return target !== null && target !== undefined && target !== 'unknown' && target.kind === 'array'
      ? target.id
      : null;
  });
  const paramPointers = places.map((p) => {
    if (p?.kind === 'variable') return f.variables[p.id]!.pointer === true ? p.id : null;
    const position = p?.kind === 'pointer' ? f.positions.get(placeKey(p.target)) : undefined;
    return position?.kind === 'var' ? position.id : null;
  });
  return { paramArrays, paramPointers };
}

function unnamed(f: Draft, type: IntType, node: SyntaxNode): Place {
  return makePlace(f, '', intType(type), {
    scope: 'param',
    range: rangeOf(f, node),
    initial: null,
    addressTaken: false,
    escapes: false,
    isConst: false,
    exposed: false,
    origin: 'local',
  });
}

/** Macros and conditions inside the function that were not handled as a compiler would. */
function preprocessorNotes(f: Draft, definition: FunctionDefinition): void {
  if (f.file.notes.length === 0) return;
  const starts = f.file.lines;
  for (const note of f.file.notes) {
    const range = { start: positionAt(starts, note.start), end: positionAt(starts, note.end) };
    if (range.start.line < definition.range.start.line || range.end.line > definition.range.end.line) continue;
    f.reasons.push({ code: note.code, message: note.message, range });
  }
}

/** A label with a jump from behind it is a loop. */
function gotoLoops(f: Draft): void {
  const last = new Map<string, SyntaxNode>();
  for (const { label, node } of f.gotos) {
    const target = f.labels.get(label);
    if (target?.node == null || target.node.start > node.start) continue;
    const known = last.get(label);
    if (known === undefined || known.end < node.end) last.set(label, node);
  }
  const { computed, computedGotos } = f.lost;
  const [head, end] = [computedGotos[0], computedGotos[computedGotos.length - 1]];
  const back = [...f.facts.labels]
    .flatMap((name) => f.labels.get(name)?.node ?? [])
    .filter((label) => end !== undefined && label.start < end.start)
    .sort((a, b) => a.start - b.start)[0];
  if (computed !== null && head !== undefined && end !== undefined && back !== undefined)
    f.loops.push({
      kind: 'goto',
      header: computed,
      body: computed,
      node: { start: Math.min(back.start, head.start), end: end.end },
      head,
      test: null,
    });
  for (const [label, node] of last) {
    const target = f.labels.get(label)!;
    f.loops.push({
      kind: 'goto',
      header: target.block,
      body: target.block,
      node: { start: target.node!.start, end: node.end },
      head: target.node!,
      test: null,
    });
  }
}

/** The loops and assertions of a function that is not lowered, one after the other: any number of iterations, in any state. */
function loopsOnly(f: Draft, body: SyntaxNode, reason: Reason): void {
  const kinds = { while_statement: 'while', for_statement: 'for', do_statement: 'do' } as const;
  const stack: SyntaxNode[] = [body];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const kind =
      node.type === 'while_statement' || node.type === 'for_statement' || node.type === 'do_statement'
        ? kinds[node.type]
        : null;
    if (kind !== null) {
      const [header, around, next] = [newBlock(f), newBlock(f), newBlock(f)];
      continueAt(f, header);
      lose(f, node, reason, 'state');
      branch(f, perhaps(f, reason, node), around, next, rangeOf(f, node));
      f.current = around;
      continueAt(f, header);
      f.current = next;
      const inner = child(node, 'body');
      f.loops.push({
        kind,
        header,
        body: around,
        node,
        statement: node,
        head: { start: node.start, end: kind === 'do' ? node.start + 2 : Math.min(node.end, inner?.start ?? node.end) },
        test: null,
      });
    }
    const callee = node.type === 'call_expression' ? child(node, 'function') : null;
    if (callee !== null && f.file.asserting.has(text(f, callee))) {
      const id = f.assertions.length;
      f.assertions.push({ id, range: rangeOf(f, node), text: text(f, node) });
      emit(f, { kind: 'assert', assertion: id, cond: perhaps(f, reason, node), range: rangeOf(f, node) });
    }
    for (const c of node.children) stack.push(c);
  }
}
