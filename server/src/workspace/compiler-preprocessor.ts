/** The compiler's own preprocessor on a text. Only where the user asked for it, in a workspace that they trust. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CompileCommand } from './compile-commands.ts';
import { runLimited } from './processes.ts';

/** Milliseconds, and bytes of output, after which the compiler is given up. */
const LIMITS = { time: 5_000, output: 100_000_000 };

export type CompilerOutput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export interface CompilerRun {
  /** Never rejects. */
  readonly output: Promise<CompilerOutput>;
  /** Its output is not wanted any more: it is gone, with all that it has started. */
  abort(): void;
}

/**
 * Commands that took too long. This process runs none of them again, so that no clock decides who preprocesses a
 * document from then on. The oldest is forgotten.
 */
const slow = new Set<string>();
const MOST_SLOW = 1_000;

/**
 * Runs `-E` with the arguments of the command on `source`, which stands for what lies in `file`. No shell is involved.
 */
export function runPreprocessor(file: string, source: string, command: CompileCommand): CompilerRun {
  const [compiler = '', ...words] = command.arguments;
  const failed = (message: string): CompilerOutput => ({ ok: false, message });
  const tooSlow = failed(`\`${compiler} -E\` took longer than ${LIMITS.time / 1000} s`);
  const done = (output: CompilerOutput): CompilerRun => ({ output: Promise.resolve(output), abort() {} });
  const asked = JSON.stringify([file, command.directory, command.arguments]);
  if (slow.has(asked)) return done(tooSlow);
  if (!existsSync(command.directory))
    return done(failed(`${command.directory}, which compile_commands.json names, does not exist`));
  const { ended, kill } = runLimited(compiler, preprocessorArguments(file, words, command.directory), {
    cwd: command.directory,
    input: source,
    ...LIMITS,
  });
  return {
    abort: kill,
    output: ended.then((end): CompilerOutput => {
      switch (end.kind) {
        case 'status': {
          if (end.status === 0) return { ok: true, text: end.out };
          const [first = ''] = end.err.split('\n').filter((line) => /error|fatal/i.test(line));
          const why = first === '' ? ` with status ${end.status ?? end.signal}` : `: ${first.trim().slice(0, 300)}`;
          return failed(`\`${compiler} -E\` failed${why}`);
        }
        case 'time':
          noteSlow(asked);
          return tooSlow;
        case 'output':
          return failed(`\`${compiler} -E\` puts out too much`);
        case 'killed':
          return failed(`\`${compiler} -E\` was stopped`);
        case 'error':
          return failed(
            end.code === 'ENOENT'
              ? `the compiler \`${compiler}\` was not found`
              : `\`${compiler}\` can't be run: ${end.message}`,
          );
        default:
          return end satisfies never;
      }
    }),
  };
}

function noteSlow(asked: string): void {
  slow.add(asked);
  const [oldest] = slow;
  if (slow.size > MOST_SLOW && oldest !== undefined) slow.delete(oldest);
}

/** Options with an operand of their own that would make the compiler write files. */
const DROPPED_WITH_OPERAND = new Set([
  '-o',
  '-MF',
  '-MT',
  '-MQ',
  '-MJ',
  '-x',
  '-dumpbase',
  '-dumpdir',
  '-dumpbase-ext',
]);
const DROPPED =
  /^-(c|S|E|-?|o.+|M|MM|MD|MMD|MG|MP|MF.+|MT.+|MQ.+|P|C|CC|save-temps.*|x.+|Wp,.*-M.*|fdirectives-only|pipe)$/;

/** The command's arguments for preprocessing standard input to standard output. */
export function preprocessorArguments(file: string, words: readonly string[], directory: string): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (DROPPED_WITH_OPERAND.has(word)) i++;
    else if (!DROPPED.test(word) && (word.startsWith('-') || resolve(directory, word) !== resolve(file)))
      kept.push(word);
  }
  // the text comes from elsewhere than the file: what lies beside the file is found all the same
  return ['-iquote', dirname(resolve(file)), ...kept, '-E', '-x', 'c', '-'];
}
