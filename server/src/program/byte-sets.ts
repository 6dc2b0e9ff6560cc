/** Sets of bytes: bit `b` says whether byte `b` is in it. */
export type Bytes = bigint;

export const ALL_BYTES: Bytes = (1n << 256n) - 1n;
export const NO_BYTES: Bytes = 0n;
/** What ends a text. */
export const ZERO_BYTE: Bytes = 1n;
