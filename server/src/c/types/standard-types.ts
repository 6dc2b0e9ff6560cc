/** What the standard headers define, per data model: limits, type names. */
import type { DataModelName, IntType } from '../../machine/index.ts';
import { INT } from '../../machine/index.ts';

export interface DataModel {
  readonly name: DataModelName;
  readonly charSigned: boolean;
  readonly long: 32 | 64;
  readonly pointer: 32 | 64;
}

export function dataModel(name: DataModelName, charSigned: boolean): DataModel {
  return { name, charSigned, long: name === 'LP64' ? 64 : 32, pointer: name === 'ILP32' ? 32 : 64 };
}

export function integer(bits: number, signed: boolean, name: string): IntType {
  return { bits, signed, bool: false, name };
}

export const UINT = integer(32, false, 'unsigned int');
export const SHORT = integer(16, true, 'short');
export const USHORT = integer(16, false, 'unsigned short');
export const SCHAR = integer(8, true, 'signed char');
export const UCHAR = integer(8, false, 'unsigned char');
export const LLONG = integer(64, true, 'long long');
export const ULLONG = integer(64, false, 'unsigned long long');
export const INT128 = integer(128, true, '__int128');
export const UINT128 = integer(128, false, 'unsigned __int128');

export function longType(model: DataModel): IntType {
  return integer(model.long, true, 'long');
}

export function unsignedLongType(model: DataModel): IntType {
  return integer(model.long, false, 'unsigned long');
}

/** `size_t`, `ptrdiff_t`: as wide as a pointer. */
export function sizeType(model: DataModel): IntType {
  if (model.pointer === 32) return UINT;
  return model.long === 64 ? unsignedLongType(model) : ULLONG;
}

export function ptrdiffType(model: DataModel): IntType {
  if (model.pointer === 32) return INT;
  return model.long === 64 ? longType(model) : LLONG;
}

/** Integer types that standard headers name. */
export function standardTypes(model: DataModel): ReadonlyMap<string, IntType> {
  const size = sizeType(model);
  const diff = ptrdiffType(model);
  const long = longType(model);
  const ulong = unsignedLongType(model);
  const [i64, u64] = model.long === 64 ? [long, ulong] : [LLONG, ULLONG];
  // as on Windows, where the C library is another one
  const windows = model.name === 'LLP64';
  const types = new Map<string, IntType>([
    ['size_t', size],
    ['rsize_t', size],
    ['ssize_t', diff],
    ['ptrdiff_t', diff],
    ['intptr_t', diff],
    ['uintptr_t', size],
    ['intmax_t', i64],
    ['uintmax_t', u64],
    ['off_t', long],
    ['off64_t', i64],
    ['time_t', windows ? LLONG : long],
    ['clock_t', long],
    ['suseconds_t', long],
    ['wchar_t', windows ? USHORT : model.long === 32 ? longType(model) : INT],
    ['wint_t', windows ? USHORT : UINT],
    ['char16_t', USHORT],
    ['char32_t', UINT],
    ['sig_atomic_t', INT],
    ['pid_t', INT],
    ['uid_t', UINT],
    ['gid_t', UINT],
    ['mode_t', windows ? USHORT : UINT],
    ['dev_t', windows ? UINT : ulong],
    ['ino_t', windows ? USHORT : ulong],
    ['socklen_t', UINT],
    ['useconds_t', UINT],
    ['id_t', UINT],
    ['key_t', INT],
    ['clockid_t', INT],
    ['regoff_t', INT],
    ['blkcnt_t', long],
    ['nfds_t', ulong],
    ['rlim_t', ulong],
    ['fsblkcnt_t', ulong],
    ['fsfilcnt_t', ulong],
    ['sa_family_t', USHORT],
    ['in_port_t', USHORT],
    ['in_addr_t', UINT],
    ['tcflag_t', UINT],
    ['speed_t', UINT],
    ['cc_t', UCHAR],
    ['uint', UINT],
    ['ushort', USHORT],
    ['ulong', ulong],
    ['u_int', UINT],
    ['u_char', UCHAR],
    ['u_short', USHORT],
    ['u_long', ulong],
    ['__int128_t', INT128],
    ['__uint128_t', UINT128],
  ]);
  const sized: readonly [number, IntType, IntType][] = [
    [8, SCHAR, UCHAR],
    [16, SHORT, USHORT],
    [32, INT, UINT],
    [64, i64, u64],
  ];
  for (const [bits, signed, unsigned] of sized) {
    for (const form of ['', '_least']) {
      types.set(`int${form}${bits}_t`, signed);
      types.set(`uint${form}${bits}_t`, unsigned);
    }
    const [fastSigned, fastUnsigned] = fastTypes(model, bits) ?? [signed, unsigned];
    types.set(`int_fast${bits}_t`, fastSigned);
    types.set(`uint_fast${bits}_t`, fastUnsigned);
    types.set(`__int${bits}_t`, signed);
    types.set(`__uint${bits}_t`, unsigned);
    types.set(`u_int${bits}_t`, unsigned);
    // those of <linux/types.h>
    types.set(`__s${bits}`, signed);
    for (const of of ['u', 'le', 'be']) if (of === 'u' || bits > 8) types.set(`__${of}${bits}`, unsigned);
  }
  return types;
}

/** `int_fast16_t` and the like, where they are wider than they have to be: for glibc as wide as a register. */
function fastTypes(model: DataModel, bits: number): readonly [IntType, IntType] | null {
  if (model.name === 'LLP64') return bits === 16 ? [INT, UINT] : null;
  return bits > 8 && bits < 64 ? [ptrdiffType(model), sizeType(model)] : null;
}

/** Constants of the standard headers, known even where the header is not read. */
export function standardConstants(
  model: DataModel,
): ReadonlyMap<string, { readonly value: bigint; readonly type: IntType }> {
  const constants = new Map<string, { value: bigint; type: IntType }>();
  const put = (name: string, value: bigint, type: IntType): void => {
    constants.set(name, { value, type });
  };
  const limits = (name: string, unsignedName: string, signed: IntType, unsigned: IntType): void => {
    const half = 1n << BigInt(signed.bits - 1);
    const small = signed.bits < 32;
    put(`${name}_MIN`, -half, small ? INT : signed);
    put(`${name}_MAX`, half - 1n, small ? INT : signed);
    put(`${unsignedName}_MAX`, 2n * half - 1n, small ? INT : unsigned);
  };
  const types = standardTypes(model);
  limits('SCHAR', 'UCHAR', SCHAR, UCHAR);
  limits('SHRT', 'USHRT', SHORT, USHORT);
  limits('INT', 'UINT', INT, UINT);
  limits('LONG', 'ULONG', longType(model), unsignedLongType(model));
  limits('LLONG', 'ULLONG', LLONG, ULLONG);
  for (const form of ['', '_LEAST', '_FAST']) {
    for (const bits of [8, 16, 32, 64]) {
      const lower = form.toLowerCase();
      limits(
        `INT${form}${bits}`,
        `UINT${form}${bits}`,
        types.get(`int${lower}${bits}_t`)!,
        types.get(`uint${lower}${bits}_t`)!,
      );
    }
  }
  limits('INTMAX', 'UINTMAX', types.get('intmax_t')!, types.get('uintmax_t')!);
  limits('INTPTR', 'UINTPTR', types.get('intptr_t')!, types.get('uintptr_t')!);
  limits('PTRDIFF', 'SIZE', ptrdiffType(model), sizeType(model));
  put('SSIZE_MAX', (1n << BigInt(model.pointer - 1)) - 1n, ptrdiffType(model));
  put('CHAR_MIN', model.charSigned ? -128n : 0n, INT);
  put('CHAR_MAX', model.charSigned ? 127n : 255n, INT);
  put('CHAR_BIT', 8n, INT);
  put('RAND_MAX', model.name === 'LLP64' ? 32767n : 2147483647n, INT);
  put('EOF', -1n, INT);
  put('EXIT_SUCCESS', 0n, INT);
  put('EXIT_FAILURE', 1n, INT);
  put('true', 1n, INT);
  put('false', 0n, INT);
  put('TRUE', 1n, INT);
  put('FALSE', 0n, INT);
  return constants;
}

/** The size of a `long double` in bytes. */
export function longDouble(model: DataModel): number {
  if (model.name === 'LLP64') return 8;
  return model.pointer === 64 ? 16 : 12;
}
