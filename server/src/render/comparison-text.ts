/** What changed between two runs: for a terminal, for programs, and as Markdown for a pull request. */
import { COMPARE_SCHEMA } from '../report/index.ts';
import type { Comparison, LoopChange, RunAssertion, RunFinding, RunLoop, VerdictChange } from './compare-runs.ts';
import { codeSpan, sentenceMarkdown } from './markdown.ts';
import { visible, visibleJson } from './visible-text.ts';

export function comparisonDocument(comparison: Comparison, version: string): string {
  return visibleJson({ schema: COMPARE_SCHEMA, version, ...comparison });
}

/** One line for each change, in the order of weight; then the numbers. */
export function comparisonText(comparison: Comparison): string {
  const lines = sectionsOf(comparison).flatMap(({ title, entries }) =>
    entries.map(({ place, text }) => `${title}: ${visible(place)}: ${visible(text)}\n`),
  );
  return `${lines.join('')}${summaryOf(comparison)}\n`;
}

/** A heading, a sentence, and a list for each sort of change; long lists are folded. */
export function comparisonMarkdown(comparison: Comparison): string {
  const sections = sectionsOf(comparison)
    .filter(({ entries }) => entries.length > 0)
    .map(({ title, entries }) => {
      const list = entries.map(({ place, text }) => `- ${codeSpan(place)}: ${sentenceMarkdown(text)}`).join('\n');
      const heading = `${capital(title)} (${entries.length})`;
      return entries.length > FOLDED
        ? `<details><summary>${heading}</summary>\n\n${list}\n\n</details>`
        : `#### ${heading}\n\n${list}`;
    });
  return `${['### LoopLens', summaryOf(comparison), ...sections].join('\n\n')}\n`;
}

/** So many changes of a sort are shown without being asked for. */
const FOLDED = 20;

interface Entry {
  readonly place: string;
  readonly text: string;
}

const placeOf = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;
const ofWrong = (wrong: RunFinding | RunAssertion): Entry => ({
  place: placeOf(wrong),
  text:
    'assertion' in wrong
      ? `assertion violated: ${wrong.assertion} (in ${wrong.function})`
      : `${wrong.kind}: ${wrong.message} (in ${wrong.function})`,
});
const ofVerdict = ({ before, after }: VerdictChange): Entry => ({
  place: placeOf(after),
  text: `${after.assertion}: ${before.verdict}, now ${after.verdict} (in ${after.function})`,
});
const ofLoop = ({ before, after }: LoopChange): Entry => ({
  place: placeOf(after),
  text: `${before.answer.count.sentence}; now ${after.answer.count.sentence} (${after.kind} in ${after.function})`,
});
const ofLone = (loop: RunLoop): Entry => ({
  place: placeOf(loop),
  text: `${loop.answer.count.sentence} (${loop.kind} in ${loop.function})`,
});

function sectionsOf(comparison: Comparison): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  return [
    { title: 'new', entries: comparison.newFindings.map(ofWrong) },
    { title: 'no longer proven', entries: comparison.verdictsLost.map(ofVerdict) },
    { title: 'bound lost', entries: comparison.boundsLost.map(ofLoop) },
    { title: 'bound changed', entries: comparison.boundsChanged.map(ofLoop) },
    { title: 'mended', entries: comparison.mended.map(ofWrong) },
    { title: 'proven now', entries: comparison.verdictsGained.map(ofVerdict) },
    { title: 'bound gained', entries: comparison.boundsGained.map(ofLoop) },
    { title: 'loop added', entries: comparison.loopsAdded.map(ofLone) },
    { title: 'loop removed', entries: comparison.loopsRemoved.map(ofLone) },
  ];
}

function summaryOf(comparison: Comparison): string {
  const told = sectionsOf(comparison).filter(({ entries }) => entries.length > 0);
  const unseen = comparison.filesNotSeen.length;
  const rest = unseen === 0 ? '' : `; ${unseen} file${unseen === 1 ? '' : 's'} of the other run not looked at`;
  if (told.length === 0) return `nothing changed${rest}`;
  return `${told.map(({ title, entries }) => `${entries.length} ${title}`).join(', ')}${rest}`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
