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

/** Reads the arguments that matter, relative paths made absolute. */
export function flagsOf({ directory, arguments: [, ...words] }: CompileCommand): CompilerFlags {
  const paths: Record<(typeof WITH_DIRECTORY)[number], string[]> = { '-iquote': [], '-isystem': [], '-idirafter': [], '-I': [] };
  const macros: MacroOption[] = [];
  const before: string[] = [];
  let charSigned: boolean | null = null;
  let aliasing: CompilerFlags['aliasing'] = null;
  let dataModel: CompilerFlags['dataModel'] = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    /** What follows the option, in the same word or the next. */
    const operand = (option: string): string => (word.length > option.length ? word.slice(option.length) : words[++i] ?? '');
    const directoryOption = WITH_DIRECTORY.find((option) => word.startsWith(option));
    if (directoryOption !== undefined) paths[directoryOption].push(resolve(directory, operand(directoryOption)));
    else if (word === '-include' || word === '-imacros') before.push(words[++i] ?? '');
    else if (word.startsWith('-D')) macros.push({ define: operand('-D') });
    else if (word.startsWith('-U')) macros.push({ undefine: operand('-U') });
    else if (word === '-funsigned-char' || word === '-fno-signed-char') charSigned = false;
    else if (word === '-fsigned-char' || word === '-fno-unsigned-char') charSigned = true;
    else if (word === '-fno-strict-aliasing') aliasing = 'none';
    else if (word === '-fstrict-aliasing') aliasing = 'strict';
    else if (word === '-m32') dataModel = 'ILP32';
    else if (word === '-m64') dataModel = 'LP64';
    else if (word === '-o' || word === '-MF' || word === '-MT' || word === '-MQ' || word === '-x') i++;
  }
  return { quoted: paths['-iquote'], general: [...paths['-I'], ...paths['-isystem'], ...paths['-idirafter']], macros, before, charSigned, aliasing, dataModel };
}
