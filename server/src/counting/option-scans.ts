/**
 * Loops over a program's options: `while ((c = getopt(argc, argv, "ab:")) != -1)`. Each call takes a character of an
 * argument, or what is left of one, or returns -1: there are no more calls that return an option than the arguments
 * have characters, each one's end counted as well. It is so as long as nobody else writes `optind`, which says where
 * the next call goes on, or to the arguments. Source: POSIX, getopt().
 */
import { printC, sym } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Block, Cfg, Expr, Stmt, Variable } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { inTermsBefore } from './count-text.ts';
import { ITS_BODY, leavesAlone } from './left-alone.ts';
import type { Exit } from './loop-shape.ts';
import { dominates, variablesWritten } from './loop-shape.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { mayWrite } from './memory-writes.ts';
import type { JustBefore } from './values-before-loop.ts';
import type { WalkCount } from './walk-counts.ts';

/** Where the next call goes on. */
const PLACE = 'optind';

type Call = Stmt & { readonly kind: 'havoc' };

/** Null where no such call ends the loop. */
export function countOptions(effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { shape } = effects;
  for (const exit of shape.exits) {
    const call = shape.spine.has(exit.from) ? callThatEnds(exit, effects) : null;
    const [count, vector] = call?.scans
      ? [call.scans.count, call.scans.vector].map((e) => nameOf(e, effects, before))
      : [];
    const assuming = call && count && vector ? othersThatWrite(call, vector, effects) : null;
    if (assuming === null) continue;
    return {
      text: `characters(${vector}, ${count})`,
      exact: false,
      assuming,
      restsOn: () => namesOf(call as Call, effects),
    };
  }
  return null;
}

/** The call whose result is -1 there: it is made in every iteration, and its result is what is tested. */
function callThatEnds({ from, to }: Exit, { shape }: BlockEffects): Call | null {
  const { end } = shape.cfg.fn.blocks[from] as Block;
  if (end.kind !== 'branch' || end.then === end.else || end.cond.kind !== 'binary') return null;
  const { op, left, right } = end.cond;
  const isEnd = (op === 'ne' && to === end.else) || (op === 'eq' && to === end.then);
  if (!isEnd || left.kind !== 'var' || right.kind !== 'const' || right.value !== -1n) return null;
  const writes = shape.order.flatMap((block) =>
    (shape.cfg.fn.blocks[block] as Block).stmts.flatMap((stmt) =>
      variablesWritten(stmt).includes(left.id) ? [{ block, stmt }] : [],
    ),
  );
  const [only, ...others] = writes;
  const isCall = only?.stmt.kind === 'havoc' && only.stmt.scans !== undefined;
  return isCall && others.length === 0 && shape.spine.has(only.block) && dominates(only.block, from, shape.cfg)
    ? (only.stmt as Call)
    : null;
}

const symbolOf = (e: Expr, { shape }: BlockEffects): Symbol | null =>
  e.kind === 'var' && !shape.written.has(e.id) ? (shape.cfg.symbols[e.id] as Symbol) : null;

/** What is handed over, where the loop leaves it alone. */
function nameOf(e: Expr, effects: BlockEffects, before: JustBefore): string | null {
  const symbol = symbolOf(e, effects);
  const told = symbol && inTermsBefore(sym(symbol), before);
  return told && printC(told, { ...before.names, nonNegative: () => false });
}

const namesOf = ({ scans }: Call, effects: BlockEffects): readonly Term[] =>
  scans ? [scans.count, scans.vector].flatMap((e) => symbolOf(e, effects) ?? []).map((s) => sym(s)) : [];

/**
 * Who else may set where the next call goes on, or write to the arguments, in words; null: a statement of the loop
 * does.
 */
function othersThatWrite(call: Call, vector: string, { shape }: BlockEffects): readonly string[] | null {
  const { cfg } = shape;
  const stmts = shape.order.flatMap((b) => (cfg.fn.blocks[b] as Block).stmts);
  const areSystems = isFromSystem(call, cfg);
  const writing = stmts.filter(
    (s) =>
      !isOf(call, s) &&
      (setsPlace(s, cfg) || (!(areSystems && isToNamed(s, cfg)) && STRINGS.some((t) => mayWrite(s, t, cfg)))),
  );
  const scanning = stmts.filter((s) => s.kind === 'havoc' && s.scans !== undefined);
  if (scanning.length > 1 || writing.some((s) => s.kind === 'assign' && setsPlace(s, cfg))) return null;
  const strings = `the strings of ${vector}`;
  const [setting, others] = [new Set<string>(), new Set<string>()];
  for (const s of writing) (isCall(s) || setsPlace(s, cfg) ? setting : others).add(who(s));
  const alone = [...others].filter((name) => !setting.has(name));
  if (setting.size + alone.length > MOST_TOLD) return [leavesAlone(ITS_BODY, `change ${PLACE} or ${strings}`)];
  return [
    ...(setting.size > 0 ? [leavesAlone([...setting], `change ${PLACE} or ${strings}`)] : []),
    ...(alone.length > 0 ? [leavesAlone(alone, `change ${strings}`)] : []),
  ];
}

/** The arguments are those that the program was started with, which are no objects of its own. */
function isFromSystem({ scans }: Call, { fn }: Cfg): boolean {
  const vector = scans?.vector.kind === 'var' ? scans.vector.id : null;
  if (vector === null || fn.name !== 'main' || fn.inHeader) return false;
  const { scope, addressTaken, pointer } = fn.variables[vector] as Variable;
  const isSet = fn.blocks.some(({ stmts }) => stmts.some((s) => variablesWritten(s).includes(vector)));
  return scope === 'param' && pointer === true && !addressTaken && !isSet;
}

/** Of an object, or of a member of one. */
const NAME = /^\w+(\.\w+)*$/;

/** It changes a variable or an array that has a name. */
function isToNamed(s: Stmt, { fn }: Cfg): boolean {
  const variable = 'target' in s && s.target !== null ? fn.variables[s.target] : undefined;
  const array = 'array' in s ? fn.arrays[s.array] : undefined;
  return (
    (variable !== undefined && NAME.test(variable.name) && !isBehindPointer(variable)) ||
    (array !== undefined && array.scope !== 'param' && array.length !== null && NAME.test(array.name))
  );
}

/** The call itself does it. */
function isOf(call: Call, s: Stmt): boolean {
  const by = 'by' in s ? s.by : undefined;
  return by ? by.callee === call.by?.callee : s.kind === 'havoc' && s.reason.code === 'library-result';
}

const setsPlace = (s: Stmt, { fn }: Cfg): boolean =>
  (s.kind === 'note' && s.elsewhere === 'call') ||
  variablesWritten(s).some((v) => fn.variables[v]?.name === PLACE && fn.variables[v]?.scope === 'global');

const isCall = (s: Stmt): boolean => ('by' in s && s.by !== undefined) || (s.kind === 'note' && s.elsewhere === 'call');

function who(s: Stmt): string {
  if ('by' in s && s.by?.callee) return `${s.by.callee}()`;
  const line = s.kind === 'note' ? s.reason.range?.start.line : s.range.start.line;
  return `${isCall(s) ? 'the function called' : 'the store'} in line ${line}`;
}

/** Characters, and pointers to them. */
const STRINGS: readonly MemoryPlace[] = [
  { unit: 'char', path: '', type: { bits: 8, signed: true, bool: false, name: 'char' } },
  { unit: 'pointer', path: '', type: { bits: 64, signed: false, bool: false, name: 'pointer' } },
];

/** More that may change it are told together. */
const MOST_TOLD = 2;
