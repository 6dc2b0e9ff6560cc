/**
 * Guesses at what holds at cut points, by the manner in which they are made. The portfolio says in which order they are
 * tried: each builds on what was proven before.
 */
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  FALSE,
  TRUE,
  eq0,
  formulaHolds,
  ge,
  int,
  isDeclared,
  isLiteral,
  lt,
  not,
  or,
  plus,
  sym,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { modulusOf } from '../../machine/index.ts';
import {
  around,
  bounds,
  byPhase,
  congruences,
  consistent,
  equalities,
  goalClauses,
  goals,
  inRing,
  ownLiterals,
  valueConditions,
} from './invariant-candidates.ts';
import type { CutSystem } from '../transitions/index.ts';
import type { Sample, SampleResult } from '../sampling/index.ts';
import { slopes } from './slope-candidates.ts';
import { constantsOf } from '../sampling/index.ts';

export interface Stage {
  /** What people are told of a proof by it. */
  readonly name: string;
  /** Needs no split on wrap-around: equalities only. */
  readonly inRing: boolean;
  /** Candidates by cut point. */
  guess(system: CutSystem, samples: SampleResult, open: ReadonlySet<number>): Formula[][];
}

const MAX_CONDITIONS = 10;

/** What the guards and the assertions say, equalities that were seen, and bounds. */
export const FROM_GUARDS: Stage = {
  name: 'invariants',
  inRing: false,
  guess: (system, samples, open) => {
    const constants = constantsOf(system.cfg.fn);
    const own = ownLiterals(system, 1);
    const clauses = goalClauses(system, goals(system, open), 1);
    return system.cuts.map((cut, index) => {
      const states = statesAt(samples, index);
      const literals = own[index] ?? [];
      // never seen: perhaps never reached
      if (states.length === 0) return [FALSE, ...(clauses[index] ?? []), ...literals.flatMap(around)];
      const equal = equalities(cut.live, states, 1);
      return consistent(
        [
          ...equal,
          ...inRing(equal, ringOf(system)),
          ...(clauses[index] ?? []),
          ...literals.flatMap(around),
          ...bounds(
            cut.live,
            states,
            constants.slice(0, 12),
            literals.map((l) => l.term),
            false,
          ),
        ],
        states,
        system.symbols.range,
      );
    });
  },
};

/** What a loop has done to the elements before (behind) its counter. */
export const ON_ELEMENTS: Stage = {
  name: 'elements',
  inRing: false,
  guess: (system, samples) => {
    const constants = constantsOf(system.cfg.fn)
      .filter((c) => c > 0n)
      .slice(0, 6);
    return system.cuts.map((cut, c) => {
      const states = statesAt(samples, c);
      const indices = cut.live.filter((x) => x.kind === 'index');
      const elements = cut.live.filter((x) => x.kind === 'element');
      if (indices.length === 0 || elements.length === 0) return [];
      const others = cut.live.filter(isDeclared).slice(0, 10);
      const about = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => s.kind === 'element');
      const out: Formula[] = [];
      for (const index of indices) {
        const limits: Term[] = [...others.flatMap((x) => [sym(x), plus(sym(x), 1)]), ...constants.map((k) => int(k))];
        const sides = limits.flatMap((l) => [ge(sym(index), l), lt(sym(index), l)]);
        for (const side of [TRUE, ...sides]) {
          const inside = states.filter((s) => formulaHolds(side, (x) => s.get(x)) === true);
          if (inside.length < 3) continue;
          const names = [...elements, ...indices, ...others];
          const found = [
            ...equalities(names, inside, 1),
            ...bounds([...elements, ...others.slice(0, 4)], inside, constants.slice(0, 3), [], true),
          ].filter(about);
          for (const f of consistent(found, inside, system.symbols.range)) out.push(or(not(side), f));
        }
      }
      return consistent(out, states, system.symbols.range).slice(0, 400);
    });
  },
};

/** Equalities of several variables, as of polynomials: `s == i * (i - 1) / 2`. */
export const FROM_EQUALITIES: Stage = {
  name: 'equalities',
  inRing: true,
  guess: (system, samples) => {
    const own = ownLiterals(system, 1);
    return consistentAtCuts(system, samples, ({ live }, states, index) => {
      const stated: Formula[] = (own[index] ?? []).filter((l) => l.kind !== 'ge').map((l) => eq0(l.term));
      const equal = [...stated, ...equalities(live, states, 3, system.symbols.range)];
      return [...equal, ...inRing(equal, ringOf(system)), ...congruences(live, states)];
    });
  },
};

/** Inequalities of two variables whose difference changes in one direction. */
export const FROM_SLOPES: Stage = {
  name: 'slopes',
  inRing: false,
  guess: (system, samples) => {
    const constants = constantsOf(system.cfg.fn);
    return consistentAtCuts(system, samples, ({ live }, states) => slopes(live, states, constants));
  },
};

/** Equalities that hold while a condition does: `flag == 0 -> x == y`. */
export const FROM_EQUALITIES_BY_PHASE: Stage = {
  name: 'equalities-by-phase',
  inRing: true,
  guess: (system, samples) => {
    const own = ownLiterals(system, 0);
    return system.cuts.map((cut, index) => {
      const states = statesAt(samples, index);
      const out: Formula[] = [];
      for (const g of [...valueConditions(cut.live, states), ...(own[index] ?? [])].slice(0, MAX_CONDITIONS)) {
        for (const side of [g as Formula, not(g)]) {
          const inside = states.filter((s) => formulaHolds(side, (x) => s.get(x)) === true);
          if (inside.length < 3 || inside.length === states.length) continue;
          const equal = equalities(cut.live, inside, 1);
          for (const f of [...equal, ...inRing(equal, ringOf(system)), ...congruences(cut.live, inside)])
            out.push(or(not(side), f));
        }
      }
      return consistent(out, states, system.symbols.range).slice(0, 160);
    });
  },
};

/** Clauses of the assertions with more literals, and bounds on the terms of guards. */
export const FROM_COMBINATIONS: Stage = {
  name: 'invariants',
  inRing: false,
  guess: (system, samples, open) => {
    const constants = constantsOf(system.cfg.fn);
    const own = ownLiterals(system, 2);
    const clauses = goalClauses(system, goals(system, open), 3);
    return consistentAtCuts(system, samples, ({ live }, states, index) => {
      const literals = own[index] ?? [];
      const terms: Term[] = literals.map((l) => l.term);
      return [
        ...(clauses[index] ?? []),
        ...literals.flatMap(around),
        ...bounds(live, states, constants.slice(0, 8), terms, true),
      ];
    });
  },
};

/** Bounds and literals that hold while a condition does. */
export const BY_PHASE: Stage = {
  name: 'invariants-by-phase',
  inRing: false,
  guess: (system, samples) => {
    const constants = constantsOf(system.cfg.fn);
    const own = ownLiterals(system, 1);
    return system.cuts.map((cut, c) => {
      const states = statesAt(samples, c);
      const conditions = [...valueConditions(cut.live, states), ...(own[c] ?? [])].slice(0, 20);
      const atoms: Formula[] = [...valueConditions(cut.live, states)];
      for (const l of own[c] ?? []) atoms.push(...around(l).slice(0, 4));
      atoms.push(...bounds(cut.live, states, constants.slice(0, 4), [], true));
      const distinct = [...new Map(atoms.map((f) => [f.key, f])).values()].filter(isLiteral);
      return byPhase(conditions, distinct, states, 300);
    });
  },
};

/** At each cut point what is guessed there, as far as it holds in all states that were seen there. */
function consistentAtCuts(
  system: CutSystem,
  samples: SampleResult,
  guess: (cut: CutSystem['cuts'][number], states: readonly Sample[], index: number) => readonly Formula[],
): Formula[][] {
  return system.cuts.map((cut, index) => {
    const states = statesAt(samples, index);
    return consistent(guess(cut, states, index), states, system.symbols.range);
  });
}

const statesAt = (samples: SampleResult, c: number): readonly Sample[] => samples.states[c] ?? [];

/** The modulus that a variable wraps around at; null where it doesn't. */
function ringOf(system: CutSystem): (symbol: Symbol) => bigint | null {
  const types = new Map(system.cfg.symbols.map((n, v) => [n, system.cfg.fn.variables[v]?.type]));
  return (s) => {
    const type = types.get(s);
    return !type || type.signed || type.bool ? null : modulusOf(type);
  };
}
