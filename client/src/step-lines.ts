/** What stands beside the lines of the source while an iteration of a run is shown. Pure. */
import type { RunLine, RunReport } from '../../server/src/lsp/protocol.ts';

export interface StepLines {
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  /** Where the run fails, with the last iteration. */
  readonly end: { readonly line: number; readonly text: string } | null;
}

/** Characters beside a line. */
const WIDEST = 90;

/** `heading`: for the first line, of the iteration's number and the last one's. */
export function stepLines(
  run: RunReport,
  step: number,
  heading: (iteration: string, last: string) => string,
): StepLines {
  const iteration = run.iterations[step];
  const last = run.iterations.at(-1);
  const isLast = step >= run.iterations.length - 1;
  const within = iteration?.lines ?? [];
  const all = merged(isLast ? [...within, ...run.behind] : within);
  const end =
    isLast && run.end.range !== null && run.end.kind !== 'halted'
      ? { line: run.end.range.start.line, text: run.end.message }
      : null;
  const head = iteration && last ? heading(numberOf(iteration), numberOf(last)) : '';
  const before = iteration ? valuesText(changing(run).flatMap((name) => valueOf(name, iteration.before[name]))) : '';
  return {
    lines: all.map(({ line, values }, i) => {
      const assigned = valuesText(values);
      if (i > 0 || head === '') return { line, text: assigned };
      const path = iteration?.path === null || iteration === undefined ? [] : [iteration.path];
      return {
        line,
        text: shortened([head, ...path, before, assigned && `→ ${assigned}`].filter((t) => t !== '').join(' · ')),
      };
    }),
    end,
  };
}

const numberOf = ({ number, visit }: RunReport['iterations'][number]): string =>
  visit > 1 ? `${visit}.${number}` : `${number}`;

const valueOf = (name: string, value: string | undefined): RunLine['values'] =>
  value === undefined ? [] : [{ name, value }];

const valuesText = (values: RunLine['values']): string =>
  shortened(values.map(({ name, value }) => `${name} = ${value}`).join(', '));

const shortened = (text: string): string => (text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`);

/** Variables whose values are not always the same. */
const changing = ({ variables, iterations }: RunReport): readonly string[] =>
  variables.filter((name) => new Set(iterations.map((i) => i.before[name])).size > 1);

/** A line once, with the last value of each name, in the order of the source. */
function merged(lines: readonly RunLine[]): readonly RunLine[] {
  const byLine = new Map<number, Map<string, string>>();
  for (const { line, values } of lines) {
    const known = byLine.get(line) ?? new Map<string, string>();
    for (const { name, value } of values) known.set(name, value);
    byLine.set(line, known);
  }
  return [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([line, values]) => ({ line, values: [...values].map(([name, value]) => ({ name, value })) }));
}
