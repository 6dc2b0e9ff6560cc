/** Terms and formulas as SMT-LIB 2 text over the integers. */
import { MEANINGS, READ, intervalOf, sym, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { AppTerm, Formula, RangeOf, SmtForm, Symbol, Term } from '../logic/index.ts';

/** Unknowns in products, up to which Z3 may reason with algebraic numbers. */
const MOST_MULTIPLIED = 1;

/** A query under construction: names for symbols, and constants for what the theory doesn't have. */
export class Query {
  private readonly declared = new Map<Symbol, string>();
  private readonly opaque = new Map<string, { readonly name: string; readonly term: Term }>();
  private readonly range: RangeOf;
  private readonly side: string[] = [];
  /** False once something was abstracted: a model is then only a guess, an unsatisfiable answer still a proof. */
  faithful = true;
  /** What is multiplied with or divided by something that is no constant. */
  private readonly multiplied = new Set<Term>();

  constructor(range: RangeOf) {
    this.range = range;
  }

  text(formula: Formula): string {
    for (const s of symbolsOfFormula(formula)) this.symbol(s);
    const body = this.formula(formula);
    return `${this.side.map((s) => `(assert ${s})`).join('\n')}\n(assert ${body})\n`;
  }

  /** The constants that the text uses, to be declared as integers. */
  constants(): readonly string[] {
    return [...this.declared.values(), ...[...this.opaque.values()].map((o) => o.name)];
  }

  /** Products of symbols, or divisions by them. */
  get nonlinear(): boolean {
    return this.multiplied.size > 0;
  }

  /** So few unknowns are multiplied that the numbers which solve the equations stay small. */
  get algebraic(): boolean {
    return this.multiplied.size <= MOST_MULTIPLIED;
  }

  /** SMT name -> symbol. */
  names(): ReadonlyMap<string, Symbol> {
    return new Map([...this.declared].map(([symbol, name]) => [name, symbol]));
  }

  private symbol(of: Symbol): string {
    const known = this.declared.get(of);
    if (known) return known;
    const smt = `s${this.declared.size}`;
    this.declared.set(of, smt);
    const i = this.range(of);
    if (i?.lo !== null && i?.lo !== undefined) this.side.push(`(>= ${smt} ${number(i.lo)})`);
    if (i?.hi !== null && i?.hi !== undefined) this.side.push(`(<= ${smt} ${number(i.hi)})`);
    return smt;
  }

  private formula(formula: Formula): string {
    switch (formula.kind) {
      case 'true':
        return 'true';
      case 'false':
        return 'false';
      case 'ge':
        return `(>= ${this.term(formula.term)} 0)`;
      case 'eq':
        return `(= ${this.term(formula.term)} 0)`;
      case 'ne':
        return `(not (= ${this.term(formula.term)} 0))`;
      case 'and':
        return `(and ${formula.parts.map((p) => this.formula(p)).join(' ')})`;
      case 'or':
        return `(or ${formula.parts.map((p) => this.formula(p)).join(' ')})`;
    }
  }

  private term(term: Term): string {
    switch (term.kind) {
      case 'const':
        return number(term.value);
      case 'sym':
        return this.symbol(term.symbol);
      case 'sum': {
        const parts = term.parts.map((p) =>
          p.coef === 1n ? this.term(p.mono) : `(* ${number(p.coef)} ${this.term(p.mono)})`,
        );
        if (term.constant !== 0n) parts.push(number(term.constant));
        return parts.length === 1 ? (parts[0] as string) : `(+ ${parts.join(' ')})`;
      }
      case 'prod':
        for (const f of term.factors) this.multiplied.add(f);
        return `(* ${term.factors.map((f) => this.term(f)).join(' ')})`;
      case 'div':
        return `(div ${this.term(term.arg)} ${term.by})`;
      case 'mod':
        return `(mod ${this.term(term.arg)} ${term.by})`;
      case 'ite':
        return `(ite ${this.formula(term.cond)} ${this.term(term.then)} ${this.term(term.else)})`;
      case 'pow':
        return this.abstract(term);
      case 'app':
        return this.application(term);
    }
  }

  private application(application: AppTerm): string {
    const form = MEANINGS[application.fn.kind].smt;
    const argument = (i: number): string => this.term(application.args[i] as Term);
    if (DIVIDING.has(form)) this.divides(application.args[0] as Term, application.args[1] as Term);
    switch (form) {
      case 'floor-quotient':
        return `(div ${argument(0)} ${argument(1)})`;
      case 'truncated-quotient':
      case 'truncated-remainder':
        return this.truncating(form, argument(0), argument(1));
      case 'look-up': {
        if (application.fn.values.length > LONGEST_TABLE) return this.abstract(application);
        const index = argument(0);
        return application.fn.values.reduceRight<string>(
          (rest, v, i) => `(ite (= ${index} ${i}) ${number(v)} ${rest})`,
          '0',
        );
      }
      case 'opaque':
        return this.abstract(application);
    }
  }

  private divides(a: Term, b: Term): void {
    if (b.kind === 'const') return;
    for (const t of [a, b]) for (const s of symbolsOf(t)) this.multiplied.add(sym(s));
  }

  /** C's division rounds towards zero, the solver's keeps the remainder non-negative. */
  private truncating(form: 'truncated-quotient' | 'truncated-remainder', a: string, b: string): string {
    const floor = `(div ${a} ${b})`;
    const towardsZero = `(ite (> ${b} 0) (+ ${floor} 1) (- ${floor} 1))`;
    const quotient = `(ite (or (>= ${a} 0) (= (mod ${a} ${b}) 0)) ${floor} ${towardsZero})`;
    return form === 'truncated-quotient' ? quotient : `(- ${a} (* ${b} ${quotient}))`;
  }

  /** A constant that stands for a term which the theory doesn't have; equal terms share it, bounds are kept. */
  private abstract(term: Term): string {
    const known = this.opaque.get(term.key);
    if (known) return known.name;
    if (!(term.kind === 'app' && term.fn === READ)) this.faithful = false;
    const name = `o${this.opaque.size}`;
    const others = [...this.opaque.values()];
    // known before its arguments are looked at. These can be such terms themselves, and are named and compared with it
    // in their turn
    this.opaque.set(term.key, { name, term: term });
    // equal arguments, equal value
    if (term.kind === 'app') {
      for (const other of others) {
        if (other.term.kind !== 'app' || other.term.fn !== term.fn || other.term.of !== term.of) continue;
        const theirs = other.term.args;
        const same = term.args.map((a, i) => `(= ${this.term(a)} ${this.term(theirs[i] as Term)})`).join(' ');
        this.side.push(`(=> (and ${same}) (= ${name} ${other.name}))`);
      }
    }
    if (term.kind === 'pow') {
      for (const other of others) {
        if (other.term.kind !== 'pow' || other.term.base !== term.base) continue;
        this.side.push(
          `(=> (= ${this.term(term.exponent)} ${this.term(other.term.exponent)}) (= ${name} ${other.name}))`,
        );
      }
    }
    const interval = intervalOf(term, this.range);
    if (interval.lo !== null) this.side.push(`(>= ${name} ${number(interval.lo)})`);
    if (interval.hi !== null) this.side.push(`(<= ${name} ${number(interval.hi)})`);
    return name;
  }
}

const DIVIDING: ReadonlySet<SmtForm> = new Set<SmtForm>([
  'floor-quotient',
  'truncated-quotient',
  'truncated-remainder',
]);

/** Longer look-ups stand for themselves. */
const LONGEST_TABLE = 200;

const number = (v: bigint): string => (v < 0n ? `(- ${-v})` : `${v}`);
