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
export function lowerPrimitive(draft: Draft, name: string, call: Call): Value | null {
  const { node, args } = call;
  if (draft.file.asserting.has(name)) return lowerAssertion(draft, call);
  if (FAILING.has(name)) return lowerFailure(draft, name, call);
  if (draft.file.assuming.has(name)) return lowerAssumption(draft, call);
  if (ENDING.has(name)) return lowerEnd(draft, name, call);
  const words = nondetType(name);
  if (words !== undefined) return freshValue(draft, name, words, node);
  return (
    lowerBuiltin(draft, name, args, node) ??
    lowerExpectation(draft, name, args) ??
    lowerAbsoluteValue(draft, name, call)
  );
}

function lowerAssertion(draft: Draft, { node, args }: Call): Value {
  const first = args[0];
  const cond = first === undefined ? constant(0n, INT) : lowerTruth(draft, first);
  assertThat(draft, node, cond, first ?? null);
  return noValue(VOID);
}

/** What is called where an assertion has failed. */
function lowerFailure(draft: Draft, name: string, { node, args }: Call): Value {
  for (const a of args) lowerEffect(draft, a);
  assertThat(draft, node, constant(0n, INT), null, name === '__assert_fail' ? quoted(draft, args[0]) : '');
  finish(draft, { kind: 'halt', reason: null, range: rangeOf(draft, node) });
  return noValue(VOID);
}

function lowerAssumption(f: Draft, { node, args }: Call): Value {
  const first = args[0];
  if (first !== undefined) emit(f, { kind: 'assume', cond: lowerTruth(f, first), range: rangeOf(f, node) });
  return noValue(VOID);
}

/** `exit` and the like. */
function lowerEnd(draft: Draft, name: string, { node, args }: Call): Value {
  for (const a of args) lowerEffect(draft, a);
  if (draft.facts.returnsTwice && /longjmp/.test(name)) {
    mayGoAnywhere(
      draft,
      node,
      because(draft, 'returns-twice', `\`${name}\` may go to another place in the function`, node),
    );
  }
  finish(draft, { kind: 'halt', reason: null, range: rangeOf(draft, node) });
  return noValue(VOID);
}

/**
 * A value that may be anything. `words`: the type that the function's name tells, as in `__VERIFIER_nondet_uint`; null:
 * no integer.
 */
function freshValue(draft: Draft, name: string, words: ReturnType<typeof nondetType>, node: SyntaxNode): Value {
  const declared = declaredResult(draft, name);
  const named = (): CType =>
    words == null ? { kind: 'float', bytes: 8 } : namedInteger(draft.file.types, words, draft.scope);
  const type = declared ?? named();
  if (type.kind !== 'int') return noValue(type);
  const target = temporary(draft, type.int);
  const range = rangeOf(draft, node);
  emit(draft, { kind: 'nondet', target, callee: name, range, by: { callee: name, what: 'result', range } });
  return intValue(variable(draft, target));
}

/** `__builtin_expect(x, expected)` has the value of `x`. */
function lowerExpectation(draft: Draft, name: string, [first, ...others]: readonly SyntaxNode[]): Value | null {
  if (!/^__builtin_expect(_with_probability)?$/.test(name) || first === undefined) return null;
  const value = lowerInt(draft, first);
  for (const a of others) lowerEffect(draft, a);
  return intValue(cast(value, draft.file.long));
}

function lowerAbsoluteValue(draft: Draft, name: string, { list, args: [first] }: Call): Value | null {
  if (!/^(abs|labs|llabs|__builtin_abs|imaxabs)$/.test(name)) return null;
  if (first === undefined || list === null || draft.file.definitions.has(name)) return null;
  const isLongLong = name === 'llabs' || name === 'imaxabs';
  const type = name === 'labs' ? draft.file.long : isLongLong ? draft.file.types.standard.get('int64_t')! : INT;
  const arg = cast(lowerInt(draft, first), type);
  const isNegative = binary('lt', arg, constant(0n, type), null);
  return intValue({ kind: 'ite', cond: isNegative, then: unary('neg', arg), else: arg, type });
}

function declaredResult(f: Draft, name: string): CType | null {
  const symbol = lookup(f.scope, name);
  if (symbol?.kind !== 'function' || symbol.type.kind !== 'function') return null;
  return symbol.type.result;
}

/** The text of a string literal: `assert` makes one of its argument. */
function quoted(draft: Draft, node: SyntaxNode | undefined): string {
  return node?.type === 'string_literal'
    ? text(draft, node)
        .slice(1, -1)
        .replace(/\\(["\\])/g, '$1')
    : '';
}

function assertThat(draft: Draft, node: SyntaxNode, cond: Expr, shown: SyntaxNode | null, said = ''): void {
  const range = rangeOf(draft, node);
  if (node.start < draft.file.ownStart) {
    // an assertion of a header is not reported; a run that fails it ends there
    emit(draft, { kind: 'assume', cond: truth(cond), range });
    return;
  }
  const id = draft.assertions.length;
  const at = shown === null ? null : draft.file.locator.offsets(shown.start, shown.end);
  const enclosing =
    draft.file.locator.expanded(node.start) || at === null ? null : draft.file.source.slice(at.start, at.end);
  const source = enclosing ?? (shown === null ? said : text(draft, shown));
  draft.assertions.push({ id, range, text: source.replace(/\s+/g, ' ').trim() });
  emit(draft, { kind: 'assert', assertion: id, cond: truth(cond), range });
}
