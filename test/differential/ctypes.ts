/** The integer types that generated functions use, as the compiler on LP64 has them. */

export interface CType {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
}

export const TYPES: readonly CType[] = [
  { name: 'signed char', bits: 8, signed: true },
  { name: 'unsigned char', bits: 8, signed: false },
  { name: 'short', bits: 16, signed: true },
  { name: 'unsigned short', bits: 16, signed: false },
  { name: 'int', bits: 32, signed: true },
  { name: 'unsigned int', bits: 32, signed: false },
  { name: 'long', bits: 64, signed: true },
  { name: 'unsigned long', bits: 64, signed: false },
];

export const INT = TYPES[4]!;
export const UNSIGNED = TYPES.filter((type) => !type.signed);
export const SIGNED = TYPES.filter((type) => type.signed);

/** The type of 8 bits with the same signedness. */
export const byteOf = (type: CType): CType => TYPES[type.signed ? 0 : 1] as CType;

export function least(type: CType): bigint {
  return type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
}

export function greatest(type: CType): bigint {
  return (1n << BigInt(type.signed ? type.bits - 1 : type.bits)) - 1n;
}
