/**
 * Results by function. What was found out about a function holds as long as it and all that is inlined into it stay the
 * same. They may move within the file. Bounded: what was used longest ago goes first.
 */
import type { IrFunction } from '../program/index.ts';
import type { Position, Reason, SourceRange } from '../source/index.ts';
import type { AssertionReport, Finding, InvariantReport, LoopReport } from '../report/index.ts';
import { movedFinding, movedLoop } from '../report/index.ts';

/** Null: not computed. */
export interface FunctionResults {
  /** What could be spent on all but the loops. */
  readonly units?: number;
  readonly loops: readonly LoopReport[] | null;
  /** What counting alone tells of the loops, where no more is known yet. */
  readonly counted?: readonly LoopReport[];
  readonly assertions: readonly AssertionReport[] | null;
  /** What was found along with either. */
  readonly findings?: readonly Finding[];
  readonly invariants?: readonly InvariantReport[];
}

export interface ResultCache {
  /**
   * Results of the first of the functions; the others are those that may be inlined into it. `options` stands for
   * everything else that results depend on. Ranges are those of the functions as they are now.
   */
  find(functions: readonly IrFunction[], options: string): FunctionResults | null;
  keep(functions: readonly IrFunction[], options: string, results: FunctionResults): void;
}

interface Entry {
  readonly key: string;
  functions: readonly IrFunction[];
  results: FunctionResults;
  readonly weight: number;
}

/** Of the weights of what is kept: about the number of statements and loops. */
const MOST_WEIGHT = 60_000;
/** Functions of one name, in several documents or versions. */
const MOST_OF_A_NAME = 6;

export function createResultCache(limit = MOST_WEIGHT): ResultCache {
  const byKey = new Map<string, Entry[]>();
  /** In the order of their last use. */
  const entries = new Set<Entry>();
  let weight = 0;

  function drop(entry: Entry): void {
    entries.delete(entry);
    weight -= entry.weight;
    const others = (byKey.get(entry.key) ?? []).filter((e) => e !== entry);
    if (others.length > 0) byKey.set(entry.key, others);
    else byKey.delete(entry.key);
  }

  function add(entry: Entry): void {
    const known = byKey.get(entry.key);
    if (known) known.push(entry);
    else byKey.set(entry.key, [entry]);
    entries.add(entry);
    weight += entry.weight;
    const [oldest] = byKey.get(entry.key) ?? [];
    if (oldest && (known?.length ?? 0) > MOST_OF_A_NAME) drop(oldest);
    for (const e of entries) {
      if (weight <= limit || e === entry) break;
      drop(e);
    }
  }

  const keyOf = (functions: readonly IrFunction[], options: string): string =>
    `${functions[0]?.name ?? ''} ${functions.length} ${options}`;

  return {
    find(functions, options) {
      for (const entry of byKey.get(keyOf(functions, options)) ?? []) {
        const lines = linesMoved(entry.functions, functions);
        if (lines === null) continue;
        const results = moveResults(entry.results, entry.functions, lines);
        if (results === null) continue;
        entry.results = results;
        entry.functions = functions;
        entries.delete(entry);
        entries.add(entry);
        return results;
      }
      return null;
    },
    keep(functions, options, results) {
      if (
        moveResults(
          results,
          functions,
          functions.map(() => 0),
        ) === null
      )
        return;
      const key = keyOf(functions, options);
      const same = byKey.get(key)?.find((e) => linesMoved(e.functions, functions)?.every((n) => n === 0));
      if (same) drop(same);
      add({ key, functions, results, weight: weightOf(functions[0], results) });
    },
  };
}

function weightOf(fn: IrFunction | undefined, { loops, assertions }: FunctionResults): number {
  return (
    (fn?.blocks ?? []).reduce((n, b) => n + 1 + b.stmts.length, 0) +
    4 * (loops?.length ?? 0) +
    2 * (assertions?.length ?? 0)
  );
}

/** By how many lines each of the functions has moved; null where they are not the same. */
function linesMoved(before: readonly IrFunction[], now: readonly IrFunction[]): readonly number[] | null {
  if (before.length !== now.length) return null;
  const globals: Renaming = { to: new Map(), from: new Map() };
  const lines: number[] = [];
  for (const [i, fn] of before.entries()) {
    const other = now[i] as IrFunction;
    const by = other.range.start.line - fn.range.start.line;
    if (fn.name !== other.name || !(fn === other ? sameGlobals(fn, globals) : sameFunction(fn, other, by, globals)))
      return null;
    lines.push(by);
  }
  return lines;
}

/** Places of objects outside of the functions: they tell objects of one name apart, and may be anywhere. */
interface Renaming {
  readonly to: Map<string, string>;
  readonly from: Map<string, string>;
}

const placeOf = (range: SourceRange | null): string =>
  range === null ? '' : `${range.start.line} ${range.start.column}`;

function renamed(before: string, now: string, { to, from }: Renaming): boolean {
  if ((to.get(before) ?? now) !== now || (from.get(now) ?? before) !== before) return false;
  to.set(before, now);
  from.set(now, before);
  return true;
}

function sameGlobals(fn: IrFunction, globals: Renaming): boolean {
  return fn.variables.every(
    (v) => v.scope !== 'global' || renamed(`${v.name} ${placeOf(v.range)}`, `${v.name} ${placeOf(v.range)}`, globals),
  );
}

function sameFunction(before: IrFunction, now: IrFunction, by: number, globals: Renaming): boolean {
  if (before.variables.length !== now.variables.length || before.blocks.length !== now.blocks.length) return false;
  const variables = before.variables.every((v, i) => {
    const other = now.variables[i];
    if (!other) return false;
    if (v.scope !== 'global') return same(v, other, by);
    return (
      other.scope === 'global' &&
      same({ ...v, range: null }, { ...other, range: null }, by) &&
      renamed(`${v.name} ${placeOf(v.range)}`, `${other.name} ${placeOf(other.range)}`, globals)
    );
  });
  return variables && same({ ...before, variables: [] }, { ...now, variables: [] }, by);
}

/** Equal as data, but for positions, which are so many lines further down. */
function same(one: unknown, other: unknown, by: number): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  if (one === other) return by === 0 || !holdsPosition(one);
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((x, i) => same(x, other[i], by));
  if (isPosition(one)) return isPosition(other) && other.line === one.line + by && other.column === one.column;
  const first = one as Readonly<Record<string, unknown>>;
  const second = other as Readonly<Record<string, unknown>>;
  let keys = 0;
  for (const k in first) {
    keys++;
    if (!same(first[k], second[k], by)) return false;
  }
  for (const _ in second) keys--;
  return keys === 0;
}

function isPosition(value: object): value is Position {
  return 'line' in value && 'column' in value;
}

function holdsPosition(value: object): boolean {
  return isPosition(value) || Object.values(value).some((v) => typeof v === 'object' && v !== null && holdsPosition(v));
}

/** The results with their ranges moved along with the functions that they lie in; null where that can't be done. */
function moveResults(
  results: FunctionResults,
  functions: readonly IrFunction[],
  lines: readonly number[],
): FunctionResults | null {
  const still = lines.every((n) => n === 0);
  let lost = false;
  const range = (range: SourceRange): SourceRange => {
    const at = functions.findIndex((f) => f.range.start.line <= range.start.line && range.end.line <= f.range.end.line);
    if (at < 0) lost = true;
    const by = lines[at] ?? 0;
    return by === 0
      ? range
      : { start: { ...range.start, line: range.start.line + by }, end: { ...range.end, line: range.end.line + by } };
  };
  const reason = (r: Reason): Reason => {
    if (!still && /\blines? \d/.test(r.message)) lost = true;
    return r.range === null ? r : { ...r, range: range(r.range) };
  };
  const loop = (l: LoopReport): LoopReport => {
    // what says a line number would say a wrong one
    if (!still && /\blines? \d/.test(JSON.stringify(l))) lost = true;
    return movedLoop(l, range, reason);
  };
  const findings = (results.findings ?? []).map((f) => movedFinding(f, range));
  const moved: FunctionResults = {
    loops: results.loops && results.loops.map(loop),
    ...(results.counted ? { counted: results.counted.map(loop) } : {}),
    assertions:
      results.assertions &&
      results.assertions.map((a) => {
        // a trace tells line numbers
        if (!still && a.trace !== undefined) lost = true;
        return { ...a, range: range(a.range), ...(a.reason ? { reason: reason(a.reason) } : {}) };
      }),
  };
  const invariants = (results.invariants ?? []).map((i) => ({ ...i, range: range(i.range) }));
  return lost ? null : still ? results : { ...results, ...moved, findings, invariants };
}
