import { describe, expect, it } from 'vitest';
import { importsOf, sources } from './imports.ts';

/**
 * Folders without circles of files. What is imported for its type counts, too: who reads one file of a circle has to
 * read all of it.
 */
const WITHOUT_CIRCLES = ['server/src', 'client/src', 'client/webview'];

/** The files that lie on circles of imports, or between two circles; none where there is no circle. */
function onCircles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Set(imports.keys());
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const imported = new Set([...left].flatMap((file) => imports.get(file) ?? []));
    for (const file of left)
      if (!imported.has(file) || !(imports.get(file) ?? []).some((to) => left.has(to))) left.delete(file);
  }
  return [...left];
}

const graph = (edges: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(edges.map((line): [string, string[]] => [line[0] ?? '', [...line.slice(1)]]));

describe('no circle of files', () => {
  it.each(WITHOUT_CIRCLES)('%s', (folder) => {
    expect(onCircles(new Map(sources(folder).map((file) => [file, importsOf(file).map(({ to }) => to)])))).toEqual([]);
  });

  it.each([
    ['none', ['ab', 'bc', 'ac', 'c'], []],
    ['two files', ['ab', 'bca', 'c'], ['a', 'b']],
    ['a long one, with a way in and a way out', ['ab', 'bc', 'cd', 'dbe', 'e'], ['b', 'c', 'd']],
    ['a file that imports itself', ['aa', 'b'], ['a']],
  ])('the test itself: %s', (_, edges, expected) => expect(onCircles(graph(edges))).toEqual(expected));
});
