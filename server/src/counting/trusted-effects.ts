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

/** A sentence of more objects than this tells nobody what to check. */
const MOST_OBJECTS = 3;

/** More that may change one object are told together. */
const MOST_CULPRITS = 2;

/** What had to be ignored for a quantity to move as it was taken to, in words: "log_() doesn't change s->n". Null: too much. */
export function ignoredBy(quantity: Term, { shape, reading }: BlockEffects): readonly string[] | null {
  const { cfg, order } = shape;
  const symbols = symbolsOf(quantity);
  const arrays = new Set([...applications([quantity], READ).values()].map((t) => t.of));
  const byObject = new Map<string, Set<string>>();
  const note = (name: string | undefined, s: Havoc): void => {
    const culprits = byObject.get(name ?? '?');
    const culprit = culpritOf(s);
    if (culprits) culprits.add(culprit);
    else byObject.set(name ?? '?', new Set([culprit]));
  };
  for (const b of order)
    for (const s of (cfg.fn.blocks[b] as Block).stmts) {
      if (!reading.ignores(s)) continue;
      if (s.kind === 'havoc' && symbols.has(cfg.symbols[s.target] as never)) note(cfg.fn.variables[s.target]?.name, s);
      if (s.kind === 'havoc-array' && arrays.has(cfg.arrays[s.array] as never)) note(cfg.fn.arrays[s.array]?.name, s);
    }
  if (byObject.size > MOST_OBJECTS) return null;
  const crowded = [...byObject].filter(([, culprits]) => culprits.size > MOST_CULPRITS).map(([name]) => name);
  const told = [...byObject].filter(([name]) => !crowded.includes(name));
  return [
    ...told.flatMap(([name, culprits]) => [...culprits].map((culprit) => `${culprit} doesn't change ${name}`)),
    ...(crowded.length > 0 ? [`the calls and stores in its body don't change ${crowded.join(' and ')}`] : []),
  ];
}

type Havoc = Stmt & { kind: 'havoc' | 'havoc-array' };

function culpritOf({ by, range }: Havoc): string {
  if (!by) return `the store in line ${range.start.line}`;
  return by.callee === null ? `the function called in line ${by.range.start.line}` : `${by.callee}()`;
}
