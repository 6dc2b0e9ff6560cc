/** The one door to Z3: formulas in, answers out. Synchronous once loaded; loaded on first need. */
import type { Formula } from '../ir/formula.ts';
import type { RangeOf } from '../ir/interval.ts';
import type { Z3Module } from 'z3-solver/build/z3-built.js';
import { Query } from './smt.ts';
import type { Symbol } from '../ir/symbol.ts';

export interface Answer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** Symbol -> value, for `sat`. */
  readonly model: ReadonlyMap<Symbol, bigint> | null;
  /** False where the model is a guess: part of the query was abstracted. */
  readonly faithful: boolean;
}

export interface Solver {
  /**
   * Can the formula hold, symbols ranging over the given intervals? `effort` bounds the work reproducibly (Z3's rlimit), `milliseconds`
   * the time, for what is left of a budget.
   */
  check(formula: Formula, range: RangeOf, effort?: number, milliseconds?: number): Answer;
  /**
   * Horn clauses with a query, as text for the fixedpoint engine (Spacer): `unsat` where the query can't be derived. Missing: the
   * solver has no such engine.
   */
  horn?(script: string, effort: number, milliseconds?: number): Answer['status'];
  /** Queries asked so far. */
  readonly queries: number;
}

/** Thrown by a solver that is not loaded: whoever drives the analysis loads it and starts over. */
export class SolverNeeded extends Error {}

/** Stands in until the real solver is loaded. */
export const ABSENT: Solver = {
  queries: 0,
  check() {
    throw new SolverNeeded();
  },
};

/** An answer over the names of a query. */
type Raw = Omit<Answer, 'model'> & { readonly model: ReadonlyMap<string, bigint> | null };

const UNKNOWN = { status: 'unknown', model: null, faithful: false } as const;
const CACHE_LIMIT = 5000;
/** Z3's word for no limit in milliseconds. */
const FOREVER = 4_294_967_295;
/** Limits in steps of so many milliseconds: they are set anew only now and then. */
const STEP = 100;

const stepsOf = (milliseconds: number): number => (milliseconds >= FOREVER ? FOREVER : Math.ceil(milliseconds / STEP) * STEP);

/** A solver whose queries end when a budget does. */
export function withinTime(solver: Solver, left: () => number): Solver {
  const { horn } = solver;
  return {
    get queries() {
      return solver.queries;
    },
    check: (formula, range, effort, milliseconds = FOREVER) => solver.check(formula, range, effort, Math.min(milliseconds, left())),
    ...(horn ? { horn: (script: string, effort: number, milliseconds = FOREVER) => horn.call(solver, script, effort, Math.min(milliseconds, left())) } : {}),
  };
}

class Z3Solver implements Solver {
  queries = 0;
  private readonly cache = new Map<string, Raw>();
  private readonly em: Z3Module;
  private readonly context: number;
  private readonly solver: number;
  private readonly declared = new Set<string>();
  private effort = 0;
  private time = FOREVER;

  constructor(em: Z3Module) {
    this.em = em;
    const config = em._Z3_mk_config();
    this.context = em._Z3_mk_context(config);
    em._Z3_del_config(config);
    // errors are read from the error code; the default handler would end the program
    em._set_noop_error_handler(this.context);
    this.solver = em._Z3_mk_simple_solver(this.context);
    em._Z3_solver_inc_ref(this.context, this.solver);
  }

  check(formula: Formula, range: RangeOf, effort = 400_000, milliseconds = FOREVER): Answer {
    if (milliseconds <= 0) return UNKNOWN;
    const query = new Query(range);
    const text = query.text(formula);
    const declarations = this.declare(query.constants());
    const key = `${effort}\n${text}`;
    const known = this.cache.get(key);
    if (known) return this.rename(known, query);
    this.queries++;
    this.limit(effort, milliseconds);
    const answer = this.ask(declarations + text, query.faithful);
    if (this.cache.size > CACHE_LIMIT) this.cache.clear();
    // what was cut short by the clock may be found out another time
    if (answer.status !== 'unknown' || milliseconds === FOREVER) this.cache.set(key, answer);
    return this.rename(answer, query);
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

  private limit(effort: number, milliseconds: number): void {
    const time = stepsOf(milliseconds);
    if (this.effort === effort && this.time === time) return;
    this.effort = effort;
    this.time = time;
    const { em, context, solver } = this;
    const params = em._Z3_mk_params(context);
    em._Z3_params_inc_ref(context, params);
    const key = em.ccall('Z3_mk_string_symbol', 'number', ['number', 'string'], [context, 'rlimit']) as number;
    em._Z3_params_set_uint(context, params, key, effort);
    // on the solver itself: a global option would leak into other contexts
    em._Z3_params_set_uint(context, params, em.ccall('Z3_mk_string_symbol', 'number', ['number', 'string'], [context, 'timeout']) as number, time);
    em._Z3_solver_set_params(context, solver, params);
    em._Z3_params_dec_ref(context, params);
  }

  horn(script: string, effort: number, milliseconds = FOREVER): Answer['status'] {
    if (milliseconds <= 0) return 'unknown';
    const { em } = this;
    // a context of its own: the clauses' relations and variables stay declared
    const config = em._Z3_mk_config();
    const context = em._Z3_mk_context(config);
    em._Z3_del_config(config);
    em._set_noop_error_handler(context);
    const engine = em._Z3_mk_fixedpoint(context);
    em._Z3_fixedpoint_inc_ref(context, engine);
    const exitCode = process.exitCode;
    let whole = true;
    try {
      const params = em._Z3_mk_params(context);
      em._Z3_params_inc_ref(context, params);
      const symbol = (name: string): number => em.ccall('Z3_mk_string_symbol', 'number', ['number', 'string'], [context, name]) as number;
      em._Z3_params_set_symbol(context, params, symbol('engine'), symbol('spacer'));
      em._Z3_params_set_bool(context, params, symbol('spacer.global'), 1);
      em._Z3_params_set_uint(context, params, symbol('rlimit'), effort);
      em._Z3_params_set_uint(context, params, symbol('timeout'), stepsOf(milliseconds));
      em._Z3_fixedpoint_set_params(context, engine, params);
      em._Z3_params_dec_ref(context, params);
      const queries = em.ccall('Z3_fixedpoint_from_string', 'number', ['number', 'number', 'string'], [context, engine, script]) as number;
      if (em._Z3_get_error_code(context) !== 0 || em._Z3_ast_vector_size(context, queries) === 0) return 'unknown';
      this.queries++;
      const status = em._Z3_fixedpoint_query(context, engine, em._Z3_ast_vector_get(context, queries, 0));
      if (em._Z3_get_error_code(context) !== 0) return 'unknown';
      return status === -1 ? 'unsat' : status === 1 ? 'sat' : 'unknown';
    } catch (e) {
      if ((e as { readonly name?: unknown } | null)?.name !== 'ExitStatus') throw e;
      // Spacer came upon what it takes to be impossible and wants to end the program: this question alone is lost, with its context
      whole = false;
      process.exitCode = exitCode;
      return 'unknown';
    } finally {
      if (whole) {
        em._Z3_fixedpoint_dec_ref(context, engine);
        em._Z3_del_context(context);
      }
    }
  }

  private ask(text: string, faithful: boolean): Raw {
    const { em, context, solver } = this;
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
}

/** `name -> value` lines of Z3's own model format. */
function parseModel(text: string): ReadonlyMap<string, bigint> {
  const model = new Map<string, bigint>();
  for (const m of text.matchAll(/^(\w+) -> (?:\(- (\d+)\)|(-?\d+))$/gm)) {
    model.set(m[1] as string, m[2] !== undefined ? -BigInt(m[2]) : BigInt(m[3] as string));
  }
  return model;
}

let loading: Promise<Solver> | null = null;
let module_: Z3Module | null = null;

/** Loads Z3 once per thread (about 0.2 s, 100 MB). */
export function loadSolver(): Promise<Solver> {
  loading ??= z3Module().then(async (init) => {
    module_ = await init();
    return new Z3Solver(module_);
  });
  return loading;
}

/** Z3's module: required where that exists, since importing makes Node scan its text for exports first. */
async function z3Module(): Promise<() => Promise<Z3Module>> {
  if (typeof require === 'function') return require('z3-solver/build/z3-built.js');
  return (await import('z3-solver/build/z3-built.js')).default;
}

/** Ends Z3's threads so that the process can end. Never while a check runs. */
export function unloadSolver(): void {
  module_?.PThread?.terminateAllThreads();
  module_ = null;
  loading = null;
}
