/**
 * Where integers live: locals and globals of each width, members, bit-fields, elements, what pointers point at. Each
 * class is a row of `PLACES`.
 */
import { INT, TYPES } from '../../differential/ctypes.ts';
import type { CType } from '../../differential/ctypes.ts';
import type { Place, UnitDraft } from './draft.ts';
import { ELEMENTS, constant, fresh, other } from './draft.ts';

const CHAR: CType = { name: 'char', bits: 8, signed: true };
const BOOL: CType = { name: '_Bool', bits: 1, signed: false };

const typeOf = (d: UnitDraft): CType => (d.r.chance(0.5) ? INT : d.r.pick([...TYPES, CHAR, BOOL]));

/** Members of every structure that is drawn: `n`, `c`, `b`, ... of these types. */
const MEMBERS: readonly { readonly name: string; readonly declared: string; readonly type: CType }[] = [
  { name: 'n', declared: 'int n', type: INT },
  { name: 'c', declared: 'unsigned char c', type: { name: 'unsigned char', bits: 8, signed: false } },
  { name: 'k', declared: 'unsigned k', type: { name: 'unsigned', bits: 32, signed: false } },
  { name: 'b', declared: 'unsigned b : 4', type: { name: 'unsigned', bits: 4, signed: false } },
  { name: 'i', declared: 'int i : 5', type: { name: 'int', bits: 5, signed: true } },
  { name: 'l', declared: 'long l', type: { name: 'long', bits: 64, signed: true } },
];
export const BOX = `struct box { ${MEMBERS.map((m) => `${m.declared};`).join(' ')} int a[${ELEMENTS}]; struct box *next; };`;

const members = (d: UnitDraft, of: string): Place[] => {
  const some = MEMBERS.filter(() => d.r.chance(0.4));
  return (some.length > 0 ? some : MEMBERS.slice(0, 1)).map((m) => ({ text: `${of}${m.name}`, type: m.type }));
};

const setMembers = (of: string): string => MEMBERS.map((m) => `${of}${m.name} = some();`).join(' ');

/** A place, once or several; what it needs is declared in the draft. */
type Maker = (d: UnitDraft) => readonly Place[];

const PLACES: Readonly<Record<string, Maker>> = {
  parameter(d) {
    const [name, type] = [fresh(d, 'n'), typeOf(d)];
    d.params.push({ declared: `${type.name} ${name}`, argument: `(${type.name})some()` });
    return [{ text: name, type }];
  },
  local(d) {
    const [name, type] = [fresh(d, 'v'), typeOf(d)];
    d.locals.push(`${type.name} ${name} = ${other(d)?.text ?? constant(d)};`);
    return [{ text: name, type }];
  },
  'global, external linkage'(d) {
    const [name, type] = [fresh(d, 'g'), typeOf(d)];
    d.head.push(`${type.name} ${name};`);
    d.setup.push(`${name} = (${type.name})some();`);
    return [{ text: name, type }];
  },
  'global, static'(d) {
    const [name, type] = [fresh(d, 'h'), typeOf(d)];
    d.head.push(`static ${type.name} ${name}${d.r.chance(0.5) ? ` = ${d.r.int(0, 9)}` : ''};`);
    return [{ text: name, type }];
  },
  'global, extern only'(d) {
    const [name, type] = [fresh(d, 'x'), typeOf(d)];
    d.head.push(`extern ${type.name} ${name};`);
    d.foreign.push(`${type.name} ${name} = 3;`);
    d.setup.push(`${name} = (${type.name})some();`);
    return [{ text: name, type }];
  },
  'local, static'(d) {
    const [name, type] = [fresh(d, 'w'), typeOf(d)];
    d.locals.push(`static ${type.name} ${name};`);
    return [{ text: name, type }];
  },
  'member, through a parameter'(d) {
    const [name, object] = [fresh(d, 's'), fresh(d, 'box')];
    d.foreign.push(`struct box ${object};`);
    d.setup.push(setMembers(`${object}.`));
    d.params.push({ declared: `struct box *${name}`, argument: `&${object}` });
    return members(d, `${name}->`);
  },
  'member of a global'(d) {
    const name = fresh(d, 'g');
    d.head.push(`${d.r.chance(0.5) ? 'static ' : ''}struct box ${name};`);
    return members(d, `${name}.`);
  },
  'member of a local'(d) {
    const name = fresh(d, 'v');
    d.locals.push(`struct box ${name} = { ${constant(d)}, 2, 3 };`);
    return members(d, `${name}.`);
  },
  'member of a local copy'(d) {
    const [name, from] = [fresh(d, 'v'), fresh(d, 'g')];
    d.head.push(`struct box ${from};`);
    d.setup.push(setMembers(`${from}.`));
    d.locals.push(
      d.r.chance(0.5)
        ? `struct box ${name} = ${from};`
        : `struct box ${name}; memcpy(&${name}, &${from}, sizeof ${name});`,
    );
    return members(d, `${name}.`);
  },
  'member, zeroed by memset'(d) {
    const name = fresh(d, 'v');
    d.locals.push(`struct box ${name}; memset(&${name}, 0, sizeof ${name});`);
    return members(d, `${name}.`);
  },
  'member, through a compound literal'(d) {
    const name = fresh(d, 'q');
    d.locals.push(`struct box *${name} = &(struct box){ .n = ${constant(d)}, .k = 4 };`);
    return members(d, `${name}->`);
  },
  'element of a global'(d) {
    const name = fresh(d, 'a');
    d.head.push(`${d.r.chance(0.5) ? 'static ' : ''}int ${name}[${ELEMENTS}] = { 3, 1, 4, 1, 5 };`);
    d.arrays.push(name);
    return [{ text: `${name}[${d.r.int(0, 3)}]`, type: INT }];
  },
  'element of a local'(d) {
    const name = fresh(d, 'a');
    d.locals.push(`int ${name}[${ELEMENTS}]; memset(${name}, 0, sizeof ${name});`);
    d.arrays.push(name);
    return [{ text: `${name}[${d.r.int(0, 3)}]`, type: INT }];
  },
  'behind a parameter'(d) {
    const [name, object, type] = [fresh(d, 'p'), fresh(d, 'cell'), typeOf(d)];
    d.foreign.push(`${type.name} ${object};`);
    d.setup.push(`${object} = (${type.name})some();`);
    d.params.push({ declared: `${type.name} *${name}`, argument: `&${object}` });
    return [{ text: `(*${name})`, type }];
  },
  'behind a parameter, a global'(d) {
    const [name, object, type] = [fresh(d, 'p'), fresh(d, 'g'), typeOf(d)];
    d.head.push(`${type.name} ${object};`);
    d.setup.push(`${object} = (${type.name})some();`);
    d.params.push({ declared: `${type.name} *${name}`, argument: `&${object}` });
    return [
      { text: `(*${name})`, type },
      { text: object, type },
    ];
  },
  'behind a local pointer'(d) {
    const [name, object, type] = [fresh(d, 'q'), fresh(d, 'v'), typeOf(d)];
    d.locals.push(`${type.name} ${object} = ${constant(d)}, *${name} = &${object};`);
    return [
      { text: `(*${name})`, type },
      { text: object, type },
    ];
  },
  'behind a pointer to one of two'(d) {
    const [name, first, second] = [fresh(d, 'q'), fresh(d, 'v'), fresh(d, 'g')];
    d.head.push(`static int ${second} = 4;`);
    d.locals.push(`int ${first} = ${constant(d)}, *${name} = ${other(d)?.text ?? '1'} > 2 ? &${first} : &${second};`);
    return [`(*${name})`, first, second].map((text) => ({ text, type: INT }));
  },
};

/** One to three places of a class that is drawn. */
export function place(d: UnitDraft): void {
  const what = d.r.pick(Object.keys(PLACES));
  d.made(`place: ${what}`);
  d.places.push(...(PLACES[what] as Maker)(d));
}
