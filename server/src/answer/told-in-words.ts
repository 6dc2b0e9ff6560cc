/** What a loop does, in sentences: as a whole where that is known, else by what one iteration does. */
import type { Budget } from '../budget/index.ts';
import { comparedWith } from '../logic/index.ts';
import type { Cfg, IrFunction, Loop } from '../program/index.ts';
import type { EffectReport, LoopReport } from '../report/index.ts';
import type { Walked } from '../termination/index.ts';
import { literally } from '../source/index.ts';
import { callsEachTime } from './calls-each-time.ts';
import { withSentence } from './effect-sentences.ts';
import { hasInner, innerSteps } from './inner-steps.ts';
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

/** `behind`: what is told in C; `end`: which of the facts is the end of it only. */
export function toldInWords(
  values: ValuesRequest,
  walked: Walked | null,
  { behind, end }: { readonly behind: Pick<LoopReport, 'afterwards' | 'facts'>; readonly end: string | null },
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
  const vague = known.filter((e) => isVague(e, cfg.fn));
  const open = untoldBehind(
    values,
    known.filter((e) => !vague.includes(e)),
    // that the loop ends there doesn't say how it gets there
    { ...behind, facts: (behind.facts ?? []).filter((fact) => fact !== end) },
  );
  const sharply = new Set([...described].filter((a) => !vague.some((e) => subjectOf(e) === cfg.fn.arrays[a]?.name)));
  if (open.length === 0 && !storesElsewhere(cfg, loop, sharply)) return { effects: known, described, untold: [] };
  const stepsOf = hasInner(cfg, loop) ? innerSteps : iterationSteps;
  const steps = stepsOf({
    ...{ cfg, loop, symbols, mode: options.mode, budget, described: sharply },
    variables: open,
    names: before.inside,
  });
  const better = (e: EffectReport): EffectReport | undefined =>
    vague.includes(e) ? steps.effects.find((step) => isAbout(step, subjectOf(e))) : undefined;
  const used = new Set(known.map(better));
  const effects = [...known.map((e) => withWords(e, better(e))), ...steps.effects.filter((step) => !used.has(step))];
  const untold = untoldBehind(values, effects, behind).flatMap((s) => before.names.symbol(s) ?? []);
  return { effects, described: new Set([...described, ...steps.described]), untold };
}

/** `s` of `s' = Σ a[16*i + m] for 0 ≤ m < n`, `a` of `a[k] = 0 for 0 ≤ k < 16`. */
const subjectOf = ({ formula }: EffectReport): string => /^([\w.>-]+)(?:\[[^=]*\])?'? = /.exec(formula)?.[1] ?? '';

/** Its first code is what it changes, or leads there: `*s` is an element of `s`. */
const isAbout = ({ sentence = '' }: EffectReport, subject: string): boolean =>
  [...sentence.matchAll(/`([^`]*)`/g)].some(([, code = '']) => new RegExp(`^\\*?${literally(subject)}\\b`).test(code));

/** What is said in a formula, in another one's words. */
const withWords = (e: EffectReport, other: EffectReport | undefined): EffectReport =>
  other?.sentence === undefined
    ? e
    : { ...e, sentence: other.sentence, assuming: [...new Set([...e.assuming, ...other.assuming])] };

/**
 * What it is about is named only in its formula, which C has no words for, or numbers elements as C doesn't. What an
 * iteration does says more.
 */
function isVague(e: EffectReport, { arrays }: IrFunction): boolean {
  const subject = subjectOf(e);
  if (subject === '' || !e.formula.includes('[')) return false;
  if (!(e.sentence ?? '').includes('`')) return true;
  return e.claim === undefined && arrays.some((a) => a.name === subject && a.shape !== undefined);
}

/**
 * What a pointer leads to is compared with characters as the source writes them, and set to them: `*s == ' '`, ``Sets
 * `s[0..n - 1]` to `' '` ``.
 */
const withCharacters =
  ({ characters, arrays }: IrFunction) =>
  (effect: EffectReport): EffectReport => {
    const { sentence, claim } = effect;
    const isText = (name: string): boolean => arrays.some((a) => a.name === name && a.element.bits === 8);
    if (sentence === undefined || characters === undefined) return effect;
    const written = (value: bigint): string | null => characters.get(value) ?? null;
    const spelled = sentence.replace(
      /(?<=(\*\w+|\b(\w+)\[[^\][]*\]) )([=!<>]=?) (-?\d+)\b/g,
      (all, _place, array: string | undefined, operator: string, value: string) =>
        array === undefined || isText(array) ? (comparedWith(operator, BigInt(value), written) ?? all) : all,
    );
    const [part] = claim?.kind === 'elements' ? claim.parts : [];
    const target = part && withoutIndices(`${part.array}[]${part.behind ?? ''}`);
    const set = arrays.some((a) => (a.shape?.spelling ?? `${a.name}[]`) === target && a.element.bits === 8)
      ? spelled.replace(/(?<= to `)-?\d+(?=`)/, (value) => characters.get(BigInt(value)) ?? value)
      : spelled;
    return { ...effect, sentence: set };
  };

/** `p->name[][]` of `p->name[i][a[j]]`. */
function withoutIndices(element: string): string {
  const inner = element.replace(/\[[^[\]]+\]/g, '[]').replace(/\[[^[\]]*\[\][^[\]]*\]/g, '[]');
  return inner === element ? element : withoutIndices(inner);
}

const storesElsewhere = ({ fn }: Cfg, { blocks }: Loop, described: ReadonlySet<number>): boolean =>
  [...blocks].some((b) => fn.blocks[b]?.stmts.some((s) => s.kind === 'store' && !described.has(s.array)));

/** Names of the variables that are set in the loop. */
const changedNames = (cfg: Cfg, loop: Loop): ReadonlySet<string> =>
  new Set(
    [...loop.blocks]
      .flatMap((b) => cfg.fn.blocks[b]?.stmts ?? [])
      .flatMap((s) => ('target' in s && s.target !== null ? (cfg.fn.variables[s.target]?.name ?? []) : [])),
  );
