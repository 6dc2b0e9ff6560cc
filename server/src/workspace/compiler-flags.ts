/** What a compiler's arguments say about how a file is to be read. */
import type { AnalysisOptions, MacroOption } from '../analysis/index.ts';
import type { CompileCommand } from './compile-commands.ts';
import { wholePath } from './whole-path.ts';

export interface CompilerFlags {
  readonly quoted: readonly string[];
  /** `-I`, then `-isystem`, then `-idirafter`. */
  readonly general: readonly string[];
  readonly macros: readonly MacroOption[];
  /** `-include`, `-imacros`. */
  readonly before: readonly string[];
  readonly charSigned: boolean | null;
  readonly aliasing: 'strict' | 'none' | null;
  readonly dataModel: AnalysisOptions['dataModel'] | null;
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

/** Options of Microsoft's compiler, of which the operand may be the next word, as the ones that are read here. */
const MICROSOFT: readonly (readonly [RegExp, string])[] = [
  [/^[/-]external:I/, '-isystem'],
  [/^[/-]FI/, '-include'],
  [/^[/-]J$/, '-funsigned-char'],
  [/^[/](?=[IDU])/, '-'],
];

/** The target of a compiler for Windows, as far as its name tells; null: it is another compiler. */
function windowsModel(compiler: string): CompilerFlags['dataModel'] {
  if (!/(?:^|[\\/])(?:clang-)?cl(?:\.exe)?$|-mingw32-[^\\/]*$/i.test(compiler)) return null;
  return /(?:[\\/]x86[\\/][^\\/]*|(?:^|[\\/])i[3-6]86-[^\\/]*)$/i.test(compiler) ? 'ILP32' : 'LLP64';
}

/** The words of a command for Microsoft's compiler as other compilers have them. */
function translated(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const [pattern, option] = MICROSOFT.find(([start]) => start.test(word)) ?? [];
    if (pattern === undefined || option === undefined) return [word];
    const rest = word.replace(pattern, '');
    return option === '-include' && rest !== '' ? [option, rest] : [option + rest];
  });
}

/** Reads the arguments that matter, relative paths made absolute. */
export function flagsOf({ directory, arguments: [compiler = '', ...given] }: CompileCommand): CompilerFlags {
  const windows = windowsModel(compiler);
  const words = /cl(?:\.exe)?$/i.test(compiler) && windows !== null ? translated(given) : given;
  const paths: Record<(typeof WITH_DIRECTORY)[number], string[]> = {
    '-iquote': [],
    '-isystem': [],
    '-idirafter': [],
    '-I': [],
  };
  const macros: MacroOption[] = [];
  const before: string[] = [];
  const said: { -readonly [K in 'charSigned' | 'aliasing' | 'dataModel']: CompilerFlags[K] } = {
    charSigned: null,
    aliasing: null,
    dataModel: windows,
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    /** What follows the option, in the same word or the next. */
    const operand = (option: string): string =>
      word.length > option.length ? word.slice(option.length) : (words[++i] ?? '');
    const directoryOption = WITH_DIRECTORY.find((option) => word.startsWith(option));
    if (directoryOption !== undefined) paths[directoryOption].push(wholePath(directory, operand(directoryOption)));
    else if (word === '-include' || word === '-imacros') before.push(words[++i] ?? '');
    else if (word.startsWith('-D')) macros.push({ define: operand('-D') });
    else if (word.startsWith('-U')) macros.push({ undefine: operand('-U') });
    else if (Object.hasOwn(SWITCHES, word)) Object.assign(said, SWITCHES[word]);
    else if (WITH_OPERAND.has(word)) i++;
  }
  if (windows !== null && said.dataModel === 'LP64') said.dataModel = 'LLP64';
  return {
    quoted: paths['-iquote'],
    general: [...paths['-I'], ...paths['-isystem'], ...paths['-idirafter']],
    macros,
    before,
    ...said,
  };
}
