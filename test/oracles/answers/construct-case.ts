/**
 * A function whose last statement is a loop of the shared constructs: what is declared stands before it, bodies add to
 * variables of their own.
 */
import { INT, TYPES } from '../../differential/ctypes.ts';
import type { CType } from '../../differential/ctypes.ts';
import { TICK } from '../../differential/draft.ts';
import type { Declared } from '../../differential/draft.ts';
import type { Random } from '../../differential/random.ts';
import type { Surroundings } from '../program/surroundings.ts';
import { loopConstruct } from '../program/loop-constructs.ts';
import type { AnswerCase } from './answer-case.ts';
import { plainSource } from './answer-case.ts';

const [BEGIN, END] = ['/* begin */', '/* end */'];
const UNSIGNED_64 = { name: 'unsigned long', bits: 64, signed: false };

const typeNamed = (name: string): CType =>
  name === 'unsigned long' || name === '__SIZE_TYPE__' ? UNSIGNED_64 : (TYPES.find((t) => t.name === name) ?? INT);

/** Null where something stands behind the loop. */
export function constructCase(name: string, r: Random, made: (construct: string) => void): AnswerCase | null {
  const [file, before, hidden]: [string[], string[], string[]] = [[], [], []];
  const params: Declared[] = [
    { name: 'n', type: INT },
    { name: 'm', type: r.pick(TYPES) },
  ];
  const locals: Declared[] = [{ name: 'v', type: r.pick(TYPES) }];
  before.push(`${locals[0]?.type.name} v = ${r.int(0, 9)};`);
  const constructs: string[] = [];
  let depth = 0;
  let names = 0;
  const fresh = (stem: string): string => `${stem}${names++}_`;
  const variable = (): string => 'v';
  const value = (): string => r.pick(['n', 'm', 'v', String(r.int(0, 9)), `n + ${r.int(1, 3)}`, '(m & 7)']);
  const condition = (): string =>
    `${r.pick(['n', 'm', 'v', 'v'])} ${r.pick(['<', '>', '!=', '=='])} ${r.pick(['n', 'm', String(r.int(0, 20))])}`;
  const statement = (): string =>
    r.pick([
      `v += ${r.int(1, 5)};`,
      'v++;',
      `if (${condition()}) v++;`,
      `if (${condition()}) break;`,
      `if (${condition()}) continue;`,
      `if (${condition()}) return;`,
      `v = ${value()};`,
    ]);
  const surroundings: Surroundings = {
    r,
    file: (stem, text) => {
      const own = `${fresh(stem)}${name}`;
      file.push(text(own));
      return own;
    },
    own: (type, stem, initial) => {
      const own = fresh(stem);
      before.push(`${type} ${own} = ${initial};`);
      locals.push({ name: own, type: typeNamed(type) });
      return own;
    },
    hidden: (stem, text) => {
      const own = fresh(stem);
      before.push(text(own));
      hidden.push(own);
      return own;
    },
    member: () => {},
    state: () => {},
    variable,
    value,
    condition,
    body: () => Array.from({ length: r.int(0, 2) }, statement),
    leave: () => 'return;',
    loop: (head, lines, tail = '}') => {
      depth++;
      const inside = [...lines()];
      depth--;
      const own = [`${head} {`, TICK, ...inside, tail];
      return depth === 0 ? [BEGIN, ...own, END] : own;
    },
  };
  const lines = loopConstruct(surroundings, (what) => constructs.push(what));
  if (lines.at(-1) !== END || lines.filter((l) => l === BEGIN).length !== 1) return null;
  for (const what of constructs) made(what);
  const at = lines.indexOf(BEGIN);
  const drawn = {
    shape: 'construct',
    name,
    params,
    variables: [...params, ...locals],
    file,
    hidden,
    before: [...before, ...lines.slice(0, at)].map((l) => `  ${l}`),
    loop: lines.slice(at + 1, -1).map((l) => `  ${l}`),
  };
  const generated = { shape: 'construct', name, params, locals, returns: INT, source: '' };
  const source = plainSource({ ...drawn, generated });
  return { ...drawn, generated: { ...generated, source } };
}
