/** One helper for the tests of the front end: source in, IR out. */
import { DEFAULT_FRONTEND_OPTIONS, loadParser, lowerC, lowerSource, parseC } from '../../server/src/c/front-end.ts';
import type { FrontendOptions } from '../../server/src/c/front-end.ts';
import { inlineCalls, reasonsOf } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { Outcome } from '../../server/src/interpret/run-outcome.ts';
import type { IrFunction, IrProgram } from '../../server/src/program/program.ts';
import type { Missteps } from '../../server/src/program/missteps.ts';
import type { IntegerMode } from '../../server/src/machine/integer-types.ts';

const parser = await loadParser();

export { parser };

export function lower(source: string, options: Partial<FrontendOptions> = {}): IrProgram {
  const parsed = parseC(parser, source);
  const program = lowerC(parsed, { ...DEFAULT_FRONTEND_OPTIONS, ...options });
  parsed.dispose();
  return program;
}

/** What is certainly wrong in a file. */
export function misstepsIn(source: string): Missteps {
  const parsed = parseC(parser, source);
  const { missteps, close } = lowerSource(parsed, DEFAULT_FRONTEND_OPTIONS);
  const found = missteps(() => false);
  close();
  parsed.dispose();
  return found;
}

/** The last function of the source (or the one named). */
export function lowerOne(source: string, name?: string, options: Partial<FrontendOptions> = {}): IrFunction {
  const { functions } = lower(source, options);
  const fn = name === undefined ? functions[functions.length - 1] : functions.find((f) => f.name === name);
  if (fn === undefined) throw new Error(`no function in ${source}`);
  return fn;
}

/** Runs the last function with its calls inlined; inputs by parameter name. */
export function interpret(
  source: string,
  inputs: Readonly<Record<string, bigint | number>> = {},
  options: {
    readonly mode?: IntegerMode;
    readonly nondet?: readonly bigint[];
    readonly maxSteps?: number;
    readonly name?: string;
  } = {},
): Outcome {
  const program = lower(source);
  const fn =
    options.name === undefined
      ? program.functions[program.functions.length - 1]!
      : program.functions.find((f) => f.name === options.name)!;
  const inlined = inlineCalls(program, fn);
  const given = new Map<number, bigint>();
  for (const v of inlined.variables)
    if (v.scope !== 'temp' && inputs[v.name] !== undefined) given.set(v.id, BigInt(inputs[v.name]!));
  return run(inlined, {
    mode: options.mode ?? 'c',
    inputs: given,
    nondet: (i) => options.nondet?.[i] ?? 0n,
    maxSteps: options.maxSteps ?? 1_000_000,
    program,
  });
}

/** `returned 5`, `undefined signed-overflow`, `assertion-failed 0 at 2,1`. */
export function outcome(...args: Parameters<typeof interpret>): string {
  const o = interpret(...args);
  switch (o.kind) {
    case 'returned':
      return `returned ${o.value}`;
    case 'undefined':
      return `undefined ${o.code}`;
    case 'not-modelled':
      return `not-modelled ${o.reason.code}`;
    case 'assertion-failed':
      return `assertion-failed ${o.assertion} at ${o.iteration.join(',')}`;
    default:
      return o.kind;
  }
}

/** Codes of what was lost, in order, without repetitions. */
export function reasons(source: string, name?: string): string[] {
  const program = lower(source);
  const fn =
    name === undefined
      ? program.functions[program.functions.length - 1]!
      : program.functions.find((f) => f.name === name)!;
  return [...new Set(reasonsOf(program, fn).map((r) => r.code))];
}
