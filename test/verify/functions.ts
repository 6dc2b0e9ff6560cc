/**
 * Random functions with loops and assertions: parameters and answers of the environment of many types, phases, nests,
 * branches, modes and small arrays. The last assertions are fitted to a few runs, so that many are true, or false by
 * one only.
 */
import type { Random } from '../differential/random.ts';

export interface Drawn {
  readonly name: string;
  /** One function, declarations first. */
  readonly source: string;
  readonly params: readonly string[];
}

/** Values at the end of a run, by variable. */
export type Ending = ReadonlyMap<string, bigint>;

const NONDET: Readonly<Record<string, string>> = {
  int: 'int',
  'unsigned int': 'uint',
  'unsigned char': 'uchar',
  'signed char': 'schar',
  char: 'char',
  short: 'short',
  'unsigned short': 'ushort',
  long: 'long',
  'unsigned long': 'ulong',
};
export const NONDET_TYPES: readonly (readonly [string, string])[] = Object.entries(NONDET);

const DECLARED = `${NONDET_TYPES.map(([type, suffix]) => `extern ${type} __VERIFIER_nondet_${suffix}(void);`).join(' ')} extern void __VERIFIER_assert(int); extern void __VERIFIER_assume(int);`;

interface Variable {
  readonly name: string;
  readonly type: string;
}

/** A function; `observe` runs what it is given and tells how it ended. */
export function drawFunction(
  name: string,
  r: Random,
  observe: (source: string) => Promise<readonly Ending[]>,
): Promise<Drawn> {
  return new Draft(name, r).finish(observe);
}

class Draft {
  private readonly r: Random;
  private readonly name: string;
  private readonly params: Variable[] = [];
  private readonly locals: Variable[] = [];
  private readonly array: string | null;
  private readonly lines: string[] = [];
  /** Parameters and what the environment sets: worth a range. */
  private readonly given: Variable[] = [];
  private counters = 0;

  constructor(name: string, r: Random) {
    this.name = name;
    this.r = r;
    for (const n of ['n', 'm'].slice(0, r.int(0, 2))) this.params.push({ name: n, type: this.type() });
    this.given.push(...this.params);
    for (const n of ['x', 'y', 'z'].slice(0, r.int(1, 3))) {
      const type = this.type();
      this.locals.push({ name: n, type });
      const read = r.chance(0.25);
      if (read) this.given.push({ name: n, type });
      const start = read
        ? `__VERIFIER_nondet_${NONDET[type]}()`
        : this.params.length > 0 && r.chance(0.2)
          ? r.pick(this.params).name
          : `${r.int(0, 4)}`;
      this.lines.push(`${type} ${n} = ${start};`);
    }
    this.array = r.chance(0.1) ? 'a' : null;
    if (this.array) this.lines.push(`int a[8] = { ${r.int(0, 3)}, ${r.int(0, 3)} };`);
    for (const v of this.given) {
      if (!r.chance(0.45)) continue;
      const range = `${v.name} >= ${r.int(0, 2)} && ${v.name} <= ${r.pick([3, 5, 10, 20, 100, 1000])}`;
      this.lines.push(r.chance(0.5) ? `__VERIFIER_assume(${range});` : `if (!(${range})) return;`);
    }
  }

  private type(): string {
    return this.r.chance(0.5) ? 'int' : this.r.chance(0.5) ? 'unsigned int' : this.r.pick(Object.keys(NONDET));
  }

  private any(): string {
    return this.r.pick([...this.params, ...this.locals]).name;
  }

  private atom(): string {
    return this.r.chance(0.6) ? this.any() : `${this.r.int(0, 9)}`;
  }

  /** An operand that isn't the variable itself, most of the time. */
  private other(x: string): string {
    const e = this.atom();
    return e === x ? `${this.r.int(0, 9)}` : e;
  }

  private comparison(operators: readonly string[]): string {
    const x = this.any();
    return `${x} ${this.r.pick(operators)} ${this.other(x)}`;
  }

  private condition(): string {
    const r = this.r;
    switch (r.int(0, 8)) {
      case 0:
        return `${this.any()} % ${r.int(2, 4)} == ${r.int(0, 1)}`;
      case 1:
        return this.comparison(['!=', '==']);
      case 2:
        return '__VERIFIER_nondet_int()';
      case 3:
        return `${this.comparison(['<', '<='])} ${r.pick(['&&', '||'])} ${this.any()} > ${r.int(0, 5)}`;
      default:
        return this.comparison(['<', '<=', '>', '>=']);
    }
  }

  private update(): string {
    const r = this.r;
    const x = r.pick(this.locals).name;
    switch (r.int(0, 13)) {
      case 0:
        return `${x} = ${this.atom()};`;
      case 1:
        return `${x} = ${this.any()} + ${this.any()};`;
      case 2:
      case 3:
        return `${x} -= ${r.int(1, 3)};`;
      case 4:
        return `${x} = ${r.int(2, 3)} * ${this.any()};`;
      case 5:
        return `${x} = ${this.any()} ${r.pick(['/', '%'])} ${r.int(2, 5)};`;
      case 6:
        return `${x} += ${this.any()};`;
      case 7:
        return `${x} = ${this.any()} - ${this.other(x)};`;
      case 8:
        return r.chance(0.5) ? `${x} = ${r.int(1, 5)} - ${x};` : `${x} = -${x};`;
      case 9:
        return `${x} = ${this.condition()} ? ${this.atom()} : ${this.any()};`;
      default:
        return `${x} ${r.chance(0.8) ? `+= ${r.int(1, 3)}` : `= ${x} + 1`};`;
    }
  }

  private assertion(): string {
    const r = this.r;
    const e = (): string =>
      r.chance(0.3) ? `${this.any()} + ${this.any()}` : r.chance(0.3) ? `${r.int(1, 3)} * ${this.any()}` : this.atom();
    switch (r.int(0, 6)) {
      case 0:
        return `__VERIFIER_assert(${e()} == ${e()});`;
      case 1:
        return `__VERIFIER_assert(${this.any()} % ${r.int(2, 3)} == ${r.int(0, 1)});`;
      case 2:
        return `__VERIFIER_assert(${this.any()} != ${r.int(0, 40)});`;
      case 3:
        return `__VERIFIER_assert(${this.condition()} || ${this.any()} ${r.pick(['<=', '>='])} ${this.atom()});`;
      default:
        return `__VERIFIER_assert(${e()} ${r.pick(['<=', '>=', '<', '>'])} ${r.chance(0.5) ? r.int(0, 40) : e()});`;
    }
  }

  private body(depth: number, counter: string | null): string[] {
    const r = this.r;
    const out: string[] = [];
    for (let k = r.int(1, 3); k > 0; k--) {
      const what = r.int(0, 99);
      if (what < 24) out.push(`if (${this.condition()}) { ${this.update()} } else { ${this.update()} }`);
      else if (what < 34)
        out.push(
          `if (${this.condition()}) { ${this.update()} ${r.chance(0.35) ? r.pick(['break;', 'break;', 'continue;']) : ''} }`,
        );
      else if (what < 42 && depth > 0) out.push(...this.loop(depth - 1));
      else if (what < 48) out.push(this.assertion());
      else if (what < 60 && this.array && counter)
        out.push(
          `if (${counter} >= 0 && ${counter} < 8) ${r.pick([`a[${counter}] = ${this.atom()};`, `${r.pick(this.locals).name} = a[${counter}];`])}`,
        );
      else out.push(this.update());
    }
    return out;
  }

  private loop(depth: number): string[] {
    const r = this.r;
    if (r.chance(0.6)) {
      const i = `i${this.counters++}`;
      const type = r.chance(0.8) ? 'int' : this.type();
      const limit =
        r.chance(0.55) && this.params.length > 0
          ? r.pick(this.params).name
          : r.chance(0.3)
            ? this.any()
            : `${r.pick([2, 3, 5, 7, 10, 20, 100])}`;
      const head = r.pick([
        `${type} ${i} = 0; ${i} < ${limit}; ${i}++`,
        `${type} ${i} = 0; ${i} < ${limit}; ${i}++`,
        `${type} ${i} = 1; ${i} <= ${limit}; ${i} += ${r.int(1, 3)}`,
        `${type} ${i} = ${limit}; ${i} > 0; ${i}--`,
        `${type} ${i} = 0; ${i} != ${limit}; ${i}++`,
        `int ${i} = ${limit}; ${i} >= 0; ${i} -= ${r.int(1, 2)}`,
      ]);
      return [`for (${head}) {`, ...this.body(depth, i).map((l) => `  ${l}`), '}'];
    }
    const inside = this.body(depth, null).map((l) => `  ${l}`);
    if (r.chance(0.6)) {
      // something that gets somewhere
      const x = r.pick(this.locals).name;
      const up = r.chance(0.6);
      const condition = `${x} ${up ? r.pick(['<', '<=', '!=']) : r.pick(['>', '>='])} ${up ? this.other(x) : r.int(0, 3)}${r.chance(0.2) ? ' && __VERIFIER_nondet_int()' : ''}`;
      return [`while (${condition}) {`, ...inside, `  ${x} ${up ? '+=' : '-='} ${r.pick([1, 1, 1, 2, 3])};`, '}'];
    }
    return r.chance(0.8)
      ? [`while (${this.condition()}) {`, ...inside, '}']
      : ['do {', ...inside, `} while (${this.condition()});`];
  }

  async finish(observe: (source: string) => Promise<readonly Ending[]>): Promise<Drawn> {
    const r = this.r;
    for (let k = r.int(1, 2); k > 0; k--) {
      this.lines.push(...this.loop(1));
      if (r.chance(0.25)) this.lines.push(this.assertion());
    }
    const endings = await observe(this.whole([]));
    const fitted = Array.from({ length: r.int(1, 2) }, () =>
      endings.length > 3 && r.chance(0.75) ? this.fitted(endings) : this.assertion(),
    );
    return { name: this.name, source: this.whole(fitted), params: this.params.map((v) => v.type) };
  }

  private whole(more: readonly string[]): string {
    const params = this.params.map((v) => `${v.type} ${v.name}`).join(', ') || 'void';
    return `${DECLARED}\nvoid ${this.name}(${params}) {\n${[...this.lines, ...more].map((l) => `  ${l}`).join('\n')}\n}\n`;
  }

  /** What all these runs have in common, or misses that by one. */
  private fitted(endings: readonly Ending[]): string {
    const r = this.r;
    const x = r.pick(this.locals);
    const y = r.pick([...this.params, ...this.locals]);
    const of = (v: Variable): bigint[] => endings.map((e) => e.get(v.name) ?? 0n);
    const [xs, ys] = [of(x), of(y)];
    const small = (v: bigint): boolean => v > -100_000n && v < 100_000n;
    const least = xs.reduce((a, b) => (b < a ? b : a));
    const most = xs.reduce((a, b) => (b > a ? b : a));
    const off = r.chance(0.25) ? BigInt(r.int(-1, 1)) : 0n;
    const options: string[] = [];
    if (small(least)) options.push(`${x.name} >= ${least + off}`, `${x.name} != ${least - 1n - off}`);
    if (small(most)) options.push(`${x.name} <= ${most + off}`, `${x.name} < ${most + 1n + off}`);
    if (least === most && small(most)) options.push(`${x.name} == ${most + off}`, `${x.name} == ${most}`);
    for (const m of [2n, 3n, 4n])
      if (xs.every((v) => v % m === (xs[0] as bigint) % m))
        options.push(`${x.name} % ${m} == ${(xs[0] as bigint) % m}`);
    if (x.name !== y.name) {
      for (const factor of [1n, 2n, 3n]) {
        const gaps = xs.map((v, k) => v - factor * (ys[k] as bigint));
        const [low, high] = [gaps.reduce((a, b) => (b < a ? b : a)), gaps.reduce((a, b) => (b > a ? b : a))];
        if (low === high && small(low))
          options.push(...Array<string>(3).fill(`${x.name} == ${factor} * ${y.name} + ${low + off}`));
        else if (small(low) && factor === 1n) options.push(`${x.name} >= ${y.name} + ${low + off}`);
        if (low !== high && small(high) && factor === 1n) options.push(`${x.name} <= ${y.name} + ${high + off}`);
      }
    }
    return options.length === 0 ? this.assertion() : `__VERIFIER_assert(${r.pick(options)});`;
  }
}
