/**
 * Sums of residues over the iterations (`arithmetic/residue-sums.ts`), one iteration further on. The sum below n + 1 is
 * that below n, and what n adds.
 */
import { add, app, plus, rewrite, summandAt, sym } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';

/** The term with its sums below n + 1 taken apart, for n >= 0. */
export function unfolded(term: Term, count: Symbol): Term {
  const next = plus(sym(count), 1);
  return rewrite(term, (x) =>
    x.kind === 'app' && x.args[0] === next && x.fn.summed !== null
      ? add(app(x.fn, [sym(count), ...x.args.slice(1)]), summandAt(x.fn, x.args, sym(count)))
      : null,
  );
}
