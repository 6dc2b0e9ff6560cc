/**
 * Static functions with loops of their own, over what they are given and over globals: what is said of them holds
 * wherever they are called from.
 */
import { INT } from '../../differential/ctypes.ts';
import { body } from './bodies.ts';
import type { Place, UnitDraft } from './draft.ts';
import { ELEMENTS, fresh, value } from './draft.ts';
import { headed } from './heads.ts';
import { loop } from './loops.ts';

interface Given {
  readonly declared: string;
  readonly places: readonly Place[];
  readonly arrays: readonly string[];
  /** An argument, in the words of the caller. */
  argument(): string;
}

const GIVEN: Readonly<Record<string, (d: UnitDraft, name: string) => Given>> = {
  number: (d, name) => ({
    declared: `int ${name}`,
    places: [{ text: name, type: INT }],
    arrays: [],
    argument: () => value(d),
  }),
  byte: (d, name) => ({
    declared: `unsigned char ${name}`,
    places: [{ text: name, type: { name: 'unsigned char', bits: 8, signed: false } }],
    arrays: [],
    argument: () => value(d),
  }),
  address(d, name) {
    const target = fresh(d, 'h');
    d.head.push(`static int ${target} = 2;`);
    return {
      declared: `int *${name}`,
      places: [{ text: `(*${name})`, type: INT }],
      arrays: [],
      argument: () => `&${target}`,
    };
  },
  'address of a structure'(d, name) {
    const target = fresh(d, 'g');
    d.head.push(`struct box ${target} = { 4, 1, 2 };`);
    return {
      declared: `struct box *${name}`,
      places: ['n', 'c', 'k'].map((m) => ({ text: `${name}->${m}`, type: INT })),
      arrays: [`${name}->a`],
      argument: () => `&${target}`,
    };
  },
  'structure by value'(d, name) {
    const target = fresh(d, 'g');
    d.head.push(`struct box ${target} = { 5, 1, 2 };`);
    return {
      declared: `struct box ${name}`,
      places: ['n', 'b', 'l'].map((m) => ({ text: `${name}.${m}`, type: INT })),
      arrays: [],
      argument: () => target,
    };
  },
  array(d, name) {
    const target = fresh(d, 'a');
    d.head.push(`int ${target}[${ELEMENTS}] = { 2, 7, 1, 8 };`);
    d.arrays.push(target);
    return {
      declared: d.r.pick([`int *${name}`, `int ${name}[]`, `int ${name}[${ELEMENTS}]`, `int ${name}[static 4]`]),
      places: [],
      arrays: [name],
      argument: () => target,
    };
  },
};

const isGlobal = ({ text }: Place): boolean => /^\(?[ghx]\d/.test(text) || text === 'errno';

/** Declares one; calls of it may stand in bodies and in conditions. */
export function helper(d: UnitDraft): void {
  const { r } = d;
  const name = fresh(d, 'help');
  const given = Array.from({ length: r.int(0, 2) }, () => {
    const what = r.pick(Object.keys(GIVEN));
    d.made(`given to a function: ${what}`);
    return (GIVEN[what] as (typeof GIVEN)[string])(d, fresh(d, 'p'));
  });
  const own = fresh(d, 'v');
  const places = [...d.places.filter(isGlobal), ...given.flatMap((g) => g.places), { text: own, type: INT }];
  const inner: UnitDraft = {
    ...d,
    params: [],
    locals: [],
    setup: [],
    places,
    arrays: given.flatMap((g) => g.arrays),
    acts: [],
    asks: [],
    depth: 1,
  };
  const lines = [...(r.chance(0.3) ? body(inner, []).filter((l) => !/break;|continue;/.test(l)) : []), ...loop(inner)];
  // what would need arguments of its own
  if (inner.params.length > 0) return;
  const parameters = given.map((g) => g.declared).join(', ') || 'void';
  const head = r.pick([
    'static int',
    'static int',
    'static inline int',
    'int',
    'static __attribute__((noinline)) int',
    '__attribute__((unused)) static int',
  ]);
  d.made(`function with a loop: ${head}`);
  if (r.chance(0.3)) d.head.push(headed(d, `${head.includes('static') ? 'static ' : ''}int ${name}(${parameters});`));
  d.head.push(
    `${head} ${name}(${parameters}) {\n  @F@\n  int ${own} = ${r.int(0, 5)};\n${lines.map((l) => `  ${l}`).join('\n')}\n  return ${value(inner)};\n}`,
  );
  const call = (): string => `${name}(${given.map((g) => g.argument()).join(', ')})`;
  d.acts.push(() => `${call()};`);
  d.asks.push(() => `${call()} ${r.pick(['>', '<', '!='])} ${r.int(0, 5)}`);
}
