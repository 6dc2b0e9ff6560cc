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
import { UNSHARED, intType, newScope } from '../types/index.ts';
import { lowerExpression, lowerExpressionEffect } from './lower-expressions.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';
import type { ArrayPlace, FileContext, FunctionDefinition, Parameter, Place, Scope } from '../types/index.ts';
import { finished } from './finish-function.ts';
import { closeGotos } from './jumps.ts';
import { knownTo, remember, stable } from './local-declarations.ts';
import { isKept, isKeptArray } from './kept-statics.ts';
import { closeLost, lose, mayEnd, perhaps, returnAnything } from './lost-code.ts';
import { lowerStatement, lowerStatementExpression } from './statements.ts';
import { notesWithin, undecidedConditions } from './undecided-conditions.ts';
import { uninitializedReads } from './uninitialized-reads.ts';
import { evaluateParameterSizes } from './variably-modified-types.ts';

/** What lowers the parts of expressions. */
const LOWERING: Lowering = {
  value: lowerExpression,
  effect: lowerExpressionEffect,
  statement: lowerStatement,
  statements: lowerStatementExpression,
};

export function emptyDraft(
  file: FileContext,
  facts: FunctionFacts,
  scope: Scope,
  returnType: IrFunction['returnType'],
  trial = false,
): Draft {
  const draft: Draft = {
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
    decisions: [],
    assertions: [],
    reasons: [],
    characters: new Map(),
    floating: new Map(),
    operators: new Map(),
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
    readOnly: new Set(),
    lent: new Map(),
    lentVariables: new Map(),
    unionMembers: new Map(),
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
  draft.current = newBlock(draft);
  return draft;
}

/** Lowers a function definition. Never fails: what isn't understood stands in `reasons`. */
export function lowerFunction(file: FileContext, definition: FunctionDefinition): IrFunction {
  const { name, nameNode } = definition;
  const result = definition.type.kind === 'function' ? definition.type.result : null;
  const returnType = result?.kind === 'int' ? result.int : null;
  const body = definition.body();
  const draft = { ...emptyDraft(file, definition.facts, definition.scope, returnType), name, span: body };
  if (result?.kind === 'record') draft.returnRecord = result;
  if (result?.kind === 'pointer') draft.returnsPointer = result;
  const places = parameters(draft, definition);
  const params = integerParameters(draft, definition, places);
  const { paramArrays, paramPointers } = pointerParameters(draft, definition, places);
  const entry = draft.current;
  for (const p of definition.parameters ?? []) if (p.declarator !== null) evaluateParameterSizes(draft, p.declarator);
  beforeBody(draft, definition);
  lowerBody(draft, definition, body);
  closeGotos(draft);
  closeLost(draft, nameNode);
  const range = rangeOf(draft, nameNode);
  if (name === 'main') draft.blocks[entry]!.stmts.unshift(...argumentCount(draft, params[0] ?? null, range));
  const valid = draft.assertions.length > 0 ? validPointers(draft, paramPointers, range) : [];
  draft.blocks[entry]!.stmts.unshift(...valid, ...draft.prologue);
  preprocessorNotes(draft, definition);
  gotoLoops(draft);
  for (const { place } of draft.named) completeMembers(draft, place);
  const { blocks, entry: start, loops, assertions, stores } = finished(draft, entry);
  const { positions, behind } = positionedObjects(draft);
  append(draft.reasons, uninitializedReads(draft.variables, blocks, start));
  return {
    name,
    ...(name === 'main' && file.mainAgain ? { again: true as const } : {}),
    ...(name !== 'main' && file.constructors.size > 0 ? { constructed: true as const } : {}),
    ...(definition.inHeader ? { inHeader: true as const } : {}),
    ...(definition.isStatic ? { internal: true as const } : {}),
    range: definition.range,
    nameRange: range,
    returnType,
    variables: draft.variables.map((v) => variableObject(draft, v)),
    arrays: draft.arrays.map((a) => arrayObject(draft, a)),
    params,
    paramArrays,
    paramPointers,
    positions,
    behind,
    stores,
    ...(draft.unseen && { unseen: true as const }),
    ...(isLoose(draft) && { punning: draft.file.aliasing === 'none' ? ('any' as const) : ('converted' as const) }),
    ...(draft.characters.size > 0 && { characters: draft.characters }),
    ...(draft.operators.size > 0 && { operators: [...draft.operators.values()] }),
    blocks,
    entry: start,
    loops,
    assertions,
    ...undecidedConditions(file, definition),
    reasons: draft.reasons,
    ...(file.target === null ? {} : { asked: { found: draft.asked.found !== null, next: draft.asked.next } }),
  };
}

function variableObject(f: Draft, v: Variable): Variable {
  if (v.scope !== 'global') return v;
  if (f.constants.has(v.id)) return v.initial === null && !v.unknownInitial ? v : { ...v, fixed: true as const };
  const open = f.exposed.has(v.id) ? 'to stores' : 'to calls';
  return { ...v, open, ...(isKept(f, v) && { kept: true as const }) };
}

/** What of an array of the draft is of interest when all is lowered. */
function arrayObject(draft: Draft, array: DraftArray): ArrayObject {
  const { id, name, element, length, scope, initial, unknownInitial, key, origin, sizes, flat, shape, isConst } = array;
  const { declaredAt, unspoken, bounded } = array;
  const isFixed = isConst && scope === 'global' && initial !== null;
  const isPointedAt = array.escapes || array.viaPointer;
  return {
    id,
    name,
    element,
    length,
    ...(bounded && { bounded }),
    scope,
    initial,
    ...(isFixed && { fixed: true as const }),
    ...(!isFixed && isKeptArray(draft, array) && { kept: true as const }),
    ...(unknownInitial && { unknownInitial }),
    ...(key === undefined ? {} : { key }),
    ...(scope === 'global' && !isConst && { open: isPointedAt ? ('to stores' as const) : ('to calls' as const) }),
    // of an array of arrays a row is a pointer, too
    ...(scope === 'local' && flat && !isPointedAt && { own: true as const }),
    ...(declaredAt && { declaredAt }),
    ...(unspoken && { unspoken }),
    ...(sizes && { sizes }),
    ...(flat && { flat }),
    ...(shape && { shape }),
    apart: origin === 'local' || origin === 'global',
  };
}

/** Variables that take the integer arguments, by position; behind them those for the members of structs. */
function integerParameters(
  draft: Draft,
  definition: FunctionDefinition,
  places: readonly (Place | null)[],
): (VarId | null)[] {
  const parameterTypes = (definition.parameters ?? []).map((p) => p.type);
  const members = parameterTypes.flatMap((type, i) =>
    type.kind === 'record'
      ? leavesOf(type, draft.file.types.model).map((leaf) => leafVariable(places[i] ?? null, leaf.path))
      : [],
  );
  const proper = places.map((place, i) => {
    // a union is a variable, too, but is handed over among the members
    if (place?.kind !== 'variable' || parameterTypes[i]?.kind === 'record') return null;
    return draft.variables[place.id]!.pointer === true ? null : place.id;
  });
  return [...proper, ...members];
}

function lowerBody(draft: Draft, definition: FunctionDefinition, body: SyntaxNode | null): void {
  const { name, nameNode } = definition;
  const beyond = body === null ? 'too-deep' : beyondLowering(body);
  if (body === null || beyond !== null) {
    const what = beyond === 'too-large' ? 'too large' : 'nested too deeply';
    const reason = because(draft, beyond ?? 'too-deep', `this function is ${what} to be analysed`, nameNode);
    lose(draft, nameNode, reason, 'state');
    if (body !== null) loopsOnly(draft, body, reason);
    mayEnd(draft, nameNode, reason);
    returnAnything(draft, nameNode, reason);
    return;
  }
  lowerStatement(draft, body);
  // falling off the end of main returns 0 (C11 5.1.2.2.3)
  const value = name === 'main' && draft.returnType !== null ? constant(0n, draft.returnType) : null;
  draft.blocks[draft.current]!.end ??= {
    kind: 'return',
    value,
    range: rangeOf(draft, { start: body.end - 1, end: body.end }),
  };
}

/**
 * What happens before a function's first statement: constructors run before `main`; what attributes make of it isn't
 * known.
 */
function beforeBody(draft: Draft, definition: FunctionDefinition): void {
  const { name, nameNode } = definition;
  const elsewhere = draft.file.elsewhere.get(name);
  if (elsewhere?.code === 'attribute' && attributeKind(elsewhere.attribute) === 'unknown')
    lose(
      draft,
      nameNode,
      because(draft, 'attribute', `${elsewhere.cause} of \`${name}\` is not known`, nameNode),
      'state',
    );
  const { headProblem } = definition;
  if (headProblem !== null) {
    const message = `the head of \`${name}\` ${headProblem.message}`;
    lose(draft, nameNode, because(draft, headProblem.code, message, nameNode), 'state');
  }
  if (name !== 'main') return;
  for (const constructor of [...draft.file.constructors].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0)))
    callBeforeMain(draft, constructor[0], nameNode);
}

function parameters(draft: Draft, definition: FunctionDefinition): (Place | null)[] {
  return (definition.parameters ?? []).map((parameter) => {
    if (parameter.name === null)
      return parameter.type.kind === 'int' ? unnamed(draft, parameter.type.int, parameter.node) : null;
    const range = rangeOf(draft, parameter.node);
    const target =
      parameter.type.kind === 'pointer' && !draft.facts.ownAddressTaken.has(parameter.name)
        ? pointee(draft, parameter.name, parameter.type, { scope: 'param', range, fresh: false })
        : null;
    const isStable = target !== null && stable(draft, parameter.name);
    const place: Place = isStable ? { kind: 'pointer', target } : ownPlace(draft, parameter.name, parameter, range);
    if (target !== null && parameter.type.kind === 'pointer')
      draft.led.push({ place: target, type: parameter.type.to, position: () => draft.positions.get(placeKey(target)) });
    if (isStable)
      draft.positions.set(placeKey(target), variable(draft, newPointer(draft, parameter.name, 'param', range)));
    draft.scope.names.set(parameter.name, { kind: 'local', place, type: parameter.type });
    const root = target?.kind === 'array' && target.dims.length === 1 ? target : null;
    remember(draft, parameter.name, { place, type: parameter.type, root: root ?? 'unknown', param: true });
    if (!isStable && root !== null && place.kind === 'variable') startsAt(draft, root, place.id, range);
    if (place.kind === 'members')
      renew(draft, place, { code: 'struct', message: `\`${parameter.name}\` is passed in a struct` }, parameter.node);
    return place;
  });
}

/** Of a parameter that keeps what is handed in. */
function ownPlace(draft: Draft, name: string, { type, isConst }: Parameter, range: SourceRange): Place {
  const readOnly = isConst && type.kind !== 'pointer';
  return makePlace(draft, name, type, {
    ...UNSHARED,
    scope: 'param',
    range,
    ...(readOnly && { readOnly }),
    ...(!readOnly && knownTo(draft, name, type)),
    escapes: true,
  });
}

/** The array begins where the parameter points at first. */
function startsAt(draft: Draft, root: ArrayPlace, parameter: number, range: SourceRange): void {
  draft.unborn.set(placeKey(root), () => {
    const id = newPointer(draft, `$${draft.variables[parameter]!.name}`, 'temp', null);
    draft.variables[id] = { ...draft.variables[id]!, begins: root.id };
    draft.prologue.push({ kind: 'assign', target: id, value: variable(draft, parameter), range });
    return variable(draft, id);
  });
}

/**
 * What is handed in is null or leads to an object: no arithmetic makes a null pointer of it. Said where an assertion
 * may depend on it.
 */
function validPointers(f: Draft, pointers: readonly (number | null)[], range: SourceRange): Stmt[] {
  return pointers.flatMap((id): Stmt[] =>
    id === null ? [] : [{ kind: 'assume', cond: isValid(variable(f, id)), range }],
  );
}

/** The first parameter of `main` is not negative when a program starts (C11 5.1.2.2.1). */
function argumentCount(draft: Draft, argc: number | null, range: SourceRange): Stmt[] {
  if (argc === null) return [];
  const { type } = draft.variables[argc]!;
  return type.signed
    ? [
        {
          kind: 'assume',
          cond: binary('ge', variable(draft, argc), { kind: 'const', value: 0n, type }, null),
          range,
          start: true,
        },
      ]
    : [];
}

/** The arrays and positions that pointer parameters stand for. */
function pointerParameters(
  draft: Draft,
  definition: FunctionDefinition,
  places: readonly (Place | null)[],
): { readonly paramArrays: (number | null)[]; readonly paramPointers: (number | null)[] } {
  const named = (i: number) => draft.objects.get(definition.parameters?.[i]?.name ?? '')?.find((o) => o.param);
  const paramArrays = places.map((p, i) => {
    const target = p?.kind === 'pointer' ? p.target : named(i)?.root;
    return target !== null && target !== undefined && target !== 'unknown' && target.kind === 'array'
      ? target.id
      : null;
  });
  const paramPointers = places.map((p) => {
    if (p?.kind === 'variable') return draft.variables[p.id]!.pointer === true ? p.id : null;
    const position = p?.kind === 'pointer' ? draft.positions.get(placeKey(p.target)) : undefined;
    return position?.kind === 'var' ? position.id : null;
  });
  return { paramArrays, paramPointers };
}

function unnamed(draft: Draft, type: IntType, node: SyntaxNode): Place {
  return makePlace(draft, '', intType(type), { ...UNSHARED, scope: 'param', range: rangeOf(draft, node) });
}

/** Macros and conditions inside the function that were not handled as a compiler would. */
function preprocessorNotes(draft: Draft, definition: FunctionDefinition): void {
  const starts = draft.file.lines;
  for (const note of notesWithin(draft.file, definition)) {
    const range = { start: positionAt(starts, note.start), end: positionAt(starts, note.end) };
    draft.reasons.push({ code: note.code, message: note.message, range });
  }
}

/** A label with a jump from behind it is a loop. */
function gotoLoops(draft: Draft): void {
  const last = new Map<string, SyntaxNode>();
  for (const { label, node } of draft.gotos) {
    const target = draft.labels.get(label);
    if (target?.node == null || target.node.start > node.start) continue;
    const known = last.get(label);
    if (known === undefined || known.end < node.end) last.set(label, node);
  }
  const { computed, computedGotos } = draft.lost;
  const [head, end] = [computedGotos[0], computedGotos[computedGotos.length - 1]];
  const back = [...draft.facts.labels]
    .flatMap((name) => draft.labels.get(name)?.node ?? [])
    .filter((label) => end !== undefined && label.start < end.start)
    .sort((a, b) => a.start - b.start)[0];
  if (computed !== null && head !== undefined && end !== undefined && back !== undefined)
    draft.loops.push({
      kind: 'goto',
      header: computed,
      body: computed,
      node: { start: Math.min(back.start, head.start), end: end.end },
      head,
      test: null,
    });
  for (const [label, node] of last) {
    const target = draft.labels.get(label)!;
    draft.loops.push({
      kind: 'goto',
      header: target.block,
      body: target.block,
      node: { start: target.node!.start, end: node.end },
      head: target.node!,
      test: null,
    });
  }
}

/**
 * The loops and assertions of a function that is not lowered, one after the other: any number of iterations, in any
 * state.
 */
function loopsOnly(draft: Draft, body: SyntaxNode, reason: Reason): void {
  const kinds = { while_statement: 'while', for_statement: 'for', do_statement: 'do' } as const;
  const stack: SyntaxNode[] = [body];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const kind =
      node.type === 'while_statement' || node.type === 'for_statement' || node.type === 'do_statement'
        ? kinds[node.type]
        : null;
    if (kind !== null) {
      const [header, around, next] = [newBlock(draft), newBlock(draft), newBlock(draft)];
      continueAt(draft, header);
      lose(draft, node, reason, 'state');
      branch(draft, perhaps(draft, reason, node), around, next, rangeOf(draft, node));
      draft.current = around;
      continueAt(draft, header);
      draft.current = next;
      const inner = child(node, 'body');
      draft.loops.push({
        kind,
        header,
        body: around,
        exit: next,
        node,
        statement: node,
        head: { start: node.start, end: kind === 'do' ? node.start + 2 : Math.min(node.end, inner?.start ?? node.end) },
        test: null,
      });
    }
    const callee = node.type === 'call_expression' ? child(node, 'function') : null;
    if (callee !== null && draft.file.asserting.has(text(draft, callee))) {
      const id = draft.assertions.length;
      draft.assertions.push({ id, range: rangeOf(draft, node), text: text(draft, node) });
      emit(draft, { kind: 'assert', assertion: id, cond: perhaps(draft, reason, node), range: rangeOf(draft, node) });
    }
    for (const c of node.children) stack.push(c);
  }
}
