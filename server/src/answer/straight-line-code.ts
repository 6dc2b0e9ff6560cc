/**
 * Assignments that happen at once as C statements one after the other. Where two need each other's old value, one is
 * kept in a snapshot.
 */
import { implies } from '../decide/index.ts';
import type { AppTerm, CNames, Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  and,
  conjuncts,
  extremeOf,
  ge0,
  int,
  isConst,
  isLiteral,
  ite,
  mul,
  partsOf,
  printC,
  printCondition,
  rewriteFormula,
  sub,
  sumOf,
  sym,
  symbolsOf,
  symbolsOfFormula,
  withRemainders,
} from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';
import { withoutTheTurn } from '../counting/index.ts';
import { fits, fitsIn, withBoundedDivisors, withReducedDividends } from './within-128-bits.ts';

export type CodeNames = Omit<CNames, 'nonNegative'> & {
  /** Its value is a position, which other pointers may count in other units. */
  isPointer(s: Symbol): boolean;
  /** A name like this one that nothing there has, and none of these. */
  unused(like: string, besides: ReadonlySet<string>): string;
};

/** All values are over those before. */
export interface Assignment {
  readonly target: Symbol;
  readonly value: Term;
}

export interface Branch {
  /** Null: it is what is left. */
  readonly condition: Formula | null;
  /** What holds where the condition is asked for. */
  readonly rest: Formula;
  /** What holds where it is taken. */
  readonly known: Formula;
  readonly assignments: readonly Assignment[];
}

export interface Code {
  readonly facts: Formula;
  readonly range: RangeOf;
  /** All of it stands under this condition, with what holds where it is asked for; null: under none. */
  readonly only: { readonly condition: Formula; readonly given: Formula } | null;
  /** A quantity that the others speak of by a name. */
  readonly named: Assignment | null;
  readonly statements: readonly Assignment[];
  /** One `if` with its `else`s. */
  readonly branches: readonly Branch[];
}

/** No offset within an object is as large: a position begins there. */
const FAR = 1n << 31n;
const MAX_LINES = 8;
const MAX_WIDTH = 90;

/** Null where C has no expression for something, or where it is too much to read. */
export function writeCode(code: Code, names: CodeNames): string | null {
  const lines = new Writing(code, names).lines();
  if (lines === null) return null;
  const fitting = [lines, joined(lines, false), joined(lines, true)].find((l) => l.length <= MAX_LINES);
  return fitting === undefined || fitting.some((l) => l.length > MAX_WIDTH) ? null : fitting.join('\n');
}

/**
 * Short statements that follow each other on one line, and a closing brace behind them; `dense`: what comes behind
 * that, too.
 */
function joined(lines: readonly string[], dense: boolean): readonly string[] {
  const out: string[] = [];
  const indent = (line: string): string => /^ */.exec(line)?.[0] ?? '';
  const isPlain = (line: string): boolean => /^ *[^ ].*;$/.test(line) && !/^ *(?:if|else|const)\b/.test(line);
  for (const line of lines) {
    const last = out.at(-1);
    const one = `${last} ${line.trim()}`;
    const follows = last !== undefined && isPlain(last) && isPlain(line) && indent(last) === indent(line);
    const closes = last !== undefined && line === '}' && last.startsWith(' ');
    const continues = dense && last?.endsWith('}') && line.startsWith('else');
    if ((follows || closes || continues) && one.length <= MAX_WIDTH) out[out.length - 1] = one;
    else out.push(line);
  }
  return out;
}

/** One more than the largest number of 64 bits: `n = (unsigned long long)-1` where that is left. */
const ALL = 1n << 64n;

/** A statement, or the whole `if`. */
interface Item {
  readonly writes: readonly Symbol[];
  readonly reads: ReadonlySet<Symbol>;
  readonly lines: () => readonly string[] | null;
}

/** `old_p_len` of `p->len`: what keeps its value is an identifier. */
const oldName = (name: string): string => ['old', ...(name.match(/\w+/g) ?? [])].join('_');

function under(head: string, body: readonly string[]): readonly string[] {
  const inOne = `${head} ${body.length === 1 && !body[0]?.startsWith('if') ? body[0] : `{ ${body.join(' ')} }`}`;
  return inOne.length <= MAX_WIDTH ? [inOne] : [`${head} {`, ...body.map((l) => `    ${l}`), '}'];
}

/** Thrown where C has no expression; caught in this file. */
class Unwritable extends Error {}

class Writing {
  private readonly code: Code;
  private readonly names: CodeNames;
  /** Names of what keeps a variable's value before. */
  private readonly kept = new Map<Symbol, string>();
  private readonly taken = new Set<string>();

  constructor(code: Code, names: CodeNames) {
    this.code = code;
    this.names = names;
  }

  lines(): readonly string[] | null {
    try {
      const { only, named, statements, branches, facts } = this.code;
      const head = only ? `if (${this.condition(only.condition, only.given)})` : null;
      const first = named ? [this.naming(named, facts)] : [];
      const items = statements.map((a) => this.item(a, facts));
      const all = branches.length === 0 ? items : [this.choice(branches), ...items];
      const lines = [...first, ...this.inOrder(all)];
      return head === null ? lines : under(head, lines);
    } catch (e) {
      if (e instanceof Unwritable) return null;
      throw e;
    }
  }

  private naming({ target, value }: Assignment, facts: Formula): string {
    const text = this.print(value, facts);
    return `const long ${this.keep(target, target.display)} = ${text};`;
  }

  private keep(s: Symbol, like: string): string {
    const name = this.names.unused(like, this.taken);
    this.taken.add(name);
    this.kept.set(s, name);
    return name;
  }

  /** What another one still reads is not written before. */
  private inOrder(items: readonly Item[]): readonly string[] {
    const left = [...items];
    const out: string[] = [];
    const own: Symbol[] = [];
    while (left.length > 0) {
      const isFree = (i: Item): boolean =>
        i.writes.every((s) => this.kept.has(s) || left.every((o) => o === i || !o.reads.has(s)));
      const next = left.find(isFree);
      if (next) {
        left.splice(left.indexOf(next), 1);
        out.push(...(next.lines() ?? []));
        continue;
      }
      const [first] = left;
      for (const s of first?.writes ?? [])
        if (!this.kept.has(s) && left.some((o) => o !== first && o.reads.has(s))) {
          const name = this.names.symbol(s);
          if (name === null) throw new Unwritable();
          own.push(s);
          out.push(`const long ${this.keep(s, oldName(name))} = ${name};`);
        }
    }
    for (const s of own) this.kept.delete(s);
    return out;
  }

  private item({ target, value }: Assignment, known: Formula): Item {
    return {
      writes: [target],
      reads: symbolsOf(value),
      lines: () => [this.assignment(target, value, known)],
    };
  }

  private choice(branches: readonly Branch[]): Item {
    const writes = [...new Set(branches.flatMap((b) => b.assignments.map((a) => a.target)))];
    const reads = new Set(
      branches.flatMap((b) => [
        ...(b.condition ? symbolsOfFormula(b.condition) : []),
        ...b.assignments.flatMap((a) => [...symbolsOf(a.value)]),
      ]),
    );
    return { writes, reads, lines: () => this.branching(branches) };
  }

  private branching(branches: readonly Branch[]): readonly string[] {
    const out: string[] = [];
    const { facts } = this.code;
    for (const [i, b] of branches.entries()) {
      if (b.condition === null && b.assignments.length === 0) continue;
      const body = this.inOrder(b.assignments.map((a) => this.item(a, and(facts, b.known))));
      if (b.condition === null && i === 0) return body;
      const head =
        b.condition === null
          ? 'else'
          : `${i === 0 ? 'if' : 'else if'} (${this.condition(b.condition, and(facts, b.rest))})`;
      out.push(...under(head, body));
    }
    return out;
  }

  private assignment(target: Symbol, value: Term, known: Formula): string {
    const name = this.written(this.names.symbol(target));
    const print = (t: Term): string => this.print(t, known, target);
    const change = sub(value, sym(target));
    if (isConst(change)) {
      if (change.value === 1n) return `${name}++;`;
      if (change.value === -1n) return `${name}--;`;
    }
    if (this.names.isPointer(target) && !isConst(value) && this.hasPointer(change)) throw new Unwritable();
    if (!this.names.isPointer(target) && this.isPlace(value)) throw new Unwritable();
    const own = sym(target);
    const divisor = remainderBy(own, value);
    const isNonNegative = (t: Term): boolean => implies(known, ge0(t), this.code.range);
    if (divisor && isNonNegative(own) && isNonNegative(divisor)) return `${name} %= ${print(divisor)};`;
    if (partsOf(value).parts.some((p) => p.mono === sym(target) && p.coef === 1n) && change.size < value.size) {
      const more = print(change);
      return more.startsWith('-') ? `${name} -= ${print(sub(sym(target), value))};` : `${name} += ${more};`;
    }
    const atLeast = beyondItself(target, value);
    if (atLeast) {
      const { sign, factor, most } = atLeast;
      return `${name} ${sign}= ${factor === 1n ? '' : `${factor} * `}${print(most)};`;
    }
    const compound = this.compound(target, value, known);
    return compound ? `${name} ${compound.operator}= ${print(compound.by)};` : `${name} = ${print(value)};`;
  }

  /** `x /= 5`, `x %= 2`, `p *= power(2, n)`, where plain division is right. */
  private compound(
    target: Symbol,
    value: Term,
    known: Formula,
  ): { readonly operator: string; readonly by: Term } | null {
    const own = sym(target);
    const isPlain = implies(known, ge0(own), this.code.range);
    if (value.kind === 'prod' && value.factors.filter((f) => f === own).length === 1) {
      const others = value.factors.filter((f) => f !== own);
      return { operator: '*', by: others.reduce<Term>((product, f) => mul(product, f), int(1)) };
    }
    if (isPlain && value.kind === 'div' && value.arg === own) return { operator: '/', by: int(value.by) };
    if (isPlain && value.kind === 'mod' && value.arg === own) return { operator: '%', by: int(value.by) };
    const { kind } = value;
    if (isPlain && kind === 'app' && value.fn === FLOOR_QUOTIENT && value.args[0] === own)
      return { operator: '/', by: (withBoundedDivisors(value, this.code.range) as AppTerm).args[1] as Term };
    return null;
  }

  private print(given: Term, known: Formula, own?: Symbol): string {
    const { range } = this.code;
    const t = withoutTheTurn(given, { facts: known, range });
    if (own && isConst(t) && t.value >= ALL / 2n && t.value < ALL) return `(unsigned long long)${t.value - ALL}`;
    const bounded = withBoundedDivisors(t, range);
    const short = fits(bounded, range) ? bounded : withReducedDividends(bounded);
    return this.written(fits(short, range) ? printC(short, { ...this.cNames(known), ...(own ? { own } : {}) }) : null);
  }

  private condition(given: Formula, holds: Formula): string {
    const { range } = this.code;
    const f = rewriteFormula(given, (t) => withRemainders(t));
    // where one of them fails it doesn't matter what the others are: `n > 0 && n % 2 == 1`
    const known = and(holds, ...conjuncts(f).filter(isPlainBound));
    return this.written(fitsIn(f, range) ? printCondition(f, this.cNames(known)) : null);
  }

  /**
   * Whether a number depends on where an object lies: `(unsigned)p` is what is left of `p - a` where `a` begins at a
   * multiple of 2^32.
   */
  private isPlace(t: Term): boolean {
    const { constant, parts } = partsOf(t);
    const base = constant <= -FAR ? -1n : constant >= FAR ? 1n : 0n;
    const isPosition = (m: Term): boolean => m.kind === 'sym' && this.names.isPointer(m.symbol);
    const positions = parts.filter(({ mono }) => isPosition(mono));
    if (positions.length > 0 && positions.reduce((sum, { coef }) => sum + coef, base) !== 0n) return true;
    return parts.some(({ mono }) => {
      if (mono.kind === 'mod' || mono.kind === 'div') return this.isPlace(mono.arg);
      return mono.kind === 'prod' && mono.factors.some((f) => this.isPlace(f));
    });
  }

  private hasPointer(t: Term): boolean {
    return [...symbolsOf(t)].some((s) => this.names.isPointer(s));
  }

  private written(text: string | null): string {
    if (text === null) throw new Unwritable();
    return text;
  }

  private cNames(known: Formula): CNames {
    return {
      ...this.names,
      symbol: (s) => this.kept.get(s) ?? this.names.symbol(s),
      nonNegative: (t) => implies(known, ge0(t), this.code.range),
      where: (more) => this.cNames(and(known, more)),
    };
  }
}

/** Without quotients, so that it is printed the same whatever else is known. */
const isPlainBound = (f: Formula): boolean =>
  isLiteral(f) &&
  f.kind === 'ge' &&
  partsOf(f.term).parts.every(
    ({ mono }) => mono.kind === 'sym' || (mono.kind === 'prod' && mono.factors.every((x) => x.kind === 'sym')),
  );

/** `x = max(x + 2 * n, x)` is `x += 2 * max(0, n)`; null for other values. */
function beyondItself(
  target: Symbol,
  value: Term,
): { readonly sign: '+' | '-'; readonly factor: bigint; readonly most: Term } | null {
  if (value.kind !== 'ite') return null;
  const own = sym(target);
  const chosen = extremeOf(value.cond, value.then, value.else);
  const other = value.then === own ? value.else : value.else === own ? value.then : null;
  if (chosen === null || other === null) return null;
  const change = chosen === 'max' ? sub(other, own) : sub(own, other);
  if (symbolsOf(change).has(target) || isConst(change)) return null;
  const { constant, parts } = partsOf(change);
  const factor = parts.reduce((g, { coef }) => gcd(g, coef), constant);
  const one = sumOf(
    constant / factor,
    parts.map(({ coef, mono }) => ({ coef: coef / factor, mono })),
  );
  return { sign: chosen === 'max' ? '+' : '-', factor, most: ite(ge0(one), one, int(0)) };
}

/** `b` of `a - b * floor_div(a, b)`, which is `a % b` where neither is negative. */
function remainderBy(own: Term, value: Term): Term | null {
  const { constant, parts } = partsOf(sub(own, value));
  const [only, ...others] = parts;
  if (constant !== 0n || others.length > 0 || only?.coef !== 1n || only.mono.kind !== 'prod') return null;
  const [a, b, ...more] = only.mono.factors;
  const isBy = (q: Term | undefined, by: Term | undefined): boolean =>
    q?.kind === 'app' && q.fn === FLOOR_QUOTIENT && q.args[0] === own && q.args[1] === by;
  if (more.length > 0) return null;
  return isBy(a, b) ? (b ?? null) : isBy(b, a) ? (a ?? null) : null;
}
