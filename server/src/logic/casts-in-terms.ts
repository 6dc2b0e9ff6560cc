/** Casts that a term is the same as: `(x + 128) mod 256 - 128` is `(signed char)x`. */
import type { Part, Term } from './expression.ts';
import { nearZero, plus, scale } from './term.ts';

export const CASTS: ReadonlyMap<bigint, string> = new Map([
  [1n << 8n, 'unsigned char'],
  [1n << 16n, 'unsigned short'],
  [1n << 32n, 'unsigned'],
  [1n << 64n, 'unsigned long long'],
]);

/** What is shifted in a type that reduces it: no run goes on that shifts by as many bits as that has, or more. */
export const ONES: ReadonlyMap<bigint, string> = new Map([
  [1n << 32n, '1u'],
  [1n << 64n, '1ull'],
]);

/** No narrower than `int`: not promoted. */
export const WIDE: ReadonlySet<bigint> = new Set([1n << 32n, 1n << 64n]);

const SIGNED_CASTS: ReadonlyMap<bigint, string> = new Map([
  [1n << 8n, 'signed char'],
  [1n << 16n, 'short'],
  [1n << 32n, 'int'],
  [1n << 64n, 'long'],
]);

/** C's conversion of a term to a type. */
export interface Cast {
  /** As C spells it. */
  readonly type: string;
  readonly arg: Term;
  /** The number of the type's values. */
  readonly by: bigint;
  readonly isSigned: boolean;
}

const signed = (type: string, of: Term, by: bigint): Cast => ({ type, arg: nearZero(of, by), by, isSigned: true });

/** `(x + 3 + 128) mod 256 - 128` is `(signed char)(x + 3)`; so is `2 * ((x + 64) mod 128) - 127` of `2 * x + 1`. */
export function signedCast(constantPart: bigint, [only, ...others]: readonly Part[]): Cast | null {
  if (only?.mono.kind !== 'mod' || only.coef < 1n || others.length > 0) return null;
  const by = only.coef * only.mono.by;
  const type = SIGNED_CASTS.get(by);
  const odd = constantPart + by / 2n;
  if (type === undefined || odd < 0n || odd >= only.coef) return null;
  return signed(type, plus(scale(only.coef, only.mono.arg), constantPart), by);
}

/** `y - (x + 128) mod 256 + 129` is `y - (signed char)x + 1`; null where no part is one. */
export function withSignedCasts(
  constantPart: bigint,
  given: readonly Part[],
): { readonly constant: bigint; readonly parts: readonly (Part & { readonly cast?: Cast })[] } | null {
  let left = constantPart;
  const parts = given.map((p): Part & { readonly cast?: Cast } => {
    const { coef, mono } = p;
    const type = mono.kind === 'mod' ? SIGNED_CASTS.get(mono.by) : undefined;
    if (mono.kind !== 'mod' || type === undefined) return p;
    const more = left + (coef * mono.by) / 2n;
    const size = (n: bigint): bigint => (n < 0n ? -n : n);
    // that half of all values belongs to it
    if (size(more) >= mono.by / 4n || size(left) < mono.by / 4n) return p;
    left = more;
    const cast = signed(type, plus(mono.arg, -mono.by / 2n), mono.by);
    return { coef, mono: cast.arg, cast };
  });
  return left === constantPart ? null : { constant: left, parts };
}

/** `2 * ((3 * x + 1) mod 2^31)` is `(unsigned)(6 * x + 2)`, where nothing but an odd 1 stands beside it. */
export function unsignedCast(constantPart: bigint, [only, ...others]: readonly Part[]): Cast | null {
  if (only?.mono.kind !== 'mod' || only.coef < 2n || others.length > 0) return null;
  const by = only.coef * only.mono.by;
  const type = CASTS.get(by);
  if (type === undefined || constantPart < 0n || constantPart >= only.coef) return null;
  const arg = plus(scale(only.coef, only.mono.arg), constantPart);
  return { type, arg: nearZero(arg, by), by, isSigned: false };
}
