/** What a file is read with: the user's settings and the entry of the compilation database, put together. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnalysisOptions, Compilation, MacroOption } from '../analysis.ts';
import { compileCommand } from './compile-commands.ts';
import type { CompileCommand } from './compile-commands.ts';
import { flagsOf } from './compiler-flags.ts';
import { runPreprocessor } from './compiler.ts';
import { headerReader } from './headers.ts';
import { projectDirectories } from './project.ts';
import type { Looked, OpenTexts } from './headers.ts';

const NONE: OpenTexts = new Map();

/**
 * For the text of a file: how to read it. Never fails; what goes wrong is told in `messages`. Null: the text lies in no file. Where headers
 * are looked for is noted in `looked`.
 */
export function compilationOf(file: string | null, source: string, options: AnalysisOptions, open: OpenTexts = NONE, looked?: Looked): Compilation {
  const given: readonly MacroOption[] = [...options.defines.map((define) => ({ define })), ...options.undefines.map((undefine) => ({ undefine }))];
  if (file === null) return { read: null, compiled: null, macros: given, before: [], messages: [] };
  const messages: string[] = [];
  const lookup = compileCommand(file, options.compileCommands);
  if (lookup.kind === 'unusable') messages.push(lookup.message);
  const command = lookup.kind === 'found' ? lookup.command : null;
  const flags = command && flagsOf(command);
  const paths = options.includePaths.map((path) => resolve(path));
  const compiled = options.preprocess === 'compiler' ? preprocessed(file, source, command, options, lookup.kind === 'missing' ? lookup.database : null, messages) : null;
  return {
    read: headerReader(resolve(file), { quoted: flags?.quoted ?? [], general: [...paths, ...(flags?.general ?? projectDirectories(resolve(file)))] }, open, looked),
    compiled,
    macros: [...(flags?.macros ?? []), ...given],
    before: (flags?.before ?? []).map((name) => (command !== null && existsSync(resolve(command.directory, name)) ? resolve(command.directory, name) : name)),
    ...(flags?.charSigned == null ? {} : { charSigned: flags.charSigned }),
    ...(flags?.dataModel == null ? {} : { dataModel: flags.dataModel }),
    messages,
  };
}

/** The compiler's output; null, with a message, where there is none. */
function preprocessed(file: string, source: string, command: CompileCommand | null, options: AnalysisOptions, database: string | null, messages: string[]): Compilation['compiled'] {
  const instead = 'the preprocessor that is built in is used instead';
  if (command === null) {
    if (messages.length === 0) messages.push(`${database === null ? 'there is no compile_commands.json for the file' : `${database} has no entry for the file`}: ${instead}`);
    return null;
  }
  const own = [...options.includePaths.map((path) => `-I${resolve(path)}`), ...options.defines.map((d) => `-D${d}`), ...options.undefines.map((u) => `-U${u}`)];
  const output = runPreprocessor(file, source, { ...command, arguments: [...command.arguments, ...own] });
  if (output.ok) return { output: output.text, directory: command.directory };
  messages.push(`${output.message}: ${instead}`);
  return null;
}
