/** Terms as a person would write them, given what is known where they stand. */
import type { Formula, Part, Term } from './expression.ts';
import { and, ge0 } from './formula.ts';
import { rewrite } from './rewrite-terms.ts';
import { add, int, mod, nearZero, plus, scale, sub } from './term.ts';
import { table } from './applied-functions.ts';

/** The value at an index within the list; a formula where the values are evenly spaced. */
export function listed(values: readonly bigint[], index: Term): Term {
  const step = values.length > 1 ? evenSteps(values) : null;
  return step === null ? table(values, index) : plus(scale(step, index), values[0] as bigint);
}

/** What each value is more than the one before it, where that is always the same. */
export function evenSteps(values: readonly bigint[]): bigint | null {
  const step = (values[1] ?? 0n) - (values[0] ?? 0n);
  return values.every((v, i) => i === 0 || v - (values[i - 1] as bigint) === step) ? step : null;
}

/**
 * A sum in which look-ups at the same place are one, and no remainder stands beside its quotient: `9*⌊k / 9⌋ + k mod 9`
 * is `k`.
 */
export function joined(t: Term): Term {
  return t.kind === 'sum' ? quotientsJoined(tablesJoined(t)) : t;
}

function tablesJoined(term: Term & { readonly kind: 'sum' }): Term {
  const at = new Map<Term, { readonly part: Part; readonly values: readonly bigint[] }[]>();
  for (const part of term.parts) {
    const { mono } = part;
    const values = mono.kind === 'app' && mono.fn.kind === 'look-up' ? mono.fn.values : null;
    const index = mono.kind === 'app' ? mono.args[0] : undefined;
    // within the list wherever the index lies
    if (values && index?.kind === 'mod' && index.by === BigInt(values.length))
      at.set(index, [...(at.get(index) ?? []), { part, values }]);
  }
  let out: Term = term;
  for (const [index, found] of at) {
    if (found.length < 2) continue;
    const sums =
      found[0]?.values.map((_, i) =>
        found.reduce((sum, { part, values }) => sum + part.coef * (values[i] as bigint), 0n),
      ) ?? [];
    out = add(out, ...found.map(({ part }) => scale(-part.coef, part.mono)), listed(sums, index));
  }
  return out;
}

function quotientsJoined(term: Term): Term {
  if (term.kind !== 'sum') return term;
  const quotients = term.parts.flatMap((p) => (p.mono.kind === 'div' ? [p.mono] : []));
  return term.parts.reduce<Term>((sum, { coef, mono }) => {
    const quotient = mono.kind === 'mod' ? quotients.find((q) => q.arg === mono.arg && q.by === mono.by) : undefined;
    return add(sum, scale(coef, quotient ? sub(quotient.arg, scale(quotient.by, quotient)) : mono));
  }, int(term.constant));
}

/** What wraps around once is looked for in terms up to this size. */
const MOST_TRIED = 12;

/**
 * Without `mod m` where what stands before it lies between 0 and m - 1 anyway, or does so once m is added or taken
 * away.
 */
export function withoutModuli(term: Term, holds: (f: Formula) => boolean): Term {
  return rewrite(term, (x) => {
    if (x.kind !== 'mod') return null;
    const inside = nearZero(withoutModuli(x.arg, holds), x.by);
    // `(-c - 2) mod 256` is 254 - c for a byte c below 255
    const rounds = inside.size > MOST_TRIED ? [0n] : [0n, x.by, -x.by];
    const fits = rounds.map((by) => plus(inside, by)).find((t) => holds(and(ge0(t), ge0(sub(int(x.by - 1n), t)))));
    return fits ?? mod(inside, x.by);
  });
}

/**
 * Multiples of a quotient beside what is divided as the remainder: `t - 2*⌊t / 2⌋` is `t mod 2`, where that is shorter.
 */
export function withRemainders(term: Term): Term {
  return rewrite(term, (x) => {
    if (x.kind !== 'sum') return null;
    for (const { coef, mono } of x.parts) {
      if (mono.kind !== 'div' || coef % mono.by !== 0n) continue;
      const k = -coef / mono.by;
      const shorter = add(x, scale(-coef, mono), scale(-k, mono.arg), scale(k, mod(mono.arg, mono.by)));
      if (shorter.size < x.size) return withRemainders(shorter);
    }
    return null;
  });
}
