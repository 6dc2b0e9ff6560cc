/**
 * What library functions do, as far as integers are concerned. What is not listed is an unknown function: it may change
 * everything that it can reach.
 */
import type { LibraryFunction } from './library-signature.ts';
import { readRows } from './library-signature.ts';
import { POSIX_ROWS } from './posix-library.ts';
import { STANDARD_ROWS } from './standard-library.ts';

const FUNCTIONS: ReadonlyMap<string, LibraryFunction> = readRows([...STANDARD_ROWS, ...POSIX_ROWS]);

/**
 * What is known of the function of this name, also if it lets others run; null: nothing. Compilers have some with a
 * prefix of their own.
 */
export function libraryFunction(name: string): LibraryFunction | null {
  return FUNCTIONS.get(name) ?? FUNCTIONS.get(name.replace(/^__builtin_/, '')) ?? null;
}

/** The same if its effects are known. Its result is anything of its type, or what the row says. */
export function libraryEffect(name: string): LibraryFunction | null {
  const found = libraryFunction(name);
  return found === null || found.letsOthersRun ? null : found;
}

/** Names of all, for tests that go through them. */
export function libraryNames(): Iterable<string> {
  return FUNCTIONS.keys();
}

/** Whether it can be called with so many arguments. */
export function takesArguments({ params, more }: LibraryFunction, count: number): boolean {
  return count === params.length || (more !== null && count > params.length);
}

/** How the function writes what its argument of that number points at. */
export function writesArgument({ params, more }: LibraryFunction, position: number): 'not' | 'there' | 'deep' {
  const kind = params[position]?.kind ?? (position >= params.length ? more : null);
  return kind === 'out' ? 'there' : kind === 'deep' ? 'deep' : 'not';
}

/** Whether it may write anything that is handed to it, or that it has handed out before. */
export function writesMemory({ params, more, leads }: LibraryFunction): boolean {
  return more === 'out' || leads === 'own' || params.some((p) => p.kind === 'out' || p.kind === 'deep');
}

/** Whether its result points into what its first argument points at, or is null. */
export function returnsArgument(name: string): boolean {
  return libraryEffect(name)?.leads === 'first';
}

/** Whether the function only looks at (or writes to) what its argument leads to, and keeps no pointer to it. */
export function onlyBorrows(name: string, position: number): boolean {
  const found = libraryEffect(name);
  return found !== null && !(found.leads === 'first' && position === 0) && found.params[position]?.kept !== true;
}

/** Arguments that must not be null, however much is read or written there (C11 7.24.1p2). */
export const goesThrough = (name: string): readonly number[] =>
  libraryFunction(name)?.params.flatMap((p, i) => (p.notNull ? [i] : [])) ?? [];

/** Functions after which the run is over. */
export const ENDING = new Set([
  'abort',
  'exit',
  '_Exit',
  '_exit',
  'quick_exit',
  '__builtin_unreachable',
  '__builtin_trap',
  '__builtin_abort',
  '__builtin_exit',
  'longjmp',
  'siglongjmp',
  '_longjmp',
  '__builtin_longjmp',
  'pthread_exit',
  'thrd_exit',
]);

/** Assertions that take the condition. */
export const ASSERTING = new Set(['assert', 'static_assert', '_Static_assert', '__VERIFIER_assert']);

/** Functions that may return more than once for one call. */
const TWICE = new Set(
  'setjmp _setjmp sigsetjmp __sigsetjmp __builtin_setjmp savectx vfork getcontext swapcontext'.split(' '),
);

export function returnsTwice(name: string): boolean {
  return TWICE.has(name);
}

/** Calls that are failures in themselves. */
export const FAILING = new Set([
  'reach_error',
  '__VERIFIER_error',
  '__assert_fail',
  '__assert_rtn',
  '__assert',
  '__assert_perror_fail',
]);

export const ASSUMING = new Set([
  '__VERIFIER_assume',
  'assume',
  'assume_abort_if_not',
  '__builtin_assume',
  '__CPROVER_assume',
  'klee_assume',
]);

/** Type named by the suffix of `__VERIFIER_nondet_SUFFIX`, in words of C or standard names; null: not an integer. */
export function nondetType(name: string): string | null | undefined {
  const match = /^__VERIFIER_nondet_?(\w*)$/.exec(name);
  if (match === null) return undefined;
  return (
    NONDET[match[1]!] ??
    (/^(float|double|pointer|pchar|charp|string|const_char_pointer|.*_ptr)$/.test(match[1]!) ? null : 'int')
  );
}

const NONDET: Readonly<Record<string, string>> = {
  '': 'int',
  int: 'int',
  char: 'char',
  schar: 'signed char',
  uchar: 'unsigned char',
  unsigned_char: 'unsigned char',
  short: 'short',
  ushort: 'unsigned short',
  unsigned_short: 'unsigned short',
  uint: 'unsigned int',
  unsigned: 'unsigned int',
  unsigned_int: 'unsigned int',
  long: 'long',
  ulong: 'unsigned long',
  unsigned_long: 'unsigned long',
  longlong: 'long long',
  ulonglong: 'unsigned long long',
  long_long: 'long long',
  unsigned_long_long: 'unsigned long long',
  bool: '_Bool',
  _Bool: '_Bool',
  u8: 'uint8_t',
  u16: 'uint16_t',
  u32: 'uint32_t',
  u64: 'uint64_t',
  s8: 'int8_t',
  s16: 'int16_t',
  s32: 'int32_t',
  s64: 'int64_t',
  uint8_t: 'uint8_t',
  uint16_t: 'uint16_t',
  uint32_t: 'uint32_t',
  uint64_t: 'uint64_t',
  int8_t: 'int8_t',
  int16_t: 'int16_t',
  int32_t: 'int32_t',
  int64_t: 'int64_t',
  size_t: 'size_t',
  ssize_t: 'ssize_t',
  sizet: 'size_t',
  loff_t: 'long',
  sector_t: 'unsigned long',
  pthread_t: 'unsigned long',
  int128: '__int128',
  uint128: 'unsigned __int128',
  unsigned_int128: 'unsigned __int128',
};
