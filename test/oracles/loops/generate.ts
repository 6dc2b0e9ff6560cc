/**
 * Random functions with loops of every kind, marked where each is about to begin, where its body is begun and where it
 * has been left. `[#i: e]` is an index that the compiled program checks against the array's length.
 */
import type { Head } from './loop-forms.ts';
import { KINDS, loopLines } from './loop-forms.ts';
import { INT, TYPES, UNSIGNED } from '../../differential/ctypes.ts';
import type { CType } from '../../differential/ctypes.ts';
import type { Random } from '../../differential/random.ts';
import type { Surroundings } from '../program/surroundings.ts';
import { loopConstruct } from '../program/loop-constructs.ts';

export interface Variable {
  readonly name: string;
  readonly type: CType;
}

export interface MarkedLoop {
  readonly kind: string;
  /** In scope just before it, and initialised. */
  visible: readonly Variable[];
}

export interface MarkedProgram {
  readonly name: string;
  readonly params: readonly Variable[];
  /** Parameters that are arrays. */
  readonly arrays: readonly Variable[];
  /** With marks `@E k@`, `@B k@`, `@X k@`, `@R@` and checked indices. */
  readonly marked: string;
  readonly loops: readonly MarkedLoop[];
  /** What no state records: texts that mention it are not compared. */
  readonly untold: readonly string[];
}

export const LENGTH = 40;
const MAX_DEPTH = 2;

/** What the analysis reads. */
export const plainText = (marked: string): string => marked.replace(/@[EBX] \d+@ ?|@R@ ?/g, '').replaceAll('[#', '[');

/** Whether a text speaks of what no state records. */
export const isUntold = (p: MarkedProgram, text: string): boolean =>
  (text.match(/[A-Za-z_][\w.]*/g) ?? []).some((word) => p.untold.includes(word.replace(/\..*/, '')) && !told(p, word));

const told = (p: MarkedProgram, word: string): boolean => p.loops.some((l) => l.visible.some((v) => v.name === word));

export function generateLoops(name: string, r: Random, tally: (construct: string) => void): MarkedProgram {
  return new Draft(name, r, tally).program();
}

const UNSIGNED_64 = { name: 'unsigned long', bits: 64, signed: false };

/** As much of a type as is needed to read a value that was printed as a `long long`. */
const typeNamed = (name: string): CType =>
  name === 'unsigned long' || name === '__SIZE_TYPE__' ? UNSIGNED_64 : (TYPES.find((t) => t.name === name) ?? INT);

/** `i++`, `i -= 2` */
const advanced = (name: string, up: boolean, step: number): string =>
  step === 1 ? `${name}${up ? '++' : '--'}` : `${name} ${up ? '+=' : '-='} ${step}`;

class Draft {
  private readonly params: Variable[] = [];
  private readonly arrays: Variable[] = [];
  private readonly loops: MarkedLoop[] = [];
  private scope: Variable[] = [];
  private names = 0;
  private labels = 0;
  private depth = 0;
  private readonly counters = new Set<string>();
  private readonly untold: string[] = [];
  private readonly before: string[] = [];
  private readonly name: string;
  readonly r: Random;
  private readonly tally: (construct: string) => void;

  constructor(name: string, r: Random, tally: (construct: string) => void) {
    this.name = name;
    this.r = r;
    this.tally = tally;
  }

  program(): MarkedProgram {
    const { r } = this;
    for (const n of ['n', 'm', 'x'].slice(0, r.int(1, 3)))
      this.params.push({ name: n, type: r.chance(0.55) ? INT : r.pick(TYPES) });
    for (const n of ['a', 'b'].slice(0, r.int(0, 2)))
      this.arrays.push({ name: n, type: r.chance(0.6) ? INT : r.pick(TYPES) });
    this.scope = [...this.params];
    const lines: string[] = [];
    for (let k = r.int(0, 2); k > 0; k--) lines.push(this.declaration());
    if (r.chance(0.25)) lines.push(this.update(r.pick(this.scope)));
    if (r.chance(0.2)) lines.push(`if (${this.condition()}) ${this.update(r.pick(this.scope))}`);
    for (let k = r.chance(0.25) ? 2 : 1; k > 0; k--) lines.push(...this.loop());
    lines.push('@R@ return 0;');
    const params = [
      ...this.params.map((p) => `${p.type.name} ${p.name}`),
      ...this.arrays.map((p) => `${p.type.name} *${p.name}`),
    ];
    return {
      name: this.name,
      params: this.params,
      arrays: this.arrays,
      loops: this.loops,
      untold: this.untold,
      marked: `${this.before.map((l) => `${l}\n`).join('')}int ${this.name}(${params.join(', ')}) {\n${lines.map((l) => `  ${l}`).join('\n')}\n}\n`,
    };
  }

  private fresh(stem: string): string {
    return `${stem}${this.names++}`;
  }

  private declaration(): string {
    const { r } = this;
    const v = { name: this.fresh('v'), type: r.chance(0.6) ? INT : r.pick(TYPES) };
    const text = `${v.type.name} ${v.name} = ${r.chance(0.6) ? this.constant() : this.value(1)};`;
    this.scope.push(v);
    return text;
  }

  constant(): string {
    return String(this.r.chance(0.8) ? this.r.int(0, 9) : this.r.int(-9, 60));
  }

  private value(depth: number): string {
    const { r } = this;
    const pick = r.int(0, depth > 0 ? 13 : 6);
    const v = r.pick(this.scope).name;
    if (pick < 4) return v;
    if (pick < 7) return this.constant();
    if (pick === 7 && this.arrays.length > 0) return `${r.pick(this.arrays).name}[#${this.value(0)}]`;
    this.tally('operator');
    const [a, b] = [this.value(depth - 1), this.value(depth - 1)];
    return r.pick([
      `${a} + ${b}`,
      `${a} - ${b}`,
      `${v} * ${r.int(2, 3)}`,
      `${v} / ${r.int(2, 5)}`,
      `${v} % ${r.int(2, 9)}`,
      `(${v} & ${r.pick([1, 3, 7, 15])})`,
      `(${a} > ${b} ? ${a} : ${b})`,
      `-${v}`,
      `(${r.pick(TYPES).name})${v}`,
      `(${v} >> 1)`,
    ]);
  }

  condition(): string {
    const { r } = this;
    const one = `${this.value(1)} ${r.pick(['<', '<', '>', '<=', '>=', '!=', '=='])} ${this.value(0)}`;
    if (r.chance(0.8)) return one;
    this.tally(r.chance(0.5) ? '&&' : '||');
    return r.pick([
      `${one} && ${this.value(0)} > ${this.constant()}`,
      `${one} || ${this.value(0)} == ${this.constant()}`,
      `!(${one})`,
      r.pick(this.scope).name,
    ]);
  }

  /** A statement that changes a variable which counts no loop. */
  private update(v: Variable): string {
    const { r } = this;
    if (this.counters.has(v.name) && !r.chance(0.08)) return ';';
    return r.pick([
      `${v.name} += ${this.constant()};`,
      `${v.name}++;`,
      `${v.name} = ${this.value(1)};`,
      `${v.name} -= ${r.int(1, 3)};`,
      `${v.name} += ${r.pick(this.scope).name};`,
    ]);
  }

  private store(): string {
    const { r } = this;
    const array = r.pick(this.arrays).name;
    const counter = [...this.counters].at(-1);
    const index =
      counter === undefined || r.chance(0.15)
        ? this.value(0)
        : r.pick([
            counter,
            counter,
            counter,
            counter,
            `${counter} + 1`,
            `2 * ${counter}`,
            `${counter} - 1`,
            `${counter} & 7`,
          ]);
    this.tally('store');
    const from = r.pick(this.arrays).name;
    return r.pick([
      `${array}[#${index}] = ${this.constant()};`,
      `${array}[#${index}] = ${this.constant()};`,
      `${array}[#${index}] = ${this.value(1)};`,
      `${array}[#${index}] = ${from}[#${index}];`,
      `${array}[#${index}] += ${this.constant()};`,
      `${array}[#${index}] = ${from}[#${index} + 1];`,
      `${array}[#${from}[#${index}] & 7]++;`,
    ]);
  }

  /** What a search goes on as long as it holds: the place that is read need not move as the counter does. */
  private searched(counter: string): string {
    const { r } = this;
    const index = r.pick([counter, counter, `2 * ${counter}`, `${counter} + 1`, `${counter} & 7`, `9 - ${counter}`]);
    return `${r.pick(this.arrays).name}[#${index}] ${r.pick(['!= 0', '!= 2', `!= ${this.value(0)}`])}`;
  }

  /** What a walk along an array goes on as long as it holds: the element may be written as it is read. */
  walked(counter: string): string {
    const { r } = this;
    const element = `${r.pick(this.arrays).name}[#${r.pick([counter, counter, counter, `${counter} + 1`])}]`;
    return r.pick([
      element,
      this.searched(counter),
      `${element} == ${this.constant()}`,
      `${element} != ${this.constant()}`,
      `++${element} != ${this.constant()}`,
      `${element}-- != 0`,
      `(${element} += ${this.value(0)}) == ${this.constant()}`,
    ]);
  }

  /** Near where the walk is, or where another index is that lags behind or doesn't. */
  storeOnTheWay(counter: string): string {
    const { r } = this;
    const array = r.pick(this.arrays).name;
    const other = this.scope.find((v) => !this.counters.has(v.name))?.name;
    if (other !== undefined && r.chance(0.4)) {
      const store = `${array}[#${other}${r.pick(['++', '++', '--', ''])}] = ${this.value(0)};`;
      return r.chance(0.5) ? store : `if (${array}[#${counter}] != ${this.constant()}) ${store}`;
    }
    const index = r.pick([counter, counter, `${counter} - 1`, `${counter} - 2`, `${counter} + 1`]);
    return `${array}[#${index}] ${r.pick(['=', '+='])} ${this.value(0)};`;
  }

  private statement(k: number): string[] {
    const { r } = this;
    const pick = r.int(0, 21);
    if (pick < 6) return [this.update(r.pick(this.scope))];
    if (pick < 10 && this.arrays.length > 0) return [this.store()];
    if (pick < 12 && this.arrays.length > 0) {
      const counter = [...this.counters].at(-1) ?? 'n';
      const v = this.scope.find((s) => !this.counters.has(s.name));
      this.tally('read');
      if (v)
        return [
          r.pick([
            `${v.name} += ${r.pick(this.arrays).name}[#${counter}];`,
            `if (${r.pick(this.arrays).name}[#${counter}] == ${this.value(0)}) ${v.name}++;`,
            `if (${r.pick(this.arrays).name}[#${counter}] > ${v.name}) ${v.name} = ${r.pick(this.arrays).name}[#${counter}];`,
          ]),
        ];
    }
    if (pick === 12) {
      this.tally('break');
      return [`if (${this.condition()}) break;`];
    }
    if (pick === 13) {
      this.tally('break after');
      return [
        `if (${this.condition()}) { ${this.arrays.length > 0 && r.chance(0.5) ? this.store() : this.update(r.pick(this.scope))} break; }`,
      ];
    }
    if (pick === 14) {
      this.tally('continue');
      return [`if (${this.condition()}) continue;`];
    }
    if (pick === 15) {
      this.tally('return');
      return [`if (${this.condition()}) { @R@ return ${k}; }`];
    }
    if (pick === 16) {
      this.tally('if else');
      return [
        `if (${this.condition()}) ${this.update(r.pick(this.scope))} else ${this.arrays.length > 0 && r.chance(0.5) ? this.store() : this.update(r.pick(this.scope))}`,
      ];
    }
    if (pick === 17) {
      this.tally('switch');
      return [
        `switch (${this.value(0)}) { case 1: ${this.update(r.pick(this.scope))} break; case 2: ${this.update(r.pick(this.scope))} default: ${this.update(r.pick(this.scope))} }`,
      ];
    }
    if (pick < 21 && this.depth < MAX_DEPTH) {
      this.tally('nest');
      return this.loop();
    }
    return [this.update(r.pick(this.scope))];
  }

  body(k: number, most: number): string[] {
    const outer = [...this.scope];
    const lines: string[] = [];
    if (this.r.chance(0.12)) lines.push(this.declaration());
    for (let c = this.r.int(0, most); c > 0; c--) lines.push(...this.statement(k));
    this.scope = outer;
    return lines.map((l) => `  ${l}`);
  }

  /** What is declared stands before the loop, and is left alone in it as other counters are. */
  private construct(): string[] {
    const { r } = this;
    const declared: string[] = [];
    const kept: string[] = [];
    const keep = (name: string, type: CType): void => {
      this.scope.push({ name, type });
      this.counters.add(name);
      kept.push(name);
    };
    const surroundings: Surroundings = {
      r,
      file: (stem, text) => {
        const name = `${this.fresh(stem)}_${this.name}`;
        this.before.push(text(name));
        return name;
      },
      own: (type, stem, initial) => {
        const name = this.fresh(stem);
        declared.push(`${type} ${name} = ${initial};`);
        keep(name, typeNamed(type));
        return name;
      },
      hidden: (stem, text) => {
        const name = this.fresh(stem);
        declared.push(text(name));
        this.untold.push(name);
        return name;
      },
      member: (text) => keep(text, INT),
      state: () => {},
      variable: () => this.written(),
      value: () => this.value(1),
      condition: () => this.condition(),
      body: () => this.body(this.loops.length, 3),
      leave: () => `{ @R@ return ${r.int(1, 9)}; }`,
      loop: (head, lines, tail = '}') => {
        const k = this.loops.length;
        this.loops.push({ kind: 'construct', visible: [...this.scope] });
        this.depth++;
        const inside = [...lines()];
        this.depth--;
        return [`@E ${k}@ ${head} {`, `  @B ${k}@`, ...inside, tail, `@X ${k}@`];
      },
    };
    const lines = loopConstruct(surroundings, this.tally);
    for (const name of kept) this.counters.delete(name);
    return [...declared, ...lines];
  }

  /** A variable that counts no loop; where there is none, a limit may change. */
  private written(): string {
    const open = this.scope.filter((v) => !this.counters.has(v.name));
    return this.r.pick(open.length > 0 ? open : this.params).name;
  }

  private loop(): string[] {
    const { r } = this;
    if (r.chance(0.4)) return this.construct();
    const k = this.loops.length;
    const kind = r.pick([...KINDS, ...(this.arrays.length > 0 ? ['walk', 'walk'] : [])]);
    this.tally(kind);
    const own: MarkedLoop = { kind, visible: [...this.scope] };
    this.loops.push(own);
    this.depth++;
    const outer = [...this.scope];
    const declared = kind === 'for declared';
    const type = kind === 'walk' && r.chance(0.7) ? INT : r.pick([INT, INT, INT, ...TYPES, ...UNSIGNED]);
    const lines: string[] = [];
    const reuse = !declared && r.chance(0.35) ? this.scope.find((s) => !this.counters.has(s.name)) : undefined;
    const i = reuse ?? { name: this.fresh('i'), type };
    const up = r.chance(0.7);
    const from = this.beginning(up);
    if (!reuse) this.scope.push(i);
    const step = kind === 'walk' ? r.pick([1, 1, 1, 1, 1, 2]) : r.pick([1, 1, 1, 1, 2, 3, 5]);
    const advance = advanced(i.name, up, step);
    if (!reuse && !declared) lines.push(`${i.type.name} ${i.name}${kind === 'for' ? '' : ` = ${from}`};`);
    if (!declared && (reuse || kind !== 'for')) own.visible = [...this.scope];
    this.counters.add(i.name);
    const limit = r.chance(0.7) ? r.pick(outer.map((v) => v.name)) : this.value(1);
    const condition = this.test(i.name, up, limit);
    const head: Head = { k, kind, i, from, step, advance, condition, limit, up, isReused: reuse !== undefined };
    lines.push(...loopLines(head, this));
    this.counters.delete(i.name);
    this.depth--;
    this.scope = declared ? outer : kind === 'for' && !reuse ? [...outer, i] : this.scope;
    lines.push(`@X ${k}@`);
    return lines;
  }

  plain(): string {
    return this.arrays.length > 0 && this.r.chance(0.4) ? this.store() : this.update(this.r.pick(this.scope));
  }

  label(): string {
    return `again${this.labels++}`;
  }

  private beginning(up: boolean): string {
    if (!this.r.chance(0.55)) return this.value(1);
    return up ? this.r.pick(['0', '0', '1', '2']) : this.value(0);
  }

  /** What goes on while the counter hasn't come to the limit, as a rule. */
  private test(counter: string, up: boolean, limit: string): string {
    const { r } = this;
    const condition = r.chance(0.85)
      ? `${counter} ${up ? r.pick(['<', '<', '<', '<=', '!=']) : r.pick(['>', '>=', '!=', '>'])} ${limit}`
      : this.condition();
    if (!r.chance(0.2)) return condition;
    this.tally('&& in the condition');
    const more = r.pick([
      `${this.value(0)} != ${this.constant()}`,
      this.value(0),
      this.arrays.length > 0 ? this.searched(counter) : `${this.value(0)} > 0`,
    ]);
    return `${condition} && ${more}`;
  }
}
