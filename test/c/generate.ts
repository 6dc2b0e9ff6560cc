/** Random C functions over integers, without undefined order of evaluation, for comparison with the compiler. */

export interface Random {
  /** 0 <= result < n */
  below(n: number): number;
  pick<T>(items: readonly T[]): T;
  chance(percent: number): boolean;
}

/** A small generator of its own, so that seeds mean the same everywhere. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { below, pick: (items) => items[below(items.length)]!, chance: (percent) => below(100) < percent };
}

export interface ScalarType {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
}

export const TYPES: readonly ScalarType[] = [
  { name: 'char', bits: 8, signed: true },
  { name: 'signed char', bits: 8, signed: true },
  { name: 'unsigned char', bits: 8, signed: false },
  { name: 'short', bits: 16, signed: true },
  { name: 'unsigned short', bits: 16, signed: false },
  { name: 'int', bits: 32, signed: true },
  { name: 'unsigned', bits: 32, signed: false },
  { name: 'long', bits: 64, signed: true },
  { name: 'unsigned long', bits: 64, signed: false },
  { name: 'long long', bits: 64, signed: true },
  { name: 'unsigned long long', bits: 64, signed: false },
  { name: '_Bool', bits: 1, signed: false },
  { name: 'u16', bits: 16, signed: false },
  { name: 'int64_t', bits: 64, signed: true },
  { name: 'enum color', bits: 32, signed: false },
];

export const PRELUDE = `#include <stdint.h>
typedef unsigned short u16;
enum color { RED, GREEN = 5, BLUE };
#define TWO 2
#define SQUARE(x) ((x) * (x))
#define MIN2(a, b) ((a) < (b) ? (a) : (b))
struct pair { int a; unsigned char b; long c : 20; unsigned d : 3; };
int g1 = 7;
static unsigned g2 = 4000000000u;
long g3;
static signed char g4 = -3;
static const int table[4] = { 3, [2] = -9, 12 };
unsigned short garr[5] = { 1, 2, 65535 };
static int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
`;

/** Values at which types change their mind. */
export function edgeValues(type: ScalarType): bigint[] {
  if (type.bits === 1) return [0n, 1n];
  const top = 1n << BigInt(type.bits - 1);
  return type.signed
    ? [0n, 1n, -1n, 2n, -2n, top - 1n, -top, 100n, -100n, top / 2n, 7n]
    : [0n, 1n, 2n, 2n * top - 1n, 2n * top - 2n, top, top - 1n, 100n, 7n];
}

export interface Variable {
  readonly name: string;
  readonly type: ScalarType;
}

export interface GeneratedFunction {
  readonly name: string;
  readonly result: ScalarType;
  readonly params: readonly Variable[];
  readonly text: string;
}

interface Scope {
  readonly r: Random;
  /** Readable. */
  readonly vars: Variable[];
  /** May be assigned. */
  readonly targets: Variable[];
  readonly callable: readonly GeneratedFunction[];
  readonly lines: string[];
  indent: number;
  names: number;
  loopDepth: number;
  switchDepth: number;
  budget: number;
  labels: number;
}

interface ExprContext {
  /** Variables that the full expression modifies: not read elsewhere in it. */
  readonly banned: Set<string>;
  /** Whether side effects are still allowed. */
  effects: boolean;
}

const GLOBALS: readonly Variable[] = [
  { name: 'g1', type: TYPES[5]! },
  { name: 'g2', type: TYPES[6]! },
  { name: 'g3', type: TYPES[7]! },
  { name: 'g4', type: TYPES[1]! },
];

function literal(r: Random): string {
  switch (r.below(8)) {
    case 0:
      return String(r.below(10));
    case 1:
      return `0x${r.below(65536).toString(16)}`;
    case 2:
      return r.pick([
        '2147483647',
        '4294967295u',
        '0x80000000',
        '9223372036854775807L',
        '18446744073709551615ul',
        '017777777777',
        '1ll',
        '0xffffffffffffffff',
        '32768',
        "'a'",
        "'\\377'",
        "'\\n'",
      ]);
    case 3:
      return r.pick([
        'RED',
        'GREEN',
        'BLUE',
        'TWO',
        'SQUARE(3)',
        'MIN2(4, TWO)',
        'sizeof(int)',
        '(int)sizeof(struct pair *)',
        'INT8_MAX',
        '(-INT16_MAX - 1)',
        'UINT32_MAX',
      ]);
    case 4:
      return `${r.below(1000)}u`;
    default:
      return String(r.below(100));
  }
}

function atom(s: Scope, c: ExprContext): string {
  const { r } = s;
  const readable = s.vars.filter((v) => !c.banned.has(v.name));
  if (r.chance(65) && readable.length > 0) return r.pick(readable).name;
  if (r.chance(8)) return `table[${expr(s, c, 1)} & 3]`;
  return literal(r);
}

/** A random expression; every operator, some kept from undefined behaviour by masks, some not. */
function expr(s: Scope, c: ExprContext, depth: number): string {
  const { r } = s;
  if (depth <= 0 || s.budget-- <= 0) return atom(s, c);
  const sub = (): string => expr(s, c, depth - 1);
  const small = (): string => `(${sub()} & ${r.pick(['7', '15', '255', '0xfff'])})`;
  switch (r.below(22)) {
    case 0:
    case 1:
      return `(${small()} ${r.pick(['+', '-', '*'])} ${small()})`;
    case 2:
      return `(${sub()} ${r.pick(['+', '-', '*'])} ${sub()})`;
    case 3:
      return `((${r.pick(['unsigned', 'unsigned long', 'unsigned char', 'u16'])})${sub()} ${r.pick(['+', '-', '*', '<<', '>>'])} ${small()})`;
    case 4:
      return `(${sub()} ${r.pick(['/', '%'])} ${r.pick(['3', '7u', '-2', '10L', `(${small()} + 1)`])})`;
    case 5:
      return `(${sub()} ${r.pick(['/', '%'])} ${sub()})`;
    case 6:
      return `(${sub()} ${r.pick(['&', '|', '^'])} ${sub()})`;
    case 7:
      return `(${sub()} ${r.pick(['<', '<=', '>', '>=', '==', '!='])} ${sub()})`;
    case 8:
      return `(${sub()} ${r.pick(['&&', '||'])} ${sub()})`;
    case 9:
      return `(${sub()} ? ${sub()} : ${sub()})`;
    case 10:
      return `(${r.pick(['-', '~', '!', '+'])}${sub()})`;
    case 11:
      return `(${small()} << ${r.below(20)})`;
    case 12:
      return `(${sub()} >> ${r.below(7)})`;
    case 13:
      return `(${r.pick(TYPES).name})${sub()}`;
    case 14:
      return `SQUARE(${small()})`;
    case 15:
      return `garr[(${sub()} & 0x7fffffff) % 5]`;
    case 16:
      return `grid[${r.below(2)}][(${sub()} & 255) % 3]`;
    case 17:
    case 18:
      return effect(s, c, depth);
    case 19:
      return call(s, c);
    default:
      return `(${sub()} ${r.pick(['<', '<=', '>', '>=', '==', '!='])} ${atom(s, c)})`;
  }
}

/** An expression with a side effect on a variable that is read nowhere else in the full expression. */
function effect(s: Scope, c: ExprContext, depth: number): string {
  const { r } = s;
  const free = s.targets.filter((v) => !c.banned.has(v.name));
  if (!c.effects || free.length === 0) return atom(s, c);
  const v = r.pick(free).name;
  // what was generated before may have read it: only variables banned from the start are safe
  if (!c.banned.has(`!${v}`)) return atom(s, c);
  c.banned.delete(`!${v}`);
  c.banned.add(v);
  const sub = (): string => expr(s, c, depth - 1);
  switch (r.below(6)) {
    case 0:
      return `${v}++`;
    case 1:
      return `--${v}`;
    case 2:
      return `(${v} = ${sub()})`;
    case 3:
      return `(${v} ${r.pick(['+=', '-=', '^=', '|=', '&='])} ${sub()})`;
    case 4:
      return `(${sub()}, ${v}--)`;
    default:
      return `(${sub()} ? ${v}++ : ${sub()})`;
  }
}

function call(s: Scope, c: ExprContext): string {
  if (s.callable.length === 0 || !c.effects || !s.r.chance(50)) return atom(s, c);
  const f = s.r.pick(s.callable);
  // callees write globals: the expression must not read them
  for (const g of [...GLOBALS.map((v) => v.name)]) c.banned.add(g);
  c.effects = false;
  return `${f.name}(${f.params.map(() => expr(s, c, 1)).join(', ')})`;
}

/** A full expression. One variable may be reserved for a side effect in it. */
function fullExpr(s: Scope, depth: number, target: string | null = null): string {
  const { r } = s;
  s.budget = 12;
  const banned = new Set<string>();
  if (target !== null) {
    // reading the target is fine, changing it is not
    const free = s.targets.filter((v) => v.name !== target);
    if (r.chance(30) && free.length > 0) reserve(banned, r.pick(free).name);
    const c = { banned, effects: !GLOBALS.some((g) => g.name === target) };
    return unread(s, c, depth);
  }
  if (r.chance(30) && s.targets.length > 0) reserve(banned, r.pick(s.targets).name);
  return unread(s, { banned, effects: true }, depth);
}

function reserve(banned: Set<string>, name: string): void {
  banned.add(`!${name}`);
}

/** The reserved variable is hidden from reads until its effect is generated. */
function unread(s: Scope, c: ExprContext, depth: number): string {
  const reserved = [...c.banned].find((n) => n.startsWith('!'))?.slice(1);
  if (reserved === undefined) return globalsLast(s, c, depth);
  const hidden: Scope = { ...s, vars: s.vars.filter((v) => v.name !== reserved) };
  const text = globalsLast(hidden, c, depth);
  s.budget = hidden.budget;
  return text;
}

/** With calls allowed, globals are not read at all (their order is unspecified). */
function globalsLast(s: Scope, c: ExprContext, depth: number): string {
  if (c.effects && s.callable.length > 0 && s.r.chance(40)) for (const g of GLOBALS) c.banned.add(g.name);
  else if (s.callable.length > 0) return expr({ ...s, callable: [] }, c, depth);
  const noArrays = expr(s, c, depth);
  return noArrays;
}

function line(s: Scope, text: string): void {
  s.lines.push('  '.repeat(s.indent) + text);
}

function block(s: Scope, count: number): void {
  const [vars, targets] = [s.vars.length, s.targets.length];
  s.indent++;
  for (let i = 0; i < count; i++) statement(s);
  s.indent--;
  s.vars.length = vars;
  s.targets.length = targets;
}

function declare(s: Scope): void {
  const type = s.r.pick(TYPES);
  // an old name now and then: shadowing
  const name = s.r.chance(10) && s.indent > 1 ? `v${s.r.below(Math.max(1, s.names))}` : `v${s.names++}`;
  if (s.vars.slice(-4).some((v) => v.name === name)) return;
  line(s, `${type.name} ${name} = ${fullExpr(s, 2)};`);
  hide(s, name);
  s.vars.push({ name, type });
  s.targets.push({ name, type });
}

function hide(s: Scope, name: string): void {
  for (const list of [s.vars, s.targets]) {
    const i = list.findIndex((v) => v.name === name);
    if (i >= 0) list[i] = { name, type: list[i]!.type };
  }
}

function statement(s: Scope): void {
  const { r } = s;
  const deep = s.indent > 4;
  switch (r.below(deep ? 8 : 20)) {
    case 0:
    case 1:
      declare(s);
      return;
    case 2:
    case 3: {
      const v = r.pick(s.targets);
      line(s, `${v.name} = ${fullExpr(s, 3, v.name)};`);
      return;
    }
    case 4: {
      const v = r.pick(s.targets);
      line(s, `${v.name} ${r.pick(['+=', '-=', '*=', '&=', '|=', '^='])} ${fullExpr(s, 1, v.name)};`);
      return;
    }
    case 5:
      line(s, `${r.pick(s.targets).name}${r.pick(['++', '--'])};`);
      return;
    case 6: {
      const v = r.pick(s.targets);
      line(s, `${v.name} ${r.pick(['<<=', '>>=', '/=', '%='])} ${1 + r.below(5)};`);
      return;
    }
    case 7:
      line(s, `garr[${r.below(5)}] ${r.pick(['=', '+=', '^='])} ${fullExpr({ ...s, callable: [] }, 2)};`);
      return;
    case 8:
    case 9:
    case 10:
      line(s, `if (${fullExpr(s, 2)}) {`);
      block(s, 1 + r.below(3));
      if (r.chance(50)) {
        line(s, '} else {');
        block(s, 1 + r.below(2));
      }
      line(s, '}');
      return;
    case 11:
    case 12:
      loop(s);
      return;
    case 13:
      switchStatement(s);
      return;
    case 14: {
      if (s.loopDepth === 0) return;
      line(
        s,
        `if (${fullExpr(s, 2)}) ${r.pick(s.switchDepth > 0 ? ['continue;', 'break;'] : ['break;', 'continue;'])}`,
      );
      return;
    }
    case 15: {
      const label = `skip${s.labels++}`;
      line(s, `if (${fullExpr(s, 2)}) goto ${label};`);
      const v = r.pick(s.targets);
      line(s, `${v.name} = ${fullExpr(s, 2, v.name)};`);
      line(s, `${label}: ;`);
      return;
    }
    case 16: {
      const n = s.names++;
      line(s, `struct pair p${n} = { ${fullExpr({ ...s, callable: [] }, 1)}, .c = ${r.below(1000)} };`);
      line(s, `p${n}.a ^= ${r.below(100)}; p${n}.b += ${fullExpr(s, 2)}; p${n}.d--;`);
      const v = r.pick(s.targets);
      line(s, `${v.name} = p${n}.a ${r.pick(['&', '|', '^'])} (p${n}.b + p${n}.c - p${n}.d);`);
      return;
    }
    case 17: {
      const n = s.names++;
      line(
        s,
        `${r.pick(['int', 'unsigned char', 'long'])} w${n} = ${fullExpr(s, 2)}, *q${n} = &w${n};`.replace(
          /^(\w+(?: \w+)?) w(\d+) = (.*), \*q\d+ = &w\d+;$/,
          '$1 w$2 = $3; $1 *q$2 = &w$2;',
        ),
      );
      line(s, `*q${n} ${r.pick(['^=', '|=', '&='])} ${fullExpr(s, 1)};`);
      const v = r.pick(s.targets);
      line(s, `${v.name} = w${n};`);
      return;
    }
    case 18: {
      const n = s.names++;
      line(s, `int again${n} = ${1 + r.below(4)};`);
      line(s, `back${n}:`);
      const v = r.pick(s.targets);
      line(s, `${v.name} ^= ${fullExpr(s, 1, v.name)};`);
      line(s, `if (again${n}-- > 0) goto back${n};`);
      return;
    }
    default:
      if (r.chance(30)) line(s, `if (${fullExpr(s, 2)}) return ${fullExpr(s, 2)};`);
  }
}

function loop(s: Scope): void {
  const { r } = s;
  const i = `i${s.names++}`;
  const [vars] = [s.vars.length];
  const type = r.pick(['int', 'unsigned', 'unsigned char', 'long', 'short']);
  const bound = r.chance(50) ? String(r.below(6)) : `(${fullExpr({ ...s, callable: [] }, 1)} & 7)`;
  s.loopDepth++;
  const [outerSwitch] = [s.switchDepth];
  s.switchDepth = 0;
  const counter: Variable = { name: i, type: TYPES[5]! };
  switch (r.below(4)) {
    case 0:
      line(s, `for (${type} ${i} = 0; ${i} < ${bound}; ${i}${r.pick(['++', ' += 2'])}) {`);
      s.vars.push(counter);
      block(s, 1 + r.below(3));
      line(s, '}');
      break;
    case 1:
      line(s, `int ${i} = ${r.below(7)};`);
      s.vars.push(counter);
      line(s, `while (${i}-- > 0${r.chance(30) ? ` && ${fullExpr({ ...s, callable: [] }, 1)}` : ''}) {`);
      block(s, 1 + r.below(3));
      line(s, '}');
      break;
    case 2:
      line(s, `int ${i} = 0;`);
      s.vars.push(counter);
      line(s, 'do {');
      block(s, 1 + r.below(2));
      line(s, `} while (++${i} < ${r.below(5)});`);
      break;
    default:
      line(s, `${type} ${i} = 0;`);
      s.vars.push(counter);
      line(s, 'for (;;) {');
      s.indent++;
      line(s, `if (${i}++ >= ${bound}) break;`);
      s.indent--;
      block(s, 1 + r.below(3));
      line(s, '}');
  }
  s.switchDepth = outerSwitch;
  s.loopDepth--;
  s.vars.length = vars;
}

function switchStatement(s: Scope): void {
  const { r } = s;
  line(s, `switch (${r.chance(70) ? `${fullExpr(s, 2)} & 7` : fullExpr(s, 2)}) {`);
  s.switchDepth++;
  const used = new Set<number>();
  const arms = 1 + r.below(4);
  const defaultAt = r.below(arms + 1);
  for (let i = 0; i <= arms; i++) {
    if (i === defaultAt) {
      if (r.chance(30)) continue;
      line(s, 'default:');
    } else {
      const value = r.below(8);
      if (used.has(value)) continue;
      used.add(value);
      if (r.chance(15) && !used.has(value + 10)) {
        used.add(value + 10);
        for (let k = 20; k <= 30; k++) used.add(k);
        if (!used.has(99)) line(s, `case ${20} ... ${30}:`);
        used.add(99);
      }
      line(s, `case ${value}:`);
    }
    // braces: a declaration must not be jumped over
    line(s, '{');
    block(s, r.below(3));
    line(s, '}');
    if (r.chance(60)) line(s, 'break;');
  }
  line(s, ';');
  s.switchDepth--;
  line(s, '}');
}

/** A function of its own; it may call those before it. */
export function generateFunction(
  seed: number,
  name: string,
  callable: readonly GeneratedFunction[],
): GeneratedFunction {
  const r = random(seed);
  const params = Array.from({ length: 1 + r.below(4) }, (_, i): Variable => ({ name: `p${i}`, type: r.pick(TYPES) }));
  const result = r.pick(TYPES);
  const s: Scope = {
    r,
    vars: [...params, ...GLOBALS],
    targets: [...params, ...GLOBALS],
    callable,
    lines: [],
    indent: 1,
    names: 10,
    loopDepth: 0,
    switchDepth: 0,
    budget: 12,
    labels: 0,
  };
  const size = 2 + r.below(6);
  for (let i = 0; i < size; i++) statement(s);
  line(s, `return ${fullExpr(s, 3)};`);
  const text = `${result.name} ${name}(${params.map((p) => `${p.type.name} ${p.name}`).join(', ')}) {\n${s.lines.join('\n')}\n}\n`;
  return { name, result, params, text };
}
