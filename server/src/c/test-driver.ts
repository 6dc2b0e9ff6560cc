/**
 * A C program that drives a function to a place. It includes the file that the function is in and sets parameters and
 * globals. It answers the questions to the environment from a table. Written from the source's text, so that what we
 * don't model stays as it is.
 */
import type { ArrayObject, IrFunction, IrProgram, Variable } from '../program/index.ts';
import type { Position } from '../source/index.ts';
import { literally, mentions } from '../source/index.ts';
import { ASSERTING, ASSUMING, FAILING, nondetType } from './syntax/index.ts';
import { lineStarts } from './sources/index.ts';

/** Values read from the environment: the pattern, so many times. */
export interface Answers {
  readonly values: readonly bigint[];
  readonly times: bigint;
}

export interface DriverRequest {
  readonly source: string;
  /** How the driver finds the file: what stands between the quotes of its `#include`. */
  readonly include: string;
  readonly program: IrProgram;
  readonly entry: IrFunction;
  /** By variable of the entry (`IrFunction.variables`), or of the function that it became when calls were inlined. */
  readonly variables: readonly Variable[];
  readonly inputs: ReadonlyMap<number, bigint>;
  /**
   * What arrays that come from outside contain, by id (`IrFunction.arrays` of the entry, and of the function that it
   * became).
   */
  readonly arrays: ReadonlyMap<number, readonly bigint[]>;
  readonly answers: readonly Answers[];
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  /** What the program is for, for its first line. */
  readonly purpose: string;
}

export type Driver =
  | { readonly kind: 'driver'; readonly text: string }
  | { readonly kind: 'none'; readonly why: string };

/** Bytes behind each pointer that is handed over. */
const MEMORY = 1 << 16;

/** The program, or why there is none: something the run depends on can't be set from outside. */
export function driverFor(request: DriverRequest): Driver {
  const { variables, inputs, arrays, entry } = request;
  const code = withoutComments(request.source);
  const globals: string[] = [];
  for (const v of variables) {
    const value = inputs.get(v.id);
    if (v.scope !== 'global' || value === undefined || value === (v.initial ?? 0n)) continue;
    const [object = ''] = v.name.split('.');
    if (v.pointer) return { kind: 'none', why: `where \`${v.name}\` leads can't be set from outside` };
    if (!mentions(code, object)) return { kind: 'none', why: `\`${v.name}\` can't be set from outside` };
    globals.push(`  ${v.name} = ${literal(value)};`);
  }
  for (const [id, values] of arrays) {
    const a = entry.arrays[id];
    if (!a || a.scope === 'param') continue;
    if (!/^[A-Za-z_]\w*$/.test(a.name) || !mentions(code, a.name))
      return { kind: 'none', why: `what is in \`${a.name}\` can't be set from outside` };
    values.forEach((v, i) => {
      if (v !== (a.initial?.[i] ?? 0n)) globals.push(`  ${a.name}[${i}] = ${literal(v)};`);
    });
  }
  const primitives = primitivesOf(request, code);
  const call = callOf(request, code);
  if (call === null) return { kind: 'none', why: `what \`${entry.name}\` takes can't be made from its parameters` };
  const file = [fileText(request, primitives.own, code)];
  const parts = [
    [
      `/* ${request.purpose.replaceAll('*/', '* /').replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '?')} */`,
      ...(primitives.after.some((l) => /\b(?:exit|abort)\(/.test(l)) ? ['#include <stdlib.h>'] : []),
    ],
    [
      ...primitives.before,
      ...(/\bmain\b/.test(code) ? ['#define main looplens_original_main', ...file, '#undef main'] : file),
    ],
    externsOf(variables, code),
    primitives.after.some((l) => l.includes('looplens_next()')) ? tableOf(request.answers) : [],
    primitives.after,
    ['int main(void) {', ...globals, ...call, '  return 0;', '}'],
  ];
  return {
    kind: 'driver',
    text: `${parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n')}\n`,
  };
}

/**
 * A declaration for each parameter, as in the source, and the call. Null where an array has to be handed over and it
 * can't be told how.
 */
function callOf(request: DriverRequest, code: string): string[] | null {
  const { entry, inputs, arrays, source } = request;
  const name = entry.name === 'main' ? 'looplens_original_main' : entry.name;
  const declared = parametersOf(code, offsetOf(source, entry.nameRange.end));
  // what is behind the parameters proper are members of structs
  if (declared === null || declared.length > entry.params.length) {
    const plain = entry.params
      .slice(0, declared?.length ?? entry.params.length)
      .map((p) => (p === null ? '0' : literal(inputs.get(p) ?? 0n)));
    return entry.paramArrays?.some((a) => a !== null && arrays.has(a)) ? null : [`  ${name}(${plain.join(', ')});`];
  }
  const out: string[] = [];
  const args = declared.map((text, i) => {
    const { before, value } = argumentOf(request, text, i);
    out.push(...before);
    return value;
  });
  return [...out, `  ${name}(${args.join(', ')});`];
}

/** An argument, and the lines that make what it stands for. */
interface DriverArgument {
  readonly before: readonly string[];
  readonly value: string;
}

/** `text`: the declaration of parameter `i`. */
function argumentOf(request: DriverRequest, text: string, index: number): DriverArgument {
  const { entry, variables, inputs, arrays } = request;
  const own = variables[entry.params[index] ?? -1];
  if (own) {
    const value = literal(inputs.get(own.id) ?? 0n);
    return own.name === '' ? { before: [], value } : { before: [`  ${text} = ${value};`], value: own.name };
  }
  const position = entry.paramPointers?.[index];
  if (position != null && inputs.get(position) === 0n) return { before: [], value: '0' };
  const array = entry.arrays[entry.paramArrays?.[index] ?? -1];
  const contents = array && arrays.get(array.id);
  if (array && contents) {
    const elements = contents.map(literal).join(', ');
    // what is behind the elements that the run needs may be read as well
    const length = array.length ?? Math.max(contents.length, MEMORY / 8);
    const before = [`  static ${elementType(array)} looplens_array${index}[${length}] = { ${elements} };`];
    return { before, value: `(void *)looplens_array${index}` };
  }
  const name = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:\)\s*\(.*\)\s*)?$/.exec(text)?.[1] ?? '';
  return { before: [...emptyObject(text, index), ...membersSet(request, name)], value: name };
}

/** An object for a parameter: zero, or a pointer to memory that is. */
function emptyObject(text: string, i: number): readonly string[] {
  if (text.includes('[')) {
    const array = text
      .replace(/^(?:\s*(?:const|static|register)\b)+/, '')
      .replace(/\[[^\]]*\]/, `[${MEMORY / 8}]`)
      .trim();
    return [`  static ${array};`];
  }
  if (!text.includes('*')) return [`  ${text} = {0};`];
  return [`  static long long looplens_memory${i}[${MEMORY / 8}];`, `  ${text} = (void *)looplens_memory${i};`];
}

/** Members of a parameter, or of what it points at, that aren't zero. */
function membersSet({ variables, inputs }: DriverRequest, parameter: string): readonly string[] {
  return variables.flatMap((v) => {
    const isMember = v.name.startsWith(`${parameter}.`) || v.name.startsWith(`${parameter}->`);
    const value = isMember && v.scope === 'param' && !v.pointer ? inputs.get(v.id) : undefined;
    return value !== undefined && value !== 0n ? [`  ${v.name} = ${literal(value)};`] : [];
  });
}

/** Elements of that width and sign, whatever the source calls them. */
function elementType({ element }: ArrayObject): string {
  if (element.bool) return '_Bool';
  const name = ({ 8: 'char', 16: 'short', 32: 'int', 64: 'long long' } as Record<number, string>)[element.bits];
  return name === undefined ? element.name : `${element.signed ? 'signed' : 'unsigned'} ${name}`;
}

interface Primitives {
  readonly before: string[];
  /** Defined in the file all the same. */
  readonly own: string[];
  readonly after: string[];
}

/** Definitions of what the file leaves to whoever runs it. */
function primitivesOf(request: DriverRequest, code: string): Primitives {
  const kindOf = primitiveKinds(request);
  const statements = request.program.functions.flatMap((f) => f.blocks.flatMap((b) => b.stmts));
  const integer = new Set(statements.flatMap((s) => (s.kind === 'nondet' ? [s.callee] : [])));
  const fileLevel = outsideOfBraces(code);
  const out: Primitives = { before: [], own: [], after: [] };
  for (const name of new Set([...code.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map((m) => m[1] as string))) {
    const kind = kindOf(name);
    if (kind === null || isGiven(name, code)) continue;
    const isOwn = definitionOf(name).test(fileLevel);
    // assertions and assumptions of the file's own do what they are for
    if (isOwn && kind !== 'nondet') continue;
    if (isOwn) out.own.push(name);
    const declared = !isOwn && new RegExp(`${begins(name)}\\s*\\(`).test(fileLevel);
    const result = kind === 'nondet' ? standard(nondetType(name) ?? 'double') : 'void';
    if (!declared)
      out.before.push(`${result} ${name}(${kind === 'nondet' || kind === 'fail' ? 'void' : 'int condition'});`);
    const type = declared ? `__typeof__(${name}())` : result;
    out.after.push(primitiveBody(kind, name, type, integer.has(name)));
  }
  return out;
}

type PrimitiveKind = 'nondet' | 'assert' | 'assume' | 'fail';

/** What a function of the name does; null: it is none of them. */
function primitiveKinds({ assertNames, assumeNames }: DriverRequest): (name: string) => PrimitiveKind | null {
  const asserting = new Set([...ASSERTING, ...assertNames].filter((n) => !/static_assert|_Static_assert/.test(n)));
  const assuming = new Set([...ASSUMING, ...assumeNames].filter((n) => !n.startsWith('__builtin')));
  return (name) => {
    if (nondetType(name) !== undefined) return 'nondet';
    if (asserting.has(name)) return 'assert';
    if (assuming.has(name)) return 'assume';
    return FAILING.has(name) ? 'fail' : null;
  };
}

/** A macro, or something of the C library. */
function isGiven(name: string, code: string): boolean {
  if (/^__assert/.test(name) || (name === 'assert' && /#\s*include\s*<assert\.h>/.test(code))) return true;
  return new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${literally(name)}(?![\\w$])`, 'm').test(code);
}

function primitiveBody(kind: PrimitiveKind, name: string, type: string, isInteger: boolean): string {
  switch (kind) {
    case 'nondet':
      return `${type} ${name}() { return (${type})${isInteger ? 'looplens_next()' : '0'}; }`;
    case 'assume':
      return `void ${name}(int condition) { if (!condition) exit(0); }`;
    case 'assert':
      return `void ${name}(int condition) { if (!condition) abort(); }`;
    case 'fail':
      return `void ${name}() { abort(); }`;
  }
}

const definitionOf = (name: string): RegExp => new RegExp(`${begins(name)}(?=\\s*\\([^()]*\\)\\s*\\{)`);

/**
 * The file that is tested: an `#include` of it. Its text instead, where its name can't stand in an `#include`. Also
 * where it defines functions that the driver defines, too; these get other names.
 */
function fileText({ source, include }: DriverRequest, own: readonly string[], code: string): string {
  if (own.length === 0 && !/["\r\n]/.test(include)) return `#include "${include}"`;
  let text = source;
  const places = own.flatMap((name) => {
    const at = definitionOf(name).exec(code)?.index;
    return at === undefined ? [] : [at];
  });
  for (const at of places.sort((a, b) => b - a)) text = `${text.slice(0, at)}looplens_original_${text.slice(at)}`;
  return text;
}

/** Globals that the file only declares. */
function externsOf(variables: readonly Variable[], code: string): string[] {
  const fileLevel = outsideOfBraces(code);
  const names = new Set(variables.filter((v) => v.scope === 'global').map((v) => v.name.split('.')[0] ?? ''));
  return [...names]
    .filter((name) => new RegExp(`\\bextern\\b[^;{}()]*${begins(name)}(?![\\w$])[^;{}=]*;`).test(fileLevel))
    .map((name) => `__typeof__(${name}) ${name};`);
}

function tableOf(answers: readonly Answers[]): string[] {
  const runs = answers.filter((a) => a.values.length > 0 && a.times > 0n);
  const values = runs.flatMap((a) => a.values);
  const rows = [...runs.map((a) => `{ ${a.values.length}, ${a.times}ULL }`), '{ 0, 0 }'];
  const answered = [...values, 0n].map((v) => `(unsigned long long)${literal(v)}`);
  return [
    '/* What the environment answers, in order: so many values, so many times. */',
    `static const struct { int values; unsigned long long times; } looplens_runs[] = { ${rows.join(', ')} };`,
    `static const unsigned long long looplens_values[] = { ${answered.join(', ')} };`,
    'static unsigned long long looplens_next(void) {',
    '  static int run, start, at;',
    '  static unsigned long long times;',
    '  unsigned long long value;',
    '  if (looplens_runs[run].values == 0) return 0;',
    '  value = looplens_values[start + at];',
    '  if (++at == looplens_runs[run].values) {',
    '    at = 0;',
    '    if (++times == looplens_runs[run].times) {',
    '      times = 0;',
    '      start += looplens_runs[run].values;',
    '      run++;',
    '    }',
    '  }',
    '  return value;',
    '}',
  ];
}

/** A type that needs no header. */
function standard(words: string): string {
  const exact = /^(u?)int(8|16|32|64)_t$/.exec(words);
  if (exact) return `__${exact[1] === 'u' ? 'UINT' : 'INT'}${exact[2]}_TYPE__`;
  return words === 'size_t' ? '__SIZE_TYPE__' : words === 'ssize_t' ? '__PTRDIFF_TYPE__' : words;
}

function literal(value: bigint): string {
  if (value < 0n) return `(${value + 1n}LL - 1)`;
  return value < 1n << 31n ? `${value}` : value < 1n << 63n ? `${value}LL` : `${value}ULL`;
}

function offsetOf(source: string, at: Position): number {
  return (lineStarts(source)[at.line - 1] ?? 0) + at.column - 1;
}

/** Whether a function's name stands somewhere in the file other than before its arguments or parameters. */
export function namedWithoutCall(source: string, name: string): boolean {
  const code = withoutComments(source).replace(/^[ \t]*#[ \t]*include\b[^\n]*/gm, '');
  return new RegExp(`${begins(name)}(?![\\w$]|\\s*\\()`).test(code);
}

/** A pattern for the name from where it begins. */
const begins = (name: string): string => `(?<![\\w$])${literally(name)}`;

/** The same text with blanks for comments and for what strings and characters hold. */
function withoutComments(text: string): string {
  const blank = (s: string): string => s.replace(/[^\n]/g, ' ');
  return text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (m) =>
    m.startsWith('/') ? blank(m) : `${m[0]}${blank(m.slice(1, -1))}${m[0]}`,
  );
}

/** The same text with blanks for what braces enclose. */
function outsideOfBraces(code: string): string {
  let depth = 0;
  return [...code]
    .map((c) => {
      if (c === '}') depth = Math.max(0, depth - 1);
      const kept = depth === 0 || c === '\n' ? c : ' ';
      if (c === '{') depth++;
      return kept;
    })
    .join('');
}

/** The texts between the parentheses that follow; null for an old-style or unusual list. */
function parametersOf(code: string, from: number): string[] | null {
  const open = code.indexOf('(', from);
  if (open < 0) return null;
  const out: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < code.length; i++) {
    const c = code[i];
    if (c === '(' || c === '[' || c === '{') depth++;
    if (c === ')' || c === ']' || c === '}') depth--;
    if (depth !== 0 && !(depth === 1 && c === ',')) continue;
    out.push(code.slice(start, i).replace(/\s+/g, ' ').trim());
    start = i + 1;
    if (depth === 0) break;
  }
  if (out.length === 1 && (out[0] === '' || out[0] === 'void')) return [];
  return out.every((p) => /[\w\])]\s*$/.test(p) && /[\s*]/.test(p)) ? out : null;
}
