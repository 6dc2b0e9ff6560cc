/** Two questions about one value: whether an answer to the one leaves none to the other. */
import type { Expr, Variable } from '../program/index.ts';
import { constantOf } from '../program/index.ts';
import { maxOf, minOf } from '../machine/index.ts';

export interface Answer {
  readonly question: Expr;
  readonly truth: boolean;
}

/**
 * No value of the variable gives both answers. Questions are comparisons with constants, so it is enough to try what
 * lies beside these. False also where they are others.
 */
export function excludes(a: Answer, b: Answer, { id, type }: Variable): boolean {
  const answers = ({ question, truth }: Answer, value: bigint): boolean | null => {
    const result = constantOf(question, new Map([[id, value]]));
    return result === null ? null : (result !== 0n) === truth;
  };
  const [least, most] = [minOf(type), maxOf(type)];
  const constants = [a, b].map(({ question }) => comparedIn(question));
  if (constants.includes(null)) return false;
  const near = [0n, ...constants.flatMap((all) => all ?? [])].flatMap((c) => [c - 1n, c, c + 1n]);
  const tried = [least, most, ...near].filter((value) => value >= least && value <= most);
  return tried.every((value) => answers(a, value) === false || answers(b, value) === false);
}

/** The constants that something is compared with; null: it is reckoned with, too. */
function comparedIn(e: Expr): readonly bigint[] | null {
  switch (e.kind) {
    case 'const':
      return [e.value];
    case 'var':
      return [];
    case 'cast':
      return comparedIn(e.arg);
    case 'unary':
      return e.op === 'lognot' ? comparedIn(e.arg) : null;
    case 'binary': {
      const both = [comparedIn(e.left), comparedIn(e.right)];
      return COMPARISONS.has(e.op) && !both.includes(null) ? both.flatMap((all) => all ?? []) : null;
    }
    case 'ite':
      return null;
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'land', 'lor']);
