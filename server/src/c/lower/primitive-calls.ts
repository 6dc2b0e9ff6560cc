/** Calls with a meaning of their own: assertions, assumptions, fresh values, the end of the run, and a few builtins. */
import { INT } from '../../machine/index.ts';
import type { Expr } from '../../program/index.ts';
import {
  because,
  binary,
  cast,
  constant,
  emit,
  finish,
  intValue,
  lowerEffect,
  lowerInt,
  lowerTruth,
  noValue,
  rangeOf,
  temporary,
  text,
  truth,
  unary,
  variable,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { VOID, lookup, namedInteger } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { ENDING, FAILING, nondetType } from '../syntax/index.ts';
import { mayGoAnywhere } from './lost-code.ts';
import { lowerBuiltin } from './compiler-builtins.ts';
import type { Call } from './call-expression.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Lowers the call of a primitive; null where the name is none. */
export function lowerPrimitive(f: Draft, name: string, call: Call): Value | null {
  const { node, args } = call;
  if (f.file.asserting.has(name)) return lowerAssertion(f, call);
  if (FAILING.has(name)) return lowerFailure(f, name, call);
  if (f.file.assuming.has(name)) return lowerAssumption(f, call);
  if (ENDING.has(name)) return lowerEnd(f, name, call);
  const words = nondetType(name);
  if (words !== undefined) return freshValue(f, name, words, node);
  return lowerBuiltin(f, name, args, node) ?? lowerExpectation(f, name, args) ?? lowerAbsoluteValue(f, name, call);
}

function lowerAssertion(f: Draft, { node, args }: Call): Value {
  const first = args[0];
  const cond = first === undefined ? constant(0n, INT) : lowerTruth(f, first);
  assertThat(f, node, cond, first ?? null);
  return noValue(VOID);
}

/** What is called where an assertion has failed. */
function lowerFailure(f: Draft, name: string, { node, args }: Call): Value {
  for (const a of args) lowerEffect(f, a);
  assertThat(f, node, constant(0n, INT), null, name === '__assert_fail' ? quoted(f, args[0]) : '');
  finish(f, { kind: 'halt', reason: null, range: rangeOf(f, node) });
  return noValue(VOID);
}

function lowerAssumption(f: Draft, { node, args }: Call): Value {
  const first = args[0];
  if (first !== undefined) emit(f, { kind: 'assume', cond: lowerTruth(f, first), range: rangeOf(f, node) });
  return noValue(VOID);
}

/** `exit` and the like. */
function lowerEnd(f: Draft, name: string, { node, args }: Call): Value {
  for (const a of args) lowerEffect(f, a);
  if (f.facts.returnsTwice && /longjmp/.test(name)) {
    mayGoAnywhere(f, node, because(f, 'returns-twice', `\`${name}\` may go to another place in the function`, node));
  }
  finish(f, { kind: 'halt', reason: null, range: rangeOf(f, node) });
  return noValue(VOID);
}

/**
 * A value that may be anything. `words`: the type that the function's name tells, as in `__VERIFIER_nondet_uint`; null: no
 * integer.
 */
function freshValue(f: Draft, name: string, words: ReturnType<typeof nondetType>, node: SyntaxNode): Value {
  const declared = declaredResult(f, name);
  const named = (): CType => (words == null ? { kind: 'float', bytes: 8 } : namedInteger(f.file.types, words, f.scope));
  const type = declared ?? named();
  if (type.kind !== 'int') return noValue(type);
  const target = temporary(f, type.int);
  const range = rangeOf(f, node);
  emit(f, { kind: 'nondet', target, callee: name, range, by: { callee: name, what: 'result', range } });
  return intValue(variable(f, target));
}

/** `__builtin_expect(x, expected)` has the value of `x`. */
function lowerExpectation(f: Draft, name: string, [first, ...others]: readonly SyntaxNode[]): Value | null {
  if (!/^__builtin_expect(_with_probability)?$/.test(name) || first === undefined) return null;
  const value = lowerInt(f, first);
  for (const a of others) lowerEffect(f, a);
  return intValue(cast(value, f.file.long));
}

function lowerAbsoluteValue(f: Draft, name: string, { list, args: [first] }: Call): Value | null {
  if (!/^(abs|labs|llabs|__builtin_abs|imaxabs)$/.test(name)) return null;
  if (first === undefined || list === null || f.file.definitions.has(name)) return null;
  const isLongLong = name === 'llabs' || name === 'imaxabs';
  const type = name === 'labs' ? f.file.long : isLongLong ? f.file.types.standard.get('int64_t')! : INT;
  const arg = cast(lowerInt(f, first), type);
  const isNegative = binary('lt', arg, constant(0n, type), null);
  return intValue({ kind: 'ite', cond: isNegative, then: unary('neg', arg), else: arg, type });
}

function declaredResult(f: Draft, name: string): CType | null {
  const symbol = lookup(f.scope, name);
  if (symbol?.kind !== 'function' || symbol.type.kind !== 'function') return null;
  return symbol.type.result;
}

/** The text of a string literal: `assert` makes one of its argument. */
function quoted(f: Draft, node: SyntaxNode | undefined): string {
  return node?.type === 'string_literal'
    ? text(f, node)
        .slice(1, -1)
        .replace(/\\(["\\])/g, '$1')
    : '';
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
