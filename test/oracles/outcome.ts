/** What an oracle found, and what it looked at. */

export interface OracleOutcome {
  /** What is false: the claim, the state, the program. */
  readonly wrong: string[];
  /** Claims that were compared with a run. */
  checked: number;
  /** What the generator produced how often. */
  readonly produced: Map<string, number>;
  /** Kinds of claims, and how many there were. */
  readonly claims: Map<string, number>;
}

export const emptyOutcome = (): OracleOutcome => ({ wrong: [], checked: 0, produced: new Map(), claims: new Map() });

export function count(into: Map<string, number>, what: string): void {
  into.set(what, (into.get(what) ?? 0) + 1);
}

/** Two columns: what, and how often. */
export function tableText(counts: ReadonlyMap<string, number>): string {
  const width = Math.max(0, ...[...counts.keys()].map((k) => k.length));
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, n]) => `  ${what.padEnd(width)}  ${n}`)
    .join('\n');
}
