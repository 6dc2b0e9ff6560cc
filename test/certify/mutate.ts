/**
 * `npm run mutate -- [--subject NAME]... [--most N]`: up to N mutants of every subject (default 300). Exit status 1 if
 * a wrong one is accepted; those that could neither be shown to mean the same nor to be wrong are listed.
 */
import { parseArgs } from 'node:util';
import { printFormula, printTerm } from '../../server/src/logic/print-terms.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { emptyScore, equalOf, judge } from './campaign.ts';
import { claims } from './subjects.ts';

const { values } = parseArgs({
  options: { subject: { type: 'string', multiple: true }, most: { type: 'string', default: '300' } },
});

async function mutate(): Promise<void> {
  const score = emptyScore();
  const solver = openSolver();
  const started = performance.now();
  for (const [name, claim] of await claims(values.subject)) {
    const before = {
      mutants: score.mutants,
      rejected: score.rejected,
      equal: equalOf(score),
      missed: score.missed.length,
      undecided: score.undecided.length,
    };
    const begun = performance.now();
    judge(name, claim, score, Number(values.most), solver);
    console.log(
      `${name}: ${score.mutants - before.mutants} mutants, ${score.rejected - before.rejected} rejected, ${equalOf(score) - before.equal} equal in meaning, ${(performance.now() - begun).toFixed(0)} ms`,
    );
    for (const { kind, mutant, state } of [
      ...score.missed.slice(before.missed),
      ...score.undecided.slice(before.undecided),
    ]) {
      console.log(
        `${state === null ? 'UNDECIDED' : 'MISSED'}: ${kind}${state === null ? '' : `; differs for ${[...state].map(([x, v]) => `${x.display} = ${v}`).join(', ')}`}`,
      );
      for (const [i, c] of mutant.claim.cases.entries()) {
        const changed = mutant.claim.cases.length !== claim.cases.length || c !== claim.cases[i];
        if (changed)
          console.log(
            `    ${printFormula(c.guard)}: ${c.exit === null ? 'never ends' : [...c.post].map(([x, t]) => `${x.display} = ${printTerm(t)}`).join(', ')}`,
          );
      }
    }
  }
  for (const [kind, t] of [...score.byKind].sort())
    console.log(`${kind.padEnd(44)} ${t.mutants} mutants, ${t.rejected} rejected, ${t.equal} equal`);
  const ways = Object.entries(score.equal)
    .map(([way, n]) => `${n} by ${way}`)
    .join(', ');
  console.log(
    `${score.mutants} mutants in ${((performance.now() - started) / 1000).toFixed(0)} s: ${score.rejected} rejected, ${equalOf(score)} equal in meaning (${ways}), ${score.missed.length} missed, ${score.undecided.length} undecided`,
  );
  if (score.missed.length > 0) process.exitCode = 1;
}

void mutate();
