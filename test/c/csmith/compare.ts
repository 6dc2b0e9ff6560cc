/**
 * csmith's programs through front end and interpreter, and through gcc: the checksum over all globals must be the same.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../../server/src/c/front-end.ts';
import type { CParser } from '../../../server/src/c/front-end.ts';
import { inlineCalls } from '../../../server/src/inlining/inline-calls.ts';
import { run } from '../../../server/src/interpret/interpreter.ts';
import type { Outcome } from '../../../server/src/interpret/run-outcome.ts';
import type { IrProgram } from '../../../server/src/program/program.ts';
import { withHeader } from './safeMath.ts';

/** What csmith may use. Volatile objects may have any value whenever they are read, so they are always left out. */
export const FEATURES = {
  integers: ['--no-pointers', '--no-structs', '--no-unions', '--no-arrays', '--no-bitfields'],
  arrays: ['--no-pointers', '--no-structs', '--no-unions', '--no-bitfields'],
  structs: ['--no-pointers', '--no-unions', '--no-arrays'],
  unions: ['--no-pointers', '--no-arrays'],
  aggregates: ['--no-pointers', '--no-unions'],
  all: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Feature = keyof typeof FEATURES;

export type Verdict =
  | { readonly kind: 'equal' }
  /** The interpreter met something that isn't modelled, and said so. */
  | { readonly kind: 'lost'; readonly code: string; readonly message: string; readonly line: number }
  /** The compiled program doesn't end, or the interpreter was stopped. */
  | { readonly kind: 'left-out'; readonly why: string }
  | { readonly kind: 'different'; readonly how: string };

/** csmith leaves a file behind wherever it is started. */
export function hasCsmith(): boolean {
  return spawnSync('csmith', ['--version'], { stdio: 'ignore', cwd: tmpdir() }).error === undefined;
}

/** The program of a seed. `small`: few and short functions. */
export function generate(seed: number, feature: Feature, small: boolean): string {
  const size = small ? ['--max-funcs', '4', '--max-block-depth', '3', '--max-expr-complexity', '6'] : [];
  return execFileSync(
    'csmith',
    [
      '--seed',
      String(seed),
      '--no-argc',
      '--no-volatiles',
      '--no-volatile-pointers',
      '--quiet',
      ...size,
      ...FEATURES[feature],
    ],
    { maxBuffer: 1 << 26, cwd: tmpdir() },
  ).toString();
}

/** `waits`: for programs that take longer than `maxSteps`, to see whether they end at all. */
export function compareProgram(
  parser: CParser,
  program: string,
  limits: { readonly maxSteps: number; readonly waits: boolean },
): Verdict {
  const ours = interpretProgram(parser, withHeader(program, false), limits.maxSteps);
  // what is lost needs no compiler to compare with
  if (ours.kind === 'lost' || (ours.kind === 'left-out' && !limits.waits)) return ours;
  const expected = compiledChecksum(withHeader(program, true));
  if (expected === null) return { kind: 'left-out', why: 'the program does not end' };
  if (ours.kind === 'left-out' || ours.kind === 'equal') return ours;
  const how = ours.kind === 'different' ? ours.how : String(ours.value);
  return ours.kind === 'sum' && how === expected
    ? { kind: 'equal' }
    : { kind: 'different', how: `gcc ${expected}, we ${how}` };
}

/** The checksum that the program of gcc prints; null: it was stopped. */
function compiledChecksum(source: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-csmith-'));
  try {
    writeFileSync(join(folder, 'program.c'), source);
    execFileSync('gcc', ['-w', '-std=gnu11', '-O0', '-o', join(folder, 'program'), join(folder, 'program.c')], {
      stdio: 'pipe',
    });
    const ran = spawnSync(join(folder, 'program'), { timeout: 1_000 });
    return ran.signal === null ? ran.stdout.toString().trim() : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function interpretProgram(
  parser: CParser,
  source: string,
  maxSteps: number,
): Verdict | { readonly kind: 'sum'; readonly value: bigint } {
  const parsed = parseC(parser, source);
  const program: IrProgram = lowerC(parsed, DEFAULT_FRONTEND_OPTIONS);
  parsed.dispose();
  const error = program.errors[0];
  if (error !== undefined)
    return {
      kind: 'different',
      how: `syntax error in line ${error.range.start.line}: ${source.split('\n')[error.range.start.line - 1]}`,
    };
  const main = program.functions.find((f) => f.name === 'main');
  if (main === undefined) return { kind: 'different', how: 'main was not found' };
  const options = { mode: 'c' as const, inputs: new Map<number, bigint>(), maxSteps, program };
  const outcome = run(main, options);
  if (outcome.kind === 'returned') {
    // what the analysis works on: where nothing was too large to be inlined, it does the same
    const inlined = run(inlineCalls(program, main), options);
    if (inlined.kind === 'returned' ? inlined.value !== outcome.value : inlined.kind === 'undefined')
      return {
        kind: 'different',
        how: `inlined, it ${inlined.kind === 'returned' ? 'gives another sum' : 'is undefined'}`,
      };
    return { kind: 'sum', value: BigInt.asUintN(32, outcome.value ?? 0n) };
  }
  return ended(outcome, source);
}

function ended(outcome: Outcome, source: string): Verdict {
  switch (outcome.kind) {
    case 'not-modelled':
    case 'halted': {
      const { reason } = outcome;
      if (reason === null) return { kind: 'different', how: 'halted' };
      return { kind: 'lost', code: reason.code, message: reason.message, line: reason.range?.start.line ?? 0 };
    }
    case 'out-of-steps':
      return { kind: 'left-out', why: 'more steps than the interpreter is given' };
    case 'undefined': {
      const line = outcome.range?.start.line ?? 0;
      return {
        kind: 'different',
        how: `undefined: ${outcome.code} in line ${line}: ${source.split('\n')[line - 1]?.trim() ?? ''}`,
      };
    }
    default:
      return { kind: 'different', how: outcome.kind };
  }
}
