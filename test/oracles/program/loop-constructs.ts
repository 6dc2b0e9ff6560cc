/**
 * Loops as people write them, for all generators that mark loops: each construct is a row, and says what it needs of
 * the function around it. Arrays have `TABLE` elements and pointers stay in them, so that what a body does to other
 * variables makes no access undefined.
 */
import { BIT_CONSTRUCTS } from './bit-constructs.ts';
import type { Construct, Surroundings } from './surroundings.ts';
import { NARROW, anyType } from './surroundings.ts';

const TABLE = 40;
const compare = (s: Surroundings): string => s.r.pick(['<', '<', '<=', '!=']);

const numbers = (s: Surroundings): string => {
  const given = Array.from({ length: s.r.int(2, 12) }, () => s.r.int(-3, 9)).join(', ');
  const t = s.hidden('t', (name) => `int ${name}[${TABLE}] = { ${given} };`);
  for (let k = 0; k < 16; k++) s.state(`${t}[${k}]`);
  return t;
};
const text = (s: Surroundings): string => {
  const literal = s.r.pick(['""', '"a"', '"abc"', '"a b,c"', '"0017"', '"no\\0more"']);
  const t = s.hidden('t', (name) => `char ${name}[${TABLE}] = ${literal};`);
  for (let k = 0; k < 4; k++) s.state(`${t}[${k}]`);
  return t;
};
const pointer = (s: Surroundings, type: string, to: string): string => {
  const p = s.hidden('p', (name) => `${type} *${name} = ${to};`);
  s.state(p);
  return p;
};
const memberType = (s: Surroundings): string => s.r.pick([...NARROW, 'int', 'unsigned', 'long']);
const used = (s: Surroundings, place: string): string =>
  s.r.pick([
    `${s.variable()} += ${place};`,
    `if (${place} == ${s.r.int(-1, 5)}) break;`,
    `if (${place} > ${s.r.int(0, 5)}) continue;`,
    `${s.variable()} = ${place};`,
    `if (${place} < ${s.value()}) ${s.variable()}++;`,
    `if (${place} == ${s.r.int(0, 3)}) ${s.leave()}`,
    `${place} = ${s.r.int(0, 7)};`,
  ]);

const LOOP_CONSTRUCTS: Readonly<Record<string, Construct>> = {
  ...BIT_CONSTRUCTS,
  'pointer to an end'(s) {
    const t = numbers(s);
    const p = pointer(s, 'int', t);
    const e = pointer(s, 'int', `${t} + ${s.r.pick([0, 4, 8, 12])}`);
    const by = s.r.pick([1, 1, 2, 4]);
    const lines = (): string[] => [used(s, `*${p}`), ...s.body()];
    const isReset = s.r.chance(0.7) || by !== 1;
    return s.loop(
      `for (${isReset ? `${p} = ${t}` : ''}; ${p} ${isReset ? s.r.pick(['!=', '<']) : '<'} ${e}; ${by === 1 ? `${p}++` : `${p} += ${by}`})`,
      lines,
    );
  },
  'pointer, tested behind'(s) {
    const t = numbers(s);
    const p = pointer(s, 'int', t);
    return [
      `${p} = ${t};`,
      ...s.loop('do', () => [used(s, `*${p}`), ...s.body()], `} while (++${p} < ${t} + ${s.r.int(0, 9)});`),
    ];
  },
  'pointer downwards'(s) {
    const t = numbers(s);
    const p = pointer(s, 'int', t);
    return [
      `${p} = ${t} + ${s.r.int(0, 9)};`,
      ...s.loop(`while (${p}-- > ${t})`, () => [used(s, `*${p}`), ...s.body()]),
    ];
  },
  'pointer and offset'(s) {
    const t = numbers(s);
    const k = s.own(s.r.pick(['int', 'unsigned', 'long']), 'k', '0');
    return s.loop(`for (${k} = 0; ${t} + ${k} ${s.r.pick(['<', '!='])} ${t} + ${s.r.int(1, 9)}; ${k}++)`, () => [
      used(s, `*(${t} + (${k} & 15))`),
      ...s.body(),
    ]);
  },
  'terminator by index'(s) {
    const [t, i] = [text(s), s.own(s.r.pick(['int', 'unsigned', '__SIZE_TYPE__', 'unsigned char']), 'i', '0')];
    return s.loop(
      `for (${i} = 0; ${t}[${i} & 31]${s.r.pick(['', " != '\\0'", ` && ${t}[${i} & 31] != ' '`, ` && ${i} < ${s.r.int(1, 5)}`])}; ${i}++)`,
      () => s.body(),
    );
  },
  'terminator by pointer'(s) {
    const t = text(s);
    const p = pointer(s, 'char', t);
    return [
      `${p} = ${t};`,
      ...s.r.pick([
        () => s.loop(`while (*${p}++)`, () => s.body()),
        () =>
          s.loop(`for (; *${p}${s.r.pick(['', " && *${p} != 'b'"])}; ++${p})`.replaceAll('${p}', p), () => s.body()),
        () => s.loop(`while (*${p} >= '0' && *${p} <= '9')`, () => [`${p}++;`, ...s.body()]),
      ])(),
    ];
  },
  strlen(s) {
    const [t, i] = [text(s), s.own(s.r.pick(['int', '__SIZE_TYPE__']), 'i', '0')];
    const cut = (): string[] => (s.r.chance(0.4) ? [`if (${s.condition()}) ${t}[${s.r.int(0, 3)}] = 0;`] : []);
    return s.loop(`for (${i} = 0; ${i} < __builtin_strlen(${t}); ${i}++)`, () => [...cut(), ...s.body()]);
  },
  'fields count'(s) {
    const o = s.hidden(
      's',
      (name) => `struct { ${memberType(s)} at; ${memberType(s)} most; int sum; } ${name} = { 0, ${s.r.int(0, 9)} };`,
    );
    for (const f of ['at', 'most', 'sum']) s.member(`${o}.${f}`);
    return [
      `${o}.most = ${s.r.chance(0.5) ? s.value() : s.r.int(0, 12)};`,
      ...s.loop(
        `for (${o}.at = ${s.r.int(0, 2)}; ${o}.at ${compare(s)} ${o}.most; ${o}.at${s.r.pick(['++', '++', ' += 2'])})`,
        () => [s.r.pick([`${o}.sum += 2;`, `if (${s.condition()}) ${o}.most--;`, `${o}.sum = ${o}.at;`]), ...s.body()],
      ),
    ];
  },
  'fields behind a pointer'(s) {
    const o = s.hidden('s', (name) => `struct { int at, most; } ${name} = { 0, ${s.r.int(0, 9)} };`);
    const q = s.hidden('q', (name) => `__typeof__(${o}) *${name} = &${o};`);
    s.member(`${o}.at`);
    s.member(`${o}.most`);
    return s.loop(`while (${q}->at < ${q}->most)`, () => [`${q}->at += ${s.r.int(1, 3)};`, ...s.body()]);
  },
  'bit-fields'(s) {
    const bits = s.r.int(2, 5);
    const o = s.hidden(
      's',
      (name) => `struct { unsigned b : ${bits}; int c : 4; unsigned long long d : 37; } ${name} = { 0 };`,
    );
    for (const f of ['b', 'c', 'd']) s.member(`${o}.${f}`);
    return s.r.pick([
      () => s.loop(`for (${o}.b = ${s.r.int(0, 2)}; ${o}.b ${compare(s)} ${s.r.int(2, 20)}; ${o}.b++)`, () => s.body()),
      () => s.loop(`while (++${o}.b)`, () => s.body()),
      () => s.loop(`do`, () => s.body(), `} while ((${o}.c += ${s.r.int(1, 3)}) > 0);`),
      () => s.loop(`for (${o}.c = 0; ${o}.c >= 0; ${o}.c++)`, () => s.body()),
      () => s.loop(`for (${o}.d = 1; ${o}.d; ${o}.d <<= ${s.r.int(1, 5)})`, () => s.body()),
    ])();
  },
  'a global counts'(s) {
    const g = s.file('g', (name) => `${s.r.pick(['', 'static '])}${memberType(s)} ${name};`);
    s.member(g);
    return s.loop(`for (${g} = 0; ${g} ${compare(s)} ${s.value()}; ${g}++)`, () => s.body());
  },
  'types meet'(s) {
    const [i, n] = [s.own(anyType(s), 'i', '0'), s.own(anyType(s), 'n', s.value())];
    return s.loop(
      `for (${i} = ${s.r.int(-2, 3)}; ${s.r.pick(['', `(${anyType(s)})`])}${i} ${compare(s)} ${s.r.pick(['', `(${anyType(s)})`])}${n}; ${i} += ${s.r.pick([1, 1, 2, 3])})`,
      () => s.body(),
    );
  },
  'enum and _Bool'(s) {
    const b = s.own('_Bool', 'b', '0');
    const e = s.own(`enum { Z${b}, Y${b} = 6 }`, 'e', '0');
    return s.r.pick([
      () => s.loop(`for (; !${b}; ${b}++)`, () => s.body()),
      () => [`${b} = ${s.value()};`, ...s.loop(`while (${b})`, () => [...s.body(), `${b} = ${s.value()};`])],
      () => s.loop(`for (${e} = 0; ${e} <= Y${b}; ${e}++)`, () => s.body()),
      () => s.loop(`do`, () => s.body(), `} while (${b} = !${b});`),
    ])();
  },
  comma(s) {
    const [i, j] = [s.own('int', 'i', '0'), s.own(s.r.pick(['int', 'short', 'unsigned']), 'j', '9')];
    return s.r.pick([
      () => s.loop(`for (${i} = 0, ${j} = ${s.r.int(0, 12)}; ${i} ${compare(s)} ${j}; ${i}++, ${j}--)`, () => s.body()),
      () => s.loop(`while (${i} += ${s.r.int(1, 3)}, ${i} < ${j})`, () => s.body()),
      () => s.loop(`for (${i} = ${j}; ${j} = ${i} / 2, ${i} > 0; ${i}--)`, () => s.body()),
    ])();
  },
  'conditional expressions'(s) {
    const i = s.own('int', 'i', '0');
    return s.r.pick([
      () =>
        s.loop(`for (${i} = 0; ${i} < (${s.condition()} ? ${s.r.int(0, 9)} : ${s.value()}); ${i}++)`, () => s.body()),
      () =>
        s.loop(`for (${i} = 0; ${i} < ${s.r.int(3, 15)}; ${i} += ${s.condition()} ? 1 : ${s.r.int(2, 4)})`, () =>
          s.body(),
        ),
      () =>
        s.loop(`while (${s.condition()} ? ${i} < ${s.r.int(1, 7)} : ${i} < ${s.r.int(1, 9)})`, () => [
          `${i}++;`,
          ...s.body(),
        ]),
    ])();
  },
  'switch moves'(s) {
    const i = s.own(anyType(s), 'i', '0');
    return [
      `${i} = 0;`,
      ...s.loop(`while (${i} < ${s.r.int(3, 30)})`, () => [
        `switch (${s.r.pick([i, s.variable()])} & 3) { case 0: ${i}++; ${s.r.pick(['', 'break;', 'continue;'])} case 1: ${i} += 2; ${s.r.pick(['', 'break;'])} case 3: ${s.r.pick([s.leave(), `${s.variable()}++;`, `${i}++; break;`])} default: ${i}++; }`,
        ...s.body(),
      ]),
    ];
  },
  'moved twice'(s) {
    const i = s.own('int', 'i', '0');
    return s.loop(`for (${i} = 0; ${i} ${compare(s)} ${s.r.pick([6, 10, 20])}; ${i}++)`, () => [
      `if (${s.condition()}) ${i}${s.r.pick(['++', ' += 2', '--'])};`,
      ...s.body(),
    ]);
  },
  'limit moves'(s) {
    const [i, n] = [s.own('int', 'i', '0'), s.own(s.r.pick(['int', 'unsigned', 'short']), 'n', String(s.r.int(0, 20)))];
    return s.loop(`for (${i} = 0; ${i} ${s.r.pick(['<', '<='])} ${n}; ${i}++)`, () => [
      s.r.pick([
        `${n}--;`,
        `if (${s.condition()}) ${n}--;`,
        `${n} -= 2;`,
        `if (${n} < 30) ${n}++;`,
        `${n} /= 2;`,
        `${n} = ${s.value()};`,
      ]),
      ...s.body(),
    ]);
  },
  'through a pointer'(s) {
    const i = s.own('int', 'i', '0');
    const q = s.hidden('q', (name) => `int *${name} = &${i};`);
    return [
      `${q} = &${i};`,
      ...s.loop(`while (${s.r.pick([i, `*${q}`])} < ${s.r.int(2, 12)})`, () => [
        `${s.r.pick([`(*${q})++`, `*${q} += 3`, `++${q}[0]`])};`,
        ...s.body(),
      ]),
    ];
  },
  'a called function moves it'(s) {
    const i = s.own('int', 'i', String(s.r.int(0, 9)));
    const to = s.file(
      'move',
      (name) =>
        `static int ${name}(int *c, int by) { ${s.r.pick(['*c += by; return *c;', 'return (*c)++ + by;', 'if (*c > 3) *c += 2; else ++*c; return by;', 'for (int z = 0; z < by; z++) ++*c; return *c;'])} }`,
    );
    return s.r.pick([
      () => s.loop(`while (${i} < ${s.r.int(3, 20)})`, () => [`${to}(&${i}, ${s.r.int(1, 3)});`, ...s.body()]),
      () => s.loop(`while (${to}(&${i}, 1) < ${s.r.int(3, 20)})`, () => s.body()),
      () => s.loop(`for (; ${i} < ${s.r.int(3, 20)}; ${to}(&${i}, 2))`, () => s.body()),
    ])();
  },
  'recursion inside'(s) {
    const i = s.own('int', 'i', '0');
    const down = s.file(
      'down',
      (name) => `static int ${name}(int n) { return n <= 0 ? 0 : 1 + ${name}(n - ${s.r.int(1, 2)}); }`,
    );
    return s.loop(`for (${i} = 0; ${i} < ${s.r.pick([`${down}(${s.r.int(1, 9)})`, s.r.int(1, 9)])}; ${i}++)`, () => [
      `${s.variable()} = ${down}(${i} & 7);`,
      ...s.body(),
    ]);
  },
  'static local'(s) {
    const k = s.hidden('k', (name) => `static ${memberType(s)} ${name};`);
    s.member(k);
    return s.loop(`for (${k} = ${s.r.int(0, 3)}; ${k} < ${s.r.int(2, 12)}; ${k} += ${s.r.int(1, 3)})`, () => s.body());
  },
  volatile(s) {
    const n = s.hidden('n', (name) => `volatile int ${name} = ${s.r.int(0, 9)};`);
    s.state(n);
    const i = s.own('int', 'i', '0');
    return s.loop(s.r.pick([`for (${i} = 0; ${i} < ${n}; ${i}++)`, `while (${n}-- > 0)`]), () => s.body());
  },
  'array of variable length'(s) {
    const [n, i] = [s.own('int', 'n', '3'), s.own(s.r.pick(['int', '__SIZE_TYPE__']), 'i', '0')];
    return [
      `${n} = (${s.value()} & 7) + 1;`,
      '{',
      `int w_${i}[${n}];`,
      ...s.loop(`for (${i} = 0; ${i} < ${s.r.pick([`sizeof w_${i} / sizeof *w_${i}`, n])}; ${i}++)`, () => [
        `if (${i} < sizeof w_${i} / sizeof *w_${i}) w_${i}[${i}] = ${s.value()};`,
      ]),
      '}',
    ];
  },
  'list by index'(s) {
    const t = s.hidden(
      'l',
      (name) =>
        `struct { signed char next; int v; } ${name}[8] = { { 1, 3 }, { 2, 1 }, { ${s.r.pick(['3', '-1', '0'])}, 4 }, { -1, 1 } };`,
    );
    const i = s.own(s.r.pick(['int', 'signed char']), 'i', '0');
    return s.loop(`for (${i} = ${s.r.int(-1, 2)}; ${i} >= 0; ${i} = ${t}[${i} & 7].next)`, () => [
      `${s.variable()} += ${t}[${i} & 7].v;`,
      ...s.body(),
    ]);
  },
  'list by pointer'(s) {
    const node = s.file('node', (name) => `struct ${name} { struct ${name} *next; int v; };`);
    const t = s.hidden('l', (name) => `struct ${node} ${name}[3] = { { 0, 3 }, { ${name}, 1 }, { ${name} + 1, 4 } };`);
    const p = pointer(s, `struct ${node}`, t);
    for (let k = 0; k < 3; k++) s.state(`${t}[${k}].v`);
    return s.loop(
      `for (${p} = ${t} + ${s.r.int(0, 2)}; ${p}${s.r.pick(['', ` && ${p}->v != ${s.r.int(1, 4)}`])}; ${p} = ${p}->next)`,
      () => [
        s.r.pick([`${s.variable()} += ${p}->v;`, `if (${p}->v == ${s.r.int(1, 4)}) break;`, `${p}->v++;`]),
        ...s.body(),
      ],
    );
  },
  'list to a value'(s) {
    const node = s.file(
      'node',
      (name) => `struct ${name} { int v; union { struct { struct ${name} *next; long k; } in; long whole; } u; };`,
    );
    const last = s.r.int(4, 9);
    const t = s.hidden(
      'l',
      (name) =>
        `struct ${node} ${name}[3] = { { ${last}, { { 0, 0 } } }, { 1, { { ${name}, 1 } } }, { ${s.r.int(1, 9)}, { { ${name} + 1, 2 } } } };`,
    );
    const p = pointer(s, `struct ${node}`, t);
    for (let k = 0; k < 3; k++) s.state(`${t}[${k}].v`);
    const uses = (): string => s.r.pick([`${s.variable()} += ${p}->v;`, `${s.variable()} = ${p}->u.in.k;`]);
    return [
      `${p} = ${t} + ${s.r.int(0, 2)};`,
      ...s.r.pick([
        () => s.loop(`for (; ${p}; ${p} = ${p}->u.in.next)`, () => [uses(), ...s.body()]),
        () =>
          s.loop(`for (; ${p}->v != ${last} && ${p}->u.in.next; ${p} = ${p}->u.in.next)`, () => [uses(), ...s.body()]),
        () =>
          s.loop(`while (${p}->v < ${last})`, () => [
            uses(),
            `if (!${p}->u.in.next) break;`,
            `${p} = ${p}->u.in.next;`,
          ]),
      ])(),
    ];
  },
  pieces(s) {
    const [type, size] = [s.r.pick(['int', 'unsigned', 'long', '__SIZE_TYPE__']), s.r.int(2, 9)];
    const n = s.own(type, 'n', '0');
    const k = s.own(type, 'k', '1');
    const taken = s.r.pick([
      [`${k} = ${n} < ${size} ? ${n} : ${size};`],
      [`${k} = ${s.r.int(0, 4)};`, `if (${k} < 1 || ${k} > ${n}) break;`],
      [`if (${n} < ${size}) ${k} = ${n}; else ${k} = ${size};`],
      [`${k} = ${s.condition()} && ${n} > 2 ? 3 : 1;`],
    ]);
    return [
      `${n} = ${s.r.int(0, 40)};`,
      ...s.loop(`while (${n}${s.r.pick(['', ' > 0'])})`, () => [
        ...taken,
        ...s.r.pick([[], [`if (${s.condition()}) ${k}--;`], [`if (${s.condition()}) ${n}--;`]]),
        ...s.body(),
        `${n} -= ${k};`,
        s.r.pick(['', `if (${n} > 100 || ${n} < 0) break;`]),
      ]),
    ];
  },
  'asked of a function'(s) {
    const t = text(s);
    const p = pointer(s, 'char', t);
    const asked = s.file('is', (name) =>
      s.r.pick([
        `static int ${name}(char c) { switch (c) { case 'a': case 'b': case '0': return 1; default: return 0; } }`,
        `static _Bool ${name}(char c) { return c == 'a' || c == 'b'; }`,
        `static unsigned char ${name}(char c) { return c; }`,
        `static int ${name}(int c) { if (c < '0') return 0; return c <= 'b'; }`,
      ]),
    );
    return [
      `${p} = ${t};`,
      ...s.loop(`while (${asked}(*${p})${s.r.pick(['', ` && *${p} != 'b'`])})`, () => [`${p}++;`, ...s.body()]),
    ];
  },
  'table of structs'(s) {
    const rows = s.hidden(
      'rows',
      (name) =>
        `struct { const char *name; int v; } ${name}[5] = { { "a", 1 }, { "b", 4 }, { "c", ${s.r.int(1, 5)} }, { "d", 3 }, { 0, 2 } };`,
    );
    const i = s.own(s.r.pick(['int', 'unsigned', 'long']), 'i', '0');
    return s.loop(
      `for (${i} = ${s.r.int(0, 2)}; ${rows}[${i}].name${s.r.pick(['', ` && ${rows}[${i}].v != ${s.r.int(2, 5)}`])}; ${i}++)`,
      () => [
        s.r.pick([`${s.variable()} += ${rows}[${i}].v;`, `if (${rows}[${i}].name[0] == 'c') break;`]),
        `if (${s.condition()}) ${s.leave()}`,
      ],
    );
  },
  'do while (0)'(s) {
    const i = s.own('int', 'i', '0');
    const step = s.file('STEP', (name) => `#define ${name}(c, x) do { if (c) break; (x)++; } while (0)`);
    return s.loop(`for (${i} = 0; ${i} < ${s.r.int(2, 14)}; ${s.r.pick([`${i}++`, `${i} += 2`])})`, () => [
      `${step}(${s.condition()}, ${s.r.pick([i, s.variable()])});`,
      ...s.body(),
    ]);
  },
  'inner limits depend'(s) {
    const [i, j] = [s.own('int', 'i', '0'), s.own(s.r.pick(['int', 'unsigned', 'short']), 'j', '0')];
    return s.loop(`for (${i} = 0; ${i} < ${s.r.int(2, 7)}; ${i}++)`, () => [
      ...s.loop(
        s.r.pick([
          `for (${j} = 0; ${j} < ${i}; ${j}++)`,
          `for (${j} = ${i}; ${j} > 0; ${j}--)`,
          `for (${j} = ${i}; ${j} < ${s.r.int(3, 9)}; ${j} += ${i} + 1)`,
          `for (${j} = 0; ${j} * ${j} < ${i}; ${j}++)`,
        ]),
        () => s.body(),
      ),
      ...s.body(),
    ]);
  },
  'jumps out'(s) {
    const i = s.own('int', 'i', '0');
    return [
      ...s.loop(`for (${i} = 0; ${i} < ${s.r.int(3, 12)}; ${i}++)`, () => [
        `if (${s.condition()}) ${s.r.pick([`goto out_${i};`, s.leave(), 'break;'])}`,
        ...s.body(),
      ]),
      `out_${i}: ;`,
    ];
  },
  'written and read'(s) {
    const [t, i] = [numbers(s), s.own('int', 'i', '0')];
    return s.loop(`for (${i} = ${s.r.int(0, 1)}; ${i} < 9 && ${t}[${i} & 15] < ${s.r.int(5, 20)}; ${i}++)`, () => [
      s.r.pick([
        `${t}[(${i} + 1) & 15] = ${t}[${i} & 15] + ${s.r.int(0, 4)};`,
        `${t}[${i} & 15] = ${i};`,
        `${t}[${s.r.int(0, 8)}] += 3;`,
      ]),
      ...s.body(),
    ]);
  },
  'casts in the condition'(s) {
    const i = s.own(s.r.pick(['int', 'unsigned', 'long']), 'i', '0');
    return s.loop(
      `for (${i} = ${s.r.pick(['0', '250', s.value()])}; (${s.r.pick([...NARROW, 'unsigned', '_Bool'])})${s.r.pick([i, `(${i} + 3)`])} ${s.r.pick(['<', '!=', '>'])} ${s.r.int(0, 12)}; ${i}${s.r.pick(['++', '--', ' += 3'])})`,
      () => s.body(),
    );
  },
};

/** A construct that is drawn. */
export function loopConstruct(s: Surroundings, made: (construct: string) => void): string[] {
  const name = s.r.pick(Object.keys(LOOP_CONSTRUCTS));
  made(`construct: ${name}`);
  return (LOOP_CONSTRUCTS[name] as Construct)(s);
}
