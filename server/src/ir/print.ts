/** The notation for people: terms and formulas as a C programmer with a little mathematics reads them (docs/notation.md). */
import { FIRST_WITHIN, tableOf } from './functions.ts';
import { summedResidues } from './residue-sums.ts';
import type { Formula, Literal } from './formula.ts';
import { isLiteral, not } from './formula.ts';
import type { Part, Term } from './term.ts';
import { add, nearZero, partsOf, sumOf, summandAt, sym, symbolsOf } from './term.ts';

/** Precedences: 0 conditional, 1 sum, 2 product, 3 atom. */
export function printTerm(t: Term, outer = 0): string {
  const wrap = (text: string, own: number): string => (own < outer ? `(${text})` : text);
  switch (t.kind) {
    case 'const': return t.value < 0n && outer > 1 ? `(${t.value})` : `${t.value}`;
    case 'sym': return t.name;
    case 'sum': return wrap(printSum(t.constant, t.parts), t.parts.length === 1 && t.constant === 0n ? (t.parts[0]?.mono.kind === 'div' ? 3 : 2) : 1);
    case 'prod': return wrap(powers(t.factors), 2);
    case 'div': return `⌊${printTerm(t.arg, 2)} / ${t.by}⌋`;
    case 'mod': return wrap(`${printTerm(nearZero(t.arg, t.by), 3)} mod ${printModulus(t.by)}`, 2);
    case 'pow': return `${t.base < 0n ? `(${t.base})` : t.base}^${printTerm(t.exponent, 3)}`;
    case 'ite': return wrap(`${printFormula(t.cond)} ? ${printTerm(t.then, 1)} : ${printTerm(t.else, 1)}`, 0);
    case 'app': return printApplication(t.fn, t.args, wrap);
  }
}

const LARGE = 1n << 32n;

/** Powers of two that are hard to tell apart when written out. */
function printModulus(m: bigint): string {
  return m >= LARGE && (m & (m - 1n)) === 0n ? `2^${m.toString(2).length - 1}` : `${m}`;
}

/** A modulus or the greatest value there is for one. */
const printLimit = (v: bigint): string => (v >= LARGE - 1n && (v & (v + 1n)) === 0n ? `${printModulus(v + 1n)} - 1` : printModulus(v));

function powers(factors: readonly Term[]): string {
  const out: string[] = [];
  for (let i = 0; i < factors.length; ) {
    let j = i;
    while (j < factors.length && factors[j] === factors[i]) j++;
    const f = printTerm(factors[i] as Term, 3);
    out.push(j - i === 1 ? f : `${f}^${j - i}`);
    i = j;
  }
  return out.join('*');
}

/** A constant beside one rounded-down quotient reads better inside: `⌊(102 - i) / 3⌋` for `⌊-i / 3⌋ + 34`. */
function constantInside(constant: bigint, parts: readonly Part[]): string | null {
  const quotients = parts.filter((p) => p.mono.kind === 'div');
  const q = quotients[0];
  if (constant === 0n || quotients.length !== 1 || !q || q.mono.kind !== 'div' || constant % q.coef !== 0n) return null;
  const { arg, by } = q.mono;
  const inner = printTerm(sumOf(partsOf(arg).constant + (constant / q.coef) * by, partsOf(arg).parts), 2);
  const marked = parts.map((p) => (p === q ? { coef: p.coef, mono: sym(`⌊${inner} / ${by}⌋`) } : p));
  return printSum(0n, marked);
}

/** `-⌊(i - n) / 2⌋` is `⌊(n - i + 1) / 2⌋`; but `k - ⌊k / 2⌋` stays. */
function quotientsUpright(parts: readonly Part[]): readonly Part[] {
  const positive = parts.some((p) => p.coef > 0n);
  return parts.map((p) => {
    if (p.coef > 0n || p.mono.kind !== 'div') return p;
    const { arg, by } = p.mono;
    const inside = partsOf(arg);
    if (positive && inside.parts.every((x) => x.coef > 0n)) return p;
    const flipped = sumOf(by - 1n - inside.constant, inside.parts.map((x) => ({ coef: -x.coef, mono: x.mono })));
    return { coef: -p.coef, mono: { kind: 'div', arg: flipped, by, key: `(/ ${flipped.key} ${by})`, size: p.mono.size } };
  });
}

function printSum(constant: bigint, given: readonly Part[]): string {
  const parts = quotientsUpright(given);
  const folded = constantInside(constant, parts);
  if (folded !== null) return folded;
  // positive parts first, so that no text starts with a minus without need
  const degree = (p: Part): number => (p.mono.kind === 'prod' ? p.mono.factors.length : 1);
  const byDegree = [...parts].sort((a, b) => degree(b) - degree(a));
  const sorted = [...byDegree.filter((p) => p.coef > 0n), ...byDegree.filter((p) => p.coef < 0n)];
  let text = '';
  const put = (negative: boolean, s: string): void => {
    text += text === '' ? (negative ? `-${s}` : s) : negative ? ` - ${s}` : ` + ${s}`;
  };
  const positiveFirst = constant > 0n && (sorted[0]?.coef ?? 1n) < 0n;
  if (positiveFirst) put(false, `${constant}`);
  for (const p of sorted) {
    const c = p.coef < 0n ? -p.coef : p.coef;
    put(p.coef < 0n, c === 1n ? printTerm(p.mono, 2) : `${c}*${printTerm(p.mono, 2)}`);
  }
  if (constant !== 0n && !positiveFirst) put(constant < 0n, `${constant < 0n ? -constant : constant}`);
  return text;
}

const OPERATORS: Readonly<Record<string, string>> = { band: '&', bor: '|', bxor: '^', tdiv: '/', trem: '%', shl: '<<', shr: '>>' };

function printApplication(fn: string, args: readonly Term[], wrap: (text: string, own: number) => string): string {
  const read = /^read:(.*)#/.exec(fn);
  if (read) return (args.length === 1 && printPointee(read[1] as string, args[0] as Term)) || `${read[1]}[${args.map((a) => printTerm(a)).join(', ')}]`;
  const followed = /^follow:(.*)$/.exec(fn);
  const [a, b] = args;
  if (followed && a) return `${printTerm(a, 3)}->${followed[1]}`;
  const values = tableOf(fn);
  if (values && a) return `(${values.length > 8 ? `${values.slice(0, 6).join(', ')}, …` : values.join(', ')})[${printTerm(a)}]`;
  if (fn === 'fdiv' && a && b) return `⌊${printTerm(a, 2)} / ${printTerm(b, 3)}⌋`;
  if (a && summedResidues(fn)) {
    const used = new Set(args.flatMap((x) => [...symbolsOf(x)]));
    const index = ['k', 'j', 'h', 'κ'].find((name) => !used.has(name)) ?? 'κ';
    return `Σ(${index} < ${printTerm(a, 1)}: ${printTerm(summandAt(fn, args, sym(index)), 1)})`;
  }
  const op = OPERATORS[fn];
  if (op && a && b) return wrap(`${printTerm(a, 3)} ${op} ${printTerm(b, 3)}`, 1);
  return `${fn}(${args.map((x) => (fn === FIRST_WITHIN && x.kind === 'const' ? printLimit(x.value) : printTerm(x))).join(', ')})`;
}

/** `*p` for the element of s at p - $s, where $s is the place at which s began; null where the index is another one. */
function printPointee(array: string, index: Term): string | null {
  const begin = `$${array}`;
  const away = partsOf(index).parts.some((p) => p.coef === -1n && p.mono.kind === 'sym' && p.mono.name === begin);
  return away ? `*${printTerm(add(index, sym(begin)), 3)}` : null;
}

export function printFormula(f: Formula, outer: 'and' | 'or' | null = null): string {
  switch (f.kind) {
    case 'true': return 'true';
    case 'false': return 'false';
    case 'ge': case 'eq': case 'ne': return printLiteral(f);
    case 'and': return f.parts.map((p) => printFormula(p, 'and')).join(' ∧ ');
    case 'or': {
      // a or (not a and b) reads better as a or b
      const seen: Formula[] = [];
      const texts = f.parts.map((p) => {
        const parts = p.kind === 'and' ? p.parts.filter((x) => !seen.some((s) => isLiteral(s) && not(s).key === x.key)) : [p];
        seen.push(p);
        const text = parts.map((x) => printFormula(x, 'and')).join(' ∧ ');
        return parts.length > 1 ? `(${text})` : text;
      });
      return wrapIn(texts.join(' ∨ '), outer === 'and' ? 'and' : null);
    }
  }
}

const wrapIn = (text: string, outer: 'and' | null): string => (outer === 'and' ? `(${text})` : text);

/** `t >= 0` with its parts on the sides where they are positive. */
function printLiteral(l: Literal): string {
  const { constant, parts } = partsOf(l.term);
  const positive = parts.filter((p) => p.coef > 0n);
  const negative = parts.filter((p) => p.coef < 0n).map((p) => ({ coef: -p.coef, mono: p.mono }));
  const side = (ps: readonly Part[], c: bigint): string => (ps.length === 0 ? `${c}` : printSum(c, ps));
  if (l.kind !== 'ge') {
    const op = l.kind === 'eq' ? '=' : '≠';
    if (positive.length === 0 || negative.length === 0) {
      const flip = positive.length === 0;
      return `${side(flip ? negative : positive, 0n)} ${op} ${flip ? constant : -constant}`;
    }
    return constant > 0n ? `${side(negative, 0n)} ${op} ${side(positive, constant)}` : `${side(positive, 0n)} ${op} ${side(negative, -constant)}`;
  }
  // positive + constant >= negative
  if (negative.length === 0) return constant === -1n ? `${side(positive, 0n)} > 0` : `${side(positive, 0n)} ≥ ${-constant}`;
  if (positive.length === 0) return constant === -1n ? `${side(negative, 0n)} < 0` : `${side(negative, 0n)} ≤ ${constant}`;
  if (constant === -1n) return `${side(negative, 0n)} < ${side(positive, 0n)}`;
  if (constant >= 0n) return `${side(negative, 0n)} ≤ ${side(positive, constant)}`;
  return `${side(positive, 0n)} ≥ ${side(negative, -constant)}`;
}
