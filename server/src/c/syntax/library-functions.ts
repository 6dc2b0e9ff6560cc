/**
 * Effects of library functions, as far as integers are concerned. What is not listed is an unknown function: it may change
 * everything that it can reach.
 */

/** Which arguments point at what it writes, counted from 0; `from`: that one and all after it. */
export interface LibraryEffect {
  readonly writes: readonly number[];
  readonly from?: number;
}

const NONE = `printf fprintf vprintf vfprintf dprintf puts fputs putchar putc fputc fwrite fflush fclose fopen fdopen freopen perror setbuf setvbuf
  putchar_unlocked putc_unlocked fputc_unlocked fputs_unlocked fwrite_unlocked fflush_unlocked getc_unlocked getchar_unlocked feof_unlocked ferror_unlocked
  strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk memcmp memchr memrchr rawmemchr memmem
  wcslen wcscmp wcsncmp wcschr strerror strsignal
  malloc calloc alloca __builtin_alloca aligned_alloc realloc reallocarray free strdup strndup
  isalpha isdigit isalnum isspace isupper islower ispunct isprint iscntrl isgraph isxdigit isblank isascii toupper tolower toascii
  iswalpha iswdigit iswalnum iswspace iswprint towupper towlower wcwidth
  atoi atol atoll atof rand random srand srandom clock getchar getc fgetc ungetc getpid getppid getuid geteuid getgid getegid getenv sleep usleep
  sqrt sqrtf pow powf floor ceil fabs fabsf sin cos tan exp log log2 log10 fmod round trunc lround llround
  open openat creat close write lseek dup dup2 isatty unlink rmdir mkdir chdir access rename fileno rewind fseek fseeko ftell ftello feof ferror clearerr
  localtime gmtime mktime opendir readdir closedir ntohs ntohl htons htonl
  __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl
  __builtin_ctzll __builtin_ffs __builtin_parity __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_constant_p
  __builtin_object_size __builtin_prefetch __builtin_huge_val __builtin_nan __builtin_strlen __builtin_strcmp __builtin_memcmp
  __assert_rtn gettext dgettext dcgettext ngettext _ pthread_mutex_init pthread_mutex_destroy`;

const FIRST = `memset memcpy memmove mempcpy strcpy strncpy strlcpy strcat strncat strlcat stpcpy stpncpy sprintf snprintf vsprintf vsnprintf fgets
  fgets_unlocked gets fread fread_unlocked bzero gettimeofday asprintf vasprintf strftime time pipe getcwd wcscpy wmemset
  strtok __builtin_memset __builtin_memcpy __builtin_memmove __builtin_strcpy __builtin_va_start __builtin_va_end va_start va_end va_copy`;

const SECOND =
  'bcopy read pread readlink stat lstat fstat clock_gettime localtime_r gmtime_r strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold frexp modf';

const named = (names: string, effect: LibraryEffect): [string, LibraryEffect][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, effect]);

const EFFECTS: ReadonlyMap<string, LibraryEffect> = new Map<string, LibraryEffect>([
  ...named(NONE, { writes: [] }),
  ...named(FIRST, { writes: [0] }),
  ...named(SECOND, { writes: [1] }),
  ...named('getline getdelim', { writes: [0, 1] }),
  ...named('strtok_r', { writes: [0, 2] }),
  ...named('scanf', { writes: [], from: 1 }),
  ...named('sscanf fscanf', { writes: [], from: 2 }),
]);

/** What a library function changes of what we model; null: not known to us. Its result is anything of its type. */
export function libraryEffect(name: string): LibraryEffect | null {
  return EFFECTS.get(name) ?? null;
}

/** Whether the function writes what its argument of that number points at. */
export function writesArgument(effect: LibraryEffect, position: number): boolean {
  return effect.writes.includes(position) || (effect.from !== undefined && position >= effect.from);
}

/** Functions whose result points into what their first argument points at, or is null. */
const INTO_FIRST = new Set(
  `strchr strrchr strchrnul strstr strcasestr strpbrk memchr memrchr rawmemchr memmem wcschr memset memcpy memmove mempcpy strcpy strncpy
  strcat strncat stpcpy stpncpy fgets fgets_unlocked gets wcscpy wmemset __builtin_memset __builtin_memcpy __builtin_memmove __builtin_strcpy`
    .trim()
    .split(/\s+/),
);

export function returnsArgument(name: string): boolean {
  return INTO_FIRST.has(name);
}

/** Functions that keep a pointer that they are given, or hand it out again. */
const KEEPING = new Set(
  `setbuf setvbuf strtok strtok_r strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold realloc reallocarray
  gettext dgettext dcgettext ngettext _ va_start va_copy __builtin_va_start pthread_mutex_init readdir getcwd`
    .trim()
    .split(/\s+/),
);

/** Whether the function only looks at (or writes to) what it is given, and keeps no pointer to it. */
export function onlyBorrows(name: string): boolean {
  return EFFECTS.has(name) && !INTO_FIRST.has(name) && !KEEPING.has(name);
}

/** Result types of library functions that are no `int`, by the names of `standardTypes` and C's own. */
export const RESULT_TYPES: ReadonlyMap<string, string> = new Map([
  ['strlen', 'size_t'],
  ['wcslen', 'size_t'],
  ['strlcpy', 'size_t'],
  ['strlcat', 'size_t'],
  ['strftime', 'size_t'],
  ['fwrite_unlocked', 'size_t'],
  ['fread_unlocked', 'size_t'],
  ['__builtin_strlen', 'size_t'],
  ['pread', 'ssize_t'],
  ['readlink', 'ssize_t'],
  ['lseek', 'off_t'],
  ['ftello', 'off_t'],
  ['strtoimax', 'intmax_t'],
  ['strtoumax', 'uintmax_t'],
  ['strnlen', 'size_t'],
  ['strspn', 'size_t'],
  ['strcspn', 'size_t'],
  ['fread', 'size_t'],
  ['fwrite', 'size_t'],
  ['read', 'ssize_t'],
  ['write', 'ssize_t'],
  ['getline', 'ssize_t'],
  ['getdelim', 'ssize_t'],
  ['atol', 'long'],
  ['labs', 'long'],
  ['strtol', 'long'],
  ['atoll', 'long long'],
  ['strtoll', 'long long'],
  ['strtoul', 'unsigned long'],
  ['strtoull', 'unsigned long long'],
  ['random', 'long'],
  ['ftell', 'long'],
  ['time', 'time_t'],
  ['clock', 'clock_t'],
  ['ntohl', 'uint32_t'],
  ['htonl', 'uint32_t'],
  ['ntohs', 'uint16_t'],
  ['htons', 'uint16_t'],
  ['llround', 'long long'],
  ['lround', 'long'],
  ['__builtin_bswap16', 'uint16_t'],
  ['__builtin_bswap32', 'uint32_t'],
  ['__builtin_bswap64', 'uint64_t'],
  ['__builtin_object_size', 'size_t'],
  ['towupper', 'wint_t'],
  ['towlower', 'wint_t'],
  ['getuid', 'uid_t'],
  ['geteuid', 'uid_t'],
  ['getgid', 'gid_t'],
  ['getegid', 'gid_t'],
  ['sleep', 'unsigned int'],
  ['mktime', 'time_t'],
  ...(
    'malloc calloc realloc alloca strdup strndup strchr strrchr strstr strpbrk memchr memcpy memmove memset strcpy strncpy strcat strncat fgets gets getenv fopen strtok ' +
    '__builtin_alloca wcschr wcscpy wmemset localtime_r gmtime_r __builtin_memset __builtin_memcpy __builtin_memmove __builtin_strcpy ' +
    'localtime gmtime strchrnul strcasestr memrchr rawmemchr memmem mempcpy stpcpy stpncpy reallocarray aligned_alloc fdopen freopen opendir readdir getcwd strerror strsignal gettext dgettext dcgettext ngettext'
  )
    .split(' ')
    .map((name): [string, string] => [name, 'pointer']),
  ...'sqrt sqrtf pow powf floor ceil fabs fabsf sin cos tan exp log log2 log10 fmod round trunc atof strtod strtof strtold frexp modf __builtin_huge_val __builtin_nan'
    .split(' ')
    .map((name): [string, string] => [name, 'double']),
]);

const GOES_THROUGH: ReadonlyMap<string, readonly number[]> = new Map([
  ...'strlen strnlen strchr strrchr strchrnul strdup strndup memchr memrchr rawmemchr memset bzero puts atoi atol atoll strtol strtoul strtoll strtoull sprintf'
    .split(' ')
    .map((name): [string, number[]] => [name, [0]]),
  ...'strcmp strncmp strcasecmp strncasecmp strcoll strstr strcasestr strspn strcspn strpbrk memcmp memcpy memmove mempcpy strcpy strncpy stpcpy stpncpy strcat strncat'
    .split(' ')
    .map((name): [string, number[]] => [name, [0, 1]]),
]);

/** Arguments that must not be null, however much is read or written there (C11 7.24.1p2). */
export const goesThrough = (name: string): readonly number[] => GOES_THROUGH.get(name.replace(/^__builtin_/, '')) ?? [];

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
