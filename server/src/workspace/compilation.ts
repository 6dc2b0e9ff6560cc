/** What a file is read with: the user's settings and the entry of the compilation database, put together. */
import { existsSync } from 'node:fs';
import type { AnalysisOptions, Compilation, MacroOption } from '../analysis/index.ts';
import { compileCommand } from './compile-commands.ts';
import { flagsOf } from './compiler-flags.ts';
import { runPreprocessor } from './compiler-preprocessor.ts';
import { editorLines } from './decode.ts';
import { headerReader } from './header-files.ts';
import { projectAround } from './project-headers.ts';
import type { Looked, OpenTexts, SearchPath } from './header-files.ts';
import { wholePath } from './whole-path.ts';

const NONE: OpenTexts = new Map();

/** What the file's own compiler has made of the text. */
export type Preprocessed =
  | { readonly ok: true; readonly output: string; readonly directory: string }
  /** There is no such output, and why. */
  | { readonly ok: false; readonly message: string };

export interface Around {
  /** Texts of files that are open in an editor. */
  readonly open?: OpenTexts;
  /** Where the compiler was asked (`preprocess`). */
  readonly preprocessed?: Preprocessed;
}

/** With where its headers are searched for. */
export interface FoundCompilation extends Compilation {
  readonly searched: SearchPath | null;
  /** Where headers have been looked for; it grows while the text is read. */
  readonly looked: Looked;
}

/**
 * What builds define of which nothing is known: files ask for it that read a header which the build makes. Where that
 * isn't there, it is a header that wasn't read.
 */
const GUESSED: readonly MacroOption[] = [{ define: 'HAVE_CONFIG_H=1' }];

/**
 * For the text of a file: how to read it. Never fails; what goes wrong is told in `messages`. Null: the text lies in no
 * file.
 */
export function compilationOf(
  file: string | null,
  options: AnalysisOptions,
  { open = NONE, preprocessed }: Around = {},
): FoundCompilation {
  const given: readonly MacroOption[] = [
    ...options.defines.map((define) => ({ define })),
    ...options.undefines.map((undefine) => ({ undefine })),
  ];
  if (file === null)
    return { read: null, looked: new Map(), searched: null, compiled: null, macros: given, before: [], messages: [] };
  const messages: string[] = [];
  const lookup = compileCommand(file, options.compileCommands);
  if (lookup.kind === 'unusable') messages.push(lookup.message);
  const command = lookup.kind === 'found' ? lookup.command : null;
  const flags = command && flagsOf(command);
  const paths = options.includePaths.map((path) => wholePath(path));
  if (preprocessed?.ok === false && !messages.some((message) => preprocessed.message.startsWith(message)))
    messages.push(preprocessed.message);
  const project = flags === null ? projectAround(wholePath(file)) : null;
  const searched: SearchPath = {
    quoted: flags?.quoted ?? [],
    general: [...paths, ...(flags?.general ?? project?.directories ?? [])],
    ...(project === null ? {} : { tree: project.root }),
    ...(flags === null ? { isPart: true } : {}),
  };
  const reader = headerReader(wholePath(file), searched, open);
  return {
    ...reader,
    searched,
    compiled: preprocessed?.ok ? preprocessed : null,
    macros: [...(flags?.macros ?? GUESSED), ...given],
    before: [
      ...reader.before,
      ...(flags?.before ?? []).map((name) =>
        command !== null && existsSync(wholePath(command.directory, name)) ? wholePath(command.directory, name) : name,
      ),
    ],
    ...(flags?.charSigned == null ? {} : { charSigned: flags.charSigned }),
    ...(flags?.aliasing == null ? {} : { aliasing: flags.aliasing }),
    ...(flags?.dataModel == null ? {} : { dataModel: flags.dataModel }),
    messages,
  };
}

const INSTEAD = 'the preprocessor that is built in is used instead';

/**
 * What the file's own compiler makes of the text, where that is asked for; null: it isn't. To be awaited before
 * `compilationOf`.
 */
export function preprocess(
  file: string | null,
  source: string,
  options: AnalysisOptions,
): { readonly result: Promise<Preprocessed>; abort(): void } | null {
  if (options.preprocess !== 'compiler' || file === null) return null;
  const lookup = compileCommand(file, options.compileCommands);
  if (lookup.kind !== 'found') {
    const why =
      lookup.kind === 'missing'
        ? `${lookup.database} has no entry for the file`
        : lookup.kind === 'none'
          ? 'there is no compile_commands.json for the file'
          : lookup.message;
    return { result: Promise.resolve({ ok: false, message: `${why}: ${INSTEAD}` }), abort() {} };
  }
  const { command } = lookup;
  const own = [
    ...options.includePaths.map((path) => `-I${wholePath(path)}`),
    ...options.defines.map((d) => `-D${d}`),
    ...options.undefines.map((u) => `-U${u}`),
  ];
  const { output, abort } = runPreprocessor(file, editorLines(source), {
    ...command,
    arguments: [...command.arguments, ...own],
  });
  return {
    result: output.then((end) =>
      end.ok
        ? { ok: true, output: end.text, directory: command.directory }
        : { ok: false, message: `${end.message}: ${INSTEAD}` },
    ),
    abort,
  };
}
