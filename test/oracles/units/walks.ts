/** Loops that walk: along strings, tables with a last entry, arrays by pointer, lists. */
import { body, update } from './bodies.ts';
import type { UnitDraft } from './draft.ts';
import { ELEMENTS, comparison, constant, fresh, other, value } from './draft.ts';
import { marked } from './loops.ts';

type Walk = (d: UnitDraft, k: number) => string[];

const TEXTS = ['""', '"a"', '"abc"', '"a b,c"', '"x=1"', '"0017"', '"no\\0more"'];

/** The name of a parameter that is given a text. */
function text(d: UnitDraft): string {
  const name = fresh(d, 't');
  d.params.push({ declared: `const char *${name}`, argument: `texts[some() & 7]` });
  return name;
}

/** A table that ends with an entry of zeros. */
function table(d: UnitDraft): string {
  const name = fresh(d, 'table');
  const rows = Array.from({ length: d.r.int(0, 4) }, (_, i) => `{ ${d.r.pick(TEXTS.slice(1))}, ${d.r.int(1, 9) + i} }`);
  d.head.push(
    `static ${d.r.chance(0.5) ? 'const ' : ''}struct row_${name} { const char *name; int value; } ${name}[] = { ${[...rows, '{ 0, 0 }'].join(', ')} };`,
  );
  return name;
}

/** A list that the caller gives, of up to seven nodes. */
function list(d: UnitDraft, byPointer: boolean): string {
  const name = fresh(d, 'l');
  d.params.push({ declared: `struct box *${byPointer ? '*' : ''}${name}`, argument: byPointer ? '&head' : 'head' });
  return name;
}

export const WALKS: Readonly<Record<string, Walk>> = {
  'a string by pointer'(d, k) {
    const t = text(d);
    return marked(k, d.r.pick([`while (*${t}++)`, `for (; *${t}; ${t}++)`, `while (*${t} && *${t} != ',')`]), [
      ...(d.r.chance(0.3) ? body(d, []) : []),
      `  if (!*${t}) break;`,
      `  ${t}++;`,
    ]);
  },
  'a string to its end'(d, k) {
    const [t, p] = [text(d), fresh(d, 'p')];
    return [
      `const char *${p} = ${t};`,
      ...marked(
        k,
        d.r.pick([
          `while (*${p}++)`,
          `for (; *${p}; ${p}++)`,
          `for (; *${p} && *${p} != 'b'; ++${p})`,
          `while (*${p} != '\\0' && *++${p})`,
        ]),
        body(d, []),
      ),
    ];
  },
  'a string by index'(d, k) {
    const [t, i] = [text(d), fresh(d, 'i')];
    return [
      `${d.r.pick(['int', 'unsigned', 'size_t'])} ${i};`,
      ...marked(
        k,
        `for (${i} = 0; ${t}[${i}]${d.r.pick(['', " != '\\0'", ` && ${t}[${i}] != ' '`, ` && ${i} < ${d.r.int(1, 5)}`])}; ${i}++)`,
        body(d, []),
      ),
    ];
  },
  'a literal'(d, k) {
    const [p, i] = [fresh(d, 'p'), fresh(d, 'i')];
    const literal = d.r.pick(TEXTS);
    return d.r.chance(0.5)
      ? [
          `const char *${p} = ${literal};`,
          ...marked(k, `while (*${p}${d.r.pick(['', " != 'b'"])} && *${p})`, [...body(d, []), `  ${p}++;`]),
        ]
      : [`int ${i};`, ...marked(k, `for (${i} = 0; ${literal}[${i}] != '\\0'; ++${i})`, body(d, []))];
  },
  digits(d, k) {
    const t = text(d);
    const p = other(d)?.text ?? 'spare_';
    return marked(k, `while (*${t} >= '0' && *${t} <= '9')`, [
      `  ${p} = (${p} & 7) * 10 + *${t}++ - '0';`,
      ...(d.r.chance(0.4) ? [`  ${update(d)}`] : []),
    ]);
  },
  'a table to its last entry'(d, k) {
    const [t, i] = [table(d), fresh(d, 'i')];
    return [
      `int ${i};`,
      ...marked(
        k,
        `for (${i} = 0; ${d.r.pick([`${t}[${i}].name`, `${t}[${i}].name != NULL`, `${t}[${i}].value != 0`])}; ${i}++)`,
        [
          ...body(d, []),
          ...(d.r.chance(0.5)
            ? [
                `  if (${t}[${i}].value ${d.r.pick(['==', '>'])} ${value(d)}) ${d.r.pick(['break;', `return ${t}[${i}].value;`, update(d)])}`,
              ]
            : []),
        ],
      ),
    ];
  },
  'a table by pointer'(d, k) {
    const [t, p] = [table(d), fresh(d, 'e')];
    return [
      `const struct row_${t} *${p};`,
      ...marked(k, `for (${p} = ${t}; ${p}->name; ${p}++)`, [
        ...body(d, []),
        `  if (${p}->value == ${value(d)}) break;`,
      ]),
    ];
  },
  'an array by pointer'(d, k) {
    const a = d.arrays.length > 0 ? d.r.pick(d.arrays) : fresh(d, 'a');
    if (!d.arrays.includes(a)) {
      d.head.push(`int ${a}[${ELEMENTS}] = { 1, 2, 3, 0, 5 };`);
      d.arrays.push(a);
    }
    const [p, e] = [fresh(d, 'p'), fresh(d, 'e')];
    const by = d.r.pick([1, 1, 2, 4]);
    const use = d.r.pick([
      `${other(d)?.text ?? 'spare_'} += *${p};`,
      `*${p} = ${value(d)};`,
      `*${p} += 1;`,
      `if (*${p} == ${constant(d)}) break;`,
    ]);
    return d.r.pick([
      (): string[] => [
        `int *${p} = ${a};`,
        ...marked(k, `for (; ${p} < ${a} + ${d.r.pick([4, 8, 8, 6])}; ${p} += ${by})`, [...body(d, []), `  ${use}`]),
      ],
      (): string[] => [
        `int *${p} = ${a}, *${e} = ${a} + ${d.r.pick([4, 8])};`,
        ...marked(k, `while (${p} ${d.r.pick(['!=', '<'])} ${e})`, [
          `  ${use}`,
          ...body(d, []).filter((l) => !/continue/.test(l)),
          `  ${p} += ${by};`,
        ]),
      ],
      (): string[] => [`int *${p} = ${a} + 8;`, ...marked(k, `while (${p}-- > ${a})`, [`  ${use}`, ...body(d, [])])],
      (): string[] => [
        `int *${p} = ${a}, ${e} = ${value(d)};`,
        ...marked(k, `while (${e}-- > 0 && ${p} < ${a} + 8)`, [`  ${use}`, `  ${p}++;`, ...body(d, [])]),
      ],
    ])();
  },
  'a list'(d, k) {
    const [l, p] = [list(d, false), fresh(d, 'p')];
    return [
      `struct box *${p};`,
      ...marked(
        k,
        `for (${p} = ${l}; ${p}${d.r.pick(['', ' != NULL', ` && ${p}->n != ${constant(d)}`])}; ${p} = ${p}->next)`,
        [
          ...body(d, []),
          ...(d.r.chance(0.5)
            ? [`  ${d.r.pick([`${p}->n++;`, `${p}->n = ${value(d)};`, `if (${p}->n > ${value(d)}) break;`])}`]
            : []),
        ],
      ),
    ];
  },
  'a list by pointer to pointer'(d, k) {
    const [l, p] = [list(d, true), fresh(d, 'pp')];
    return [
      `struct box **${p} = ${l};`,
      ...marked(k, `while (*${p}${d.r.pick(['', ' != NULL'])})`, [
        ...(d.r.chance(0.4) ? [`  ${update(d)}`] : []),
        `  if ((*${p})->n ${d.r.pick(['==', '>', '<'])} ${value(d)}) *${p} = (*${p})->next;`,
        `  else ${p} = &(*${p})->next;`,
      ]),
    ];
  },
  'a list that is taken apart'(d, k) {
    const l = list(d, true);
    return marked(k, `while (*${l})`, [
      ...body(d, []).filter((x) => !/continue/.test(x)),
      `  *${l} = (*${l})->next;`,
      `  if (${comparison(d)}) ${update(d)}`,
    ]);
  },
};
