/**
 * What a run of a function is given at its start, by the names of the source; and what it is given where nobody says
 * what.
 */
import type { ArrayObject, IrFunction, Stmt, Variable } from '../../program/index.ts';
import { readVariables, startsInitial } from '../../program/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import type { RunInput } from '../../report/index.ts';
import { anyInput } from '../handed-in.ts';

export interface ChosenInputs {
  readonly inputs: ReadonlyMap<number, bigint>;
  readonly arrays: ReadonlyMap<number, readonly bigint[]>;
}

/** More elements are not told. */
const MOST_ELEMENTS = 64;

/** Numbers and arrays that come from outside, and that the function looks at. */
function askedFor(fn: IrFunction): { readonly numbers: readonly Variable[]; readonly arrays: readonly ArrayObject[] } {
  const read = readIn(fn);
  const isNamed = ({ name }: { readonly name: string }): boolean => /^[A-Za-z_][\w.>[\]-]*$/.test(name);
  return {
    numbers: fn.variables.filter(
      (v) =>
        (v.scope === 'param' || (v.scope === 'global' && read.variables.has(v.id))) &&
        v.pointer !== true &&
        v.made === undefined &&
        isNamed(v) &&
        !startsInitial(fn, v) &&
        v.kept !== true,
    ),
    arrays: fn.arrays.filter(
      (a) => a.scope !== 'local' && a.fixed !== true && read.arrays.has(a.id) && isNamed(a) && a.unspoken !== true,
    ),
  };
}

function readIn(fn: IrFunction): { readonly variables: ReadonlySet<number>; readonly arrays: ReadonlySet<number> } {
  const variables = new Set<number>();
  const arrays = new Set<number>();
  const take = (s: Stmt): void => {
    if (s.kind === 'load') arrays.add(s.array);
    const expressions = 'value' in s ? [s.value] : 'cond' in s ? [s.cond] : 'args' in s ? s.args : [];
    const indices = 'index' in s ? [s.index] : [];
    for (const e of [...expressions, ...indices]) for (const v of readVariables(e)) variables.add(v);
  };
  for (const { stmts, end } of fn.blocks) {
    stmts.forEach(take);
    if (end.kind === 'branch') for (const v of readVariables(end.cond)) variables.add(v);
    if (end.kind === 'return' && end.value) for (const v of readVariables(end.value)) variables.add(v);
  }
  return { variables, arrays };
}

/** The inputs of a run as they are told, and can be given again. */
export function inputsOf(fn: IrFunction, { inputs, arrays }: ChosenInputs): readonly RunInput[] {
  const asked = askedFor(fn);
  const numbers = asked.numbers.map(
    (v): RunInput => ({ name: v.name, kind: 'number', value: `${inputs.get(v.id) ?? v.initial ?? 0n}` }),
  );
  const elements = asked.arrays.map((a): RunInput => {
    const values = (arrays.get(a.id) ?? a.initial ?? []).slice(0, MOST_ELEMENTS);
    return { name: a.name, kind: 'elements', value: values.join(', ') };
  });
  return [...numbers, ...elements];
}

/**
 * The values that were given, and for the others `otherwise`, reduced to the type. A text that is no number counts as
 * not given.
 */
export function chosenInputs(
  fn: IrFunction,
  given: Readonly<Record<string, string>>,
  mode: IntegerMode,
  otherwise: Guess,
): ChosenInputs {
  const asked = askedFor(fn);
  const inputs = new Map<number, bigint>();
  for (const v of fn.variables)
    if (v.scope !== 'temp' && v.scope !== 'local' && !startsInitial(fn, v)) inputs.set(v.id, anyInput(v));
  asked.numbers.forEach((v, i) => {
    const text = Object.hasOwn(given, v.name) ? given[v.name] : undefined;
    const value = (text === undefined ? null : numberIn(text)) ?? otherwise.number(v, i);
    inputs.set(v.id, mode === 'mathematical' ? value : convert(value, v.type));
  });
  const arrays = new Map<number, readonly bigint[]>();
  for (const a of asked.arrays) {
    const text = Object.hasOwn(given, a.name) ? given[a.name] : undefined;
    const values = (text === undefined ? null : elementsIn(text)) ?? otherwise.elements(a);
    const fitting = a.length === null ? values : values.slice(0, Number(a.length));
    arrays.set(
      a.id,
      fitting.map((n) => (mode === 'mathematical' ? n : convert(n, a.element))),
    );
  }
  return { inputs, arrays };
}

/** Values where nobody has said which. */
export interface Guess {
  number(variable: Variable, position: number): bigint;
  elements(array: ArrayObject): readonly bigint[];
}

const DIGITS = [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n];
const LETTERS = [...'loop lens'].map((c) => BigInt(c.charCodeAt(0)));

const elements = (a: ArrayObject): readonly bigint[] =>
  a.initial !== null && a.initial.length > 0 ? a.initial : a.element.bits === 8 ? [...LETTERS, 0n] : DIGITS;

const within = (n: bigint, { type }: Variable): bigint =>
  n > maxOf(type) ? maxOf(type) : n < minOf(type) ? minOf(type) : n;

/** Small numbers: some loops need the first to be larger, some the last. */
export const GUESSES: readonly Guess[] = [
  { number: (v, i) => within(BigInt(3 + 3 * i), v), elements },
  { number: (v, i) => within(BigInt(Math.max(1, 12 - 5 * i)), v), elements },
  { number: (v) => within(8n, v), elements },
  { number: (v, i) => within(i === 0 ? 0n : 10n, v), elements },
  { number: (v) => within(100n, v), elements },
  { number: (v, i) => within(BigInt(-6 - i), v), elements },
];

function numberIn(text: string): bigint | null {
  const trimmed = text.trim();
  const character = /^'([^'\\])'$/.exec(trimmed)?.[1];
  if (character !== undefined) return BigInt(character.codePointAt(0) ?? 0);
  return /^[-+]?(\d{1,40}|0[xX][\da-fA-F]{1,32})$/.test(trimmed) ? signed(trimmed) : null;
}

const signed = (text: string): bigint =>
  text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));

function elementsIn(text: string): readonly bigint[] | null {
  const quoted = /^\s*"([^"]*)"\s*$/.exec(text)?.[1];
  if (quoted !== undefined) return [...new TextEncoder().encode(quoted), 0].map(BigInt);
  const parts = text.trim() === '' ? [] : text.split(',').map(numberIn);
  return parts.some((n) => n === null) ? null : parts.flatMap((n) => (n === null ? [] : [n]));
}
