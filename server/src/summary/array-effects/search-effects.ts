/** The first element at which a loop stops: what it searches for, skips or compares. */
import { decidedBy, implies } from '../../decide/index.ts';
import type { Formula, SymTerm, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG,
  FOLLOW,
  READ,
  add,
  app,
  applications,
  asText,
  conjuncts,
  disjuncts,
  eq0,
  ge0,
  isConst,
  isLiteral,
  ne,
  not,
  or,
  partsOf,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  sub,
  substituteFormula,
  sym,
  substitute,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { bound, conditionInC, elements, inC, membership } from './named-elements.ts';
import type { Walk } from './walk.ts';
import { arrayOf, before, distanceFrom, placeOf, stepOf, stepOfSymbol, untouched, unwrapped } from './walk.ts';
import type { Said } from './walk.ts';
import { completeIterations } from './named-elements.ts';

/** The loop ends at the first place where something holds. */
export function search(walk: Walk): Said | null {
  const guards = walk.effects.iterations.map((i) => i.guard);
  if (walk.effects.iterations.some((i) => [...symbolsOfFormula(i.guard)].some((s) => i.unknown.has(s)))) return null;
  if (applications(guards, FOLLOW).size > 0) return null;
  if (
    applications(
      walk.iterative.map((i) => i.guard),
      READ,
    ).size === 0
  )
    return null;
  const stop = stopping(walk);
  const reads = [...applications([stop], READ).values()];
  const passed = reads.filter((t) => stepOf(walk, t.args[0] as Term) !== 0n);
  if (passed.length === 0) return null;
  const moving = [...symbolsOfFormula(stop)].filter((s) => stepOfSymbol(walk, s) !== 0n);
  if (moving.length === 0 || moving.some((s) => stepOfSymbol(walk, s) === null)) return null;
  const words = searchWords(walk, stop, passed);
  const everywhere = or(...guards);
  const cursor = cursorOf(walk, moving[0] as Symbol);
  if (cursor !== null && moving.length === 1) {
    const told = firstByCursor(walk, stop, cursor);
    const isTold = (t: Term & { readonly kind: 'app' }): boolean =>
      movesAlong(walk, t, cursor) && untouched(walk, arrayOf(t) ?? -1, t.args[0] as Term, everywhere);
    return reads.every(isTold) ? { words, ...told } : null;
  }
  const j = bound(walk);
  const at = elements(walk, stop, everywhere, j, rewriteFormula);
  const complete = completeIterations(walk);
  if (at === null || complete === null) return null;
  const more = partsOf(complete).constant === 0n ? '' : '1 + ';
  return { words, formula: `iterations = ${more}least ${printTerm(j)} ≥ 0 with ${printFormula(at)}` };
}

/** The one variable that a search moves, by one each time. */
interface Cursor {
  readonly name: Symbol;
  readonly up: boolean;
  readonly pointer: boolean;
  /** Behind the loop it is so much further than where something holds. */
  readonly shift: bigint;
}

/** Null where it moves otherwise, or isn't what it was when the loop is left. */
function cursorOf(walk: Walk, name: Symbol): Cursor | null {
  const step = stepOfSymbol(walk, name);
  const shifts = new Map(
    walk.exits.map((x) => {
      const shift = sub(unwrapped(walk, x.update.get(name) ?? sym(name), x), sym(name));
      return [shift.key, shift] as const;
    }),
  );
  const [shift, ...others] = shifts.values();
  const variable = walk.cfg.fn.variables[walk.cfg.symbols.indexOf(name)];
  if ((step !== 1n && step !== -1n) || others.length > 0 || !shift || !isConst(shift)) return null;
  if (!variable || variable.scope === 'temp' || walk.leaving.variables.has(name)) return null;
  return { name, up: step === 1n, pointer: variable.pointer === true, shift: shift.value };
}

/**
 * What is read there can be told by where the cursor is. It is a place that stays, one that keeps its distance, or, by
 * index, a value of the cursor.
 */
function movesAlong(walk: Walk, read: Term & { readonly kind: 'app' }, { name, pointer }: Cursor): boolean {
  const index = read.args[0] as Term;
  if (stepOf(walk, index) === 0n) return true;
  if (keepsDistance(walk, index, name))
    return !pointer || distanceFrom(walk, arrayOf(read) ?? -1, index, name) !== null;
  return !pointer && [...symbolsOf(index)].every((s) => s === name || stepOfSymbol(walk, s) === 0n);
}

const keepsDistance = (walk: Walk, index: Term, name: Symbol): boolean =>
  stepOf(walk, sub(unwrapped(walk, index), sym(name))) === 0n;

/** `p' = first k ≥ s with *k = 0` */
function firstByCursor(
  walk: Walk,
  stop: Formula,
  { name, up, pointer, shift }: Cursor,
): Pick<Said, 'formula' | 'claim'> {
  const counter = bound(walk);
  const at = rewriteFormula(stop, (t) => elementAt(walk, t, name, counter, pointer));
  const begins = before(walk, sym(name));
  const first = up
    ? `first ${printTerm(counter)} ≥ ${printTerm(begins)}`
    : `greatest ${printTerm(counter)} ≤ ${printTerm(begins)}`;
  const beyond = shift === 0n ? '' : `${shift} + `;
  const { range } = walk.symbols;
  const condition = substituteFormula(at, new Map([[name, counter]]));
  // an index is as far as the search goes, and no more than its type holds
  const within = ge0(up ? sub(counter, begins) : sub(begins, counter));
  const found = pointer ? condition : decidedBy(within, condition, (s) => range(s === counter.symbol ? name : s));
  const [start, index, variable, when] = [
    inC(walk, begins),
    inC(walk, counter),
    inC(walk, sym(name)),
    conditionInC(walk, found),
  ];
  const formula = `${name.display}' = ${beyond}${first} with ${printFormula(found)}`;
  if (!start || !index || !variable || !when || pointer) return { formula };
  return { formula, claim: { kind: 'first', variable, index, start, up, shift: `${shift}`, when } };
}

/** When the loop is left, in the shorter of two forms. */
function stopping(walk: Walk): Formula {
  const leaves = or(
    ...[...walk.exits].sort((a, b) => conjuncts(a.guard).length - conjuncts(b.guard).length).map((x) => x.guard),
  );
  const stays = not(or(...walk.iterative.map((i) => i.guard)));
  return stays.size < leaves.size ? stays : leaves;
}

/** An element as it is written where the variable is `k`: `s[k]`, `*k`. */
function elementAt(walk: Walk, term: Term, variable: Symbol, counter: SymTerm, pointer: boolean): Term | null {
  if (term.kind !== 'app') return null;
  if (term.fn === AMONG && term.of)
    return membership(walk, term, (x) => rewrite(x, (inner) => elementAt(walk, inner, variable, counter, pointer)));
  if (term.fn !== READ) return null;
  const [index] = term.args;
  const array = arrayOf(term);
  if (!index || array === null) return null;
  if (stepOf(walk, index) === 0n) {
    const place = placeOf(walk, array, index);
    return app(READ, [place.offset], place.symbol);
  }
  if (!pointer && keepsDistance(walk, index, variable)) {
    const place = placeOf(walk, array, sub(unwrapped(walk, index), sym(variable)));
    return app(READ, [add(place.offset, counter)], place.symbol);
  }
  // `a[2 * i]` is `a[2 * k]`
  if (!pointer) {
    const place = placeOf(walk, array, substitute(unwrapped(walk, index), new Map([[variable, counter]])));
    return app(READ, [place.offset], place.symbol);
  }
  const offset = distanceFrom(walk, array, index, variable);
  if (offset === null) return null;
  return isConst(offset) && offset.value === 0n
    ? asText(`*${printTerm(counter)}`)
    : app(READ, [offset], counter.symbol);
}

const SPACES = new Set([9n, 10n, 11n, 12n, 13n, 32n]);

/** Empty where there are no better ones than the formula. */
function searchWords(walk: Walk, stop: Formula, reads: readonly Term[]): string {
  const [read, other] = reads;
  if (!read || reads.length > 2) return '';
  if (other) return differenceWords(walk, stop, read, other);
  const step = read.kind === 'app' && read.args[0] ? stepOf(walk, read.args[0]) : null;
  if (step !== 1n && step !== -1n) return 'finds the first element that it steps on';
  const { range } = walk.symbols;
  const atZero = step === 1n && disjuncts(stop).some((p) => implies(p, eq0(read), range));
  const zero = atZero && implies(eq0(read), stop, range);
  return zero ? firstZeroWords(walk, stop, read) : skippingWords(walk, stop, read);
}

/**
 * Two elements are read in each iteration: `while (*s && *s == *t)`, but not `while (*s == '+' || *s == '0' && s[1])`.
 */
function differenceWords(walk: Walk, stop: Formula, read: Term, other: Term): string {
  const { range } = walk.symbols;
  if (!implies(ne(read, other), stop, range)) return '';
  const parts = disjuncts(stop);
  const differing = parts.filter((p) => implies(p, ne(read, other), range));
  const end = differing.length < parts.length ? ', or their end' : '';
  return `finds the first difference of two ${isText(walk, read) ? 'strings' : 'arrays'}${end}`;
}

/** It stops at a zero, and perhaps elsewhere. */
function firstZeroWords(walk: Walk, stop: Formula, read: Term): string {
  const { range } = walk.symbols;
  const parts = disjuncts(stop);
  if (implies(stop, eq0(read), range))
    return isText(walk, read) ? 'finds the end of the string' : 'finds the first zero';
  const set = [...applications([stop], AMONG).values()];
  if (set.length > 0) {
    const outside = parts.some((p) => set.some((m) => implies(p, eq0(m), range)));
    return `finds the first character ${outside ? 'that is not in a set' : 'of a set'}, or the end of the string`;
  }
  const element = parts.some((p) => applications([p], READ).has(read.key) && !implies(p, eq0(read), range));
  if (isText(walk, read))
    return element ? 'finds a character or the end of the string' : 'finds the end of the string, up to a limit';
  return element ? 'finds an element or the first zero' : 'finds the first zero, up to a limit';
}

/** It goes on as long as elements are some constants: `while (s[i] == ' ' || s[i] == '\\t') i++;` */
function skippingWords(walk: Walk, stop: Formula, read: Term): string {
  const passed =
    disjuncts(stop).length === 1
      ? conjuncts(stop).flatMap((f) => {
          const difference = isLiteral(f) && f.kind === 'ne' ? sub(f.term, read) : null;
          return difference && isConst(difference) ? [-difference.value] : [];
        })
      : [];
  if (passed.length === 0 || passed.length !== conjuncts(stop).length) return '';
  if (!isText(walk, read)) return `skips elements that are ${passed.join(', ')}`;
  const { characters } = walk.cfg.fn;
  return passed.every((c) => SPACES.has(c))
    ? 'skips spaces'
    : `skips characters that are ${passed.map((c) => characters?.get(c) ?? c).join(', ')}`;
}

const isText = (w: Walk, read: Term): boolean =>
  read.kind === 'app' && w.cfg.fn.arrays[arrayOf(read) ?? -1]?.element.bits === 8;
