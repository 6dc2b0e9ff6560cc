/** Names for people of what no variable determines: numbers of iterations, answers of the environment. */
import type { Symbol, Term } from '../logic/index.ts';
import { asText } from '../logic/index.ts';
import type { Fresh } from '../explore/index.ts';

/** Fresh symbols under names for people, none of the program's: k, k2, nondet, any. */
export function prettyNames(fresh: readonly Fresh[], variables: readonly Symbol[]): Map<Symbol, Term> {
  const used = new Set(variables.map((s) => s.display));
  const last = new Map<string, number>();
  const out = new Map<Symbol, Term>();
  for (const one of fresh) {
    const stem = one.choice
      ? 'way'
      : one.kind === 'count'
        ? 'k'
        : one.kind === 'nondet'
          ? 'nondet'
          : `any ${one.symbol.display}`;
    let number = last.get(stem) ?? 0;
    let name = stem;
    do name = ++number === 1 ? stem : `${stem}${subscript(number)}`;
    while (used.has(name));
    last.set(stem, number);
    out.set(one.symbol, asText(name));
  }
  return out;
}

const subscript = (n: number): string => [...`${n}`].map((d) => '₀₁₂₃₄₅₆₇₈₉'[Number(d)]).join('');
