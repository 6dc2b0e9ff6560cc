/**
 * Classes of functions whose loops add up, multiply, divide or turn round: what is defined is a question of how far the
 * values get on the way.
 */
import { INT, SIGNED, TYPES } from './ctypes.ts';
import { add, counter, loop, small, step } from './draft.ts';
import type { Draft, Shape } from './draft.ts';

/** What is added in each iteration, in terms of a counter. */
function summand(draft: Draft, i: string): string {
  const r = draft.random;
  const c = r.int(1, 9);
  switch (r.int(0, 6)) {
    case 0:
      return i;
    case 1:
      return `${c} * ${i}`;
    case 2:
      return `${i} * ${i}`;
    case 3:
      return `2 * ${i} + ${c}`;
    case 4:
      return `${i} - ${draft.input(INT)}`;
    case 5:
      return `${i} * ${draft.input(INT)}`;
    default:
      return `(${i} + ${c}) * ${i}`;
  }
}

/** Sums of polynomials in the counter. */
const sums: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, r.chance(0.7) ? [INT] : TYPES, ['<', '<=', '>', '>=']);
  const body = Array.from({ length: r.int(1, 2) }, () => {
    const s = draft.local(r.pick([INT, INT, ...SIGNED]), r.chance(0.3) ? draft.input(INT) : String(small(r)));
    return `${s} ${r.pick(['+=', '+=', '-='])} ${summand(draft, name)};`;
  });
  draft.line(...loop(r, condition, body, advance, ['for', 'while']));
};

/** One sum in another, and sums that turn round as what is added changes sign. */
const chained: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT], ['<', '<=', '>']);
  const b = draft.local(INT, r.chance(0.6) ? draft.input(INT) : String(r.int(-60, 60)), 'b');
  const a = draft.local(r.pick([INT, INT, ...SIGNED]), r.chance(0.5) ? draft.input(INT) : String(small(r)), 'a');
  const lines = [`${a} ${r.pick(['+=', '-='])} ${b};`, add(r, b, r.int(1, 5) * (r.chance(0.6) ? -1 : 1))];
  if (r.chance(0.3)) lines.push(`${draft.local(INT, '0', 'c')} += ${a};`);
  draft.line(...loop(r, condition, r.chance(0.5) ? lines : [...lines].reverse(), advance, ['for', 'while']));
};

/** Products, powers, changes of sign, quotients. */
const scaled: Shape = (draft) => {
  const r = draft.random;
  const { condition, advance } = counter(draft, [INT], ['<', '<=', '>']);
  const a = draft.local(
    r.pick([INT, ...SIGNED, ...TYPES]),
    r.chance(0.6) ? draft.input(INT) : String(r.int(-9, 9)),
    'a',
  );
  const c = r.int(2, 5);
  const lines = [
    r.pick([
      `${a} = -${a};`,
      `${a} *= ${c};`,
      `${a} = ${c} * ${a} + ${r.int(1, 3)};`,
      `${a} /= ${c};`,
      `${a} = ${r.int(0, 50)} - ${a};`,
      `${a} += ${a};`,
    ]),
  ];
  if (r.chance(0.4)) lines.push(`${draft.local(INT, '0', 's')} += ${a};`);
  draft.line(...loop(r, condition, lines, advance, ['for', 'while']));
};

/** Values in between that may overflow where what is kept doesn't. */
const between: Shape = (draft) => {
  const r = draft.random;
  const { name, condition, advance } = counter(draft, r.chance(0.7) ? [INT] : SIGNED, ['<', '<=', '>', '>=']);
  const y = draft.local(INT, '0', 'y');
  const c = r.int(2, 9);
  const line = r.pick([
    `${y} = ${c} * ${name};`,
    `${y} = ${name} * ${name} - ${c};`,
    `${y} += ${c} * ${name} - ${c} * ${name};`,
    `${y} = ${draft.input(INT)} * ${name} % ${c};`,
    `${y} = (${name} << ${r.int(1, 4)}) / ${c};`,
  ]);
  draft.line(...loop(r, condition, [line], advance, ['for', 'while']));
};

/** Nests that add up products of both counters. */
const nested: Shape = (draft) => {
  const r = draft.random;
  const n = draft.input(INT);
  const m = r.chance(0.5) ? draft.input(INT) : String(r.int(2, 30));
  const s = draft.local(r.pick([INT, INT, ...SIGNED]), String(small(r)), 's');
  const [i, j] = [draft.local(INT, '0', 'i'), draft.local(INT, '0', 'j')];
  const inner = r.pick([`${j} < ${m}`, `${j} < ${i}`, `${j} <= ${i}`]);
  const line = `${s} ${r.pick(['+=', '+=', '-='])} ${r.pick([`${i} * ${j}`, i, j, '1', `${i} + ${j}`, `${i} - ${j}`])};`;
  draft.line(
    `${i} = ${r.int(0, 2)};`,
    ...loop(r, `${i} < ${n}`, [`${j} = 0;`, ...loop(r, inner, [line], add(r, j, step(r)), ['for'])], add(r, i, 1), [
      'for',
      'while',
    ]),
  );
};

export const ACCUMULATION_SHAPES: Readonly<Record<string, Shape>> = { sums, chained, scaled, between, nested };
