/**
 * A run of a function, written down: at each iteration of one loop the values before it, the lines it executes with
 * what is assigned there, and the path of the loop's summary that it takes.
 */
import type { LoopPath } from '../../explore/index.ts';
import type { LoopState, Outcome, RunOptions } from '../../interpret/index.ts';
import { compileExpr, run, toCell } from '../../interpret/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { BlockId, Cfg, Expr, IrFunction, IrProgram, Loop, LoopSite, Stmt, Variable } from '../../program/index.ts';
import type { RunIteration, RunLine, RunReport } from '../../report/index.ts';
import type { SourceRange } from '../../source/index.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';
import { runEnd } from './run-end.ts';
import type { ChosenInputs } from './run-inputs.ts';
import { inputsOf } from './run-inputs.ts';
import type { SingleStatements } from './single-statements.ts';
import { singleStatements } from './single-statements.ts';
import { pathTaken } from './taken-path.ts';
import { isTold, numberText, valueText } from './value-text.ts';

export interface WatchRequest {
  readonly cfg: Cfg;
  readonly program: IrProgram;
  readonly mode: IntegerMode;
  /** Null: no loop's iterations are wanted. */
  readonly loop: Loop | null;
  /** All of the loop's paths; empty where they are not all known. */
  readonly paths: readonly LoopPath[];
  readonly chosen: ChosenInputs;
  /** What calls return that may return anything; missing: zeros. */
  readonly nondet?: (index: number) => bigint;
  readonly maxSteps: number;
}

/** So many iterations are kept from the start of a run, and so many from its end. */
const FIRST = 150;
const LAST = 50;
/** Lines behind the loop, and values that were read, that are kept. */
const MOST_LINES = 60;
const MOST_READ = 50;

export function watchRun(request: WatchRequest): RunReport {
  const { cfg, mode, chosen, maxSteps, program, nondet } = request;
  const single = singleStatements(cfg.fn);
  const watcher = new Watcher(request, single);
  const read: string[] = [];
  const options: RunOptions = {
    mode,
    inputs: chosen.inputs,
    arrays: chosen.arrays,
    nondet: (index, type) => {
      const value = nondet?.(index) ?? 0n;
      if (read.length < MOST_READ) read.push(numberText(value, type.bits));
      return value;
    },
    havoc: irrelevantHavoc(cfg.fn).havoc,
    program,
    maxSteps,
    onLoopHeader: (site, state) => watcher.atHead(site, state),
    onBlock: (fn, block, value) => watcher.atBlock(fn, block, value),
  };
  const outcome = run(single.fn, options);
  const told = watcher.finish(outcome);
  return {
    entry: cfg.fn.name,
    inputs: inputsOf(cfg.fn, chosen),
    read,
    variables: told.variables,
    iterations: told.iterations,
    total: told.total,
    behind: told.behind,
    end: runEnd(cfg.fn, outcome),
  };
}

type Value = (id: number) => bigint | null;

/** An iteration that is under way. */
interface Passing {
  readonly number: number;
  readonly visit: number;
  readonly before: readonly (bigint | null)[];
  readonly blocks: Set<BlockId>;
  readonly lines: Map<number, Map<string, string>>;
  /** Where the loop has been left: the values there. */
  after: readonly (bigint | null)[] | null;
}

class Watcher {
  private readonly request: WatchRequest;
  private readonly single: SingleStatements;
  private readonly told: readonly Variable[];
  private readonly seen = new Set<string>();
  private readonly first: RunIteration[] = [];
  private readonly last: RunIteration[] = [];
  private readonly behind = new Map<number, Map<string, string>>();
  private total = 0;
  private visit = 0;
  private passing: Passing | null = null;
  /** The statement that is being executed; an array's element with the index that it had before. */
  private pending: { readonly stmt: Stmt; readonly index: bigint | null } | null = null;

  constructor(request: WatchRequest, single: SingleStatements) {
    this.request = request;
    this.single = single;
    this.told = request.cfg.fn.variables.filter((v) => isTold(v, request.cfg.fn));
  }

  atHead(site: LoopSite, state: LoopState): null {
    const { loop, cfg } = this.request;
    if (loop === null || site.header !== loop.site.header || site.id !== loop.site.id) return null;
    this.settle((id) => state.get(id));
    const values = cfg.fn.variables.map((v) => state.get(v.id));
    if (state.iteration === 0) {
      this.close(values, false);
      this.visit += 1;
    } else this.close(values, true);
    this.total += 1;
    this.passing = {
      number: state.iteration + 1,
      visit: this.visit,
      before: values,
      blocks: new Set(),
      lines: new Map(),
      after: null,
    };
    return null;
  }

  atBlock(fn: IrFunction, block: BlockId, value: Value): void {
    if (fn !== this.single.fn) return;
    this.settle(value);
    const { loop } = this.request;
    const origin = this.single.origin(block);
    const { stmts, end } = fn.blocks[block]!;
    const [stmt] = stmts;
    const range = stmt !== undefined && 'range' in stmt ? stmt.range : 'range' in end ? (end.range ?? null) : null;
    if (this.passing !== null && loop !== null) {
      if (loop.blocks.has(origin)) this.passing.blocks.add(origin);
      else {
        this.passing.after ??= fn.variables.map((v) => value(v.id));
        if (range !== null && !isIn(range, loop.site.range)) this.close([], false);
      }
    }
    if (range !== null) this.lineOf(range);
    this.pending =
      stmt === undefined ? null : { stmt, index: 'index' in stmt ? this.evaluated(stmt.index, value) : null };
  }

  /** What the statement before has assigned. */
  private settle(value: Value): void {
    const { pending } = this;
    this.pending = null;
    if (pending === null) return;
    const { stmt, index } = pending;
    const { fn } = this.request.cfg;
    if ('target' in stmt && stmt.target !== null) this.assigned(fn.variables[stmt.target], stmt.range, value);
    if (stmt.kind === 'call') for (const id of stmt.results ?? []) this.assigned(fn.variables[id], stmt.range, value);
    if (stmt.kind !== 'store' || index === null) return;
    const array = fn.arrays[stmt.array];
    const stored = this.evaluated(stmt.value, value);
    if (array === undefined || stored === null || array.flat !== true || !/^[A-Za-z_][\w.>-]*$/.test(array.name))
      return;
    this.lineOf(stmt.range)?.set(`${array.name}[${index}]`, numberText(stored, array.element.bits));
  }

  private assigned(variable: Variable | undefined, range: SourceRange, value: Value): void {
    if (variable === undefined || !this.told.includes(variable)) return;
    const text = valueText(this.request.cfg.fn, variable, value(variable.id), this.request.chosen.inputs);
    if (text !== null) this.lineOf(range)?.set(variable.name, text);
  }

  /** What was assigned on a line in this iteration, or behind the loop; null: nothing is written down of it. */
  private lineOf({ start: { line } }: SourceRange): Map<string, string> | null {
    const { start, end } = this.request.cfg.fn.range;
    // what is called has no lines here
    if (line < start.line || line > end.line) return null;
    const lines = this.passing?.lines ?? (this.total > 0 || this.request.loop === null ? this.behind : null);
    if (lines === null) return null;
    const known = lines.get(line);
    if (known !== undefined || (lines === this.behind && lines.size >= MOST_LINES)) return known ?? null;
    const made = new Map<string, string>();
    lines.set(line, made);
    return made;
  }

  private evaluated(expression: Expr, value: Value): bigint | null {
    const { cfg, mode } = this.request;
    const values = cfg.fn.variables.map((v) => {
      const known = value(v.id);
      return known === null ? undefined : toCell(known);
    });
    try {
      return BigInt(compileExpr(expression, { values, mode }, null)());
    } catch {
      // what is undefined there ends the run itself
      return null;
    }
  }

  /** The iteration is over; `after`: values at the head again, unless the loop has been left. */
  private close(after: readonly (bigint | null)[], goesOn: boolean): void {
    const { passing } = this;
    this.passing = null;
    if (passing === null) return;
    const { cfg, loop, paths } = this.request;
    const { number, visit, before, blocks } = passing;
    const path = loop && pathTaken(cfg, loop, paths, { before, after: passing.after ?? after, goesOn, blocks });
    this.keep({
      number,
      visit,
      path: path?.id ?? null,
      goesOn,
      before: this.namedValues(before),
      lines: linesTold(passing.lines),
    });
  }

  private keep(iteration: RunIteration): void {
    if (this.first.length < FIRST) this.first.push(iteration);
    else this.last.push(iteration);
    if (this.last.length > LAST) this.last.shift();
  }

  private namedValues(values: readonly (bigint | null)[]): Readonly<Record<string, string>> {
    const out: Record<string, string> = {};
    for (const v of this.told) {
      const text = valueText(this.request.cfg.fn, v, values[v.id] ?? null, this.request.chosen.inputs);
      if (text === null) continue;
      out[v.name] = text;
      this.seen.add(v.name);
    }
    return out;
  }

  finish(outcome: Outcome): Pick<RunReport, 'variables' | 'iterations' | 'total' | 'behind'> {
    if (outcome.kind === 'returned') this.settle((id) => outcome.env.values[id] ?? null);
    if (outcome.kind === 'returned' || this.passing?.after) this.close(outcome.env.values, false);
    // where it ended within an iteration, the path was not taken to its end
    const { passing } = this;
    if (passing !== null)
      this.keep({
        number: passing.number,
        visit: passing.visit,
        path: null,
        goesOn: false,
        before: this.namedValues(passing.before),
        lines: linesTold(passing.lines),
      });
    const names = this.told.map((v) => v.name).filter((name) => this.seen.has(name));
    return {
      variables: [...new Set(names)],
      iterations: [...this.first, ...this.last],
      total: this.total,
      behind: linesTold(this.behind),
    };
  }
}

const isIn = (inner: SourceRange, outer: SourceRange): boolean =>
  outer.start.line <= inner.start.line && inner.end.line <= outer.end.line;

const linesTold = (lines: ReadonlyMap<number, ReadonlyMap<string, string>>): readonly RunLine[] =>
  [...lines].map(([line, values]) => ({ line, values: [...values].map(([name, value]) => ({ name, value })) }));
