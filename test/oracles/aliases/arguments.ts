/** Objects for a function's pointers to lead to: such as overlap wherever types let them. */
import type { Random } from '../../differential/random.ts';
import type { AliasProgram } from './program.ts';
import { globalOf } from './scope.ts';
import type { Place, StructType, Type } from './types.ts';
import { fillerOf, insideOf, isStruct } from './types.ts';

export interface Objects {
  /** C: their declarations, and a function FILLED that gives all of them values. */
  readonly declared: string;
  readonly filled: string;
  /** By parameter: C of what it may be. */
  readonly choices: readonly (readonly string[])[];
}

const PAIR = 2;
/** Times that elements of arrays are drawn. */
const DRAWN = 3;

/** `value` is the C of what integers get. */
export function objectsFor({ name, structs, params }: AliasProgram, value: string, r: Random): Objects {
  const pairOf = (s: StructType): string => `o_${s.name}`;
  const fillerNamed = (s: StructType): string => `fill_${s.name}`;
  const spare = (k: number): string => `spare_${name}_${k}`;
  const whole = structs.flatMap((type) =>
    [...Array.from({ length: PAIR }, (_, k) => `${pairOf(type)}[${k}]`), globalOf(type)].map((text) => ({
      text,
      type,
    })),
  );
  const inside = whole.flatMap(({ text, type }) =>
    Array.from({ length: DRAWN }, () => insideOf(type, (length) => `${r.int(0, length - 1)}`)).flatMap((places) =>
      places.map((p) => ({ text: `${text}.${p.text}`, type: p.type })),
    ),
  );
  const filling = (text: string, type: Type): string =>
    isStruct(type) ? `${fillerNamed(type)}(&${text});` : `${text} = ${value};`;
  const fillers = structs.map((s) => fillerOf(s, fillerNamed, value));
  const fillings = [
    ...whole.map(({ text, type }) => filling(text, type)),
    ...params.map(({ to }, k) => filling(spare(k), to)),
  ];
  const filled = `fill_${name}`;
  return {
    declared: [
      ...structs.map((s) => `static ${s.name} ${pairOf(s)}[${PAIR}];`),
      ...params.map(({ to }, k) => `static ${to.name} ${spare(k)};`),
      ...fillers,
      `static void ${filled}(void) {\n${fillings.map((f) => `  ${f}`).join('\n')}\n}`,
    ].join('\n'),
    filled,
    choices: params.map(({ to }, k) => {
      const fitting = [...whole, ...inside].flatMap((place) => pointersTo(place, to, r));
      return [...new Set([...fitting, `&${spare(k)}`])];
    }),
  };
}

/**
 * Those that C lets an access to what the place holds go through: to its type, to that of the other sign, and to bytes
 * of whatever it is.
 */
function pointersTo({ text, type }: Place, to: Type, r: Random): readonly string[] {
  if (type === to) return [`&${text}`];
  if (isStruct(to)) return [];
  const cast = `(${to.name} *)&${text}`;
  if (to.bits === 8) return [isStruct(type) ? cast : `${cast} + ${r.int(0, type.bits / 8 - 1)}`];
  return !isStruct(type) && type.bits === to.bits ? [cast] : [];
}
