/**
 * Indices that go round until they meet another: `for (i = head; i != tail; i = (i + 1) % size)`, or with
 * `if (++i == size) i = 0;`. Where both are below the size, the way from one to the other is their difference modulo
 * it. Source: our own.
 */
import {
  TRUNCATED_REMAINDER,
  add,
  ge0,
  int,
  isConst,
  ite,
  mod,
  nearZero,
  not,
  partsOf,
  plus,
  rewriteFormula,
  scale,
  sub,
  substitute,
  sym,
} from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { BlockId, VarId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import type { TestCount } from './test-count.ts';
import { waysRound } from './ways-round.ts';

/** Null where the test isn't that of such an index, or is made elsewhere than at the loop's head. */
export function countRing(test: ExitTest, effects: BlockEffects, { values }: AtEntry): TestCount | null {
  if (test.kind !== 'ne' || test.behind || test.begun || test.block !== effects.shape.loop.site.header) return null;
  const [index, ...others] = partsOf(test.quantity).parts.filter(({ mono }) => moves(mono, effects));
  if (index?.mono.kind !== 'sym' || others.length > 0 || (index.coef !== 1n && index.coef !== -1n)) return null;
  const turn = turnOf(index.mono.symbol, effects) ?? resetOf(index.mono.symbol, effects);
  if (turn === null) return null;
  const met = index.coef > 0n ? sub(index.mono, test.quantity) : add(index.mono, test.quantity);
  const [first, last, size] = [index.mono, met, turn.size].map((t) => substitute(t, values)) as [Term, Term, Term];
  const distance = turn.isUp ? sub(last, first) : sub(first, last);
  const most = plus(size, -1n);
  return {
    count: isConst(size) ? mod(distance, size.value) : ite(ge0(distance), distance, add(distance, size)),
    exact: true,
    unproven: [],
    where: null,
    towards: null,
    positive: null,
    required: [first, last].flatMap((t) => [t, sub(most, t)]),
    restsOn: [],
    limits: [turn.size],
  };
}

interface Turn {
  /** How many values there are: 0, 1, and so on. */
  readonly size: Term;
  readonly isUp: boolean;
}

/** Every iteration takes it one further round so many values; null: it doesn't. */
function turnOf(index: Symbol, effects: BlockEffects): Turn | null {
  const { shape } = effects;
  const variable = effects.variableOf(index);
  if (variable === undefined) return null;
  const writing = shape.order.filter((b) => effects.of(b).has(variable));
  const [block, ...others] = writing;
  if (block === undefined || others.length > 0 || !isOnce(block, effects)) return null;
  const value = effects.of(block).get(variable);
  if (value?.kind === 'app' && value.fn === TRUNCATED_REMAINDER) {
    const [of, size] = value.args;
    // what is below the size is so behind one step, too: none of it wraps around
    const isNext = of !== undefined && counted(of, variable, effects) === plus(sym(index), 1n);
    return isNext && size && !moves(size, effects) ? { size, isUp: true } : null;
  }
  // a plain counter comes round with its type
  if (value?.kind !== 'mod' || value.by >= sizeOfType(variable, effects)) return null;
  const { constant, parts } = partsOf(value.arg);
  const [only, ...more] = parts;
  if (only?.mono.kind !== 'sym' || only.mono.symbol !== index || only.coef !== 1n || more.length > 0) return null;
  const step = ((constant % value.by) + value.by) % value.by;
  return step === 1n || step === value.by - 1n ? { size: int(value.by), isUp: step === 1n } : null;
}

/** A way round: what the index is behind it, and what holds before. */
interface Way {
  readonly value: Term;
  readonly facts: readonly Formula[];
}

/** `if (++i == size) i = 0;`, `if (--i < 0) i = size - 1;`: each way takes it one further, or round. */
function resetOf(index: Symbol, effects: BlockEffects): Turn | null {
  const variable = effects.variableOf(index);
  const all = variable === undefined ? null : waysRound(effects, [index]);
  if (variable === undefined || !all) return null;
  const ways = all.flatMap(({ values, facts }): readonly (Way | null)[] => {
    const value = values.get(index);
    if (!value) return [null];
    if (value.kind !== 'ite') return [{ value: counted(value, variable, effects), facts }];
    return [
      { value: counted(value.then, variable, effects), facts: [...facts, value.cond] },
      { value: counted(value.else, variable, effects), facts: [...facts, not(value.cond)] },
    ];
  });
  if (ways.includes(null)) return null;
  const given = ways as readonly Way[];
  // what is below the size doesn't wrap around by a step up, and by one down from zero it does
  const plain = given.map(({ value, facts }) => ({
    value,
    facts: facts.map((f) => rewriteFormula(f, (t) => (t.kind === 'mod' ? counted(t, variable, effects) : null))),
  }));
  return turnUp(plain, sym(index), effects) ?? turnDown(given, sym(index), effects);
}

/** All but one way lead from i to i + 1, and that one from the last value, and only from there, to 0. */
function turnUp(ways: readonly Way[], i: Term, effects: BlockEffects): Turn | null {
  const next = plus(i, 1n);
  const [round, ...others] = ways.filter((w) => w.value !== next);
  if (!round || others.length > 0 || round.value !== int(0)) return null;
  const sizes = round.facts.flatMap((f) =>
    f.kind === 'eq' || f.kind === 'ge' ? [sub(next, f.term), add(next, f.term)] : [],
  );
  const size = sizes.find((s) => !moves(s, effects) && isRound(sub(next, s), round, ways));
  return size ? { size, isUp: true } : null;
}

/** All but one way lead from i to i - 1, and that one from 0, and only from there, to the last value. */
function turnDown(ways: readonly Way[], i: Term, effects: BlockEffects): Turn | null {
  const next = plus(i, -1n);
  const [round, ...others] = ways.filter((w) => w.value !== next);
  if (!round || others.length > 0 || moves(round.value, effects)) return null;
  return isRound(scale(-1n, i), round, ways) ? { size: plus(round.value, 1n), isUp: false } : null;
}

/** `past` is zero where the index turns, and less elsewhere: that decides between the ways. */
function isRound(past: Term, round: Way, ways: readonly Way[]): boolean {
  const isPast = (f: Formula): boolean =>
    (f.kind === 'eq' && (f.term === past || f.term === scale(-1n, past))) || (f.kind === 'ge' && f.term === past);
  return ways.every((w) => w.facts.some((f) => isPast(w === round ? f : not(f))));
}

/** As if the index didn't wrap around: `i + 1` of `(i + 1) mod 2^32`. */
const counted = (t: Term, variable: VarId, effects: BlockEffects): Term =>
  t.kind === 'mod' && t.by === sizeOfType(variable, effects) ? nearZero(t.arg, t.by) : t;

const sizeOfType = (v: VarId, { shape: { cfg } }: BlockEffects): bigint =>
  1n << BigInt(cfg.fn.variables[v]?.type.bits ?? 0);

const isOnce = (block: BlockId, { shape }: BlockEffects): boolean => shape.spine.has(block) && !shape.inner.has(block);
