/**
 * Classes in which several mechanisms meet: oscillation over more than two branches, counters that carry into one
 * another, modes, deep nests that are left from within in all of C's ways, recurrences with factors, guards of higher
 * degree, wrap-around in every unsigned type.
 */
import { INT, TYPES, UNSIGNED, greatest } from './ctypes.ts';
import { accumulate, add, counter, loop, small, step, TICK } from './draft.ts';
import type { Draft, Shape } from './draft.ts';
import type { Random } from './random.ts';

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Three or four branches over one variable, or over the difference of two. */
const multibranch: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const x = draft.local(INT, r.chance(0.35) ? draft.input(INT) : String(small(r)), 'x');
  const y = r.chance(0.25) ? draft.local(INT, String(r.int(0, 9)), 'y') : null;
  const form = y === null ? x : `${x} - ${y}`;
  const borders = Array.from({ length: r.int(2, 3) }, () => r.int(-4, 20)).sort((a, b) => a - b);
  const body: string[] = [];
  for (const [k, border] of borders.entries()) {
    body.push(
      `${k === 0 ? 'if' : 'else if'} (${form} < ${border + k}) {`,
      `  ${add(r, x, k === 0 ? r.int(1, 9) : r.pick([-3, -2, -1, 1, 2, 4]))}`,
    );
    if (r.chance(0.4)) body.push(`  ${accumulate(draft, 1)[0]}`);
    body.push('}');
  }
  body.push('else', `  ${y !== null && r.chance(0.5) ? add(r, y, r.int(1, 9)) : add(r, x, -r.int(1, 12))}`);
  draft.line(...loop(r, condition, body, advance));
};

/** Counters of which one carries into the next, like the wheels of an odometer. */
const odometer: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const [low, high] = [draft.local(r.pick([INT, ...TYPES]), '0', 'x'), draft.local(r.pick([INT, ...TYPES]), '0', 'y')];
  const top = r.int(2, 12);
  const carry = [`  ${low} = 0;`, `  ${add(r, high, 1)}`];
  if (r.chance(0.4)) carry.push(`  if (${high} ${r.pick(['>=', '=='])} ${r.int(2, 6)})`, `    ${high} = 0;`);
  draft.line(
    ...loop(r, condition, [add(r, low, 1), `if (${low} ${r.pick(['>=', '=='])} ${top}) {`, ...carry, '}'], advance),
  );
};

/** Flags and modes that change at certain counts or take turns. */
const modes: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const flag = draft.local(INT, '0', 'flag');
  const body = r.pick([
    [
      `if (!${flag} && ${name} ${r.pick(['>=', '==', '<'])} ${r.int(3, 40)})`,
      `  ${flag} = 1;`,
      `if (${flag})`,
      `  ${accumulate(draft, 1)[0]}`,
    ],
    [
      `${flag} = (${flag} + ${r.int(1, 3)}) % ${r.int(2, 5)};`,
      `if (${flag} == ${r.int(0, 2)})`,
      `  ${accumulate(draft, 1)[0]}`,
    ],
    [
      `if (${flag} == 0) {`,
      `  ${accumulate(draft, 1)[0]}`,
      `  ${flag} = ${r.int(1, 2)};`,
      `} else if (${flag} == 1) {`,
      `  ${accumulate(draft, 1)[0]}`,
      `  ${flag} = 2;`,
      '} else',
      `  ${flag} = 0;`,
    ],
  ]);
  draft.line(...loop(r, condition, body, advance));
};

/** A statement that leaves all loops, or the inner ones. */
function escape(r: Random, result: string): string {
  return r.pick(['break;', 'break;', 'goto out;', `return ${result};`, 'continue;']);
}

/** Nests of depth two or three, left early from within. */
const escapes: Shape = (draft) => {
  const r = draft.random;
  const depth = r.int(2, 3);
  const s = draft.local(INT, '0', 's');
  const nest = (level: number): string[] => {
    if (level === depth) return [add(r, s, r.int(1, 3))];
    const i = draft.local(INT, '0', 'abc'[level]);
    const limit = r.chance(0.6) ? draft.input(INT) : String(r.int(1, 9));
    const test =
      level === depth - 1
        ? [
            `if (${r.pick([i, s])} ${r.pick(['==', '>', '>='])} ${r.chance(0.5) ? draft.input(INT) : r.int(2, 20)})`,
            `  ${escape(r, s)}`,
          ]
        : [];
    const body = r.chance(0.5) ? [...nest(level + 1), ...test] : [...test, ...nest(level + 1)];
    return [
      `for (${i} = 0; ${i} < ${limit}; ${add(r, i, r.chance(0.8) ? 1 : 2).replace(/;$/, '')}) {`,
      `  ${TICK}`,
      ...indented(body),
      '}',
    ];
  };
  draft.line(...nest(0), 'out:', `${s} = ${s} + 1;`);
};

/** A loop made of labels. */
const labels: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const x = draft.local(INT, String(small(r)), 'x');
  const test = r.chance(0.6)
    ? [`if (${r.pick([name, x])} ${r.pick(['==', '>='])} ${r.int(5, 60)})`, `  goto ${r.chance(0.7) ? 'out' : 'last'};`]
    : [];
  draft.line(
    'again:',
    ...indented([TICK, add(r, x, r.int(1, 4)), ...test, advance, `if (${condition})`, '  goto again;']),
    'last:',
    `${x} = ${x} + 1;`,
    'out:',
    `${x} = ${x} - 1;`,
  );
};

/** A value that is multiplied each time, under a counter, and perhaps summed up. */
const geometric: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT, ...TYPES], ['<', '<=', '>', '>=']);
  const type = r.pick([INT, ...UNSIGNED]);
  const x = draft.local(type, r.chance(0.5) ? String(r.int(0, 3)) : draft.input(type), 'x');
  const body = [`${x} = ${x} * ${r.int(2, 5)}${r.chance(0.6) ? ` + ${r.int(1, 7)}` : ''};`];
  if (r.chance(0.4)) body.push(`${draft.local(type, '0', 't')} += ${x};`);
  draft.line(...loop(r, condition, body, advance));
};

/** Guards of degree two, and the loops that find roots. */
const roots: Shape = (draft) => {
  const r = draft.random;
  const type = r.pick([INT, INT, ...TYPES.slice(4)]);
  const n = draft.input(type);
  const i = draft.local(type, String(r.int(0, 4)), 'i');
  if (r.chance(0.5)) {
    const left = r.pick([`${i} * ${i}`, `${i} * ${i} + ${i}`, `2 * ${i} * ${i}`, `(${i} + 1) * (${i} + 1)`]);
    draft.line(
      ...loop(r, `${left} ${r.pick(['<', '<='])} ${n}`, accumulate(draft, r.int(0, 1)), add(r, i, step(r)), [
        'while',
        'for',
      ]),
    );
  } else {
    const [odd, sum] = [draft.local(type, '1', 'u'), draft.local(type, '1', 't')];
    draft.line(
      ...loop(r, `${sum} ${r.pick(['<', '<='])} ${n}`, [add(r, i, 1), add(r, odd, 2), `${sum} += ${odd};`], null, [
        'while',
        'for',
      ]),
    );
  }
};

/** Unsigned counters of each width that go round, near their limits. */
const laps: Shape = (draft: Draft) => {
  const r = draft.random;
  const type = r.pick(UNSIGNED);
  const near = (): string =>
    r.chance(0.4) ? String(greatest(type) - BigInt(r.int(0, 9))) + (type.bits === 64 ? 'u' : '') : draft.input(type);
  const u = draft.local(type, r.chance(0.6) ? draft.input(type) : String(r.int(0, 20)), 'u');
  const stride = r.pick([1, 2, 3, 4, 5, 7, 8, 16]) * (r.chance(0.7) ? 1 : -1);
  const body = accumulate(draft, r.int(0, 1));
  if (r.chance(0.3)) body.push(`if (${u} ${r.pick(['==', '>='])} ${near()})`, '  break;');
  draft.line(...loop(r, `${u} ${r.pick(['<', '<=', '!=', '>', '>='])} ${near()}`, body, add(r, u, stride)));
};

export const DEEP_SHAPES: Readonly<Record<string, Shape>> = {
  multibranch,
  odometer,
  modes,
  escapes,
  labels,
  geometric,
  roots,
  laps,
};
