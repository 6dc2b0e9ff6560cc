/**
 * Indices that go round until they meet another: `for (i = head; i != tail; i = (i + 1) % SIZE)`. Where both are below
 * the size, the way from one to the other is their difference modulo it. Source: our own.
 */
import { add, int, mod, partsOf, sub, substitute } from '../logic/index.ts';
import type { Symbol } from '../logic/index.ts';
import type { BlockId, VarId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import type { TestCount } from './test-count.ts';

/** Null where the test isn't that of such an index, or is made elsewhere than at the loop's head. */
export function countRing(test: ExitTest, effects: BlockEffects, { values }: AtEntry): TestCount | null {
  if (test.kind !== 'ne' || test.behind || test.begun || test.block !== effects.shape.loop.site.header) return null;
  const [index, ...others] = partsOf(test.quantity).parts.filter(({ mono }) => moves(mono, effects));
  if (index?.mono.kind !== 'sym' || others.length > 0 || (index.coef !== 1n && index.coef !== -1n)) return null;
  const turn = turnOf(index.mono.symbol, effects);
  if (turn === null) return null;
  const { by, isUp } = turn;
  const met = index.coef > 0n ? sub(index.mono, test.quantity) : add(index.mono, test.quantity);
  const [first, last] = [substitute(index.mono, values), substitute(met, values)];
  const most = int(by - 1n);
  return {
    count: mod(isUp ? sub(last, first) : sub(first, last), by),
    exact: true,
    unproven: [],
    where: null,
    towards: null,
    positive: null,
    required: [first, last].flatMap((t) => [t, sub(most, t)]),
    restsOn: [],
  };
}

interface Turn {
  readonly by: bigint;
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
  // a plain counter comes round with its type
  if (value?.kind !== 'mod' || value.by >= sizeOfType(variable, effects)) return null;
  const { constant, parts } = partsOf(value.arg);
  const [only, ...more] = parts;
  if (only?.mono.kind !== 'sym' || only.mono.symbol !== index || only.coef !== 1n || more.length > 0) return null;
  const step = ((constant % value.by) + value.by) % value.by;
  return step === 1n || step === value.by - 1n ? { by: value.by, isUp: step === 1n } : null;
}

const sizeOfType = (v: VarId, { shape: { cfg } }: BlockEffects): bigint =>
  1n << BigInt(cfg.fn.variables[v]?.type.bits ?? 0);

const isOnce = (block: BlockId, { shape }: BlockEffects): boolean => shape.spine.has(block) && !shape.inner.has(block);
