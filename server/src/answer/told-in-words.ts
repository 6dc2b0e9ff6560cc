/** What a loop does, in sentences: as a whole where that is known, else by what one iteration does. */
import type { Budget } from '../budget/index.ts';
import { comparedWith } from '../logic/index.ts';
import type { Cfg, IrFunction, Loop } from '../program/index.ts';
import type { EffectReport, LoopReport } from '../report/index.ts';
import type { Walked } from '../termination/index.ts';
import { callsEachTime } from './calls-each-time.ts';
import { withSentence } from './effect-sentences.ts';
import { iterationSteps } from './iteration-steps.ts';
import { swappedArrays } from './swapped-arrays.ts';
import { untoldBehind } from './untold-behind.ts';
import type { ValuesRequest } from './values-behind.ts';

interface InWords {
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that is written is told. */
  readonly described: ReadonlySet<number>;
  /** Variables that nothing speaks of. */
  readonly untold: readonly string[];
}

/** `behind`: what is told in C. */
export function toldInWords(
  values: ValuesRequest,
  walked: Walked | null,
  behind: Pick<LoopReport, 'afterwards' | 'facts'>,
  budget: Budget,
): InWords {
  const { summarizer, loop, before } = values;
  const { cfg, symbols, options } = summarizer;
  const swapped = swappedArrays(cfg, loop, walked?.described ?? new Set());
  const known = [
    ...(walked?.effects ?? []).map(withSentence(changedNames(cfg, loop))).map(withCharacters(cfg.fn)),
    ...swapped.effects,
    ...callsEachTime(cfg, loop),
  ];
  const described = new Set([...(walked?.described ?? []), ...swapped.arrays]);
  const open = untoldBehind(values, known, behind);
  if (open.length === 0 && !storesElsewhere(cfg, loop, described)) return { effects: known, described, untold: [] };
  const steps = iterationSteps({
    ...{ cfg, loop, symbols, mode: options.mode, budget, described },
    variables: open,
    names: before.inside,
  });
  const effects = [...known, ...steps.effects];
  const untold = untoldBehind(values, effects, behind).flatMap((s) => before.names.symbol(s) ?? []);
  return { effects, described: steps.described, untold };
}

/** What a pointer leads to is compared with characters as the source writes them: `*s == ' '`. */
const withCharacters =
  ({ characters }: IrFunction) =>
  (effect: EffectReport): EffectReport => {
    const { sentence } = effect;
    if (sentence === undefined || characters === undefined) return effect;
    const spelled = sentence.replace(/(?<=\*\w+ )([=!<>]=?) (-?\d+)\b/g, (all, operator: string, value: string) => {
      return comparedWith(operator, BigInt(value), (v) => characters.get(v) ?? null) ?? all;
    });
    return { ...effect, sentence: spelled };
  };

const storesElsewhere = ({ fn }: Cfg, { blocks }: Loop, described: ReadonlySet<number>): boolean =>
  [...blocks].some((b) => fn.blocks[b]?.stmts.some((s) => s.kind === 'store' && !described.has(s.array)));

/** Names of the variables that are set in the loop. */
const changedNames = (cfg: Cfg, loop: Loop): ReadonlySet<string> =>
  new Set(
    [...loop.blocks]
      .flatMap((b) => cfg.fn.blocks[b]?.stmts ?? [])
      .flatMap((s) => ('target' in s && s.target !== null ? (cfg.fn.variables[s.target]?.name ?? []) : [])),
  );
