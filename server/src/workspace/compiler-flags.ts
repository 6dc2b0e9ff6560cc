/** What a compiler's arguments say about how a file is to be read. */
import { resolve } from 'node:path';
import type { MacroOption } from '../analysis/index.ts';
import type { CompileCommand } from './compile-commands.ts';

export interface CompilerFlags {
  readonly quoted: readonly string[];
  /** `-I`, then `-isystem`, then `-idirafter`. */
  readonly general: readonly string[];
  readonly macros: readonly MacroOption[];
  /** `-include`, `-imacros`. */
  readonly before: readonly string[];
  readonly charSigned: boolean | null;
  readonly aliasing: 'strict' | 'none' | null;
  readonly dataModel: 'ILP32' | 'LP64' | null;
}

const WITH_DIRECTORY = ['-iquote', '-isystem', '-idirafter', '-I'] as const;

/** Options that say one thing, the last of them counting. */
const SWITCHES: Readonly<Record<string, Partial<Pick<CompilerFlags, 'charSigned' | 'aliasing' | 'dataModel'>>>> = {
  '-funsigned-char': { charSigned: false },
  '-fno-signed-char': { charSigned: false },
  '-fsigned-char': { charSigned: true },
  '-fno-unsigned-char': { charSigned: true },
  '-fno-strict-aliasing': { aliasing: 'none' },
  '-fstrict-aliasing': { aliasing: 'strict' },
  '-m32': { dataModel: 'ILP32' },
  '-m64': { dataModel: 'LP64' },
};

/** The next word is theirs, and none that matters. */
const WITH_OPERAND: ReadonlySet<string> = new Set(['-o', '-MF', '-MT', '-MQ', '-x']);

/** Reads the arguments that matter, relative paths made absolute. */
export function flagsOf({ directory, arguments: [, ...words] }: CompileCommand): CompilerFlags {
  const paths: Record<(typeof WITH_DIRECTORY)[number], string[]> = {
    '-iquote': [],
    '-isystem': [],
    '-idirafter': [],
    '-I': [],
  };
  const macros: MacroOption[] = [];
  const before: string[] = [];
  const said: Pick<CompilerFlags, 'charSigned' | 'aliasing' | 'dataModel'> = {
    charSigned: null,
    aliasing: null,
    dataModel: null,
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    /** What follows the option, in the same word or the next. */
    const operand = (option: string): string =>
      word.length > option.length ? word.slice(option.length) : (words[++i] ?? '');
    const directoryOption = WITH_DIRECTORY.find((option) => word.startsWith(option));
    if (directoryOption !== undefined) paths[directoryOption].push(resolve(directory, operand(directoryOption)));
    else if (word === '-include' || word === '-imacros') before.push(words[++i] ?? '');
    else if (word.startsWith('-D')) macros.push({ define: operand('-D') });
    else if (word.startsWith('-U')) macros.push({ undefine: operand('-U') });
    else if (Object.hasOwn(SWITCHES, word)) Object.assign(said, SWITCHES[word]);
    else if (WITH_OPERAND.has(word)) i++;
  }
  return {
    quoted: paths['-iquote'],
    general: [...paths['-I'], ...paths['-isystem'], ...paths['-idirafter']],
    macros,
    before,
    ...said,
  };
}
