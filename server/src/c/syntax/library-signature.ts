/**
 * Rows of the library's table: a prototype with what matters of each parameter.
 * `ssize_t read(int, out, size_t) = -1..#2` writes through its second argument, and yields at least -1 and at most its
 * third one.
 *
 *     row       ["!"] result name {"|" name} "(" parameters ")"
 *               ["=" least ".." most] ["zero at zero"] ["sets" ("nothing" | global ...)]
 *     result    a type of C or its headers | "void" | "double" (any floating type) | "any"
 *               "ptr": a pointer to an object of the caller's, or to a new one;
 *               "first": into what the first argument points at, or null
 *               "ptr-own": to an object of the library's, which this call may have changed
 *     parameter a type of C (an integer) | "any" | "fn" (a function) | "file" (a stream)
 *               "in", "out": a pointer, through which is only read, or also written;
 *               "format": a string that may have "%n" in it
 *               "deep": pointers behind it are written through, too
 *               "!" behind it: it must not be null; "+": the pointer is kept or handed out
 *               "...": any more, "...out" and the pointers among these are written through
 *     bounds    a number | "max": the type's | "half": the longest that an object can be | "#1": the second argument
 *
 * `zero at zero`: `f(0)` is 0. `!`: lets others run, who may change all that they can reach. Each may also set `errno`
 * (C11 7.5p3), but where the row says that it sets nothing: there no library does, and compilers rely on it.
 */

export interface LibraryParameter {
  readonly kind: 'integer' | 'any' | 'function' | 'stream' | 'in' | 'out' | 'deep' | 'format';
  /** Of an integer: its type. */
  readonly words: string;
  readonly notNull: boolean;
  readonly kept: boolean;
}

export type LibraryBound =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'argument'; readonly index: number }
  | { readonly kind: 'max' | 'half' };

export interface LibraryFunction {
  /** `void`, `pointer`, `double`, `any`, or words for an integer type. */
  readonly result: string;
  /** Where a pointer that is returned leads. */
  readonly leads: 'elsewhere' | 'first' | 'own';
  readonly params: readonly LibraryParameter[];
  /** Arguments behind these; null: there are none. */
  readonly more: 'in' | 'out' | null;
  /** Others may run. */
  readonly letsOthersRun: boolean;
  readonly bounds: { readonly least: bigint; readonly most: LibraryBound } | null;
  /** Of the argument 0 the result is 0. */
  readonly zeroAtZero: boolean;
  /** Global variables that it may change. */
  readonly sets: readonly string[];
}

const ROW = /^(!?)([\w -]+?) ([\w|]+)\(([^)]*)\)(?: = (-?\d+)\.\.(\S+))?( zero at zero)?(?: sets (.*))?$/;

/** The functions of some rows, by name. */
export function readRows(tables: readonly string[]): Map<string, LibraryFunction> {
  const functions = new Map<string, LibraryFunction>();
  for (const row of tables.join('\n').split('\n')) {
    if (row === '') continue;
    const [, others, result, names, parameters, least, most, zeroAtZero, globals] = ROW.exec(row) ?? [];
    if (result === undefined || names === undefined || parameters === undefined) throw new Error(`bad row: ${row}`);
    const found: LibraryFunction = {
      ...parametersOf(parameters),
      ...resultOf(result),
      letsOthersRun: others === '!',
      bounds: least === undefined || most === undefined ? null : { least: BigInt(least), most: boundOf(most) },
      zeroAtZero: zeroAtZero !== undefined,
      sets: globals === 'nothing' ? [] : ['errno', ...(globals?.split(' ') ?? [])],
    };
    for (const name of names.split('|')) {
      if (functions.has(name)) throw new Error(`twice in the library's table: ${name}`);
      functions.set(name, found);
    }
  }
  return functions;
}

const LEADING: Readonly<Record<string, LibraryFunction['leads']>> = {
  ptr: 'elsewhere',
  'ptr-own': 'own',
  first: 'first',
};

function resultOf(word: string): Pick<LibraryFunction, 'result' | 'leads'> {
  const leads = LEADING[word];
  return leads === undefined ? { result: word, leads: 'elsewhere' } : { result: 'pointer', leads };
}

function parametersOf(list: string): Pick<LibraryFunction, 'params' | 'more'> {
  const words = list === '' ? [] : list.split(', ');
  const last = words.at(-1);
  if (last !== '...' && last !== '...out') return { params: words.map(parameterOf), more: null };
  return { params: words.slice(0, -1).map(parameterOf), more: last === '...' ? 'in' : 'out' };
}

const KINDS: Readonly<Record<string, LibraryParameter['kind']>> = {
  any: 'any',
  fn: 'function',
  file: 'stream',
  in: 'in',
  out: 'out',
  deep: 'deep',
  format: 'format',
};

function parameterOf(word: string): LibraryParameter {
  const bare = word.replace(/[!+]+$/, '');
  return { kind: KINDS[bare] ?? 'integer', words: bare, notNull: word.includes('!'), kept: word.includes('+') };
}

function boundOf(word: string): LibraryBound {
  if (word === 'max' || word === 'half') return { kind: word };
  return word.startsWith('#')
    ? { kind: 'argument', index: Number(word.slice(1)) }
    : { kind: 'number', value: BigInt(word) };
}
