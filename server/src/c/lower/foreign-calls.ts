/**
 * Calls of functions that the file doesn't define. Library functions have known effects. Others may change whatever
 * they reach.
 */
import type { Classified, Expr, FromCall, Scans, VarId } from '../../program/index.ts';
import { constantValue } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import {
  anythingReached,
  because,
  binary,
  cast,
  constant,
  emit,
  finish,
  havocPlace,
  intValue,
  lowerExpr,
  noValue,
  positionOf,
  rangeOf,
  text,
  temporary,
  toInt,
  usedBy,
  variable,
} from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { UNKNOWN, VOID, intType, lookup, namedInteger, pointerTo } from '../types/index.ts';
import { toldOfTexts } from './text-searches.ts';
import type { CType, Value } from '../types/index.ts';
import { goesThrough } from '../syntax/index.ts';
import type { LibraryFunction } from '../syntax/index.ts';
import { libraryCalled, libraryWrites, resultBounds, setsItself } from './library-calls.ts';
import { lengthOf } from './strlen-calls.ts';
import { resultOfBits } from './bit-builtins.ts';
import { calledAs, fromCall } from './call-expression.ts';
import type { Call } from './call-expression.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/**
 * `name`: null where it isn't known what is called. `type`: as declared, or that of the pointer called; null: nothing
 * is declared.
 */
export function lowerForeign(draft: Draft, name: string | null, type: CType | null, call: Call): Value {
  return callUnknown(
    draft,
    name,
    type,
    call.args.map((a) => ({ value: isExpression(a) ? lowerExpr(draft, a) : noValue(UNKNOWN), node: a })),
    call,
  );
}

/** The same with arguments that have been evaluated. */
export function callUnknown(
  draft: Draft,
  name: string | null,
  type: CType | null,
  values: readonly Operand[],
  { node, wanted }: Pick<Call, 'node' | 'wanted'>,
): Value {
  const library = libraryCalled(draft, name, type, values.length);
  const result = resultOf(draft, { name, library, type });
  if (name !== null && library !== null)
    for (const i of goesThrough(name)) if (values[i] !== undefined) usedBy(draft, values[i].value, values[i].node);
  const { value, ...computed } =
    wanted && library !== null ? resultOfLibrary(draft, { name, library, values, node, result }) : {};
  if (value !== undefined) return intValue(value);
  const isMacro = name !== null && type === null && /^[A-Z_][A-Z0-9_]*$/.test(name);
  const from = draft.blocks[draft.current]!.stmts.length;
  const lost =
    name !== null && library !== null && !library.letsOthersRun
      ? libraryWrites(draft, library, name, values, node)
      : anythingWritten(draft, name, values, node, isMacro);
  if (name !== null && draft.file.noReturn.has(name)) {
    finish(draft, { kind: 'halt', reason: null, range: rangeOf(draft, node) });
    return noValue(result);
  }
  const told = wanted && library !== null ? toldOfTexts(draft, name, values) : {};
  const by = { ...fromCall(draft, name, 'result', node), ...told };
  if (!wanted || result.kind !== 'int') return { ...noValue(result), by, ...resultLeads(name, library !== null) };
  const reason =
    lost ?? because(draft, 'library-result', `the result of ${spoken(draft, name, node)} is not known`, node);
  const within = library && resultBounds(draft, library, { values, type, result: result.int }, from);
  const target = temporary(draft, result.int);
  emit(draft, {
    kind: 'havoc',
    target,
    reason,
    range: rangeOf(draft, node),
    by,
    ...(within && { within }),
    ...computed,
  });
  const argument = library?.zeroAtZero ? values[0] : undefined;
  return intValue(argument ? zeroAtZero(draft, target, argument) : variable(draft, target));
}

/** What is known of the result of a library function: its value, or what goes with one that is not. */
function resultOfLibrary(
  draft: Draft,
  called: {
    readonly name: string | null;
    readonly library: LibraryFunction;
    readonly values: readonly Operand[];
    readonly node: SyntaxNode;
    readonly result: CType;
  },
): { readonly value?: Expr; readonly computed?: Expr; readonly scans?: Scans; readonly classified?: Classified } {
  const { name, library, values, node, result } = called;
  const length = lengthOf(draft, name, values, node);
  if (length !== null) return { value: length };
  if (name === null) return {};
  const bits = result.kind === 'int' ? resultOfBits(draft, name, values) : null;
  if (bits !== null && result.kind === 'int') {
    const computed = cast(bits, result.int);
    const folded = constantValue(computed);
    return folded === null ? { computed } : { value: constant(folded, result.int) };
  }
  const [argument] = values;
  const classified = library.zeroAtZero && argument ? classifiedIn(draft, name, argument) : null;
  const scans = scannedBy(draft, name, values);
  return { ...(classified && { classified }), ...(scans && { scans }) };
}

/** Of the functions that go through a program's arguments for options: its arguments. */
function scannedBy(draft: Draft, name: string, [count, vector]: readonly Operand[]): Scans | null {
  if (!/^getopt(_long(_only)?)?$/.test(name) || !count || !vector || count.value.type.kind !== 'int') return null;
  const isHanded = [count, vector].every(({ node }) => node.type === 'identifier');
  if (!isHanded) return null;
  return { count: toInt(draft, count.value, count.node), vector: positionOf(draft, vector.value, vector.node) };
}

/** Which class of characters is asked for; null: what is in it may change, as the program sets the locale. */
function classifiedIn(draft: Draft, by: string, { value, node }: Operand): Classified | null {
  const always = /^isx?digit$/.test(by);
  const isSet = draft.file.setsLocale || draft.file.mainAgain || setsItself(draft.facts);
  return isSet && !always ? null : { by, character: toInt(draft, value, node), always };
}

/** No class of characters but the control characters' has the terminating zero in it. */
function zeroAtZero(draft: Draft, result: VarId, { value, node }: Operand): Expr {
  const argument = toInt(draft, value, node);
  const { type } = variable(draft, result);
  const isZero = binary('eq', argument, constant(0n, argument.type), null);
  return { kind: 'ite', cond: isZero, then: constant(0n, type), else: variable(draft, result), type };
}

/** What is known of a pointer that comes back. */
function resultLeads(name: string | null, isModelled: boolean): Pick<Value, 'leads'> {
  if (name !== null && /alloc|dup/.test(name)) return { leads: { kind: 'memory' } };
  // what is looked for in memory that the program filled may not be found
  return isModelled && /^(__builtin_)?(str|mem|wcs|wmem|bsearch|lfind)/.test(name ?? '')
    ? {}
    : { leads: { kind: 'given' } };
}

function spoken(f: Draft, name: string | null, node: SyntaxNode): string {
  return name === null ? 'a function pointer' : `\`${calledAs(f, name, node)}\``;
}

/** The callee may change everything that it can reach. A macro that was not read may assign to its arguments, too. */
function anythingWritten(
  draft: Draft,
  name: string | null,
  values: readonly Operand[],
  node: SyntaxNode,
  isMacro: boolean,
): Reason {
  const reason = because(
    draft,
    'unknown-call',
    `the call of ${spoken(draft, name, node)} may change everything that it can reach`,
    node,
  );
  const by = fromCall(draft, name, 'effect', node);
  anythingReached(draft, rangeOf(draft, node), reason, by);
  for (const { value, node: argument } of values) {
    if (value.place !== null) havocPlace(draft, value.place, reason, node, by);
    else if (isMacro && argument.type === 'identifier') havocName(draft, argument, reason, by);
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

/** The type of the result: as declared, or the library's. */
function resultOf(
  draft: Draft,
  called: { readonly name: string | null; readonly library: LibraryFunction | null; readonly type: CType | null },
): CType {
  const { name, library, type } = called;
  let at = type;
  if (at?.kind === 'pointer') at = at.to;
  if (at?.kind === 'function') return at.result;
  switch (library?.result) {
    case undefined:
      // declared in a header that was not read, perhaps: the widest type holds the values of the others
      return name !== null && type === null ? intType(draft.file.long) : UNKNOWN;
    case 'pointer':
      return pointerTo(VOID);
    case 'double':
      return { kind: 'float', bytes: 8 };
    case 'void':
      return VOID;
    case 'any':
      return UNKNOWN;
    default:
      return namedInteger(draft.file.types, library!.result, draft.scope);
  }
}
