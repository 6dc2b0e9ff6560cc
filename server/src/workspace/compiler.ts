/** The compiler's own preprocessor on a text. Only where the user asked for it, in a workspace that they trust. */
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { CompileCommand } from './compile-commands.ts';

/** Milliseconds, and bytes of output, after which the compiler is given up. */
const LONGEST_RUN = 15_000;
const MOST_OUTPUT = 100_000_000;

export type CompilerOutput = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Runs `-E` with the arguments of the command on `source`, which stands for what lies in `file`. No shell is involved. */
export function runPreprocessor(file: string, source: string, command: CompileCommand): CompilerOutput {
  const [compiler = '', ...words] = command.arguments;
  const result = spawnSync(compiler, preprocessorArguments(file, words, command.directory), {
    cwd: command.directory, input: source, encoding: 'utf8', timeout: LONGEST_RUN, maxBuffer: MOST_OUTPUT, shell: false, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'],
  });
  // one that doesn't read what it is given
  const unread = result.error !== undefined && 'code' in result.error && result.error.code === 'EPIPE';
  if (result.error !== undefined && !unread) return { ok: false, message: failure(compiler, result.error) };
  if (result.status !== 0) {
    const [first = ''] = result.stderr.split('\n').filter((line) => /error|fatal/i.test(line));
    return { ok: false, message: `\`${compiler} -E\` failed${first === '' ? ` with status ${String(result.status ?? result.signal)}` : `: ${first.trim()}`}` };
  }
  return { ok: true, text: result.stdout };
}

function failure(compiler: string, error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return `the compiler \`${compiler}\` was not found`;
  if (code === 'ETIMEDOUT') return `\`${compiler} -E\` took longer than ${LONGEST_RUN / 1000} s`;
  if (code === 'ENOBUFS') return `\`${compiler} -E\` puts out too much`;
  return `\`${compiler}\` can't be run: ${error.message}`;
}

/** Options with an operand of their own that would make the compiler write files. */
const DROPPED_WITH_OPERAND = new Set(['-o', '-MF', '-MT', '-MQ', '-MJ', '-x', '-dumpbase', '-dumpdir', '-dumpbase-ext']);
const DROPPED = /^(-c|-S|-E|-|--|-o.+|-M|-MM|-MD|-MMD|-MG|-MP|-MF.+|-MT.+|-MQ.+|-P|-C|-CC|-save-temps.*|-x.+|-Wp,.*-M.*|-fdirectives-only|-pipe)$/;

/** The command's arguments for preprocessing standard input to standard output. */
export function preprocessorArguments(file: string, words: readonly string[], directory: string): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (DROPPED_WITH_OPERAND.has(word)) i++;
    else if (!DROPPED.test(word) && (word.startsWith('-') || resolve(directory, word) !== resolve(file))) kept.push(word);
  }
  // the text comes from elsewhere than the file: what lies beside the file is found all the same
  return ['-iquote', dirname(resolve(file)), ...kept, '-E', '-x', 'c', '-'];
}
