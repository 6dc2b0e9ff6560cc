/** Words of code that `#if`s decide about, in a build that may decide otherwise. */
import { namesIn } from '../sources/index.ts';
import type { Declarations } from './file-context.ts';

/** Of each such place between two offsets in the parsed text; all words where it isn't known what stands there. */
export function undecidedWords(
  { locator, notes }: Pick<Declarations, 'locator' | 'notes'>,
  within: { readonly start: number; readonly end: number },
): readonly Pick<ReadonlySet<string>, 'has'>[] {
  const { start, end } = locator.offsets(within.start, within.end);
  return notes
    .filter((note) => note.start >= start && note.start < end)
    .map(({ branches, expands }) =>
      branches === undefined || !expands ? { has: () => true } : namesIn(`${branches} ${expands.bodies}`),
    );
}
