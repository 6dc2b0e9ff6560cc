declare module 'z3-solver/build/z3-built.js' {
  /** Emscripten's module object, as far as we use it. */
  export interface Z3Module {
    ccall(
      name: string,
      result: 'number' | 'string' | null,
      types: readonly ('number' | 'string')[],
      args: readonly (number | string)[],
    ): number | string | null;
    _Z3_mk_config(): number;
    _Z3_mk_context(config: number): number;
    _Z3_del_config(config: number): void;
    _Z3_mk_solver(context: number): number;
    _Z3_mk_simple_solver(context: number): number;
    _Z3_solver_inc_ref(context: number, solver: number): void;
    _Z3_solver_dec_ref(context: number, solver: number): void;
    _Z3_solver_push(context: number, solver: number): void;
    _Z3_solver_pop(context: number, solver: number, count: number): void;
    _Z3_solver_check(context: number, solver: number): number;
    _Z3_solver_get_statistics(context: number, solver: number): number;
    _Z3_fixedpoint_get_statistics(context: number, engine: number): number;
    _Z3_stats_inc_ref(context: number, statistics: number): void;
    _Z3_stats_dec_ref(context: number, statistics: number): void;
    _Z3_solver_get_model(context: number, solver: number): number;
    _Z3_mk_params(context: number): number;
    _Z3_params_inc_ref(context: number, params: number): void;
    _Z3_params_dec_ref(context: number, params: number): void;
    _Z3_params_set_uint(context: number, params: number, key: number, value: number): void;
    _Z3_solver_set_params(context: number, solver: number, params: number): void;
    _Z3_params_set_symbol(context: number, params: number, key: number, value: number): void;
    _Z3_params_set_bool(context: number, params: number, key: number, value: number): void;
    _Z3_mk_fixedpoint(context: number): number;
    _Z3_fixedpoint_inc_ref(context: number, engine: number): void;
    _Z3_fixedpoint_dec_ref(context: number, engine: number): void;
    _Z3_fixedpoint_set_params(context: number, engine: number, params: number): void;
    _Z3_fixedpoint_query(context: number, engine: number, query: number): number;
    _Z3_ast_vector_size(context: number, vector: number): number;
    _Z3_ast_vector_get(context: number, vector: number, index: number): number;
    _Z3_del_context(context: number): void;
    _set_noop_error_handler(context: number): void;
    _Z3_get_error_code(context: number): number;
    readonly PThread?: { terminateAllThreads(): void };
  }
  /** Fills in the object that it is handed; the promise says when that is done. */
  export type InitZ3 = (module?: Partial<Z3Module> & Z3Hooks) => Promise<Z3Module>;
  const init: InitZ3;
  export default init;
  export interface Z3Hooks {
    /** Makes the instance and hands it to `ready`, now or later; returns its exports. */
    instantiateWasm(imports: object, ready: (instance: WebAssembly.Instance, code: WebAssembly.Module) => void): object;
    onRuntimeInitialized(): void;
  }
}

/** What there is of WebAssembly in every JavaScript engine, as far as we use it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: object);
    readonly exports: object;
  }
}
