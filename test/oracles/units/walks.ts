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
  'a string copied'(d, k) {
    const [t, buffer, to] = [text(d), fresh(d, 'buf'), fresh(d, 'to')];
    return [
      `char ${buffer}[16], *${to} = ${buffer};`,
      ...d.r.pick([
        () => marked(k, `while ((*${to}++ = *${t}++))`, d.r.chance(0.3) ? [`  ${update(d)}`] : []),
        () => marked(k, `while (*${t} && ${to} < ${buffer} + 15)`, [`  *${to}++ = *${t}++;`, ...body(d, [])]),
        () => marked(k, `for (; (*${to} = *${t}) != '\\0'; ${to}++, ${t}++)`, body(d, [])),
      ])(),
    ];
  },
  'the arguments of a program'(d, k) {
    const [v, c] = [fresh(d, 'argv'), fresh(d, 'argc')];
    d.params.push({ declared: `int ${c}`, argument: 'words_()' }, { declared: `char **${v}`, argument: 'words' });
    return d.r.pick([
      () => marked(k, `while (--${c} > 0)`, [...body(d, []), `  if (**++${v} == '-') ${update(d)}`]),
      () => marked(k, `while (*${v})`, [`  ${v}++;`, ...body(d, [])]),
      () => marked(k, `while (${c}-- > 1 && **${v} != '-')`, [...body(d, []), `  ${v}++;`]),
      () => [
        `int i${k};`,
        ...marked(k, `for (i${k} = 1; i${k} < ${c} && ${v}[i${k}][0] == '-'; i${k}++)`, body(d, [])),
      ],
    ])();
  },
  'rows and columns'(d, k) {
    const [m, i, j] = [fresh(d, 'm'), fresh(d, 'i'), fresh(d, 'j')];
    d.head.push(`static int ${m}[3][4];`);
    const inner = d.depth < 2 ? d.loops.push({ kind: 'columns', shown: [] }) - 1 : -1;
    const cell = [
      `  ${d.r.pick([`${m}[${i}][${j}] = ${value(d)};`, `${other(d)?.text ?? i} += ${m}[${i}][${j}];`, `if (${m}[${i}][${j}] > ${constant(d)}) break;`])}`,
    ];
    return [
      `int ${i}, ${j} = 1;`,
      ...marked(
        k,
        `for (${i} = 0; ${i} < 3; ${i}++)`,
        inner < 0 ? cell : marked(inner, `for (${j} = 0; ${j} < 4; ${j}++)`, cell),
      ),
    ];
  },
  'from both ends'(d, k) {
    const [lo, hi] = [fresh(d, 'lo'), fresh(d, 'hi')];
    const a = d.arrays.length > 0 ? d.r.pick(d.arrays) : null;
    const swap =
      a === null ? update(d) : `{ int t${k} = ${a}[${lo}]; ${a}[${lo}] = ${a}[${hi}]; ${a}[${hi}] = t${k}; }`;
    return [
      `int ${lo} = 0, ${hi} = 7;`,
      ...marked(k, `while (${lo} ${d.r.pick(['<', '<=', '!='])} ${hi})`, [
        `  ${swap}`,
        ...body(d, []).filter((l) => !/continue/.test(l)),
        `  ${d.r.pick([`${lo}++; ${hi}--;`, `${lo}++;`, `if (${comparison(d)}) ${lo}++; else ${hi}--;`])}`,
      ]),
    ];
  },
  'an array of structures'(d, k) {
    const [s, i] = [fresh(d, 'rows'), fresh(d, 'i')];
    d.head.push(`static struct box ${s}[4] = { { 3 }, { 1 }, { 0, 2 } };`);
    return [
      `int ${i} = 0;`,
      ...marked(
        k,
        d.r.pick([
          `while (${s}[${i}].n)`,
          `for (; ${i} < 4 && ${s}[${i}].n != ${constant(d)};)`,
          `while (${i} < 4 && ${s}[${i}].n-- > 0)`,
        ]),
        [
          `  ${d.r.pick([`${s}[${i}].c++;`, `${s}[${i}].n = ${value(d)};`, `${other(d)?.text ?? i} += ${s}[${i}].n;`])}`,
          ...body(d, []).filter((l) => !/continue/.test(l)),
          `  if (++${i} > 3) break;`,
        ],
      ),
    ];
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
