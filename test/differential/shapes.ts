/**
 * Random C functions with loops, by class. Every function takes 1 to 3 integers, declares its locals at the top, marks
 * the start of every loop body with TICK and leaves by `return e;` only, so that the oracle can count iterations and
 * read all variables at the end.
 */
import { INT, SIGNED, TYPES, UNSIGNED } from './ctypes.ts';
import type { CType } from './ctypes.ts';
import { Draft, accumulate, add, counter, loop, small, step } from './draft.ts';
import type { Declared, Shape } from './draft.ts';
import type { Random } from './random.ts';
import { DEEP_SHAPES } from './deep-shapes.ts';
import { WIDE_SHAPES } from './wide-shapes.ts';
import { ACCUMULATION_SHAPES } from './accumulation-shapes.ts';

export interface Generated {
  readonly shape: string;
  readonly name: string;
  readonly params: readonly Declared[];
  readonly locals: readonly Declared[];
  readonly returns: CType;
  /** The whole function. */
  readonly source: string;
}

const counted: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, TYPES);
  draft.line(...loop(r, condition, accumulate(draft, r.int(0, 2)), advance));
};

/** Paths that follow one another: the branch depends on the counter itself. */
const phases: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, INT, ...TYPES], ['<', '<=', '>', '>=']);
  const type = draft.locals[draft.locals.length - 1]?.type ?? INT;
  const border = (): string => (r.chance(0.5) ? draft.input(type) : String(r.int(0, 60)));
  const body = [`if (${name} ${r.pick(['<', '<=', '>', '>='])} ${border()})`, `  ${accumulate(draft, 1)[0]}`];
  if (r.chance(0.7)) body.push('else', `  ${accumulate(draft, 1)[0]}`);
  if (r.chance(0.25)) body.push(`if (${name} ${r.pick(['<', '>='])} ${border()})`, `  ${accumulate(draft, 1)[0]}`);
  draft.line(...loop(r, condition, body, advance));
};

/** Two variables of which the one that is behind moves. */
const chase: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick([INT, INT, ...TYPES.slice(4)]);
  const [x, z] = [draft.local(type, draft.input(type), 'x'), draft.local(type, draft.input(type), 'z')];
  const limit = r.chance(0.7) ? draft.input(type) : String(r.int(10, 90));
  const a = step(r);
  const b = r.chance(0.5) ? a : step(r);
  const compare = r.pick(['>', '>=', '!=']);
  draft.line(
    ...loop(
      r,
      `${x} ${r.pick(['<', '<='])} ${limit}`,
      [`if (${z} ${compare} ${x})`, `  ${add(r, x, a)}`, 'else', `  ${add(r, z, b)}`],
      null,
      ['while', 'for'],
    ),
  );
};

/** The one that is behind leaps; a counter ends it. */
const leapfrog: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick([INT, INT, ...SIGNED.slice(2)]);
  const [x, y] = [
    draft.local(type, draft.input(type), 'x'),
    draft.local(type, r.chance(0.6) ? draft.input(type) : String(r.int(0, 40)), 'y'),
  ];
  const t = draft.local(type, draft.input(type), 't');
  const a = step(r);
  const body = [
    `if (${x} ${r.pick(['>', '>=', '<', '<='])} ${y})`,
    `  ${add(r, y, a)}`,
    'else',
    `  ${add(r, x, r.chance(0.6) ? a : step(r))}`,
  ];
  draft.line(...loop(r, `${t} > 0`, body, add(r, t, -1)));
};

/** A flag alternates. */
const flags: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const flag = draft.local(INT, String(r.int(0, 1)), 'flag');
  const lines = (toggle: string): string[] => [`  ${accumulate(draft, 1)[0]}`, `  ${toggle}`];
  const body = r.chance(0.6)
    ? [
        `if (${r.pick([flag, `${flag} == 1`, `${flag} != 0`])}) {`,
        ...lines(`${flag} = 0;`),
        '} else {',
        ...lines(`${flag} = 1;`),
        '}',
      ]
    : [
        `if (${flag})`,
        `  ${accumulate(draft, 1)[0]}`,
        'else',
        `  ${accumulate(draft, 1)[0]}`,
        r.pick([`${flag} = !${flag};`, `${flag} = 1 - ${flag};`]),
      ];
  draft.line(...loop(r, condition, body, advance));
};

/** Unsigned counters that pass their limits. */
const wrap: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick([...UNSIGNED, UNSIGNED[0]!]);
  const start = r.chance(0.7) ? draft.input(type) : String(r.int(0, 255));
  const u = draft.local(type, start, 'u');
  const limit = r.chance(0.6) ? draft.input(type) : String(r.int(0, 255));
  const up = r.chance(0.6);
  const stride = r.pick([1, 1, 1, 2, 3, 5, 7]);
  const operator = r.pick(up ? ['!=', '!=', '<', '<=', '>', '>='] : ['!=', '!=', '>', '>=', '<']);
  draft.line(...loop(r, `${u} ${operator} ${limit}`, accumulate(draft, r.int(0, 2)), add(r, u, up ? stride : -stride)));
};

/** Often not entered at all. */
const zero: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick(TYPES);
  const n = draft.input(type);
  const i = draft.local(type, r.chance(0.5) ? n : String(r.int(0, 3)), 'i');
  const limit = r.pick([n, n, String(r.int(0, 3))]);
  draft.line(
    ...loop(r, `${i} ${r.pick(['<', '>', '!='])} ${limit}`, accumulate(draft, 1), add(r, i, r.chance(0.7) ? 1 : -1), [
      'while',
      'for',
    ]),
  );
};

const exits: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const type = draft.locals[draft.locals.length - 1]?.type ?? INT;
  const border = (): string => (r.chance(0.6) ? draft.input(type) : String(r.int(0, 60)));
  const x = draft.local(INT, String(small(r)), 'x');
  const moves = add(r, x, r.int(1, 4));
  const leave = (): string => r.pick(['break;', 'break;', `return ${r.pick([x, name, String(r.int(-3, 9))])};`]);
  const subject = r.chance(0.6) ? name : x;
  const before = [`if (${subject} ${r.pick(['==', '>', '>=', '<'])} ${border()})`, `  ${leave()}`];
  const skip = [`if (${name} ${r.pick(['<', '>', '=='])} ${border()})`, '  continue;'];
  const body = r.chance(0.7) ? [...before, moves] : [moves, ...before];
  if (r.chance(0.3)) draft.line(...loop(r, condition, [...skip, ...body], advance, ['for']));
  else draft.line(...loop(r, condition, body, advance));
};

const sequence: Shape = (draft) => {
  const r = draft.random;
  const x = draft.local(INT, '0', 'x');
  for (let part = r.int(2, 3); part > 0; part--) {
    const type = r.pick([INT, INT, ...TYPES]);
    const i = draft.local(type, r.chance(0.3) && type === INT ? x : '0');
    const limit = part === 1 && r.chance(0.4) ? x : draft.input(type);
    draft.line(...loop(r, `${i} < ${limit}`, [add(r, x, r.int(1, 3))], add(r, i, step(r)), ['while', 'for']));
  }
};

const branches: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, ...TYPES]);
  const x = draft.local(INT, String(small(r)), 'x');
  draft.line(...loop(r, condition, [add(r, x, r.int(1, 5))], advance));
  draft.line(
    `if (${r.pick([x, name])} ${r.pick(['<', '>', '==', '>='])} ${r.chance(0.5) ? String(r.int(0, 90)) : (draft.params[0]?.name ?? '7')})`,
  );
  draft.line(`  ${x} = ${r.pick([`${x} - 1`, '0', `-${x}`, `${x} * 2`])};`, 'else', `  ${accumulate(draft, 1)[0]}`);
};

/** A variable that goes back to its start now and then. */
const resets: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const start = r.int(0, 3);
  const x = draft.local(INT, String(start), 'x');
  const top = start + r.int(1, 9);
  const body = r.chance(0.5)
    ? [`if (${x} ${r.pick(['>=', '=='])} ${top})`, `  ${x} = ${start};`, 'else', `  ${add(r, x, 1)}`]
    : [
        add(r, x, 1),
        `if (${x} ${r.pick(['>', '>='])} ${top}) {`,
        `  ${x} = ${start};`,
        `  ${accumulate(draft, 1)[0]}`,
        '}',
      ];
  draft.line(...loop(r, condition, body, advance));
};

/** The lowest bit that is set is cleared, until none is left. */
const bits: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick([...UNSIGNED, INT]);
  const x = draft.local(type, draft.input(type), 'x');
  const condition = type === INT ? `${x} > 0` : r.pick([x, `${x} != 0`, `${x} > 0`]);
  const clear = r.pick([`${x} &= ${x} - 1;`, `${x} = ${x} & (${x} - 1);`, `${x} = (${x} - 1) & ${x};`]);
  draft.line(...loop(r, condition, accumulate(draft, r.int(1, 2)), clear));
};

export const SHAPES: Readonly<Record<string, Shape>> = {
  counted,
  phases,
  chase,
  leapfrog,
  flags,
  wrap,
  zero,
  exits,
  sequence,
  branches,
  resets,
  bits,
};

const ALL: Readonly<Record<string, Shape>> = { ...SHAPES, ...WIDE_SHAPES, ...DEEP_SHAPES, ...ACCUMULATION_SHAPES };

/** The names of all classes. */
export const CLASSES: readonly string[] = Object.keys(ALL);

/** A random function of the shape. */
export function generate(shape: string, name: string, random: Random, bytes = false): Generated {
  const build = ALL[shape];
  if (build === undefined) throw new Error(`no such class: ${shape}. There are ${CLASSES.join(', ')}`);
  const draft = new Draft(random, bytes);
  build(draft);
  if (draft.params.length === 0) draft.param(INT);
  const returns = random.chance(0.7) ? INT : random.pick(TYPES);
  const results = [...draft.locals, ...draft.params].map((variable) => variable.name);
  const lines = [
    `${returns.name} ${name}(${draft.params.map((param) => `${param.type.name} ${param.name}`).join(', ')}) {`,
    ...draft.locals.map((local) => `  ${local.type.name} ${local.name} = ${local.initial};`),
    ...draft.body.map((line) => `  ${line}`),
    `  return ${random.pick(results)};`,
    '}',
  ];
  return {
    shape,
    name,
    params: draft.params,
    locals: draft.locals.map(({ name, type }) => ({ name, type })),
    returns,
    source: `${lines.join('\n')}\n`,
  };
}
