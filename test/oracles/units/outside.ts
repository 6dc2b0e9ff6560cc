/**
 * What others do: functions of another translation unit, static functions beside them, the library with `errno`. Each
 * class is a row of `ACTS`.
 */
import type { UnitDraft } from './draft.ts';
import { ELEMENTS, constant, fresh, other, value } from './draft.ts';
import { headed } from './heads.ts';

/** Declares what it needs, and adds statements or expressions to what bodies may do. */
type Act = (d: UnitDraft) => void;

const ACTS: Readonly<Record<string, Act>> = {
  'unknown call that changes a global'(d) {
    const [name, g] = [fresh(d, 'ext'), fresh(d, 'g')];
    d.head.push(`int ${g};`, headed(d, `void ${name}(void);`));
    d.places.push({ text: g, type: { name: 'int', bits: 32, signed: true } });
    d.foreign.push(`void ${name}(void) { ${g} ${d.r.pick(['++', '--', '+= 2', '= 1', '= 5', '^= 1'])}; }`);
    d.acts.push(() => `${name}();`);
  },
  'unknown call that is given an address'(d) {
    const p = other(d);
    const [name, v] = [fresh(d, 'put'), fresh(d, 'v')];
    d.head.push(headed(d, `int ${name}(int *);`));
    d.foreign.push(
      `int ${name}(int *p) { ${d.r.pick(['return ++*p;', '*p -= 1; return 0;', 'return *p & 1;', 'int was = *p; *p = 3; return was;'])} }`,
    );
    d.locals.push(`int ${v} = ${p === null ? '2' : p.text};`);
    d.places.push({ text: v, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${name}(&${v});`);
    d.asks.push(() => `${name}(&${v}) > ${constant(d)}`);
  },
  'unknown call that keeps an address'(d) {
    const [keep, poke, v, kept] = [fresh(d, 'keep'), fresh(d, 'poke'), fresh(d, 'v'), fresh(d, 'kept')];
    d.head.push(`void ${keep}(int *);`, `void ${poke}(void);`);
    d.foreign.push(
      `static int *${kept}; void ${keep}(int *p) { ${kept} = p; } void ${poke}(void) { if (${kept}) ++*${kept}; }`,
    );
    d.setup.push(`${kept} = 0;`);
    d.locals.push(`int ${v} = 0; ${keep}(&${v});`);
    d.places.push({ text: v, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${poke}();`);
  },
  'unknown call that calls back'(d) {
    const [cb, name, g] = [fresh(d, 'back'), fresh(d, 'each'), fresh(d, 'h')];
    d.head.push(
      `static int ${g};`,
      `static void ${cb}(int k) { ${g} ${d.r.pick(['+= k', '++', '= k', '-= 2'])}; }`,
      `void ${name}(void (*)(int), int);`,
    );
    d.foreign.push(`void ${name}(void (*f)(int), int n) { f(n); if (n & 1) f(1); }`);
    d.places.push({ text: g, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${name}(${cb}, ${value(d)});`);
  },
  'unknown call that calls an exported function'(d) {
    const [own, name, g] = [fresh(d, 'own'), fresh(d, 'tell'), fresh(d, 'h')];
    d.head.push(
      `static int ${g} = 1;`,
      `void ${own}(void) { ${g}${d.r.pick(['++', '--', ' = 0', ' += 3'])}; }`,
      `void ${name}(void);`,
    );
    d.foreign.push(`void ${own}(void); void ${name}(void) { ${own}(); }`);
    d.places.push({ text: g, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${name}();`);
  },
  'static function that changes a global'(d) {
    const p = fresh(d, 'h');
    const name = fresh(d, 'step');
    d.head.push(`static int ${p}${d.r.chance(0.5) ? ' = 2' : ''};`);
    d.places.push({ text: p, type: { name: 'int', bits: 32, signed: true } });
    const global = d.head.join('\n').match(/^int (g\d+);$/m)?.[1] ?? p;
    d.head.push(
      headed(d, `static int ${name}(int k);`),
      `static int ${name}(int k) { ${d.r.pick([`${p} += k & 3; return ${global};`, `if (${global} > k) return 0; ${p}++; return 1;`, `${p} = k & 7; return ${p} < ${global};`])} }`,
    );
    d.acts.push(() => `${name}(${value(d)});`);
    d.asks.push(() => `${name}(${value(d)})`);
  },
  'static function that reads globals beside an unknown call'(d) {
    const [g, ext, name, sum] = [fresh(d, 'g'), fresh(d, 'ext'), fresh(d, 'look'), fresh(d, 'h')];
    d.head.push(
      `int ${g} = 2;`,
      `static int ${sum};`,
      `void ${ext}(void);`,
      `static int ${name}(void) { return ${d.r.pick([`${g}`, `${g} + ${sum}`, `${g} > 3`])}; }`,
    );
    d.foreign.push(`void ${ext}(void) { ${g} ${d.r.pick(['= 7', '+= 1', '-= 1'])}; }`);
    d.acts.push(
      () => `${ext}();`,
      () => `${sum} += ${name}();`,
    );
    d.asks.push(() => `${name}() ${d.r.pick(['>', '<', '!='])} ${constant(d)}`);
    d.places.push({ text: sum, type: { name: 'int', bits: 32, signed: true } });
  },
  'store through a pointer that may point at a global'(d) {
    const [g, p] = [fresh(d, 'g'), fresh(d, 'p')];
    const look = fresh(d, 'look');
    d.head.push(`int ${g};`, `static int ${look}(void) { return ${g}; }`);
    d.setup.push(`${g} = (int)some();`);
    d.params.push({ declared: `int *${p}`, argument: d.r.chance(0.6) ? `&${g}` : `&spare` });
    d.acts.push(() => `*${p} ${d.r.pick(['= 1', '+= 1', '-= 1', `= ${constant(d)}`])};`);
    d.asks.push(() => `${look}() ${d.r.pick(['>', '<', '!='])} ${constant(d)}`);
    d.places.push({ text: g, type: { name: 'int', bits: 32, signed: true } });
  },
  'store through a pointer or none'(d) {
    const [p, v, g] = [fresh(d, 'q'), fresh(d, 'v'), fresh(d, 'h')];
    d.head.push(`static int ${g} = 3;`);
    d.locals.push(
      `int ${v} = ${constant(d)}, *${p} = ${d.r.pick([`${other(d)?.text ?? 'spare_'} > 3 ? &${v} : 0`, `${other(d)?.text ?? '1'} ? &${g} : (int *)0`])};`,
    );
    for (const text of [v, g]) d.places.push({ text, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `if (${p}) *${p} ${d.r.pick(['+= 1', '-= 1', '= 4'])};`);
    d.asks.push(() => `${p} && *${p} ${d.r.pick(['>', '<', '!='])} ${constant(d)}`);
  },
  'errno set by the library'(d) {
    // what a file never names is none of its objects
    d.head.push(`int ${fresh(d, 'e')}(void) { return errno; }`);
    d.acts.push(
      () => 'errno = 0;',
      () => `errno = ${d.r.pick(['ERANGE', 'EINTR', value(d)])};`,
      () => `strtol("99999999999999999999", 0, ${d.r.pick([10, 16])});`,
      () => `(void)close(-1);`,
    );
    d.asks.push(
      () => 'errno == 0',
      () => 'errno != ERANGE',
      () => `strtol("${d.r.pick(['7', '99999999999999999999', '-2'])}", 0, 10) ${d.r.pick(['>', '!='])} errno`,
    );
    d.places.push({ text: 'errno', type: { name: 'int', bits: 32, signed: true } });
  },
  'memset and memcpy of whole arrays'(d) {
    const [a, b] = [fresh(d, 'a'), fresh(d, 'a')];
    d.head.push(`static int ${a}[${ELEMENTS}];`, `int ${b}[${ELEMENTS}] = { 1, 2, 3 };`);
    d.arrays.push(a, b);
    d.acts.push(
      () => `memset(${a}, ${d.r.pick(['0', '-1', '1'])}, sizeof ${a});`,
      () => `memcpy(${d.r.chance(0.5) ? `${a}, ${b}` : `${b}, ${a}`}, sizeof ${a});`,
      () => `${d.r.pick([a, b])}[${value(d)} & 7] = ${value(d)};`,
      () => `memcpy(${a} + 1, ${b}, 3 * sizeof *${b});`,
    );
    d.asks.push(() => `${a}[${d.r.int(0, 7)}] != ${b}[${value(d)} & 7]`);
  },
  'memset and memcpy of whole structures'(d) {
    const [s, t] = [fresh(d, 'g'), fresh(d, 'v')];
    d.head.push(`static struct box ${s} = { 3, 1 };`);
    d.locals.push(`struct box ${t} = { 5, 2, 1 };`);
    for (const text of [`${s}.n`, `${t}.n`, `${s}.k`, `${t}.c`])
      d.places.push({ text, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(
      () => `memset(&${d.r.pick([s, t])}, 0, sizeof(struct box));`,
      () => `memcpy(&${s}, &${t}, sizeof ${s});`,
      () => `${t} = ${s};`,
      () => `${s} = (struct box){ .n = ${value(d)}, .c = 1 };`,
    );
  },
  'pure functions'(d) {
    const [g, look, sum] = [fresh(d, 'g'), fresh(d, 'look'), fresh(d, 'sum')];
    d.head.push(
      `int ${g} = 1;`,
      `static int __attribute__((pure)) ${look}(int k) { return ${d.r.pick([`${g} + k`, `k > ${g}`, `${g}`])}; }`,
      `__attribute__((const)) static int ${sum}(int k, int n) { return ${d.r.pick(['k & n', '(k & 15) + (n & 15)', 'k < n'])}; }`,
    );
    d.places.push({ text: g, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${g} = ${look}(${value(d)}) & 15;`);
    d.asks.push(
      () => `${look}(${value(d)}) ${d.r.pick(['>', '<', '!='])} ${constant(d)}`,
      () => `${sum}(${value(d)}, ${value(d)})`,
    );
  },
  'a function by pointer'(d) {
    const [up, down, by, h] = [fresh(d, 'up'), fresh(d, 'down'), fresh(d, 'by'), fresh(d, 'h')];
    d.head.push(
      `static int ${h} = 2;`,
      `static int ${up}(int k) { ${h}++; return k + 1; }`,
      `static int ${down}(int k) { ${h} -= k & 1; return k - 1; }`,
    );
    d.locals.push(`int (*${by})(int) = ${d.r.pick([up, `${other(d)?.text ?? '1'} > 2 ? ${up} : ${down}`])};`);
    d.places.push({ text: h, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(
      () => `${by}(${value(d)});`,
      () => `${by} = ${d.r.pick([up, down])};`,
    );
    d.asks.push(() => `${by}(${value(d)}) ${d.r.pick(['>', '<', '!='])} ${constant(d)}`);
  },
  'an index that the library would keep'(d) {
    const [index, next] = [fresh(d, 'x'), fresh(d, 'next')];
    d.head.push(`extern int ${index};`, `int ${next}(int);`);
    d.foreign.push(`int ${index} = 1; int ${next}(int n) { return ${index} < (n & 7) ? ${index}++ : -1; }`);
    d.setup.push(`${index} = 1;`);
    d.places.push({ text: index, type: { name: 'int', bits: 32, signed: true } });
    d.acts.push(() => `${next}(${value(d)});`);
    d.asks.push(() => `${next}(${value(d)}) != -1`);
  },
  'a function that never returns'(d) {
    const [name, same] = [fresh(d, 'die'), fresh(d, 'live')];
    d.head.push(
      d.r.pick([
        `__attribute__((noreturn)) void ${name}(int);\nvoid ${same}(int);`,
        `_Noreturn void ${name}(int);\nvoid ${same}(int);`,
        `void ${same}(int), ${name}(int) __attribute__((noreturn));`,
        `void ${name}(int) __attribute__((noreturn)), ${same}(int);`,
        `void __attribute__((noreturn)) ${name}(int);\nextern void ${same}(int);`,
        `extern __attribute__((cold, noreturn)) void ${name}(int);\nextern __attribute__((cold)) void ${same}(int);`,
        `static __attribute__((noreturn)) void ${name}(int k) { exit(k); }\nstatic void ${same}(int k) { (void)k; }`,
      ]),
    );
    if (!d.head.at(-1)?.includes('static'))
      d.foreign.push(`void ${name}(int k) { (void)k; ends(); }`, `void ${same}(int k) { (void)k; spare++; }`);
    d.acts.push(
      () => `if (${value(d)} > ${d.r.int(8, 30)}) ${name}(1);`,
      () => `if (${value(d)} > ${constant(d)}) ${same}(1);`,
      () => `${same}(${value(d)});`,
    );
  },
};

/** What others do; after the places, which it speaks of. */
export function outside(d: UnitDraft): void {
  const what = d.r.pick(Object.keys(ACTS));
  if (what === 'errno set by the library' && d.places.some((p) => p.text === 'errno')) return;
  d.made(`others: ${what}`);
  (ACTS[what] as Act)(d);
}
