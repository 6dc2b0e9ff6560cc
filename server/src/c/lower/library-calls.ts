/**
 * Calls of library functions. Is it the library's function, what does it write, and between which bounds is its result?
 */
import { convert, maxOf, minOf } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { Alias, Expr, Within } from '../../program/index.ts';
import { isBehindPointer, readVariables } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import {
  because,
  cast,
  constant,
  emit,
  globalPlace,
  havocPlace,
  isNullPointer,
  objectElsewhere,
  rangeOf,
} from '../objects/index.ts';
import type { Clobber, Draft, Operand } from '../objects/index.ts';
import { namedInteger } from '../types/index.ts';
import type { CType, Declarations, Place } from '../types/index.ts';
import { countsInto, libraryFunction, libraryNames, takesArguments, writesArgument } from '../syntax/index.ts';
import type { FunctionFacts, LibraryFunction, SyntaxNode } from '../syntax/index.ts';
import { fromCall } from './call-expression.ts';
import { copyBytes } from './memcpy-calls.ts';
import { fillBytes } from './memset-calls.ts';
import { writtenBeyond } from './written-beyond.ts';

/**
 * Functions that make streams of the program's own memory or code: with these, others than files may be behind any
 * stream.
 */
const STREAM_MAKERS = ['open_memstream', 'open_wmemstream', 'fmemopen', 'fopencookie', 'funopen'];

/** Names of library functions that the file declares as something else, or that do more than usual in it. */
export function strangersOf(file: Pick<Declarations, 'fileScope' | 'definitions' | 'elsewhere'>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, symbol] of file.fileScope.names) {
    const known = libraryFunction(name);
    if (known === null) continue;
    if (symbol.kind !== 'function' || file.elsewhere.has(name) || !fits(known, symbol.type)) found.add(name);
  }
  const makesStreams = [...file.definitions.values()].some((d) =>
    STREAM_MAKERS.some((name) => d.facts.calls.has(name)),
  );
  if (makesStreams)
    for (const name of libraryNames())
      if (libraryFunction(name)!.params.some((p) => p.kind === 'stream')) found.add(name);
  return found;
}

const LOCALE_SETTERS = ['setlocale', 'uselocale'];

/** Whether it sets the locale, which says what is in a class of characters. */
export const setsItself = ({ calls }: FunctionFacts): boolean => LOCALE_SETTERS.some((name) => calls.has(name));

/** Some function of the file does, and not only `main` at the start. */
export const setsLocale = ({ definitions, bare }: Pick<Declarations, 'definitions' | 'bare'>): boolean =>
  [...definitions].some(([name, d]) => name !== 'main' && setsItself(d.facts)) ||
  LOCALE_SETTERS.some((name) => bare.has(name));

/**
 * What is known of the library's function that is called; null: it is none. `type`: as it is declared; null: nowhere.
 */
export function libraryCalled(
  draft: Draft,
  name: string | null,
  type: CType | null,
  count: number,
): LibraryFunction | null {
  if (name === null || draft.file.strangers.has(name)) return null;
  const known = libraryFunction(name);
  return known !== null && takesArguments(known, count) && (type === null || fits(known, type)) ? known : null;
}

/** Whether the declaration is the library function's, as far as kinds of types tell. */
function fits(known: LibraryFunction, declared: CType): boolean {
  const type = declared.kind === 'pointer' ? declared.to : declared;
  if (type.kind !== 'function') return type.kind === 'unknown';
  const { result, params } = type;
  if (!sameKind(resultKind(known), result)) return false;
  return (
    params === null ||
    (params.length === known.params.length && params.every((p, i) => sameKind(known.params[i]!.kind, p)))
  );
}

function resultKind({ result }: LibraryFunction): string {
  return /^(void|pointer|double|any)$/.test(result) ? result : 'integer';
}

function sameKind(kind: string, type: CType): boolean {
  if (kind === 'any' || type.kind === 'unknown') return true;
  if (kind === 'integer') return type.kind === 'int';
  if (kind === 'double') return type.kind === 'float';
  if (kind === 'void') return type.kind === 'void';
  return type.kind === 'pointer' || type.kind === 'array' || type.kind === 'function';
}

/** What a library function writes: through some of its arguments. Null where nothing of the function's own is lost. */
export function libraryWrites(
  draft: Draft,
  library: LibraryFunction,
  name: string,
  values: readonly Operand[],
  node: SyntaxNode,
): Reason | null {
  const range = rangeOf(draft, node);
  const by = fromCall(draft, name, 'effect', node);
  setGlobals(draft, library, name, node);
  if (fillBytes(draft, name, values, node) || copyBytes(draft, name, values, node)) return null;
  const counted = countsInto(
    library,
    values.map((v) => v.node),
    draft.file.types.text,
  );
  let reason: Reason | null = null;
  const because_ = (): Reason => {
    reason ??= because(draft, 'library-call', `what \`${name}\` writes is not modelled`, node);
    return reason;
  };
  const clobber = (origin: Clobber['origin'], element: Clobber['element']): void =>
    emit(draft, { kind: 'clobber', cause: 'store', origin, element, except: null, reason: because_(), range, by });
  for (const [i, { value }] of values.entries()) {
    const writes = i >= library.params.length && mayCount(counted, value.type) ? 'there' : writesArgument(library, i);
    if (writes === 'not' || (isNullPointer(value) && library.params[i]?.kept !== true)) continue;
    if (value.place !== null) {
      havocPlace(draft, value.place, because_(), node, by);
      for (const hit of namesOf(value.place))
        emit(draft, { ...BYTES, ...(hit !== null && { named: hit }), reason: because_(), range, by });
      const around = writtenBeyond(draft, library, values, value);
      if (around !== null) emit(draft, { ...BYTES, around, reason: because_(), range, by });
    } else if (value.type.kind === 'pointer' || value.type.kind === 'unknown') clobber('unknown', null);
    if (writes === 'deep') clobber('unknown', null);
  }
  if (library.leads === 'own') clobber('library', null);
  return reason;
}

const BYTES = { kind: 'clobber', cause: 'store', origin: 'unknown', element: null, except: null } as const;

/** The objects that a place is made of, which may have other names; null: some that have no name here. */
function namesOf(place: Place): readonly (Alias | null)[] {
  switch (place.kind) {
    case 'variable':
    case 'bits':
      return [{ variable: place.id }];
    case 'array':
      return [{ array: place.id }];
    case 'record':
    case 'table':
      return [...place.fields.values()].flatMap((field) => namesOf(field.place));
    case 'pointer':
      return namesOf(place.target);
    case 'cursor':
      return namesOf(place.array);
    case 'members':
      return [null];
    case 'opaque':
      return [];
  }
}

/** Whether an argument behind a format may be for a `%n`. */
function mayCount(counted: ReturnType<typeof countsInto>, type: CType): boolean {
  if (counted === 'nothing') return false;
  if (type.kind !== 'pointer' && type.kind !== 'array') return type.kind === 'unknown';
  const to = type.kind === 'pointer' ? type.to : type.of;
  if (counted === 'anything') return true;
  return to.kind === 'unknown' || (to.kind === 'int' && to.int.signed && to.int.bits > 8);
}

/** `errno` and the like, where they are plain variables, or of a header that was not read. */
function setGlobals(draft: Draft, { sets }: LibraryFunction, by: string, node: SyntaxNode): void {
  for (const name of sets) {
    const message = `\`${by}\` may set \`${name}\``;
    const reason: Reason = { code: 'library-result', message, range: rangeOf(draft, node) };
    const symbol = draft.file.fileScope.names.get(name);
    if (symbol?.kind === 'global' && !symbol.object.isStatic)
      havocPlace(draft, globalPlace(draft, symbol.object), reason, node, undefined);
    else if (symbol === undefined && draft.file.bare.has(name))
      havocPlace(draft, { kind: 'variable', id: objectElsewhere(draft, name) }, reason, node, undefined);
  }
}

/**
 * What the result is at least and at most, in the state behind the call; `from`: where its effects begin in the block.
 */
export function resultBounds(
  draft: Draft,
  library: LibraryFunction,
  call: { readonly values: readonly Operand[]; readonly type: CType | null; readonly result: IntType },
  from: number,
): Within | null {
  const { bounds } = library;
  const { result } = call;
  if (bounds === null || bounds.least < minOf(result)) return null;
  const { least, most } = bounds;
  switch (most.kind) {
    case 'number':
      return most.value <= maxOf(result) ? { least, most: constant(most.value, result) } : null;
    case 'max':
      return { least, most: constant(maxOf(result), result) };
    case 'half':
      return { least, most: constant(convert(maxOf(draft.file.difference), result), result) };
    case 'argument': {
      const limit = argument(draft, library, call, most.index);
      return limit === null || mayHaveChanged(draft, limit, from) ? null : { least, most: limit };
    }
  }
}

/** An argument as the function gets it; null: not known. */
function argument(
  draft: Draft,
  library: LibraryFunction,
  { values, type }: { readonly values: readonly Operand[]; readonly type: CType | null },
  index: number,
): Expr | null {
  const given = values[index]?.value.expr ?? null;
  const called = type?.kind === 'pointer' ? type.to : type;
  const declared = called?.kind === 'function' ? called.params?.[index] : undefined;
  const { words, kind } = library.params[index]!;
  const to = declared ?? (kind === 'integer' ? namedInteger(draft.file.types, words, draft.scope) : null);
  return given === null || to?.kind !== 'int' ? null : cast(given, to.int);
}

/** The call itself may have changed what the expression is worth. */
function mayHaveChanged(draft: Draft, expression: Expr, from: number): boolean {
  const read = [...readVariables(expression)];
  return draft.blocks[draft.current]!.stmts.slice(from).some((s) => {
    if (s.kind !== 'clobber') return 'target' in s && s.target !== null && read.includes(s.target);
    return read.some((id) => {
      const v = draft.variables[id]!;
      return v.scope === 'global' || v.addressTaken || isBehindPointer(v) || draft.exposed.has(id);
    });
  });
}
