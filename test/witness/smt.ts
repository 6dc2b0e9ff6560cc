/** Z3 for the witness checker: scripts in, answers out. A context of its own for each script. */
import init from 'z3-solver/build/z3-built.js';

type Module = Awaited<ReturnType<typeof init>>;

let loading: Promise<Module> | null = null;

function load(): Promise<Module> {
  loading ??= init();
  return loading;
}

/** What the script's commands answer. `effort` bounds the work of each check, whatever the clock says. */
export async function answers(script: string, effort: number): Promise<string> {
  const module = await load();
  const config = module.ccall('Z3_mk_config', 'number', [], []) as number;
  const context = module.ccall('Z3_mk_context', 'number', ['number'], [config]) as number;
  // what fails is said in the answer; the default would end the process
  module._set_noop_error_handler(context);
  try {
    return module.ccall(
      'Z3_eval_smtlib2_string',
      'string',
      ['number', 'string'],
      [context, `(set-option :rlimit ${effort})\n${script}`],
    ) as string;
  } finally {
    module.ccall('Z3_del_context', null, ['number'], [context]);
    module.ccall('Z3_del_config', null, ['number'], [config]);
  }
}

/** Ends the solver's threads: a process with them doesn't end. */
export async function unload(): Promise<void> {
  (await loading)?.PThread?.terminateAllThreads();
  loading = null;
}
