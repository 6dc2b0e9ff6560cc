/** Loops that count, over places of every class. Each form is a row of `FORMS`; marks as in `loops/generate.ts`. */
import { body, update } from './bodies.ts';
import type { Place, UnitDraft } from './draft.ts';
import { comparison, constant, fresh, newLoop, other, value } from './draft.ts';
import { WALKS } from './walks.ts';

/** A loop with its marks around: `head {`, its body, `tail`. */
export function marked(k: number, head: string, lines: readonly string[], tail = '}'): string[] {
  return [`@E ${k}@ ${head} {`, `  @B ${k}@`, ...lines, tail, `@X ${k}@`];
}

interface Counting {
  readonly i: Place;
  readonly limit: string;
  readonly kept: readonly Place[];
}

function counting(d: UnitDraft): Counting {
  const i = other(d) as Place;
  const j = other(d, [i]);
  const isPlace = j !== null && d.r.chance(0.65);
  const kept = d.r.chance(0.75) ? [i, ...(isPlace && d.r.chance(0.7) ? [j] : [])] : [];
  return { i, limit: isPlace ? j.text : constant(d), kept };
}

const step = (d: UnitDraft, i: string, up: boolean): string => {
  const by = d.r.pick([1, 1, 1, 2, 3, 4]);
  return by === 1
    ? d.r.pick([`${up ? '++' : '--'}${i}`, `${up ? '++' : '--'}(${i})`, `${i} ${up ? '+=' : '-='} 1`])
    : `${i} ${up ? '+=' : '-='} ${by}`;
};

type Form = (d: UnitDraft, k: number, c: Counting) => string[];

const FORMS: Readonly<Record<string, Form>> = {
  'for, up': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `for (${i.text} = ${d.r.int(0, 2)}; ${i.text} ${d.r.pick(['<', '<', '<=', '!='])} ${limit}; ${step(d, i.text, true)})`,
      body(d, kept),
    ),
  'for, down in steps': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `for (${i.text} = ${limit}; ${i.text} ${d.r.pick(['>', '>=', '!='])} ${d.r.int(0, 2)}; ${step(d, i.text, false)})`,
      body(d, kept),
    ),
  'for without a beginning': (d, k, { i, limit, kept }) =>
    marked(k, `for (; ${i.text} < ${limit}; ${step(d, i.text, true)})`, body(d, kept)),
  'while (n--)': (d, k, { i, kept }) =>
    marked(
      k,
      `while (${d.r.pick([`(${i.text})--`, `(${i.text})-- > 0`, `(${i.text})-- != ${constant(d)}`])})`,
      body(d, kept),
    ),
  'while (--n)': (d, k, { i, kept }) =>
    marked(k, `while (${d.r.pick([`--(${i.text})`, `--(${i.text}) > 0`])})`, body(d, kept)),
  'while (n)': (d, k, { i, kept }) =>
    marked(k, `while (${i.text})`, [...body(d, kept), `  ${step(d, i.text, false)};`]),
  'do while': (d, k, { i, limit, kept }) =>
    marked(
      k,
      'do',
      body(d, kept),
      `} while (${d.r.pick([`++(${i.text}) < ${limit}`, `--(${i.text})`, `(${i.text})-- > 0`, `(${i.text} += 2) < ${limit}`])});`,
    ),
  'for (;;)': (d, k, { i, limit, kept }) =>
    marked(k, `for (;; ${d.r.pick([step(d, i.text, true), ''])})`, [
      ...body(d, kept),
      `  if (${i.text} ${d.r.pick(['>=', '>', '=='])} ${limit}) break;`,
      ...(d.r.chance(0.5) ? body(d, kept) : []),
      `  ${step(d, i.text, true)};`,
    ]),
  '||, the second side changes': (d, k, { i, limit, kept }) =>
    marked(k, `while (${i.text} < ${limit} || ${d.asks.length > 0 ? d.r.pick(d.asks)() : `(${i.text})++ < 3`})`, [
      ...body(d, kept),
      `  ${step(d, i.text, true)};`,
    ]),
  '&&, the second side changes': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `while (${i.text} < ${limit} && ${d.asks.length > 0 ? d.r.pick(d.asks)() : `++(${i.text}) != ${constant(d)}`})`,
      [...body(d, kept), `  ${step(d, i.text, true)};`],
    ),
  'a call in the condition': (d, k, { i, kept }) =>
    marked(k, `while (${d.asks.length > 0 ? d.r.pick(d.asks)() : comparison(d)})`, [
      `  if (${step(d, i.text, true)}, ${i.text} > ${d.r.int(2, 12)}) break;`,
      ...body(d, kept),
    ]),
  'two counters with commas': (d, k, { i, limit, kept }) => {
    const j = fresh(d, 'j');
    return [
      `int ${j};`,
      ...marked(
        k,
        `for (${i.text} = 0, ${j} = ${limit}; ${i.text} < ${j}; ${i.text} += 1, ${j}${d.r.pick(['--', ' -= 2'])})`,
        body(d, kept),
      ),
    ];
  },
  'wraps around': (d, k, { kept }) => {
    const [u, type] = [fresh(d, 'u'), d.r.pick(['unsigned char', 'unsigned short', 'unsigned char'])];
    const from = d.r.pick([constant(d), '250', other(d)?.text ?? '9']);
    return [
      `${type} ${u} = ${from};`,
      ...marked(
        k,
        d.r.pick([
          `while (++${u})`,
          `while (${u} += ${d.r.pick([2, 3, 4, 16])})`,
          `for (; ${u} != ${constant(d)}; ${u}--)`,
          `while (${u}-- != 0)`,
        ]),
        body(d, kept),
      ),
    ];
  },
  'a flag': (d, k, { i, limit, kept }) => {
    const flag = fresh(d, 'on');
    return [
      `_Bool ${flag} = 1;`,
      ...marked(k, `while (${flag})`, [
        ...body(d, kept),
        `  ${step(d, i.text, true)};`,
        `  if (${i.text} > ${limit}) ${flag} = 0;`,
      ]),
    ];
  },
  'size_t, downwards': (d, k, { limit, kept }) => {
    const u = fresh(d, 'u');
    return marked(
      k,
      `for (size_t ${u} = ${limit} & 15; ${d.r.pick([`${u}-- > 0`, `${u} > 0`, `${u} != 0`])}; ${d.r.pick(['', `${u} -= ${u} > 0`])})`,
      [...body(d, kept), `  if (${u} > 99) break;`],
    );
  },
  'a ring': (d, k, { i, limit, kept }) =>
    marked(k, d.r.pick([`while (${i.text} != ${limit})`, `for (; ${i.text} != ${limit}; )`]), [
      ...body(d, kept),
      `  ${i.text} = ${d.r.pick([`(${i.text} + 1) % ${d.r.int(2, 9)}`, `(${i.text} + ${d.r.int(1, 3)}) & 7`, `${i.text} == ${d.r.int(3, 9)} ? 0 : ${i.text} + 1`])};`,
    ]),
  'a state machine': (d, k) => {
    const state = fresh(d, 'state');
    const to = (): string => `${state} = ${d.r.chance(0.2) ? value(d) : d.r.int(1, 4)};`;
    return [
      `int ${state} = ${d.r.int(0, 2)};`,
      ...marked(k, `while (${state} != 4)`, [
        `  switch (${state}) {`,
        ...[0, 1, 2].map((s) => `  case ${s}: ${update(d)} ${to()} ${d.r.chance(0.8) ? 'break;' : ''}`),
        `  default: ${state} = 4;`,
        '  }',
      ]),
    ];
  },
  'a macro': (d, k, { i, limit, kept }) => {
    const name = fresh(d, 'EACH_');
    d.head.push(`#define ${name}(i, n) for ((i) = 0; (i) < (n); ${d.r.pick(['(i)++', '++(i)', '(i) += 2'])})`);
    return marked(k, `${name}(${i.text}, ${limit})`, body(d, kept));
  },
  'halved, doubled, cleared': (d, k, { i, limit, kept }) =>
    marked(k, `while (${i.text} ${d.r.pick(['', '> 1', '> 0', `> ${limit}`])})`, [
      ...body(d, kept),
      `  ${i.text} ${d.r.pick(['/= 2', '>>= 1', `&= ${i.text} - 1`, '/= 10', `= -(${i.text} / 3)`])};`,
    ]),
  'a comma in the condition': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `while (${d.r.pick([step(d, i.text, true), update(d, kept).replace(/;$/, '')].filter((x) => !/^if|^$/.test(x)))}, ${i.text} < ${limit})`,
      [...body(d, kept), `  ${step(d, i.text, true)};`],
    ),
  'a step by a condition': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `for (${i.text} = 0; ${i.text} < ${limit}; ${i.text} += ${comparison(d)} ? ${d.r.int(1, 3)} : 1)`,
      body(d, kept),
    ),
  'unsigned against signed': (d, k, { limit, kept }) => {
    const u = fresh(d, 'u');
    return [
      `unsigned ${u} = ${other(d)?.text ?? '5'};`,
      ...marked(
        k,
        `for (; ${u} ${d.r.pick(['<', '>', '!='])} ${limit}; ${u}${d.r.pick(['++', '--', ' += 3'])})`,
        body(d, kept),
      ),
    ];
  },
  'two limits': (d, k, { i, limit, kept }) =>
    marked(
      k,
      `for (${i.text} = 0; ${i.text} < ${limit} ${d.r.pick(['&&', '||', '&', '|'])} ${comparison(d)}; ${step(d, i.text, true)})`,
      body(d, kept),
    ),
  goto: (d, k, { i, limit, kept }) => {
    const label = fresh(d, 'again');
    const simple = [update(d, kept), ...(d.acts.length > 0 && d.r.chance(0.5) ? [d.r.pick(d.acts)()] : [])];
    return [
      `@E ${k}@ ${label}: @B ${k}@ ;`,
      ...simple,
      `  ${step(d, i.text, true)};`,
      `  if (${i.text} < ${limit}) goto ${label};`,
      `@X ${k}@`,
    ];
  },
  'left by goto': (d, k, { i, limit, kept }) => {
    const label = fresh(d, 'out');
    return [
      ...marked(k, `for (${i.text} = 0; ${i.text} < ${limit}; ${i.text}++)`, [
        ...body(d, kept),
        `  if (${comparison(d)}) goto ${label};`,
      ]),
      `${label}: ;`,
    ];
  },
};

/** Any loop, with what stands just before it. */
export function loop(d: UnitDraft): string[] {
  const walks = d.r.chance(0.35);
  const kind = d.r.pick(Object.keys(walks ? WALKS : FORMS));
  const k = newLoop(d, kind);
  const lines = walks ? (WALKS[kind] as (typeof WALKS)[string])(d, k) : (FORMS[kind] as Form)(d, k, counting(d));
  return ['{', ...lines.map((l) => `  ${l}`), '}'];
}
