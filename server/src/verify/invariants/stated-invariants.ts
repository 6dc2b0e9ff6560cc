/**
 * Invariants as C expressions: what was proven inductive at the heads of loops, without what the rest of it implies.
 */
import type { Cfg } from '../../program/index.ts';
import { withoutRedundant } from '../../decide/index.ts';
import type { Formula, RangeOf, Term } from '../../logic/index.ts';
import { and, conjuncts, isDeclared, partsOf, printFormula } from '../../logic/index.ts';
import type { InvariantReport } from '../../report/index.ts';
import type { Cut } from '../transitions/index.ts';

const MOST = 150;

/** One report for each loop of the function's own that something is known of. */
export function invariantReports(
  cfg: Cfg,
  cuts: readonly Cut[],
  invariants: readonly (readonly Formula[])[],
  range: RangeOf,
): InvariantReport[] {
  const { fn } = cfg;
  return cuts.flatMap((cut, index) => {
    const site = cfg.loops[cfg.loopAt.get(cut.block) ?? -1]?.site;
    const known = invariants[index] ?? [];
    if (
      !site ||
      known.length === 0 ||
      known.length > MOST ||
      site.range.start.line < fn.range.start.line ||
      site.range.end.line > fn.range.end.line
    )
      return [];
    const shown = conjuncts(withoutRedundant(and(...known), range)).filter((f) => f.kind !== 'true');
    const parts = shown.flatMap((f) => {
      const c_ = formulaInC(f, cfg);
      return c_ === null ? [] : [{ text: printFormula(f), c: c_ }];
    });
    if (parts.length === 0) return [];
    return [{ function: fn.name, range: site.range, parts, complete: parts.length === shown.length }];
  });
}

function formulaInC(formula: Formula, cfg: Cfg): string | null {
  switch (formula.kind) {
    case 'true':
      return '1';
    case 'false':
      return '0';
    case 'and':
    case 'or': {
      const parts = formula.parts.map((p) => formulaInC(p, cfg));
      return parts.some((p) => p === null) ? null : `(${parts.join(formula.kind === 'and' ? ' && ' : ' || ')})`;
    }
    case 'ge':
    case 'eq':
    case 'ne': {
      // what is subtracted reads better on the other side
      const { constant, parts } = partsOf(formula.term);
      const side = (sign: 1n | -1n): string | null =>
        sumInC(
          parts.filter((p) => p.coef > 0n === sign > 0n).map((p) => [p.coef * sign, p.mono] as const),
          constant * sign > 0n ? constant * sign : 0n,
          cfg,
        );
      const [left, right] = [side(1n), side(-1n)];
      if (left !== null && right !== null && formula.kind === 'ge' && parts.every((p) => p.coef < 0n))
        return `${right} <= ${left}`;
      return left === null || right === null
        ? null
        : `${left} ${formula.kind === 'ge' ? '>=' : formula.kind === 'eq' ? '==' : '!='} ${right}`;
    }
  }
}

function sumInC(parts: readonly (readonly [bigint, Term])[], constant: bigint, cfg: Cfg): string | null {
  const texts = parts.map(([coef, mono]) => {
    const t = termInC(mono, cfg);
    return t === null ? null : coef === 1n ? t : `${literal(coef)} * ${t}`;
  });
  if (texts.some((t) => t === null)) return null;
  if (constant !== 0n || texts.length === 0) texts.push(literal(constant));
  return texts.join(' + ');
}

/** In a type that holds all that comes about: 128 bits where 64 may be too few. */
function termInC(term: Term, cfg: Cfg): string | null {
  switch (term.kind) {
    case 'const':
      return term.value < 0n ? `(${literal(term.value)})` : literal(term.value);
    case 'sym': {
      const variable = cfg.fn.variables[cfg.symbols.indexOf(term.symbol)];
      // a name that another variable has, too, may mean that one at the loop
      if (
        !variable ||
        !isDeclared(term.symbol) ||
        !/^[A-Za-z_$][\w$]*$/.test(variable.name) ||
        cfg.fn.variables.some((o) => o !== variable && o.name === variable.name)
      )
        return null;
      return `(${variable.type.bits < 64 ? 'long long' : '__int128'})${variable.name}`;
    }
    case 'sum': {
      const { constant, parts } = partsOf(term);
      const text = sumInC(
        parts.map((p) => [p.coef, p.mono] as const),
        constant,
        cfg,
      );
      return text === null ? null : `(${text})`;
    }
    case 'prod': {
      const factors = term.factors.map((f) => termInC(f, cfg));
      return factors.some((f) => f === null) ? null : `((__int128)${factors.join(' * ')})`;
    }
    case 'mod': {
      const arg = termInC(term.arg, cfg);
      const by = literal(term.by);
      return arg === null ? null : `((${arg} % ${by} + ${by}) % ${by})`;
    }
    case 'div': {
      const arg = termInC(term.arg, cfg);
      const by = literal(term.by);
      return arg === null ? null : `((${arg} - (${arg} % ${by} + ${by}) % ${by}) / ${by})`;
    }
    case 'ite': {
      const [cond, then, otherwise] = [formulaInC(term.cond, cfg), termInC(term.then, cfg), termInC(term.else, cfg)];
      return cond === null || then === null || otherwise === null ? null : `(${cond} ? ${then} : ${otherwise})`;
    }
    case 'pow':
    case 'app':
      return null;
  }
}

const LIMIT = 1n << 63n;

/** A constant that fits no type of C's is left out by a division that is undone. */
function literal(value: bigint): string {
  if (value >= -LIMIT + 1n && value < LIMIT)
    return `${value}${value > 0x7fffffffn || value < -0x80000000n ? 'LL' : ''}`;
  const half = value / 4294967296n;
  return `((__int128)${literal(half)} * 4294967296LL + ${literal(value - half * 4294967296n)})`;
}
