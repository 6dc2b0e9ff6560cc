/**
 * Tests that the first iteration decides: it sets a variable to a constant with which the loop doesn't go on, and
 * nothing in the loop sets it to anything else. `for (once = 1; once; once = 0)` of a macro, `while (!done) { ...; done
 * = 1; }`.
 */
import { TRUE, int, substituteFormula, symbolsOf } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { TestCount } from './test-count.ts';
import type { ExitTest } from './exit-tests.ts';
import { dominates, variablesWritten } from './loop-shape.ts';
import type { LoopShape } from './loop-shape.ts';
import type { AtEntry } from './no-wrap.ts';

/** Null where no variable of the test is set so. */
export function countSetOnce(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  for (const symbol of symbolsOf(test.quantity)) {
    const set = settingOf(symbol, effects);
    if (set === null || substituteFormula(test.stays, new Map([[symbol, set.value]])).kind !== 'false') continue;
    return counted(test, set.block, effects.shape, entry);
  }
  return null;
}

interface Setting {
  readonly value: Term;
  /** Where every iteration does it. */
  readonly block: BlockId;
}

/** The constant that every iteration sets the variable to, and all that the loop sets it to. */
function settingOf(symbol: Symbol, effects: BlockEffects): Setting | null {
  const variable = effects.variableOf(symbol);
  if (variable === undefined) return null;
  const { order, spine, cfg } = effects.shape;
  let found: Setting | null = null;
  let value: bigint | null = null;
  for (const block of order)
    for (const s of (cfg.fn.blocks[block] as Block).stmts) {
      if (!variablesWritten(s).includes(variable)) continue;
      if (s.kind !== 'assign' || s.value.kind !== 'const' || (value !== null && s.value.value !== value)) return null;
      value = s.value.value;
      if (found === null && spine.has(block)) found = { value: int(value), block };
    }
  return found;
}

/** The body begins once where the test is met at its start or behind the setting; else once more. */
function counted(test: ExitTest, setting: BlockId, { cfg, loop }: LoopShape, entry: AtEntry): TestCount {
  const isSetFirst = dominates(setting, test.place, cfg);
  const isAtHead = test.block === loop.site.header && !test.behind;
  const isMet = isAtHead && substituteFormula(test.stays, entry.values).kind === 'true';
  const exact = test.begun ? isSetFirst : isMet && !isSetFirst;
  return {
    count: int(test.begun && !isSetFirst ? 2n : 1n),
    exact,
    unproven: [],
    where: TRUE,
    towards: null,
    positive: null,
    restsOn: [],
  };
}
