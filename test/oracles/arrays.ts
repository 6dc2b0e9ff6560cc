/**
 * The oracle `arrays`: sentences about arrays against executions, also where the loop is not entered or is left early.
 * What a sentence says is its claim, in C expressions over the values just before the loop; an array that changed and
 * of which nothing is said is wrong, too.
 */
import type { EffectClaim, EffectReport, LoopReport } from '../../server/src/report/report.ts';
import { random } from '../differential/random.ts';
import { reportsOf } from './bounds.ts';
import { NoValue, parseC } from './c-expression.ts';
import type { MarkedProgram } from './loops/generate.ts';
import { LENGTH, generateLoops, isUntold, plainText } from './loops/generate.ts';
import type { LoopRun, State } from './loops/harness.ts';
import { runLoops } from './loops/harness.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';

const BATCH = 25;
const ROWS = 40;
/** Longer ranges than any array has are not gone through: the run would have been undefined. */
const MOST = 4000n;

/** So many programs with arrays; each depends on the seed and its number alone. */
export async function run(seed: number, programs: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`arrays ${seed}`);
  for (let first = from; first < from + programs; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, from + programs - first) }, (_, i) =>
      withArrays(`f${first + i}`, `program ${first + i}`, source, outcome),
    );
    const runs = runLoops(batch, ROWS, source.fork(`batch ${first}`));
    for (const [i, p] of batch.entries()) {
      for (const [k, report] of (await reportsOf(p)).entries())
        if (report)
          judge(
            p,
            report,
            (runs[i] ?? []).filter((x) => x.loop === k),
            outcome,
          );
    }
  }
  return outcome;
}

/** The first of the stream's programs that has an array. */
function withArrays(
  name: string,
  label: string,
  source: ReturnType<typeof random>,
  outcome: OracleOutcome,
): MarkedProgram {
  for (let attempt = 0; ; attempt++) {
    const made = new Map<string, number>();
    const p = generateLoops(name, source.fork(`${label} ${attempt}`), (c) => count(made, c));
    if (p.arrays.length === 0 || !/\[#/.test(p.marked)) continue;
    for (const [what, n] of made) outcome.produced.set(what, (outcome.produced.get(what) ?? 0) + n);
    return p;
  }
}

function judge(p: MarkedProgram, report: LoopReport, runs: readonly LoopRun[], outcome: OracleOutcome): void {
  const effects = report.effects ?? [];
  for (const e of effects)
    count(outcome.claims, `${e.words}${e.claim ? '' : ': no claim'}${e.assuming.length > 0 ? ', assuming' : ''}`);
  for (const r of runs) {
    const { after } = r;
    if (after === null) continue;
    const complain = (what: string): void => {
      const values = [...r.before.values].map(([n, v]) => `${n}=${v}`).join(' ');
      const arrays = [...r.before.arrays]
        .map(([n, v]) => `${n}={${v.slice(0, 12)}} -> {${after.arrays.get(n)?.slice(0, 12)}}`)
        .join(' ');
      outcome.wrong.push(
        `${p.name}, line ${report.range.start.line}: ${what}, from ${values} ${arrays}, ${r.count} begun\n${plainText(p.marked)}`,
      );
    };
    const failed = firstFailure(p, { run: r, after }, report, effects, outcome);
    if (failed !== null) {
      complain(failed);
      return;
    }
  }
}

/** What is said and not so; null: nothing. */
function firstFailure(
  p: MarkedProgram,
  { run: r, after }: { readonly run: LoopRun; readonly after: State },
  report: LoopReport,
  effects: readonly EffectReport[],
  outcome: OracleOutcome,
): string | null {
  for (const [name, values] of after.arrays) {
    const changed = values.some((v, i) => v !== r.before.arrays.get(name)?.[i]);
    const isSaid =
      effects.some((e) => `${e.formula} ${e.words}`.includes(`${name}[`) || `${e.formula} ${e.words}`.includes('*')) ||
      (report.unknown ?? []).some((u) => u.variable === `elements of \`${name}\`` || u.variable === 'memory');
    // another name for the one that is written
    if (changed && !isSaid && !r.aliased) return `${name} changes and nothing is said of it`;
  }
  for (const e of effects) {
    if (!e.claim || !isGiven(e, r) || !isRecorded(p, e.claim, r)) continue;
    outcome.checked++;
    let why: string | null;
    try {
      why = contradiction(p, e.claim, r, after);
    } catch (x) {
      if (!(x instanceof NoValue)) throw x;
      // a variable that has no value before the loop was not recorded
      why = /after\(/.test(x.message) ? null : x.message;
    }
    if (why !== null) return `${e.words}: ${e.formula} (${JSON.stringify(e.claim)}): ${why}`;
  }
  return null;
}

/** All that it speaks of is in the states. */
const isRecorded = (p: MarkedProgram, claim: EffectClaim, { before }: LoopRun): boolean =>
  !isUntold(p, JSON.stringify(claim)) &&
  (claim.kind !== 'elements' || claim.parts.every((part) => before.arrays.has(part.array)));

/** What the sentence takes holds in this run. */
const isGiven = (e: EffectReport, r: LoopRun): boolean =>
  e.assuming.every((a) => (/overlap/.test(a) ? !r.aliased : false));

/** A C expression of a claim in the states of a run; `k`: what the claim's index is. */
type At = (text: string, k?: bigint) => bigint;

function contradiction(p: MarkedProgram, claim: EffectClaim, r: LoopRun, after: State): string | null {
  const at: At = (text, k) =>
    parseC(text)({
      value: (name) =>
        name === claim.index && k !== undefined
          ? k
          : name === 'iterations'
            ? r.count
            : name.startsWith('after(')
              ? after.values.get(name.slice(6, -1))
              : r.before.values.get(name),
      element: (array, index) => r.before.arrays.get(array)?.[Number(index)],
    });
  if (claim.kind === 'first') return ofFirst(claim, at, after);
  const [from, to] = [at(claim.from), at(claim.to)];
  if (to - from > MOST) return `a range of ${to - from}`;
  const indices = Array.from({ length: Math.max(0, Number(to - from)) }, (_, k) => from + BigInt(k));
  switch (claim.kind) {
    case 'elements':
      return ofElements(claim, indices, at, r, after);
    case 'sum': {
      const added = indices.filter((k) => claim.when === undefined || at(claim.when, k) !== 0n);
      const sum = added.reduce((partial, k) => partial + at(claim.by, k), at(claim.start));
      const modulus = claim.modulus === undefined ? null : BigInt(claim.modulus);
      return differs(p, claim.variable, modulus === null ? sum : ((sum % modulus) + modulus) % modulus, after);
    }
    case 'extreme': {
      let best = at(claim.start);
      for (const k of indices) {
        const e = at(claim.element, k);
        if (claim.least ? e < best : e > best) best = e;
      }
      return differs(p, claim.variable, best, after);
    }
  }
}

/** The first place where something holds. */
function ofFirst(claim: EffectClaim & { readonly kind: 'first' }, at: At, after: State): string | null {
  const [real, step] = [after.values.get(claim.variable), claim.up ? 1n : -1n];
  if (real === undefined) return null;
  let k = at(claim.start);
  for (let n = 0n; n < MOST; n++, k += step)
    if (at(claim.when, k) !== 0n)
      return k + BigInt(claim.shift) === real ? null : `${claim.variable} is ${real}, not ${k + BigInt(claim.shift)}`;
  return 'no such place';
}

/** What is written to each element. */
function ofElements(
  claim: EffectClaim & { readonly kind: 'elements' },
  indices: readonly bigint[],
  at: At,
  r: LoopRun,
  after: State,
): string | null {
  const expected = new Map([...r.before.arrays].map(([n, v]) => [n, [...v]]));
  for (const k of indices)
    for (const part of claim.parts) {
      if (part.when !== undefined && at(part.when, k) === 0n) continue;
      const index = at(part.at, k);
      if (index < 0n || index >= BigInt(LENGTH)) return `${part.array}[${index}] is written`;
      (expected.get(part.array) as bigint[])[Number(index)] = at(part.value, k);
    }
  for (const name of new Set(claim.parts.map((x) => x.array))) {
    const real = after.arrays.get(name) ?? [];
    const i = real.findIndex((v, j) => v !== expected.get(name)?.[j]);
    if (i >= 0) return `${name}[${i}] is ${real[i]}, not ${expected.get(name)?.[i]}`;
  }
  return null;
}

function differs(_: MarkedProgram, variable: string, told: bigint, after: State): string | null {
  const real = after.values.get(variable);
  return real === undefined || real === told ? null : `${variable} is ${real}, not ${told}`;
}
