/**
 * Conversions and operators of all integer types against gcc and its sanitizer for undefined behaviour: a fifth of the
 * pairs of types at half of the edges, all of them with LOOPLENS_OPERATORS=all.
 */
import { describe, expect, it } from 'vitest';
import { hasGcc } from './gcc.ts';
import { parser } from './lower.ts';
import { OPERANDS, compareOperators } from './operators.ts';

const some = process.env['LOOPLENS_OPERATORS'] !== 'all';
const chars = OPERANDS.filter((o) => /char|^int$|^long$/.test(o.name));

describe.skipIf(!hasGcc())('every operator at the edges of every pair of types', () => {
  it('defined results are equal, and undefined behaviour is what the sanitizer traps', () => {
    const { compared, undefinedRuns, differences } = compareOperators(parser, { lefts: OPERANDS, some }, 'c');
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(60_000);
    expect(undefinedRuns).toBeGreaterThan(3_000);
  }, 600_000);

  it('signed arithmetic that wraps around', () => {
    const lefts = OPERANDS.filter((o) => o.signed && o.bits >= 32);
    const { differences } = compareOperators(parser, { lefts, some }, 'wrapv');
    expect(differences).toEqual([]);
  }, 60_000);

  it('an unsigned char', () => {
    const pairs = { lefts: chars, rights: chars, some };
    const { differences } = compareOperators(parser, pairs, 'c', { charSigned: false });
    expect(differences).toEqual([]);
  }, 60_000);
});
