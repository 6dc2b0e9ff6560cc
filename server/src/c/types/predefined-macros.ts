/** The macros that gcc defines by itself for a data model, as far as programs and headers ask for them. */
import type { IntType } from '../../machine/index.ts';
import { define, parseDefine } from '../sources/index.ts';
import type { Macro } from '../sources/index.ts';
import { longDouble, standardTypes } from './standard-types.ts';
import type { DataModel } from './standard-types.ts';

/** Macros with the same meaning everywhere. */
const ANYWHERE: Readonly<Record<string, string>> = {
  __STDC__: '1',
  __STDC_VERSION__: '201710L',
  __STDC_HOSTED__: '1',
  __STDC_UTF_16__: '1',
  __STDC_UTF_32__: '1',
  __GNUC__: '12',
  __GNUC_MINOR__: '2',
  __GNUC_PATCHLEVEL__: '0',
  __GNUC_STDC_INLINE__: '1',
  __VERSION__: '"12.2.0"',
  __NO_INLINE__: '1',
  __CHAR_BIT__: '8',
  __ORDER_LITTLE_ENDIAN__: '1234',
  __ORDER_BIG_ENDIAN__: '4321',
  __ORDER_PDP_ENDIAN__: '3412',
  __BYTE_ORDER__: '__ORDER_LITTLE_ENDIAN__',
  __FLOAT_WORD_ORDER__: '__ORDER_LITTLE_ENDIAN__',
  __BIGGEST_ALIGNMENT__: '16',
  __FINITE_MATH_ONLY__: '0',
  __SIZEOF_INT__: '4',
  __SIZEOF_SHORT__: '2',
  __SIZEOF_LONG_LONG__: '8',
  __SIZEOF_FLOAT__: '4',
  __SIZEOF_DOUBLE__: '8',
  __SIZEOF_FLOAT128__: '16',
  __ATOMIC_RELAXED: '0',
  __ATOMIC_CONSUME: '1',
  __ATOMIC_ACQUIRE: '2',
  __ATOMIC_RELEASE: '3',
  __ATOMIC_ACQ_REL: '4',
  __ATOMIC_SEQ_CST: '5',
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1: '1',
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2: '1',
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4: '1',
  __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8: '1',
  __USER_LABEL_PREFIX__: '',
  __REGISTER_PREFIX__: '',
  __CHAR16_TYPE__: 'short unsigned int',
  __CHAR32_TYPE__: 'unsigned int',
  __SIG_ATOMIC_TYPE__: 'int',
  __SIG_ATOMIC_MIN__: '(-__SIG_ATOMIC_MAX__ - 1)',
  __FLT_RADIX__: '2',
  __FLT_EVAL_METHOD__: '0',
  __FLT_DIG__: '6',
  __DBL_DIG__: '15',
  __FLT_MANT_DIG__: '24',
  __DBL_MANT_DIG__: '53',
  __DBL_MAX_EXP__: '1024',
  __FLT_MAX_EXP__: '128',
  __DBL_MAX__: '1.7976931348623157e+308',
  __FLT_MAX__: '3.40282347e+38F',
  __FILE__: '""',
  __BASE_FILE__: '""',
  __DATE__: '""',
  __TIME__: '""',
  __TIMESTAMP__: '""',
  __INCLUDE_LEVEL__: '0',
};

const LINUX = [
  '__linux__',
  '__linux',
  '__unix__',
  '__unix',
  '__gnu_linux__',
  '__ELF__',
  '__SSE__',
  '__SSE2__',
  '__MMX__',
];
const BY_MODEL: Readonly<Record<DataModel['name'], readonly string[]>> = {
  LP64: [...LINUX, '__LP64__', '_LP64', '__x86_64__', '__x86_64', '__amd64__', '__amd64'],
  ILP32: [...LINUX, '__ILP32__', '_ILP32', '__i386__', '__i386'],
  LLP64: ['_WIN32', '_WIN64', '__x86_64__'],
};

/** Integer types as gcc spells them. */
const SPELLED: Readonly<Record<string, string>> = {
  long: 'long int',
  'unsigned long': 'long unsigned int',
  short: 'short int',
  'unsigned short': 'short unsigned int',
  'long long': 'long long int',
  'unsigned long long': 'long long unsigned int',
};

const SUFFIX: Readonly<Record<string, string>> = {
  'unsigned int': 'U',
  long: 'L',
  'unsigned long': 'UL',
  'long long': 'LL',
  'unsigned long long': 'ULL',
};

/** What Linux annotates types with, for a checker; compilers see nothing of it. */
const FOR_CHECKERS = ['__force', '__bitwise', '__nocast', '__user', '__iomem', '__rcu', '__percpu'];

export function predefinedMacros(model: DataModel): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  const put = (name: string, body: string): void => {
    macros.set(name, define(name, body));
  };
  const add = (text: string): void => {
    const macro = parseDefine(text);
    if (macro !== null) macros.set(macro.name, macro);
  };
  for (const [name, body] of Object.entries(ANYWHERE)) put(name, body);
  for (const name of FOR_CHECKERS) put(name, '');
  for (const name of BY_MODEL[model.name]) put(name, '1');
  for (const name of ['LONG', 'POINTER', 'SIZE_T', 'PTRDIFF_T'])
    put(`__SIZEOF_${name}__`, String((name === 'LONG' ? model.long : model.pointer) / 8));
  put('__SIZEOF_LONG_DOUBLE__', String(longDouble(model)));
  if (model.pointer === 64) put('__SIZEOF_INT128__', '16');
  if (!model.charSigned) put('__CHAR_UNSIGNED__', '1');
  for (const [name, bits, suffix] of [
    ['SCHAR', 8, ''],
    ['SHRT', 16, ''],
    ['INT', 32, ''],
    ['LONG', model.long, 'L'],
    ['LONG_LONG', 64, 'LL'],
    ['SIG_ATOMIC', 32, ''],
  ] as const) {
    put(`__${name}_MAX__`, largest(bits, true) + suffix);
    put(`__${name}_WIDTH__`, String(bits));
  }
  const types = standardTypes(model);
  for (const name of ['wchar', 'wint']) wideCharacterType(put, name.toUpperCase(), types.get(`${name}_t`)!);
  for (const [name, type] of types) {
    const kind = /^(u?int)(_(?:least|fast))?(\d+|max|ptr)_t$/.exec(name);
    if (kind === null) continue;
    const [, sign, form = '', width] = kind;
    const hasConstants = form === '' && width !== 'ptr';
    integerType(put, `${sign!}${form}${width!}`.toUpperCase(), type, hasConstants ? add : null);
  }
  integerType(put, 'SIZE', types.get('size_t')!, null);
  integerType(put, 'PTRDIFF', types.get('ptrdiff_t')!, null);
  // what <stdint.h> makes of these, known even where it is not read
  for (const text of [
    'INT8_C(c) c',
    'INT16_C(c) c',
    'INT32_C(c) c',
    'UINT8_C(c) c',
    'UINT16_C(c) c',
    'UINT32_C(c) c##U',
  ])
    add(text);
  const suffix = model.long === 64 ? 'L' : 'LL';
  for (const kind of ['INT64', 'INTMAX']) {
    add(`${kind}_C(c) c##${suffix}`);
    add(`U${kind}_C(c) c##U${suffix}`);
  }
  macros.set('__LINE__', { ...define('__LINE__', '0'), dynamic: 'line' });
  macros.set('__COUNTER__', { ...define('__COUNTER__', '0'), dynamic: 'counter' });
  // what it asks for is of no concern here
  add('_Pragma(x)');
  return macros;
}

/** `__WCHAR_TYPE__`, `__WCHAR_MAX__` and the like. */
function wideCharacterType(put: (name: string, body: string) => void, name: string, type: IntType): void {
  const suffix = type.bits < 32 ? '' : (SUFFIX[type.name] ?? '');
  put(`__SIZEOF_${name}_T__`, String(type.bits / 8));
  put(`__${name}_TYPE__`, SPELLED[type.name] ?? type.name);
  put(`__${name}_MAX__`, largest(type.bits, type.signed) + suffix);
  put(`__${name}_MIN__`, type.signed ? `(-__${name}_MAX__ - 1)` : `0${suffix}`);
  put(`__${name}_WIDTH__`, String(type.bits));
}

/** `__INT64_TYPE__`, `__INT64_MAX__`, `__INT64_WIDTH__` and `__INT64_C`. */
function integerType(
  put: (name: string, body: string) => void,
  name: string,
  type: IntType,
  addCall: ((text: string) => void) | null,
): void {
  const suffix = SUFFIX[type.name] ?? '';
  put(`__${name}_TYPE__`, SPELLED[type.name] ?? type.name);
  put(`__${name}_MAX__`, largest(type.bits, type.signed) + suffix);
  if ((type.signed && !/^INT\d/.test(name)) || name === 'SIZE') put(`__${name}_WIDTH__`, String(type.bits));
  addCall?.(`__${name}_C(c) c${suffix === '' ? '' : `##${suffix}`}`);
}

function largest(bits: number, signed: boolean): string {
  return `0x${((1n << BigInt(signed ? bits - 1 : bits)) - 1n).toString(16)}`;
}
