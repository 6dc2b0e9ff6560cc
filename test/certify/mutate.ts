/**
 * `npm run mutate -- [--subject NAME]... [--most N]`: up to N mutants of every subject (default 700). Exit status 1 if a wrong one is accepted.
 */
import { parseArgs } from 'node:util';
import { printFormula, printTerm } from '../../server/src/ir/print.ts';
import { emptyScore, judge } from './campaign.ts';
import { claims } from './subjects.ts';

const { values } = parseArgs({ options: { subject: { type: 'string', multiple: true }, most: { type: 'string', default: '700' } } });

async function mutate(): Promise<void> {
  const score = emptyScore();
  for (const [name, claim] of await claims(values.subject)) {
    const before = { ...score, missed: score.missed.length };
    const begun = performance.now();
    judge(name, claim, score, Number(values.most));
    console.log(`${name}: ${score.mutants - before.mutants} mutants, ${score.rejected - before.rejected} rejected, ${score.equal - before.equal} equal in meaning, ${(performance.now() - begun).toFixed(0)} ms`);
    for (const { subject, kind, strength, mutant, state } of score.missed.slice(before.missed)) {
      console.log(`MISSED: ${subject}, ${kind}, ${strength}; differs for ${[...state].map(([x, v]) => `${x} = ${v}`).join(', ')}`);
      for (const c of mutant.claim.cases) console.log(`    ${printFormula(c.guard)}: ${c.exit === null ? 'never ends' : [...c.post].map(([x, t]) => `${x} = ${printTerm(t)}`).join(', ')}`);
    }
  }
  for (const [kind, t] of [...score.byKind].sort()) console.log(`${kind.padEnd(44)} ${t.mutants} mutants, ${t.rejected} rejected, ${t.equal} equal`);
  console.log(`${score.mutants} mutants: ${score.rejected} rejected, ${score.equal} equal in meaning, ${score.missed.length} missed`);
  if (score.missed.length > 0) process.exitCode = 1;
}

void mutate();
