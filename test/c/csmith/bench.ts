/**
 * Many csmith programs, as a table: equal, lost by reason, different.
 *   npm run csmith -- [--seeds N] [--from S] [--feature F]... [--small] [--steps N] [--show CODE] [--keep DIR]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadParser } from '../../../server/src/c/front-end.ts';
import { FEATURES, compareProgram, generate } from './compare.ts';
import type { Feature } from './compare.ts';
import { withHeader } from './safeMath.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    feature: { type: 'string', multiple: true },
    small: { type: 'boolean', default: false },
    steps: { type: 'string', default: '1000000' },
    show: { type: 'string' },
    keep: { type: 'string' },
  },
});
const features = (values.feature ?? Object.keys(FEATURES)) as Feature[];
const [count, from, steps] = [Number(values.seeds), Number(values.from), Number(values.steps)];
let differences = 0;

function shown(verdict: ReturnType<typeof compareProgram>): string {
  switch (verdict.kind) {
    case 'lost':
      return `lost: ${verdict.code}`;
    case 'left-out':
      return `left out: ${verdict.why}`;
    default:
      return verdict.kind;
  }
}

async function main(): Promise<void> {
  const parser = await loadParser();
  for (const feature of features) {
    const tally = new Map<string, number>();
    const began = performance.now();
    for (let seed = from; seed < from + count; seed++) {
      const program = generate(seed, feature, values.small);
      const verdict = compareProgram(parser, program, { maxSteps: steps, waits: true });
      const key = shown(verdict);
      tally.set(key, (tally.get(key) ?? 0) + 1);
      if (verdict.kind === 'different') {
        differences++;
        console.log(`${feature} seed ${seed}: ${verdict.how}`);
      }
      if (verdict.kind === 'lost' && (verdict.code === values.show || values.show === 'all'))
        console.log(`${feature} seed ${seed}: ${verdict.code}: ${verdict.message} (line ${verdict.line})`);
      if (
        values.keep !== undefined &&
        (verdict.kind === 'different' || (verdict.kind === 'lost' && verdict.code === values.show))
      ) {
        mkdirSync(values.keep, { recursive: true });
        writeFileSync(join(values.keep, `${feature}${seed}.c`), withHeader(program, false));
        writeFileSync(join(values.keep, `${feature}${seed}-traced.c`), withHeader(program, true, true));
      }
    }
    console.log(
      `${feature}, seeds ${from} to ${from + count - 1}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    for (const [key, n] of [...tally].sort((a, b) => b[1] - a[1]))
      console.log(`  ${String(n).padStart(6)}  ${((100 * n) / count).toFixed(1).padStart(5)} %  ${key}`);
  }
}

void main().then(() => {
  process.exitCode = differences > 0 ? 1 : 0;
});
