/**
 * What one iteration does to objects of floating types, told as the source has it: ``Adds `x[i]` to `s` in each
 * iteration``. Their values are not computed.
 */
import type { Cfg, FloatingChange, Loop } from '../program/index.ts';
import type { EffectReport, UnknownReport } from '../report/index.ts';
import type { SourceRange } from '../source/index.ts';
import { loopsWithin, whoseIterations } from './inner-steps.ts';
import { MOST_SAID } from './iteration-steps.ts';

export interface FloatingSteps {
  readonly effects: readonly EffectReport[];
  /** Objects with a name of which nothing is told. */
  readonly unknown: readonly UnknownReport[];
  /** Whether there is any, told or not. */
  readonly changes: boolean;
  /** Assignments that are told. */
  readonly told: readonly SourceRange[];
}

/** The loop's own, and those of the loops within it. */
export function floatingSteps(cfg: Cfg, loop: Loop): FloatingSteps {
  const all = [loop, ...loopsWithin(cfg, loop)].flatMap((l) => {
    const whose = l === loop ? '' : whoseIterations(cfg, loop, l);
    return l.site.floating.map((change) => ({ change, sentence: sentenceOf(change, whose) }));
  });
  const said = all.filter((c) => c.sentence !== null).slice(0, MOST_SAID);
  const isSaid = (place: string): boolean => said.some(({ change }) => change.place === place);
  const untold = all.filter((c) => !said.includes(c) && c.change.isNamed && !isSaid(c.change.place));
  const names = [...new Set(untold.map(({ change }) => change.place))];
  return {
    effects: said.flatMap(({ sentence }) =>
      sentence === null
        ? []
        : [{ words: sentence.charAt(0).toLowerCase() + sentence.slice(1), formula: '', sentence, assuming: [] }],
    ),
    unknown: names.map((variable) => ({
      variable,
      because: 'floating-point values are not computed',
      range: untold.find(({ change }) => change.place === variable)?.change.range ?? null,
      code: 'float',
    })),
    changes: all.length > 0,
    told: said.map(({ change }) => change.range),
  };
}

function sentenceOf({ place, told }: FloatingChange, whose: string | null): string | null {
  if (told === null || whose === null) return null;
  const { operator, value, when } = told;
  return `${changeOf(operator, place, value)} in each iteration${whose}${when === '' ? '' : ` with \`${when}\``}`;
}

function changeOf(operator: NonNullable<FloatingChange['told']>['operator'], place: string, value: string): string {
  switch (operator) {
    case '=':
      return `Sets \`${place}\` to \`${value}\``;
    case '+=':
      return `Adds \`${value}\` to \`${place}\``;
    case '-=':
      return `Subtracts \`${value}\` from \`${place}\``;
    case '*=':
      return `Multiplies \`${place}\` by \`${value}\``;
    case '/=':
      return `Divides \`${place}\` by \`${value}\``;
    case 'swap':
      return `Swaps \`${place}\` and \`${value}\``;
    default:
      return operator satisfies never;
  }
}
