/**
 * What a function is handed where nothing says what: no pointer is null that needn't be, and no two lead to one object.
 */
import type { Variable } from '../program/index.ts';

/** Where pointers lead that are handed in: far apart. */
export const SOMEWHERE = 1n << 40n;

/** What a variable holds at entry that may hold anything. */
export const anyInput = (v: Variable): bigint => (v.pointer ? SOMEWHERE * BigInt(v.id + 1) : (v.initial ?? 0n));
