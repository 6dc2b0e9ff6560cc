/**
 * Calls of functions that the file doesn't define: library functions with known effects, or ones that may change whatever
 * they reach.
 */
import { INT } from '../../machine/index.ts';
import type { FromCall } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import {
  because,
  emit,
  finish,
  havocPlace,
  intValue,
  lowerExpr,
  noValue,
  rangeOf,
  text,
  unknownValue,
  usedBy,
} from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { UNKNOWN, VOID, intType, lookup, namedInteger, pointerTo } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { RESULT_TYPES, goesThrough, libraryEffect, writesArgument } from '../syntax/index.ts';
import { fillBytes } from './memset-calls.ts';
import { lengthOf } from './strlen-calls.ts';
import { fromCall } from './call-expression.ts';
import type { Call } from './call-expression.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** `name`: null where it isn't known what is called. `type`: as declared, or that of the pointer called; null: nothing is declared. */
export function lowerForeign(f: Draft, name: string | null, type: CType | null, call: Call): Value {
  return callUnknown(
    f,
    name,
    type,
    call.args.map((a) => ({ value: isExpression(a) ? lowerExpr(f, a) : noValue(UNKNOWN), node: a })),
    call,
  );
}

/** The same with arguments that have been evaluated. */
export function callUnknown(
  f: Draft,
  name: string | null,
  type: CType | null,
  values: readonly Operand[],
  { node, wanted }: Pick<Call, 'node' | 'wanted'>,
): Value {
  const result = resultOf(f, name, type);
  for (const i of name === null ? [] : goesThrough(name))
    if (values[i] !== undefined) usedBy(f, values[i].value, values[i].node);
  const length = wanted ? lengthOf(f, name, values, node) : null;
  if (length !== null) return intValue(length);
  const isModelled = name !== null && libraryEffect(name) !== null;
  const isMacro = name !== null && type === null && /^[A-Z_][A-Z0-9_]*$/.test(name);
  const lost = isModelled ? libraryWrites(f, name, values, node) : anythingWritten(f, name, values, node, isMacro);
  if (name !== null && f.file.noReturn.has(name)) {
    finish(f, { kind: 'halt', reason: null });
    return noValue(result);
  }
  const by = fromCall(f, name, 'result', node);
  if (!wanted || result.kind !== 'int') return { ...noValue(result), by };
  const reason = lost ?? because(f, 'library-result', `the result of ${calledAs(name)} is not known`, node);
  return intValue(unknownValue(f, result.int, reason, node, by));
}

function calledAs(name: string | null): string {
  return name === null ? 'a function pointer' : `\`${name}\``;
}

/** The callee may change everything that it can reach. A macro that was not read may assign to its arguments, too. */
function anythingWritten(
  f: Draft,
  name: string | null,
  values: readonly Operand[],
  node: SyntaxNode,
  isMacro: boolean,
): Reason {
  const reason = because(
    f,
    'unknown-call',
    `the call of ${calledAs(name)} may change everything that it can reach`,
    node,
  );
  const range = rangeOf(f, node);
  const by = fromCall(f, name, 'effect', node);
  emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason, range, by });
  for (const { value, node: argument } of values) {
    if (value.place !== null) havocPlace(f, value.place, reason, node, by);
    else if (isMacro && argument.type === 'identifier') havocName(f, argument, reason, by);
  }
  return reason;
}

/** What a library function writes: through some of its arguments. Null where nothing is lost. */
function libraryWrites(f: Draft, name: string, values: readonly Operand[], node: SyntaxNode): Reason | null {
  if (fillBytes(f, name, values, node)) return null;
  const effect = libraryEffect(name)!;
  const by = fromCall(f, name, 'effect', node);
  let reason: Reason | null = null;
  for (const [i, { value }] of values.entries()) {
    if (!writesArgument(effect, i)) continue;
    reason = because(f, 'library-call', `what ${calledAs(name)} writes is not modelled`, node);
    if (value.place !== null) havocPlace(f, value.place, reason, node, by);
    else if (value.type.kind === 'pointer' || value.type.kind === 'unknown') {
      const range = rangeOf(f, node);
      emit(f, { kind: 'clobber', cause: 'store', origin: 'unknown', element: null, except: null, reason, range, by });
    }
  }
  return reason;
}

function isExpression(node: SyntaxNode): boolean {
  return node.type !== 'type_descriptor' && node.type !== 'compound_statement';
}

function havocName(f: Draft, node: SyntaxNode, reason: Reason, by: FromCall): void {
  const symbol = lookup(f.scope, text(f, node));
  if (symbol?.kind === 'local') havocPlace(f, symbol.place, reason, node, by);
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
