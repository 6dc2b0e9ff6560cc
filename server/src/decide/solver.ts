/**
 * The one door to Z3: formulas in, answers out. Source: Z3 (de Moura and Bjørner, TACAS 2008).
 */
import type { Budget } from '../budget/index.ts';
import { COST, Stopped, work } from '../budget/index.ts';
import type { Formula, RangeOf, Symbol } from '../logic/index.ts';
import type { Z3Module } from 'z3-solver/build/z3-built.js';
import { Query } from './smt-text.ts';
import { unloadSolver, z3Module } from './z3-module.ts';

export interface Answer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** Symbol -> value, for `sat`. */
  readonly model: ReadonlyMap<Symbol, bigint> | null;
  /** False where the model is a guess: part of the query was abstracted. */
  readonly faithful: boolean;
}

export interface Solver {
  /**
   * Can the formula hold, symbols ranging over the given intervals? `effort` bounds the work reproducibly (Z3's
   * rlimit).
   */
  check(formula: Formula, range: RangeOf, effort?: number): Answer;
  /**
   * Horn clauses with a query, as text for the fixedpoint engine (Spacer): `unsat` where the query can't be derived.
   * Missing: the solver has no such engine.
   */
  horn?(script: string, effort: number): Answer['status'];
  /** Queries asked so far. */
  readonly queries: number;
}

/** A solver with a beginning and an end: what was asked in one session decides nothing in another. */
export interface SolverSession extends Solver {
  /** Within a budget: its questions are charged to it, and its clock ends them. Throws `Stopped` where that happens. */
  within(budget: Budget): Solver;
  close(): void;
}

/** An answer over the names of a query. */
type Raw = Omit<Answer, 'model'> & { readonly model: ReadonlyMap<string, bigint> | null };

const UNKNOWN = { status: 'unknown', model: null, faithful: false } as const;
const CACHE_LIMIT = 5000;
const USUAL_EFFORT = 400_000;
/**
 * Milliseconds after which Z3 stops by itself where what it does isn't counted in its effort. Every clock has struck
 * long before.
 */
const RUNAWAY = 60_000;

/** Z3's own steps: as many as are wanted and can be paid for, each at so many units. */
const stepsWithin = (wanted: number, units: number, each: number): number =>
  Math.max(1, Math.min(wanted, Math.floor(units / each)));

/** A session starts with nothing known. Z3 is loaded for its first question that Z3 has to answer. */
export const openSolver = (): SolverSession => new Z3Session();

/** One context of Z3, made for the first question and thrown away with the session. */
class Z3Session implements SolverSession {
  queries = 0;
  private opened: Z3Context | null = null;
  /** Z3 failed: its memory can't be trusted any more. */
  private broken = false;
  private readonly cache = new Map<string, Raw>();
  private readonly declared = new Set<string>();

  /** `units`: the work that is left for it. */
  check(formula: Formula, range: RangeOf, wanted = USUAL_EFFORT, units = Number.POSITIVE_INFINITY): Answer {
    const query = new Query(range);
    const text = query.text(formula);
    const step = query.nonlinear ? COST.nonlinearStep : COST.solverStep;
    const effort = stepsWithin(wanted, units, step);
    const key = `${effort}\n${text}`;
    const known = this.cache.get(key);
    if (known) return this.rename(known, query);
    this.queries++;
    if (this.broken) return UNKNOWN;
    const declarations = this.declare(query.constants());
    const z3 = this.unlessBroken(() => (this.opened ??= new Z3Context(z3Module())), null);
    if (z3 === null) return UNKNOWN;
    const before = z3.steps();
    const answer = this.unlessBroken(
      () => z3.ask(declarations + text, query.faithful, effort, query.algebraic),
      UNKNOWN,
    );
    work(COST.query + step * (this.broken ? effort : z3.steps() - before));
    if (this.cache.size > CACHE_LIMIT) this.cache.clear();
    this.cache.set(key, answer);
    return this.rename(answer, query);
  }

  horn(script: string, effort: number): Answer['status'] {
    this.queries++;
    if (this.broken) return 'unknown';
    const { status, steps } = this.unlessBroken(() => derivable(z3Module(), script, effort), {
      status: 'unknown' as const,
      steps: effort,
    });
    work(COST.query + COST.hornStep * steps);
    return status;
  }

  /**
   * A trap in Z3 (it has defects of its own) costs what was asked and the rest of the session; the next one gets a
   * fresh module.
   */
  private unlessBroken<T>(ask: () => T, instead: T): T {
    try {
      return ask();
    } catch (e) {
      if (!(e instanceof Error && e.name === 'RuntimeError')) throw e;
      this.broken = true;
      return instead;
    }
  }

  within(budget: Budget): Solver {
    const session = this;
    /** Asks with as much work as is left; what the clock ended is no answer. */
    const ask = <T extends { readonly status: Answer['status'] }>(none: T, run: (units: number) => T): T => {
      if (budget.exhausted()) return none;
      const answer = run(budget.left);
      if (answer.status === 'unknown' && budget.clock.struck()) throw new Stopped();
      return answer;
    };
    return {
      get queries() {
        return session.queries;
      },
      check: (formula, range, effort = USUAL_EFFORT) =>
        ask(UNKNOWN, (units) => session.check(formula, range, effort, units)),
      horn: (script, effort) =>
        ask(UNKNOWN as { readonly status: Answer['status'] }, (units) => ({
          status: session.horn(script, stepsWithin(effort, units, COST.hornStep)),
        })).status,
    };
  }

  close(): void {
    if (this.broken) unloadSolver();
    else this.opened?.close();
    this.opened = null;
  }

  /** Z3 keeps declarations for good: each name is declared once. */
  private declare(names: readonly string[]): string {
    const fresh = names.filter((n) => !this.declared.has(n));
    for (const n of fresh) this.declared.add(n);
    return fresh.map((n) => `(declare-const ${n} Int)\n`).join('');
  }

  private rename({ model: found, ...answer }: Raw, query: Query): Answer {
    if (!found) return { ...answer, model: null };
    const model = new Map<Symbol, bigint>();
    for (const [smt, symbol] of query.names()) model.set(symbol, found.get(smt) ?? 0n);
    return { ...answer, model };
  }
}

/** A context with one incremental solver. */
class Z3Context {
  private readonly em: Z3Module;
  private readonly context: number;
  private readonly solver: number;
  private effort = 0;
  private algebraic = true;

  constructor(em: Z3Module) {
    this.em = em;
    this.context = newContext(em);
    this.solver = em._Z3_mk_simple_solver(this.context);
    em._Z3_solver_inc_ref(this.context, this.solver);
  }

  close(): void {
    this.em._Z3_solver_dec_ref(this.context, this.solver);
    this.em._Z3_del_context(this.context);
  }

  /** What Z3 has counted in this context so far. */
  steps(): number {
    return countedSteps(this.em, this.context, this.em._Z3_solver_get_statistics(this.context, this.solver));
  }

  /**
   * `algebraic`: whether Z3 may look for solutions among algebraic numbers. One step of that can take seconds where
   * several unknowns are multiplied, since the size of the numbers isn't counted.
   */
  ask(text: string, faithful: boolean, effort: number, algebraic: boolean): Raw {
    const { em, context, solver } = this;
    this.limit(effort, algebraic);
    em._Z3_solver_push(context, solver);
    try {
      em.ccall('Z3_solver_from_string', null, ['number', 'number', 'string'], [context, solver, text]);
      if (em._Z3_get_error_code(context) !== 0) return UNKNOWN;
      const status = em._Z3_solver_check(context, solver);
      if (status === -1) return { status: 'unsat', model: null, faithful };
      if (status !== 1) return UNKNOWN;
      const model = em._Z3_solver_get_model(context, solver);
      const shown = em.ccall('Z3_model_to_string', 'string', ['number', 'number'], [context, model]) as string;
      return { status: 'sat', model: parseModel(shown), faithful };
    } finally {
      em._Z3_solver_pop(context, solver, 1);
    }
  }

  private limit(effort: number, algebraic: boolean): void {
    if (this.effort === effort && this.algebraic === algebraic) return;
    this.effort = effort;
    this.algebraic = algebraic;
    // on the solver itself: a global option would leak into other contexts
    withParams(this.em, this.context, { rlimit: effort, timeout: RUNAWAY, 'arith.nl.nra': algebraic }, (params) =>
      this.em._Z3_solver_set_params(this.context, this.solver, params),
    );
  }
}

function newContext(em: Z3Module): number {
  const config = em._Z3_mk_config();
  const context = em._Z3_mk_context(config);
  em._Z3_del_config(config);
  // errors are read from the error code; the default handler would end the program
  em._set_noop_error_handler(context);
  return context;
}

/** Hands parameters to `use`: numbers, words and flags by name. */
function withParams(
  em: Z3Module,
  context: number,
  values: Readonly<Record<string, number | string | boolean>>,
  use: (params: number) => void,
): void {
  const params = em._Z3_mk_params(context);
  em._Z3_params_inc_ref(context, params);
  const symbol = (name: string): number =>
    em.ccall('Z3_mk_string_symbol', 'number', ['number', 'string'], [context, name]) as number;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') em._Z3_params_set_uint(context, params, symbol(name), value);
    else if (typeof value === 'string') em._Z3_params_set_symbol(context, params, symbol(name), symbol(value));
    else em._Z3_params_set_bool(context, params, symbol(name), value ? 1 : 0);
  }
  use(params);
  em._Z3_params_dec_ref(context, params);
}

/** Z3's own measure of work, out of its statistics. */
function countedSteps(em: Z3Module, context: number, statistics: number): number {
  em._Z3_stats_inc_ref(context, statistics);
  const text = em.ccall('Z3_stats_to_string', 'string', ['number', 'number'], [context, statistics]) as string;
  em._Z3_stats_dec_ref(context, statistics);
  return Number(/:rlimit-count\s+(\d+)/.exec(text)?.[1] ?? 0);
}

/** Asks Spacer in a context of its own: the clauses' relations and variables stay declared. */
function derivable(
  em: Z3Module,
  script: string,
  effort: number,
): { readonly status: Answer['status']; readonly steps: number } {
  const context = newContext(em);
  const engine = em._Z3_mk_fixedpoint(context);
  em._Z3_fixedpoint_inc_ref(context, engine);
  const exitCode = process.exitCode;
  let whole = true;
  const unknown = { status: 'unknown' as const, steps: effort };
  try {
    withParams(em, context, { engine: 'spacer', 'spacer.global': true, rlimit: effort, timeout: RUNAWAY }, (params) =>
      em._Z3_fixedpoint_set_params(context, engine, params),
    );
    const queries = em.ccall(
      'Z3_fixedpoint_from_string',
      'number',
      ['number', 'number', 'string'],
      [context, engine, script],
    ) as number;
    if (em._Z3_get_error_code(context) !== 0 || em._Z3_ast_vector_size(context, queries) === 0) return unknown;
    const status = em._Z3_fixedpoint_query(context, engine, em._Z3_ast_vector_get(context, queries, 0));
    if (em._Z3_get_error_code(context) !== 0) return unknown;
    const steps = countedSteps(em, context, em._Z3_fixedpoint_get_statistics(context, engine));
    return { status: status === -1 ? 'unsat' : status === 1 ? 'sat' : 'unknown', steps };
  } catch (e) {
    whole = false;
    if ((e as { readonly name?: unknown } | null)?.name !== 'ExitStatus') throw e;
    // Spacer came upon what it takes to be impossible and wants to end the program: this question alone is lost, with
    // its context
    process.exitCode = exitCode;
    return unknown;
  } finally {
    if (whole) {
      em._Z3_fixedpoint_dec_ref(context, engine);
      em._Z3_del_context(context);
    }
  }
}

/** `name -> value` lines of Z3's own model format. */
function parseModel(text: string): ReadonlyMap<string, bigint> {
  const model = new Map<string, bigint>();
  for (const m of text.matchAll(/^(\w+) -> (?:\(- (\d+)\)|(-?\d+))$/gm)) {
    model.set(m[1] as string, m[2] !== undefined ? -BigInt(m[2]) : BigInt(m[3] as string));
  }
  return model;
}
