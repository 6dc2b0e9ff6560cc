/**
 * A defect and the same program mended, as one text: `@{-1|1}` is `-1` in the first and `1` in the second. The line
 * that ends in `$` has the defect.
 */
export type Pair = readonly [name: string, source: string];

/** The two programs, and the line of the defect. */
export function sides(source: string): { readonly wrong: string; readonly right: string; readonly line: number } {
  const lines = source.split('\n');
  const line = lines.findIndex((l) => l.endsWith('$')) + 1;
  const text = lines.map((l) => l.replace(/\$$/, '')).join('\n');
  const side = (i: number): string =>
    text.replace(/@\{([^|@}]*)\|([^|@}]*)\}/g, (_, wrong: string, right: string) => [wrong, right][i]!);
  return { wrong: side(0), right: side(1), line };
}
