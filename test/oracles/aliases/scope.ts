/** What the statements of a function may name: its pointers, what they lead to, and what the file has. */
import { INT, TYPES } from '../../differential/ctypes.ts';
import type { CType } from '../../differential/ctypes.ts';
import type { Random } from '../../differential/random.ts';
import type { Place, StructType, Type } from './types.ts';
import { insideOf, isStruct } from './types.ts';

/** Something that points to an object of a type. */
export interface Pointer {
  readonly name: string;
  readonly to: Type;
}

export interface Scope {
  readonly r: Random;
  /** Of the function. */
  readonly name: string;
  readonly structs: readonly StructType[];
  readonly pointers: readonly Pointer[];
}

export interface Integer {
  readonly text: string;
  readonly type: CType;
}

export interface Whole {
  readonly text: string;
  readonly type: StructType;
}

const SHORT = TYPES.find(({ name }) => name === 'short') ?? INT;

/** Integers that functions of the file store through pointers, and what they store. */
export const SET: ReadonlyMap<CType, number> = new Map([
  [INT, 2],
  [SHORT, 1],
]);

export const setterOf = (type: CType, { name }: Scope): string => `set_${type.name}_${name}`;
export const copierOf = ({ name }: StructType): string => `copy_${name}`;
/** The variable of the file that has a struct's type. */
export const globalOf = ({ name }: StructType): string => `z_${name}`;

const isInteger = (p: Place): p is Integer => !isStruct(p.type);
const isWhole = (p: Place): p is Whole => isStruct(p.type);

/** An integer that a pointer leads to; in a loop its elements may be those of the counter `i`. */
export function integer({ r, pointers }: Scope, inLoop = false): Integer {
  const { name, to } = r.pick(pointers);
  if (!isStruct(to)) return { text: r.chance(0.7) ? `(*${name})` : `${name}[0]`, type: to };
  const { text, type } = r.pick(insideOf(to, subscripts(r, inLoop)).filter(isInteger));
  return { text: `${name}->${text}`, type };
}

/** The structs that pointers lead to, and those inside of them. */
export const wholes = ({ r, pointers }: Scope): readonly Whole[] =>
  pointers.flatMap(({ name, to }) =>
    isStruct(to)
      ? [
          { text: `*${name}`, type: to },
          ...insideOf(to, subscripts(r, true))
            .filter(isWhole)
            .map(({ text, type }) => ({ text: `${name}->${text}`, type })),
        ]
      : [],
  );

const subscripts =
  (r: Random, inLoop: boolean) =>
  (length: number): string =>
    inLoop && r.chance(0.3) ? `i % ${length}` : `${r.int(0, length - 1)}`;
