/** Sequences that go round: what values occur, against all of them. */
import { describe, expect, it } from 'vitest';
import {
  boundsOfSequence,
  greatestOf,
  risesUntil,
  sequenceOf,
  valueModulo,
  whereIs,
} from '../../server/src/logic/wrapping-sequences.ts';
import type { Sequence } from '../../server/src/logic/wrapping-sequences.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { add, int, mod, mul, plus, pow, scale, sub } from '../../server/src/logic/term.ts';
import { named, term } from './named.ts';

const K = term('#k');
const BYTE = 256n;
const square = (t: Term): Term => mul(t, t);

const TERMS: Readonly<Record<string, Term>> = {
  squares: square(plus(K, 1)),
  'squares of every third': square(plus(scale(3n, K), 2)),
  'squares of what goes round itself': square(mod(plus(K, 2), BYTE)),
  'products of neighbours': mul(K, plus(K, 1)),
  'a fall': sub(int(100), square(K)),
  'powers of three': pow(3n, K),
  'powers of five, and more': plus(scale(3n, pow(5n, K)), 7),
  'a power and a sum': add(pow(3n, K), K),
};

const sequence = (t: Term): Sequence => {
  const reduced = mod(t, BYTE);
  const s = reduced.kind === 'mod' ? sequenceOf(reduced, named('#k')) : null;
  if (s === null) throw new Error('no sequence');
  return s;
};

describe('sequences that go round', () => {
  it.each(Object.keys(TERMS).filter((name) => sequenceOfName(name)))('%s', (name) => {
    const s = sequence(TERMS[name] as Term);
    const values = Array.from({ length: 512 }, (_, k) => valueModulo(s, BigInt(k), s.width));
    const { least, greatest } = boundsOfSequence(s);
    expect(values.every((v) => v >= least && v <= greatest)).toBe(true);
    for (let v = 0n; v < 1n << s.width; v++) {
      const at = whereIs(s, v);
      if (at !== null) expect(valueModulo(s, at, s.width)).toBe(v);
      else expect(values.slice(1)).not.toContain(v);
    }
    const top = greatestOf(s);
    if (top) expect(values.reduce((a, b) => (a > b ? a : b))).toBe(top.value);
    const rises = Number(risesUntil(s));
    for (let k = 0; k < Math.min(rises, 100); k++)
      expect(valueModulo(s, BigInt(k + 1), s.width)).toBeGreaterThanOrEqual(values[k] as bigint);
  });
});

function sequenceOfName(name: string): boolean {
  const reduced = mod(TERMS[name] as Term, BYTE);
  return reduced.kind === 'mod' && sequenceOf(reduced, named('#k')) !== null;
}

describe('powers with a constant in the exponent', () => {
  it('are not made fractions whose factor could be reduced', () => {
    const t = mod(pow(3n, sub(int(99), term('x'))), 1n << 64n);
    expect(t).toMatchObject({ kind: 'mod', arg: { kind: 'pow', base: 3n } });
  });
});
