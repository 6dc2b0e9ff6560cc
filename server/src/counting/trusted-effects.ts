/** What a call or a store through a pointer may change and probably doesn't: a bound may rest on that, and says so. */
import { READ, applications, symbolsOf } from '../logic/index.ts';
import type { Term } from '../logic/index.ts';
import type { Block, Stmt } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';

/** A change that is only possible. */
export function mayBeIgnored(s: Stmt): boolean {
  switch (s.kind) {
    case 'havoc':
      return s.by?.what === 'effect' || s.alias !== undefined;
    case 'havoc-array':
      return s.by?.what === 'effect' || s.alias !== undefined || s.stored !== undefined;
    default:
      return false;
  }
}

/** A sentence of more names than this tells nobody what to check. */
const MOST_TOLD = 3;

/** What had to be ignored for a quantity to move as it was taken to, in words: "log_() doesn't change s->n". Null: too much. */
export function ignoredBy(quantity: Term, { shape, reading }: BlockEffects): readonly string[] | null {
  const { cfg, order } = shape;
  const symbols = symbolsOf(quantity);
  const arrays = new Set([...applications([quantity], READ).values()].map((t) => t.of));
  const told = new Set<string>();
  for (const b of order)
    for (const s of (cfg.fn.blocks[b] as Block).stmts) {
      if (!reading.ignores(s)) continue;
      if (s.kind === 'havoc' && symbols.has(cfg.symbols[s.target] as never))
        told.add(keeps(s, cfg.fn.variables[s.target]?.name ?? '?'));
      if (s.kind === 'havoc-array' && arrays.has(cfg.arrays[s.array] as never))
        told.add(keeps(s, cfg.fn.arrays[s.array]?.name ?? '?'));
    }
  return told.size > MOST_TOLD ? null : [...told];
}

function keeps(s: Stmt & { kind: 'havoc' | 'havoc-array' }, name: string): string {
  const { by, range } = s;
  if (!by) return `the store in line ${range.start.line} doesn't change ${name}`;
  return by.callee === null
    ? `the function called in line ${by.range.start.line} doesn't change ${name}`
    : `${by.callee}() doesn't change ${name}`;
}
