/**
 * Calls in a loop's own test whose results limit it: `i < count(s)`. Nobody knows what such a function returns the next
 * time; that it stays the same can be assumed, and is said.
 */
import type { Symbol } from '../logic/index.ts';
import type { Block, Cfg, IrFunction, LimitCall, Loop, Stmt, VarId } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Limits, LoopShape } from './loop-shape.ts';
import type { JustBefore } from './values-before-loop.ts';

/** Those that what the loop changes has no part in. */
export function limitCalls({ site, blocks }: Loop, { fn }: Cfg): Limits {
  const calls = site.test?.limits ?? [];
  const found = new Map<Stmt, string>();
  if (calls.length === 0) return found;
  const stmts = [...blocks].flatMap((b) => (fn.blocks[b] as Block).stmts);
  const written = new Set<VarId>(
    stmts.flatMap((s) => ('target' in s && s.target !== null && isStep(s) ? [s.target] : [])),
  );
  const isKept = ({ names }: LimitCall): boolean =>
    fn.variables.every(
      ({ id, name, range }) => !names.includes(name) || (!written.has(id) && !(range && isWithin(range, site.range))),
    );
  for (const s of stmts) {
    if ((s.kind !== 'nondet' && s.kind !== 'havoc') || fn.variables[s.target]?.scope !== 'temp') continue;
    const { by } = s;
    const call = by?.what === 'result' ? calls.find(({ range }) => isSame(range, by.range)) : undefined;
    if (call !== undefined && isKept(call)) found.set(s, call.text);
  }
  return found;
}

/** It is more than what a call may do by the way. */
const isStep = (s: Stmt): boolean => s.kind !== 'havoc' || s.by?.what !== 'effect';

/** Of the library, what looks at memory and does nothing else. */
const LOOKING: ReadonlySet<string> = new Set(['strlen', 'strnlen', 'wcslen']);

/** The call's result is the same in each iteration, since the loop changes nothing but variables of its own. */
export function isSteady(limit: Stmt, { cfg: { fn }, order }: LoopShape): boolean {
  const callee = 'by' in limit ? limit.by?.callee : undefined;
  return LOOKING.has(callee ?? '') && order.every((b) => (fn.blocks[b] as Block).stmts.every((s) => isPrivate(s, fn)));
}

/** It changes no array, which the call may look at by its name, and nothing that a pointer leads to. */
function isPrivate(s: Stmt, fn: IrFunction): boolean {
  switch (s.kind) {
    case 'assign':
    case 'nondet':
    case 'load':
    case 'havoc': {
      const v = fn.variables[s.target];
      return v !== undefined && v.scope !== 'global' && !v.addressTaken && !isBehindPointer(v);
    }
    case 'note':
      return s.stores?.length === 0;
    case 'assume':
    case 'assert':
    case 'go-through':
      return true;
    default:
      return false;
  }
}

const isSame = (a: LimitCall['range'], b: LimitCall['range']): boolean => isWithin(a, b) && isWithin(b, a);

/** With names for the results: what stands in the test. */
export function withLimits(before: JustBefore, limits: Limits, cfg: Cfg): JustBefore {
  const texts = new Map<Symbol, string>();
  for (const [s, text] of limits)
    if ('target' in s && s.target !== null) texts.set(cfg.symbols[s.target] as Symbol, text);
  const named = <T extends JustBefore>(told: T): T => ({
    ...told,
    valueOf: (s: Symbol) => (texts.has(s) ? undefined : told.valueOf(s)),
    settled: (s: Symbol) => (texts.has(s) ? null : told.settled(s)),
    names: { ...told.names, symbol: (s: Symbol) => texts.get(s) ?? told.names.symbol(s) },
    inside: { ...told.inside, symbol: (s: Symbol) => texts.get(s) ?? told.inside.symbol(s) },
  });
  return { ...named(before), atFirst: before.atFirst && named(before.atFirst) };
}
