/** One function: syntax in, a control-flow graph out. */
import type { IrFunction } from '../ir/program.ts';
import { because, newBlock, rangeOf } from './build.ts';
import type { Draft } from './build.ts';
import { intType } from './ctypes.ts';
import type { FunctionFacts } from './facts.ts';
import type { FileContext, FunctionDefinition } from './file.ts';
import { finished } from './finish.ts';
import { stable } from './locals.ts';
import { makePlace, pointee } from './objects.ts';
import { positionAt } from './positions.ts';
import { newScope } from './scope.ts';
import type { Place, Scope } from './scope.ts';
import { lowerStatement } from './statements.ts';
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

/** Syntax nested deeper than this is not walked into (the stack is finite). */
const DEEPEST = 700;

export function emptyDraft(file: FileContext, facts: FunctionFacts, scope: Scope, returnType: IrFunction['returnType'], trial = false): Draft {
  const f: Draft = {
    trial, file, facts, returnType, variables: [], arrays: [], blocks: [], loops: [], assertions: [], reasons: [], labels: new Map(), gotos: [],
    globals: new Map(), constants: new Set(), exposed: new Set(), scope: newScope(scope), current: 0, breakTo: null, continueTo: null,
    switchTargets: null, temporaries: 0, depth: 0,
  };
  f.current = newBlock(f);
  return f;
}

/** Lowers a function definition. Never fails: what isn't understood stands in `reasons`. */
export function lowerFunction(file: FileContext, definition: FunctionDefinition): IrFunction {
  const result = definition.type.kind === 'function' ? definition.type.result : null;
  const returnType = result?.kind === 'int' ? result.int : null;
  const f = emptyDraft(file, definition.facts, definition.scope, returnType);
  const places = parameters(f, definition);
  const params = places.map((p) => (p?.kind === 'variable' ? p.id : null));
  const paramArrays = places.map((p) => (p?.kind === 'pointer' && p.target.kind === 'array' ? p.target.id : null));
  const entry = f.current;
  const body = definition.body();
  if (body === null || body.depth > DEEPEST) {
    const reason = because(f, 'too-deep', 'this function is nested too deeply to be analysed', definition.nameNode);
    f.blocks[f.current]!.end = { kind: 'halt', reason };
    if (body !== null) loopsOnly(f, body, reason);
  } else {
    lowerStatement(f, body);
    // falling off the end of main returns 0 (C11 5.1.2.2.3)
    const value = definition.name === 'main' && returnType !== null ? { kind: 'const' as const, value: 0n, type: returnType } : null;
    f.blocks[f.current]!.end ??= { kind: 'return', value, range: rangeOf(f, { start: body.end - 1, end: body.end }) };
  }
  for (const [name, label] of f.labels) {
    if (!label.defined) f.blocks[label.block]!.end = { kind: 'halt', reason: because(f, 'syntax-error', `the label \`${name}\` doesn't exist`, definition.nameNode) };
  }
  preprocessorNotes(f, definition);
  gotoLoops(f);
  const { blocks, entry: start, loops, assertions } = finished(f, entry);
  return {
    name: definition.name, range: definition.range, nameRange: rangeOf(f, definition.nameNode), returnType,
    variables: f.variables,
    arrays: f.arrays.map(({ id, name, element, length, scope, initial }) => ({ id, name, element, length, scope, initial })),
    params, paramArrays, blocks, entry: start, loops, assertions, reasons: f.reasons,
  };
}

function parameters(f: Draft, definition: FunctionDefinition): (Place | null)[] {
  return (definition.parameters ?? []).map((p) => {
    if (p.name === null) return p.type.kind === 'int' ? unnamed(f, p.type.int, p.node) : null;
    const range = rangeOf(f, p.node);
    let place: Place;
    if (p.type.kind === 'pointer' && stable(f, p.name)) place = pointee(f, p.name, p.type, 'param', true);
    else {
      place = makePlace(f, p.name, p.type, {
        scope: 'param', range, initial: null, addressTaken: f.facts.addressTaken.has(p.name), escapes: true, isConst: false, exposed: false,
      });
    }
    f.scope.names.set(p.name, { kind: 'local', place, type: p.type });
    return place;
  });
}

function unnamed(f: Draft, type: import('../ir/types.ts').IntType, node: SyntaxNode): Place {
  return makePlace(f, '', intType(type), { scope: 'param', range: rangeOf(f, node), initial: null, addressTaken: false, escapes: false, isConst: false, exposed: false });
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
  for (const [label, node] of last) {
    const target = f.labels.get(label)!;
    f.loops.push({ kind: 'goto', header: target.block, node: { start: target.node!.start, end: node.end }, head: target.node! });
  }
}

/** The loops of a function that is not lowered, each in a block of its own that says why. */
function loopsOnly(f: Draft, body: SyntaxNode, reason: import('../ir/source.ts').Reason): void {
  const kinds = { while_statement: 'while', for_statement: 'for', do_statement: 'do' } as const;
  const stack: SyntaxNode[] = [body];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const kind = node.type === 'while_statement' || node.type === 'for_statement' || node.type === 'do_statement' ? kinds[node.type] : null;
    if (kind !== null) {
      const header = newBlock(f);
      f.blocks[header]!.end = { kind: 'halt', reason };
      const inner = child(node, 'body');
      f.loops.push({ kind, header, node, head: { start: node.start, end: kind === 'do' ? node.start + 2 : Math.min(node.end, inner?.start ?? node.end) } });
    }
    for (const c of node.children) stack.push(c);
  }
}

