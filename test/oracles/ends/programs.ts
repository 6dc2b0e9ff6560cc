/**
 * Random C functions full of ways to go round and to get out: all kinds of loops, nested and one behind the other,
 * jumps, lists, answers of the environment, memory that others write. Marks in comments say where a run enters a loop,
 * begins an iteration, and is.
 */

import type { Random } from '../../differential/random.ts';
import type { Surroundings } from '../program/surroundings.ts';
import { loopConstruct } from '../program/loop-constructs.ts';

export interface Parameter {
  readonly name: string;
  readonly kind: 'signed char' | 'unsigned char' | 'list';
}

export interface EndsProgram {
  readonly id: number;
  /**
   * With marks: `EN k` before a loop, `IT k` where an iteration begins, `AT o k` before a statement of function o in
   * loop k (-1: none), `RE o` before a return.
   */
  readonly marked: string;
  /** Names of the function's own variables: first those of the function, then of each helper. */
  readonly locals: readonly (readonly string[])[];
  readonly globals: readonly string[];
  /** What else a state of the function consists of. */
  readonly state: readonly string[];
  /** Globals that any value may be in when the function is called. */
  readonly inputs: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly loops: readonly { readonly parent: number; readonly owner: number }[];
  /** The environment says something. */
  readonly asks: boolean;
  /** What was produced how often. */
  readonly made: ReadonlyMap<string, number>;
}

export type Pick = (n: number) => number;

/** The text without marks. */
export const plain = (marked: string): string => marked.replace(/\/\*@[^*]*\*\/ ?/g, '');

const MOST_LOOPS = 4;

class Writer {
  readonly lines: string[] = [];
  readonly loops: { parent: number; owner: number }[] = [];
  asks = false;
  owner = 0;
  variables: string[] = [];
  pointer: string | null = null;
  /** Declarations before the functions, and at the beginning of the function. */
  readonly before: string[] = [];
  readonly declared: string[] = [];
  readonly state: string[] = [];
  readonly made = new Map<string, number>();
  private names = 0;
  private labels = 0;
  private left = 9;
  readonly id: number;
  readonly pick: Pick;
  readonly helpers: string[] = [];
  readonly globals: string[];

  constructor(id: number, pick: Pick, globals: string[]) {
    this.id = id;
    this.pick = pick;
    this.globals = globals;
  }

  one<T>(of: readonly T[]): T {
    return of[this.pick(of.length)] as T;
  }

  line(depth: number, text: string): void {
    this.lines.push(`${'  '.repeat(depth)}${text}`);
  }

  variable(): string {
    return this.pick(5) === 0 && this.globals.length > 0 ? this.one(this.globals) : this.one(this.variables);
  }

  constant(): number {
    return this.one([0, 1, 2, 3, 5, 7, 10, -1, -3, 100]);
  }

  value(): string {
    const v = this.variable();
    switch (this.pick(10)) {
      case 0:
        return `${this.constant()}`;
      case 1:
        return `${v} + ${this.constant()}`;
      case 2:
        return `${v} - ${this.variable()}`;
      case 3:
        return `${v} / ${this.one([2, 3, 10])}`;
      case 4:
        return `${v} & ${this.one([1, 3, 7, 12])}`;
      case 5:
        return `${v} * 2 - ${this.constant()}`;
      case 6:
        return `${this.constant()} - ${v}`;
      case 7:
        return `mem${this.id}[${v} & 3]`;
      default:
        return v;
    }
  }

  condition(): string {
    const v = this.variable();
    switch (this.pick(12)) {
      case 0:
        return v;
      case 1:
        return `!${v}`;
      case 2:
        return `${v} & ${this.one([1, 2, 4])}`;
      case 3:
        return `${v} ${this.one(['<', '>', '!='])} ${this.variable()}`;
      case 4:
        return `${v} ${this.one(['<', '>='])} ${this.variable()} ${this.one(['&&', '||'])} ${this.variable()} ${this.one(['!=', '>', '=='])} ${this.constant()}`;
      case 5:
        return this.ask(`get${this.id}() ${this.one(['>', '!=', '>='])} ${this.pick(2) === 0 ? v : this.constant()}`);
      case 6:
        return this.pointer !== null && this.pick(2) === 0
          ? `${this.pointer} && ${this.pointer}->v != ${this.constant()}`
          : `${v} > ${this.constant()}`;
      default:
        return `${v} ${this.one(['<', '>', '<=', '>=', '!=', '=='])} ${this.constant()}`;
    }
  }

  private ask(text: string): string {
    this.asks = true;
    return text;
  }

  at(loop: number): string {
    return `/*@AT ${this.owner} ${loop}*/ `;
  }

  block(depth: number, loop: number, jumps: readonly string[]): void {
    const n = 1 + this.pick(3);
    for (let i = 0; i < n; i++) this.statement(depth, loop, jumps);
  }

  /** `jumps`: what may stand here to leave, or go on. */
  statement(depth: number, loop: number, jumps: readonly string[]): void {
    const at = this.at(loop);
    const kind = this.pick(20);
    if (this.left-- <= 0 || kind < 8) return this.simple(depth, at);
    if (kind < 12) {
      this.line(depth, `${at}if (${this.condition()}) {`);
      if (jumps.length > 0 && this.pick(2) === 0) this.jump(depth + 1, loop, jumps);
      else this.block(depth + 1, loop, jumps);
      if (this.pick(3) === 0) {
        this.line(depth, '} else {');
        this.block(depth + 1, loop, jumps);
      }
      return this.line(depth, '}');
    }
    if (kind === 12) {
      this.line(depth, `${at}switch (${this.variable()} & 3) {`);
      const inside = jumps.filter((j) => j !== 'break;');
      for (const label of ['case 0:', 'case 1:', 'default:'].slice(this.pick(2))) {
        this.line(depth, label);
        if (inside.length > 0 && this.pick(3) === 0) this.jump(depth + 1, loop, inside);
        else this.simple(depth + 1, this.at(loop));
        if (this.pick(3) > 0) this.line(depth + 1, 'break;');
      }
      return this.line(depth, '}');
    }
    if (kind === 13 && jumps.length > 0) return this.jump(depth, loop, jumps, `if (${this.condition()}) `);
    if (kind < 18 && this.loops.length < MOST_LOOPS) return this.loop(depth, loop, jumps);
    this.simple(depth, at);
  }

  private jump(depth: number, loop: number, jumps: readonly string[], before = ''): void {
    const j = this.one(jumps);
    this.line(depth, `${this.at(loop)}${before}{ ${j.startsWith('return') ? `/*@RE ${this.owner}*/ ` : ''}${j} }`);
  }

  private simple(depth: number, at: string): void {
    const v = this.variable();
    switch (this.pick(16)) {
      case 0:
        return this.line(depth, `${at}${v} = ${this.ask(`get${this.id}()`)};`);
      case 1:
        return this.line(depth, `${at}${this.ask(`ext${this.id}()`)};`);
      case 2:
        return this.line(depth, `${at}mem${this.id}[${this.variable()} & 3] = ${this.one([0, 1, 3])};`);
      case 3:
        return this.line(depth, `${at}${v} = ${this.value()};`);
      case 4:
        return this.line(depth, `${at}${v} ${this.one(['>>=', '/=', '%='])} ${this.one([1, 2, 3])};`);
      case 5:
        return this.line(depth, `${at}${v} &= ${v} - 1;`);
      case 6:
        return this.pointer !== null
          ? this.line(depth, `${at}if (${this.pointer}) ${this.pointer} = ${this.pointer}->next;`)
          : this.line(depth, `${at}${v}--;`);
      case 7:
        return this.owner === 0 && this.helpers.length > 0
          ? this.line(depth, `${at}${v} = ${this.one(this.helpers)}(${this.variable()});`)
          : this.line(depth, `${at}${v} += 2;`);
      case 8:
      case 9:
        return this.line(depth, `${at}${v}--;`);
      case 10:
      case 11:
        return this.line(depth, `${at}${v} ${this.one(['+=', '-='])} ${this.one([1, 2, 3, 5])};`);
      case 12:
        return this.line(depth, `${at}${v} = ${this.constant()};`);
      default:
        return this.line(depth, `${at}${v}++;`);
    }
  }

  /** What a construct declares stands at the beginning of the function and is set again where it begins. */
  private construct(depth: number, outer: number, jumps: readonly string[]): void {
    const outside = jumps.filter((j) => j.startsWith('goto') || j.startsWith('return'));
    const set: string[] = [];
    let current = outer;
    const own = (stem: string): string => `${stem}_${this.names++}`;
    const surroundings: Surroundings = {
      r: this.random(),
      file: (stem, text) => {
        const name = `${own(stem)}_${this.id}`;
        this.before.push(text(name));
        return name;
      },
      own: (type, stem, initial) => {
        const name = own(stem);
        this.declared.push(`${type} ${name} = 0;`);
        set.push(`${name} = ${initial};`);
        this.state.push(name);
        return name;
      },
      hidden: (stem, text) => {
        const name = own(stem);
        this.declared.push(text(name));
        return name;
      },
      member: (text) => void this.state.push(text),
      state: (text) => void this.state.push(text),
      variable: () => this.variable(),
      value: () => this.value(),
      condition: () => this.condition(),
      body: () => {
        const from = this.lines.length;
        this.block(depth + 1, current, ['break;', 'continue;', ...outside]);
        return this.lines.splice(from);
      },
      leave: () => `{ /*@RE ${this.owner}*/ return 4; }`,
      loop: (head, lines, tail = '}') => {
        const k = this.loops.length;
        const parent = current;
        this.loops.push({ parent, owner: this.owner });
        current = k;
        const inside = [...lines()];
        current = parent;
        return [`${this.at(parent)}/*@EN ${k}*/ ${head} { /*@IT ${k}*/`, ...inside, tail];
      },
    };
    const lines = loopConstruct(surroundings, (what) => this.made.set(what, (this.made.get(what) ?? 0) + 1));
    for (const text of [...set, ...lines]) this.line(depth, text);
  }

  /** The same stream, as constructs take it. */
  private random(): Random {
    const int = (low: number, high: number): number => low + this.pick(high - low + 1);
    const r: Random = {
      int,
      chance: (share) => this.pick(1000) < share * 1000,
      pick: (from) => from[this.pick(from.length)] as (typeof from)[number],
      bits: () => BigInt(this.pick(2 ** 30)),
      fork: () => r,
    };
    return r;
  }

  loop(depth: number, outer: number, jumps: readonly string[]): void {
    if (this.owner === 0 && this.pick(5) < 2) return this.construct(depth, outer, jumps);
    const k = this.loops.length;
    this.loops.push({ parent: outer, owner: this.owner });
    const outside = jumps.filter((j) => j.startsWith('goto') || j.startsWith('return'));
    const own = ['break;', 'continue;', ...outside];
    const head = (text: string, tail = '}'): void => {
      this.line(depth, `${this.at(outer)}/*@EN ${k}*/ ${text} { /*@IT ${k}*/`);
      this.block(depth + 1, k, own);
      this.line(depth, tail);
    };
    const v = this.variable();
    switch (this.pick(14)) {
      case 0:
        return head(
          `
            for (${v} = ${this.constant()}; ${v} ${this.one(['<', '!=', '<='])} ${this.variable()};
            ${v}${this.one(['++', '--', ' += 2'])})`,
        );
      case 1:
        return head('for (;;)');
      case 2:
        return head(this.one(['while (1)', 'for (;; )']));
      case 3:
        return head('do', `} while (${this.condition()});`);
      case 4:
        return head(`for (; ${this.condition()}; ${v}++)`);
      case 5:
        return head(`for (${v} = ${this.variable()}; ${v} >= ${this.constant()}; ${v}--)`);
      case 6:
        return this.pointer !== null
          ? head(`for (; ${this.pointer}; ${this.pointer} = ${this.pointer}->next)`)
          : head(`while (${v})`);
      case 7:
      case 8: {
        const label = `l${this.labels++}`;
        this.line(depth, `${this.at(outer)}/*@EN ${k}*/ ${label}: ; /*@IT ${k}*/`);
        this.block(depth, k, [...outside, `goto ${label};`]);
        return this.line(depth, `${this.at(k)}if (${this.condition()}) goto ${label};`);
      }
      case 9: {
        // an exit out of all loops
        const label = `out${this.labels++}`;
        this.line(depth, `${this.at(outer)}/*@EN ${k}*/ while (${this.condition()}) { /*@IT ${k}*/`);
        this.block(depth + 1, k, [...own, `goto ${label};`]);
        this.line(depth, '}');
        return this.line(depth, `${label}: ${this.at(outer)};`);
      }
      default:
        return head(`while (${this.condition()})`);
    }
  }
}

const TYPES = ['int', 'int', 'unsigned char', 'signed char', 'short', 'unsigned', 'unsigned short'] as const;

/** Function `f` + id, whole with what it needs. The same for the same answers of `pick`. */
export function endsProgram(id: number, pick: Pick): EndsProgram {
  const parameters: Parameter[] = [{ name: 'a', kind: pick(2) === 0 ? 'signed char' : 'unsigned char' }];
  if (pick(3) === 0) parameters.push({ name: 'b', kind: 'unsigned char' });
  if (pick(4) === 0) parameters.push({ name: 'p', kind: 'list' });
  const global = `glob${id}`;
  const fixed = `kept${id}`;
  const w = new Writer(id, pick, pick(2) === 0 ? [global] : []);
  const type = (): string => TYPES[pick(TYPES.length)] as string;
  w.line(0, `struct node${id} { struct node${id} *next; int v; };`);
  w.line(0, `int get${id}(void); void ext${id}(void);`);
  w.line(0, `${type()} ${global};`);
  w.line(0, `static int ${fixed} = 3;`);
  w.line(0, `unsigned char mem${id}[4];`);
  const top = w.lines.length;
  const locals: string[][] = [[]];
  const f = ['x', 'y'].map((v) => `${type()} ${v} = ${pick(2) === 0 ? 'a' : `${pick(5)}`};`);
  if (pick(3) === 0) {
    const name = `help${id}`;
    w.owner = 1;
    w.variables = ['n', 'm'];
    w.line(0, `static int ${name}(int n) {`);
    w.line(1, 'int m = 0;');
    w.block(1, -1, ['return m;']);
    w.line(1, '/*@RE 1*/ return n;');
    w.line(0, '}');
    w.helpers.push(name);
    locals.push(['n', 'm']);
  }
  w.owner = 0;
  w.variables = ['x', 'y', ...parameters.filter((p) => p.kind !== 'list').map((p) => p.name)];
  locals[0] = [...w.variables];
  if (pick(3) === 0) w.variables.push(fixed);
  w.pointer = parameters.some((p) => p.kind === 'list') ? 'p' : null;
  if (w.pointer !== null) (locals[0] as string[]).push('p');
  w.line(
    0,
    `int f${id}(${parameters.map((p) => (p.kind === 'list' ? `struct node${id} *p` : `${p.kind} ${p.name}`)).join(', ')}) {`,
  );
  w.line(1, f.join(' '));
  const body = w.lines.length;
  if (pick(3) === 0) w.statement(1, -1, ['return 0;']);
  w.loop(1, -1, ['return 1;']);
  if (pick(3) === 0) w.statement(1, -1, []);
  if (pick(3) === 0) w.loop(1, -1, ['return 2;']);
  w.line(1, '/*@RE 0*/ return 0;');
  w.line(0, '}');
  w.lines.splice(body, 0, ...w.declared.map((text) => `  ${text}`));
  w.lines.splice(top, 0, ...w.before);
  const marked = `${w.lines.join('\n')}\n`;
  const used = (name: string): boolean =>
    new RegExp(`\\b${name}\\b`).test(marked.slice(marked.indexOf(`mem${id}[4];`) + 8));
  // a comparison such as >= writes nothing
  const written = new RegExp(`(?:\\+\\+|--)${fixed}\\b|\\b${fixed} *(?:(?:<<|>>|[-+*/%&|^])?=(?!=)|\\+\\+|--)`).test(
    marked.slice(marked.indexOf(`mem${id}[4];`)),
  );
  const inputs = [
    ...(used(global) ? [global] : []),
    ...(used(fixed) && written ? [fixed] : []),
    ...(used(`mem${id}`) ? [0, 1, 2, 3].map((i) => `mem${id}[${i}]`) : []),
  ];
  return {
    id,
    marked,
    locals,
    globals: [global, fixed, ...[0, 1, 2, 3].map((i) => `mem${id}[${i}]`)],
    state: w.state,
    inputs,
    made: w.made,
    parameters,
    loops: w.loops,
    asks: w.asks,
  };
}
