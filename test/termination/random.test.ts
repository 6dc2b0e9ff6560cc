import { describe, expect, it } from 'vitest';
import type { LoopReport } from '../../server/src/report/report.ts';
import { parseC } from '../oracles/c-expression.ts';
import { loopsIn } from './loops.ts';
import type { Loops, Style } from './random-loops.ts';
import { randomLoops } from './random-loops.ts';

/** Integers below n, the same for the same seed. */
function picker(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((s / 4_294_967_296) * n);
  };
}

/** A bound's text as a number, by an evaluator of its own. */
function valueOf(text: string, values: ReadonlyMap<string, number>): number {
  return Number(parseC(text)({ value: (name) => (values.has(name) ? BigInt(values.get(name) as number) : undefined) }));
}

/** What runs show against what is claimed. */
async function contradictions(
  t: Loops,
  mode: 'c' | 'mathematical',
  inputs: readonly (readonly number[])[],
  answers: readonly (() => number)[],
  steps: number,
): Promise<string[]> {
  const loops = await loopsIn(t.source, mode);
  const found: string[] = [];
  for (const values of inputs)
    for (const answer of answers) {
      const outcome = t.run(values, answer, steps);
      for (const [i, loop] of loops.entries())
        found.push(...contradicted(i, loop, outcome).map((what) => `loop ${i} ${what} from ${values}\n${t.source}`));
    }
  return found;
}

function contradicted(i: number, loop: LoopReport, outcome: ReturnType<Loops['run']>): readonly string[] {
  const found: string[] = [];
  if (loop.termination === 'always' && outcome.cycle && outcome.stuck.includes(i)) found.push('always ends, but not');
  if (loop.termination === 'never' && outcome.left.has(i)) found.push('never ends, but does');
  const { bound } = loop;
  const at = outcome.entry.get(i);
  if (bound?.endlessFrom !== undefined && at) {
    const isEndless = valueOf(bound.endlessFrom, at) !== 0;
    if (isEndless && outcome.left.has(i)) found.push(`never ends if ${bound.endlessFrom}, but does`);
    if (!isEndless && outcome.cycle && outcome.stuck.includes(i))
      found.push(`ends unless ${bound.endlessFrom}, but not`);
  }
  const count = outcome.iterations.get(i);
  // of runs that leave the loop, and do what it rests on
  if (!bound || bound.assuming || !at || count === undefined) return found;
  const most = valueOf(bound.text, at);
  if (bound.kind === 'exact' ? most !== count : most < count)
    found.push(`takes ${count}, ${bound.kind} ${bound.text} is ${most},`);
  return found;
}

describe('random loops against what they do', () => {
  it('over mathematical integers', { timeout: 120_000 }, async () => {
    const pick = picker(20);
    for (let k = 0; k < 120; k++) {
      const style: Style = { type: 'int', nondet: pick(2) === 0, nested: pick(3) === 0, rich: pick(2) === 0 };
      const t = randomLoops(style, pick);
      const inputs = Array.from({ length: 25 }, () => t.variables.map(() => pick(15) - 7));
      expect(await contradictions(t, 'mathematical', inputs, [() => 0, () => 1, () => pick(7) - 3], 1500)).toEqual([]);
    }
  });

  it('over eight bits, every state', { timeout: 120_000 }, async () => {
    const pick = picker(3);
    for (let k = 0; k < 40; k++) {
      const signed = pick(2) === 0;
      const t = randomLoops(
        { type: signed ? 'signed char' : 'unsigned char', nondet: false, nested: false, rich: pick(2) === 0 },
        pick,
      );
      if (t.variables.length > 1) continue;
      const inputs = Array.from({ length: 256 }, (_, v) => [signed ? v - 128 : v]);
      expect(await contradictions(t, 'c', inputs, [() => 0], 1000)).toEqual([]);
      const outcomes = inputs.map((v) => t.run(v, () => 0, 1000));
      for (const [i, loop] of (await loopsIn(t.source, 'c')).entries()) {
        if (loop.termination !== 'conditional') continue;
        expect([t.source, outcomes.some((o) => o.stuck.includes(i)), outcomes.some((o) => o.left.has(i))]).toEqual([
          t.source,
          true,
          true,
        ]);
      }
    }
  });
});
