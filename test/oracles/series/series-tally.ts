/** What became of the parts of a series, as one table. */
import { share, together } from '../../differential/campaign.ts';
import type { Tally } from '../../differential/campaign.ts';
import type { Answer } from './crew.ts';
import type { Part, PartResult } from './parts.ts';
import { LOOPS, commandOf } from './parts.ts';

interface OracleTally {
  functions: number;
  checked: number;
  wrong: number;
}

export class SeriesTally {
  /** Each with the command that shows it again. */
  readonly problems: string[] = [];
  private readonly classes = new Map<string, Tally>();
  private readonly oracles = new Map<string, OracleTally>();
  private readonly notRun: { readonly part: Part; readonly error: string }[] = [];

  add(part: Part, answer: Answer<PartResult>): void {
    if ('error' in answer) {
      this.notRun.push({ part, error: answer.error });
      return;
    }
    const { tallies, checked, wrong, failed } = answer.result;
    for (const what of wrong) this.problems.push(`WRONG (${commandOf(part)})\n${what}`);
    for (const what of failed) this.problems.push(`FAILED (${commandOf(part)})\n${what}`);
    for (const t of tallies) {
      const known = this.classes.get(t.shape);
      this.classes.set(t.shape, known ? together(t.shape, [known, t]) : t);
    }
    if (part.of === LOOPS) return;
    const tally = this.oracles.get(part.of) ?? { functions: 0, checked: 0, wrong: 0 };
    this.oracles.set(part.of, tally);
    tally.functions += part.count;
    tally.checked += checked;
    tally.wrong += wrong.length;
  }

  /** Everything was run, and nothing is wrong. */
  get isClean(): boolean {
    return this.problems.length === 0 && this.notRun.length === 0;
  }

  /** Where it stands, in a line. */
  text(): string {
    const { loops, rows } = this.allLoops();
    const { functions, checked } = this.allOracles();
    return `${loops} loops, ${rows} rows; ${functions} functions for oracles, ${checked} comparisons; ${this.problems.length} problems, ${this.notRun.length} parts not run`;
  }

  table(): string {
    const all = this.allLoops();
    const byClass = [...this.classes.values()].sort((a, b) => (a.shape < b.shape ? -1 : 1));
    const lines = [...byClass, all].map((t) => [
      t.shape,
      t.functions,
      t.loops,
      share(t.exact, t.loops),
      share(t.bounded, t.reported),
      t.rows,
      share(t.answered, t.rows),
      t.differences,
      t.crashes,
    ]);
    const oracles = [...this.oracles].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      ...aligned([
        ['class', 'functions', 'loops', 'exact', 'bounded', 'rows', 'answered', 'differences', 'failures'],
        ...lines,
      ]),
      '',
      ...aligned([
        ['oracle', 'functions', 'comparisons', 'wrong'],
        ...[...oracles, ['all', this.allOracles()] as const].map(([name, t]) => [
          name,
          t.functions,
          t.checked,
          t.wrong,
        ]),
      ]),
      '',
      ...this.notRun.map(({ part, error }) => `not run: ${commandOf(part)} (${error.split('\n')[0]})`),
      this.text(),
    ].join('\n');
  }

  private allLoops(): Tally {
    return together('all', [...this.classes.values()]);
  }

  private allOracles(): OracleTally {
    return [...this.oracles.values()].reduce(
      (sum, t) => ({
        functions: sum.functions + t.functions,
        checked: sum.checked + t.checked,
        wrong: sum.wrong + t.wrong,
      }),
      { functions: 0, checked: 0, wrong: 0 },
    );
  }
}

/** The first column to the left, all others to the right. */
function aligned(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0)))
      .join('  '),
  );
}
