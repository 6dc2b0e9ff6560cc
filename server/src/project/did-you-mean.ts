/** The word that was probably meant. */
import leven from 'leven';

/**
 * `; did you mean check?`, or nothing where no word is near: two of its characters may be wrong, or a third of them.
 */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = words
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(candidate.length < 4 ? 1 : 2, Math.floor(candidate.length / 3)),
    )
    .sort((a, b) => a.distance - b.distance)[0];
  return near === undefined ? '' : `; did you mean ${near.candidate}?`;
}

/** What is only begun is near, too. */
function distanceOf(word: string, candidate: string): number {
  return word.length >= 3 && candidate.startsWith(word) ? 0 : leven(word, candidate);
}
