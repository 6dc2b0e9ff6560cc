/** `npm run fuzz:assertions`: a campaign of any size over assertions. Exit status 1 if a verdict is wrong. */
import { parseArgs } from 'node:util';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { assertionCampaign, emptyTally, tallyText } from './assertion-campaign.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    from: { type: 'string', default: '0' },
    batch: { type: 'string', default: '100' },
    budget: { type: 'string', default: '1500' },
    missed: { type: 'boolean', default: false },
  },
});

async function fuzz(): Promise<void> {
  const tally = emptyTally();
  let defects = 0;
  let missed = 0;
  const plan = {
    seed: values.seed,
    from: Number(values.from),
    count: Number(values.count),
    batch: Number(values.batch),
    budget: Number(values.budget),
  };
  await assertionCampaign(plan, tally, (next) => {
    for (; defects < tally.defects.length; defects++) console.log(`DEFECT ${tally.defects[defects]}`);
    for (; missed < tally.missedSources.length; missed++)
      if (values.missed) console.log(`MISSED ${tally.missedSources[missed]}`);
    console.log(`${tallyText(tally)}\n  --from ${next}, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
  });
  unloadSolver();
  if (defects > 0) process.exitCode = 1;
}

void fuzz();
