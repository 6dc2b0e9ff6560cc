/**
 * Classes beyond what is summarised exactly today: nests, polynomials, powers, oscillation, state machines, and `wild`,
 * where anything goes. What is said about them must be right all the same.
 */
import { INT, SIGNED, TYPES } from './ctypes.ts';
import { accumulate, add, counter, loop, small, step, TICK } from './draft.ts';
import type { Shape } from './draft.ts';
import type { Random } from './random.ts';

const nests: Shape = (draft) => {
  const r = draft.random;
  const depth = r.int(2, 3);
  const sum = draft.local(r.pick([INT, ...TYPES]), '0', 's');
  const nest = (level: number, outer: string | null): string[] => {
    if (level === depth) return [add(r, sum, r.int(1, 3))];
    const i = draft.local(INT, '0', 'abc'[level]);
    const limit = outer !== null && r.chance(0.4) ? outer : r.chance(0.7) ? draft.input(INT) : String(r.int(1, 9));
    const head = r.chance(0.7) ? [] : [add(r, sum, 1)];
    return [
      `${i} = ${r.chance(0.8) ? 0 : r.int(0, 3)};`,
      ...loop(r, `${i} < ${limit}`, [...nest(level + 1, i), ...head], add(r, i, r.chance(0.8) ? 1 : 2), [
        'for',
        'while',
      ]),
    ];
  };
  draft.line(...nest(0, null));
};

const polynomial: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const s = draft.local(r.pick([INT, ...TYPES]), String(small(r)), 's');
  const body = [r.pick([`${s} += ${name};`, `${s} = ${s} + 2 * ${name} + 1;`, `${s} -= ${name};`])];
  if (r.chance(0.4)) body.push(`${draft.local(INT, '0', 'q')} += ${s};`);
  draft.line(...loop(r, condition, body, advance));
};

const powers: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick(TYPES.slice(4));
  const x = draft.local(type, r.chance(0.5) ? '1' : draft.input(type), 'x');
  const limit = draft.input(type);
  if (r.chance(0.5))
    draft.line(
      ...loop(
        r,
        `${x} > 0 && ${x} < ${limit}`,
        accumulate(draft, 1),
        `${x} = ${x} * ${r.int(2, 3)}${r.chance(0.4) ? ` + ${r.int(1, 5)}` : ''};`,
        ['while'],
      ),
    );
  else
    draft.line(
      ...loop(r, `${x} > ${r.int(0, 2)}`, accumulate(draft, 1), `${x} = ${x} ${r.pick(['/', '>>'])} ${r.int(2, 3)};`, [
        'while',
      ]),
    );
};

const oscillation: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const x = draft.local(INT, r.chance(0.4) ? draft.input(INT) : String(small(r)), 'x');
  const [low, high] = [r.int(0, 4), r.int(6, 15)];
  const d = draft.local(INT, String(step(r)), 'd');
  const body = r.pick([
    [`if (${x} >= ${high})`, `  ${add(r, x, -r.int(2, 9))}`, 'else', `  ${add(r, x, r.int(1, 5))}`],
    [`${x} = ${x} + ${d};`, `if (${x} > ${high} || ${x} < ${low})`, `  ${d} = -${d};`],
    [`${x} = (${x} + ${r.int(1, 6)}) % ${r.int(2, 13)};`],
  ]);
  draft.line(...loop(r, condition, body, advance));
};

const machine: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const state = draft.local(INT, '0', 'state');
  const count = r.int(2, 5);
  const lines = Array.from({ length: count }, (_, k) => [
    `  case ${k}:`,
    `    ${accumulate(draft, 1)[0]}`,
    `    ${state} = ${r.int(0, count - 1)};`,
    ...(r.chance(0.85) ? ['    break;'] : []),
  ]).flat();
  draft.line(
    ...loop(
      r,
      condition,
      [`switch (${state}) {`, ...lines, ...(r.chance(0.3) ? ['  default:', `    ${state} = 0;`] : []), '}'],
      advance,
    ),
  );
};

/** A random expression over variables that are there. */
function expression(r: Random, names: readonly string[], depth: number): string {
  if (depth === 0 || r.chance(0.35)) return r.chance(0.6) ? r.pick(names) : String(r.int(-3, 20));
  const sub = (): string => expression(r, names, depth - 1);
  switch (r.int(0, 11)) {
    case 0:
      return `(${sub()} * ${r.int(-3, 4)})`;
    case 1:
      return `(${sub()} / ${r.int(2, 5)})`;
    case 2:
      return `(${sub()} % ${r.int(2, 7)})`;
    case 3:
      return `(${condition(r, names, depth - 1)} ? ${sub()} : ${sub()})`;
    case 4:
      return `(${r.pick(TYPES).name})${sub()}`;
    case 5:
      return `(${sub()} & ${r.int(1, 15)})`;
    case 6:
      return `-(${sub()})`;
    default:
      return `(${sub()} ${r.pick(['+', '-'])} ${sub()})`;
  }
}

function condition(r: Random, names: readonly string[], depth: number): string {
  if (depth > 0 && r.chance(0.25))
    return `(${condition(r, names, depth - 1)} ${r.pick(['&&', '||'])} ${condition(r, names, depth - 1)})`;
  if (r.chance(0.1)) return `!(${expression(r, names, depth)})`;
  return `${expression(r, names, depth)} ${r.pick(['<', '<=', '>', '>=', '==', '!='])} ${expression(r, names, 1)}`;
}

const wild: Shape = (draft) => {
  const r = draft.random;
  for (let k = r.int(1, 3); k > 0; k--) draft.param(r.pick([INT, ...TYPES]));
  const inputs = draft.params.map((param) => param.name);
  for (let k = r.int(1, 4); k > 0; k--)
    draft.local(r.pick([INT, ...TYPES]), r.chance(0.5) ? r.pick(inputs) : String(small(r)));
  const names = [...draft.locals.map((local) => local.name), ...inputs];
  const fuel = draft.local(SIGNED[2]!, String(r.int(3, 60)), 'fuel');
  const statement = (depth: number, inLoop: boolean): string[] => {
    const block = (): string[] =>
      Array.from({ length: r.int(1, 2) }, () => statement(depth - 1, inLoop))
        .flat()
        .map((line) => `  ${line}`);
    const target = r.pick(names);
    const kind = depth === 0 ? r.int(4, 11) : r.int(0, 11);
    switch (kind) {
      case 0:
      case 1:
        return [
          `if (${condition(r, names, 1)}) {`,
          ...block(),
          ...(r.chance(0.5) ? ['} else {', ...block()] : []),
          '}',
        ];
      case 2:
        return [
          `while (${r.chance(0.4) ? `${fuel}-- > 0 && ` : ''}${condition(r, names, 1)}) {`,
          `  ${TICK}`,
          ...Array.from({ length: r.int(1, 3) }, () => statement(depth - 1, true))
            .flat()
            .map((line) => `  ${line}`),
          '}',
        ];
      case 3:
        return [
          'do {',
          `  ${TICK}`,
          ...Array.from({ length: r.int(1, 2) }, () => statement(depth - 1, true))
            .flat()
            .map((line) => `  ${line}`),
          `} while (${r.pick([`--${fuel} > 0`, `${target}++ < ${r.int(5, 40)}`])});`,
        ];
      case 4:
        return inLoop
          ? [`if (${condition(r, names, 0)})`, `  ${r.pick(['break;', 'continue;', `return ${r.pick(names)};`])}`]
          : [add(r, target, r.int(1, 5))];
      case 5:
        return [`${target} = ${expression(r, names, 2)};`];
      case 6:
        return [`${target} ${r.pick(['+=', '-=', '*='])} ${expression(r, names, 0)};`];
      default:
        return [add(r, target, r.int(1, 6) * (r.chance(0.4) ? -1 : 1))];
    }
  };
  const { condition: guard, advance } = counter(draft, [INT, ...TYPES]);
  draft.line(...loop(r, guard, [...statement(1, true), ...statement(0, true)], advance));
  for (let k = r.int(0, 2); k > 0; k--) draft.line(...statement(2, false));
};

export const WIDE_SHAPES: Readonly<Record<string, Shape>> = { nests, polynomial, powers, oscillation, machine, wild };
