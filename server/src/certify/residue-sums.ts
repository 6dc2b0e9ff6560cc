/** Sums of residues over the iterations (`ir/residue-sums.ts`), one iteration further on: the sum below n + 1 is that below n, and what n adds. */
import { summedResidues } from '../ir/residue-sums.ts';
import { rewrite } from '../ir/rewrite.ts';
import type { Symbol } from '../ir/symbol.ts';
import type { Term } from '../ir/term.ts';
import { add, app, plus, summandAt, sym } from '../ir/term.ts';

/** The term with its sums below n + 1 taken apart, for n >= 0. */
export function unfolded(t: Term, n: Symbol): Term {
  const next = plus(sym(n), 1);
  return rewrite(t, (x) => (x.kind === 'app' && x.args[0] === next && summedResidues(x.fn) ? add(app(x.fn, [sym(n), ...x.args.slice(1)]), summandAt(x.fn, x.args, sym(n))) : null));
}
