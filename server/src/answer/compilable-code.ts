/**
 * What is said of a loop's values as C that a compiler reads as it is meant. Integers in answers are unbounded, so
 * operands are widened where a type could overflow or signs are mixed. Helpers are spelled out: `i = max(i, n);` is `i
 * = (i > n ? i : n);`.
 */
import type { IntType } from '../machine/index.ts';
import type { Cfg } from '../program/index.ts';
import type { AfterwardsAnswer, CompilableAnswer } from '../report/index.ts';
import { largestIn } from './largest-value.ts';

/** By the name in the source; what isn't in it may have any type. */
export type TypesByName = ReadonlyMap<string, IntType>;

/** Types of the variables, where all of one name have the same. */
export function typesByName({ fn }: Cfg): TypesByName {
  const types = new Map<string, IntType | null>();
  for (const v of fn.variables) {
    if (v.scope === 'temp' || v.pointer) continue;
    const known = types.get(v.name);
    const isSame = known === undefined || (known?.bits === v.type.bits && known.signed === v.type.signed);
    types.set(v.name, isSame ? v.type : null);
  }
  return new Map([...types].flatMap(([name, type]) => (type === null ? [] : [[name, type] as const])));
}

/** Null where there is nothing to copy or to assert. */
export function compilable(
  { afterwards, facts = [] }: { readonly afterwards?: AfterwardsAnswer; readonly facts?: readonly string[] },
  types: TypesByName,
): CompilableAnswer | null {
  const c = afterwards?.complete && afterwards.c !== '' ? copied(afterwards.c, types) : null;
  const said = [...facts, ...(afterwards?.complete ? conditionsFrom(afterwards.c) : [])];
  const assertions = [...new Set(said.flatMap((fact) => asserted(fact, types) ?? []))];
  return c === null && assertions.length === 0 ? null : { ...(c === null ? {} : { c }), assertions };
}

/** What is no name of the source's: C's keywords and types, and the functions of answers. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `if else const unsigned signed long short int __int128 char _Bool bool size_t
   int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
   min max floor_div mod power popcount gcd before`.split(/\s+/),
);
const PATH = /[A-Za-z_$][\w$]*(?:(?:->|\.)[A-Za-z_$][\w$]*)*/.source;
/** A name that begins an operand: in `a[i].x` those are `a` and `i`. */
const BEGINS = /(?<![\w$.]|->)/.source;
/** A variable, with its members: `s->n`, `p.x`. */
const NAME = new RegExp(BEGINS + PATH, 'g');
/** The same with what it points at: `*p`. A product has a blank behind its `*`. */
const OPERAND = new RegExp(`${BEGINS}\\**${PATH}`, 'g');
/** Behind the name of what is assigned to: the rest of `a[0].x = `, `i += `. */
const ASSIGNED = /^(?:\[[^\]]*\]|(?:->|\.)[\w$]+)*\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/;
/** `&x`, but not `a && x`: no number. */
const ADDRESS = /(?<!&)&[A-Za-z_$]/;
/** A part that is named before it is used. */
const LOCAL = /\bconst (?:\w+ )+?(\w+) =/;
/** Of `long long`. */
const LONGEST = (1n << 63n) - 1n;
const HELPERS = /\b(min|max|floor_div|mod)\(/;

const variablesOf = (text: string): readonly string[] =>
  [...text.matchAll(NAME)].map(([name]) => name).filter((name) => !KEYWORDS.has(name));

/** In `long long` where all fits, else in 128 bits. */
function copied(code: string, types: TypesByName): string | null {
  if (ADDRESS.test(code)) return null;
  const lines = code.split('\n').map(spelledOut);
  if (lines.includes(null)) return null;
  const all = lines as readonly string[];
  const locals = new Map<string, bigint>();
  let isNarrow = true;
  for (const line of all) {
    const local = LOCAL.exec(line)?.[1];
    if (local !== undefined) locals.set(local, 0n);
    const largest = largestIn(line, (name) => locals.get(name) ?? largestOfType(types.get(name)));
    isNarrow &&= largest !== null && largest <= LONGEST;
    if (local !== undefined) locals.set(local, largest ?? LONGEST);
  }
  const wide = isNarrow ? 'long long' : '__int128';
  return all
    .map((line) => {
      const said = line.replace(LOCAL, `const ${wide} $1 =`);
      const own = variablesOf(said).map((name) => types.get(name));
      const isKnown = own.every((type) => type !== undefined);
      return isKnown && isReadAsMeant(said, own) ? said : widened(said, wide, locals);
    })
    .join('\n');
}

/** By size: that of `INT_MIN` is 2^31. */
const largestOfType = (type: IntType | undefined): bigint | undefined =>
  type && 1n << BigInt(type.signed ? type.bits - 1 : type.bits);

/** Every operand that is read in the wide type; what is assigned to keeps its own. */
function widened(line: string, wide: string, locals: Pick<ReadonlySet<string>, 'has'>): string {
  return line.replace(OPERAND, (name, offset: number) => {
    if (KEYWORDS.has(name) || locals.has(name) || /^\(/.test(line.slice(offset + name.length))) return name;
    const behind = line.slice(offset + name.length);
    return ASSIGNED.test(behind) ? name : `(${wide})${name}`;
  });
}

/** Helpers by C's own operators; null where these don't do. */
function spelledOut(text: string): string | null {
  let out = text;
  for (let found = HELPERS.exec(out); found; found = HELPERS.exec(out)) {
    const [head = '', helper = ''] = found;
    const from = found.index + head.length;
    const args = argumentsAt(out, from);
    if (args === null) return null;
    const spelled = spell(helper, args.list);
    if (spelled === null) return null;
    out = out.slice(0, found.index) + spelled + out.slice(args.end);
  }
  return /\b(power|gcd|popcount|before)\(/.test(out) ? null : out;
}

function spell(helper: string, args: readonly string[]): string | null {
  const [a = '', b = ''] = args.map((arg) => (/^[\w$.]+$/.test(arg) ? arg : `(${arg})`));
  switch (helper) {
    case 'min':
      return `(${a} < ${b} ? ${a} : ${b})`;
    case 'max':
      return `(${a} > ${b} ? ${a} : ${b})`;
    case 'floor_div':
      return `(${a} / ${b} - (${a} % ${b} != 0 && (${a} < 0) != (${b} < 0)))`;
    case 'mod':
      return /^\d+$/.test(b) ? `((${a} % ${b} + ${b}) % ${b})` : null;
    default:
      return null;
  }
}

/** What stands up to the closing parenthesis, by its commas. */
function argumentsAt(text: string, from: number): { readonly list: readonly string[]; readonly end: number } | null {
  const list: string[] = [];
  let depth = 0;
  let start = from;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') depth++;
    else if ((c === ')' || c === ']') && depth > 0) depth--;
    else if (c === ')' || (c === ',' && depth === 0)) {
      list.push(text.slice(start, i).trim());
      start = i + 1;
      if (c === ')') return { list, end: i + 1 };
    }
  }
  return null;
}

/** `x == (a == b)`: what binds no tighter than a comparison stands in parentheses. */
const compared = (value: string): string => (/[?<>=!&|^]/.test(value.replaceAll('->', '')) ? `(${value})` : value);

/** `i += n`, `s->n--`: what a statement changes. */
const CHANGE = /^(\**[A-Za-z_$][^=]*?)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=) (.*))$/;

/** `x = a;` says `x == a`, where nothing in it is changed; `x = max(x, a);` says `x >= a`. */
function conditionsFrom(code: string): readonly string[] {
  const lines = code.split('\n');
  if (lines.some((line) => /^\s|[{}]|^if\b|^else\b|^const\b/.test(line))) return [];
  const changes = lines.flatMap((line) => line.split(/;\s*/).filter((t) => t !== '')).map((t) => CHANGE.exec(t));
  // of a statement that isn't understood anything may be changed
  if (changes.includes(null)) return [];
  const changed = changes.map((c) => c?.[1] ?? '');
  const names = new Set(changed.flatMap(variablesOf));
  const isKept = (text: string): boolean => variablesOf(text).every((name) => !names.has(name));
  return changes.flatMap((change, i) => {
    const [whole = '', name = '', value = ''] = change ?? [];
    if (!/^[\w$]+ = /.test(whole) || changed.indexOf(name, i + 1) >= 0) return [];
    if (isKept(value)) return [`${name} == ${compared(value)}`];
    const [, extreme = ''] = /^(min|max)\(/.exec(value) ?? [];
    const args = extreme === '' ? null : argumentsAt(value, 'max('.length);
    if (args?.end !== value.length) return [];
    return args.list.filter(isKept).map((arg) => `${name} ${extreme === 'max' ? '>=' : '<='} ${compared(arg)}`);
  });
}

/** As it is where all types are the same and nothing is computed; in `long long` where that holds it; else none. */
function asserted(fact: string, types: TypesByName): string | null {
  const said = spelledOut(fact);
  if (said === null || /[[\]]/.test(said)) return null;
  const known = variablesOf(said).map((name) => types.get(name));
  if (known.length === 0 || known.some((type) => type === undefined)) return null;
  const all = known as readonly IntType[];
  if (isReadAsMeant(said, all)) return said;
  const largest = largestIn(said, (name) => largestOfType(types.get(name)));
  if (largest === null || largest > LONGEST || /\(unsigned/.test(said)) return null;
  return widened(said, 'long long', new Set());
}

/** Nothing is computed, and no conversion changes a value. */
function isReadAsMeant(text: string, all: readonly IntType[]): boolean {
  const isPlain = !/[-+*/%^&|]|<<|>>/.test(text.replace(/&&|\|\||->|(?<=[=<>?:(] ?)-(?=\d)/g, ' '));
  const isOneSign = all.every((t) => t.signed === all[0]?.signed || (t.bits < 32 && all.every((o) => o.bits <= 32)));
  return isPlain && isOneSign && (all.every((t) => t.signed) || !/-\d/.test(text));
}
