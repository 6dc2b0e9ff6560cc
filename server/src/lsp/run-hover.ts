/** What a hover shows on what fails: the run that shows it, as a table, and a link to step through it. */
import type { Position as LspPosition } from 'vscode-languageserver/node';
import type { FileReport, RunReport } from '../report/index.ts';
import { runTable, showFinding } from '../render/index.ts';
import { inBackground } from '../workspace/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Client } from './client-capabilities.ts';
import { FAILING } from './line-questions.ts';
import { SHOW_RUN } from './protocol.ts';
import { contains, fromPosition, toRange } from './to-protocol.ts';

export interface RunHovers {
  /** In Markdown; null: nothing fails at the position, or no run was found in time. */
  at(uri: string, edition: number, report: FileReport, position: LspPosition): Promise<string | null>;
}

/** Milliseconds that a hover waits for a run. */
const WAIT = 3_000;

/** The last run is kept: the pointer comes back to where it was. */
export function createRunHovers(workspace: () => Workspace | null, client: () => Client): RunHovers {
  let last: { readonly key: string; readonly run: Promise<RunReport | null> } | null = null;

  async function runTo(uri: string, start: LspPosition): Promise<RunReport | null> {
    const question = { line: start.line + 1, watch: { column: start.character + 1, inputs: null } };
    const found = await workspace()?.watch(uri, question);
    return found && !('missing' in found) ? found.run : null;
  }

  return {
    async at(uri, edition, report, position) {
      const start = failingAt(report, position);
      if (start === null) return null;
      const key = JSON.stringify([uri, edition, start]);
      if (last?.key !== key) last = { key, run: runTo(uri, start) };
      const late = new Promise<null>((resolve) => inBackground(setTimeout(() => resolve(null), WAIT)));
      const run = await Promise.race([last.run, late]);
      // one that only gets there says nothing of what fails
      const told = run === null || run.end.kind === 'returned' ? '' : runTable(run);
      if (told === '') return null;
      const target = encodeURIComponent(JSON.stringify([uri, start]));
      const link = client().commandLinks ? `\n\n[Show the run](command:${SHOW_RUN}?${target})` : '';
      return `${told}${link}\n`;
    },
  };
}

/** Where what fails at a position begins. */
function failingAt({ assertions, findings = [] }: FileReport, at: LspPosition): LspPosition | null {
  const position = fromPosition(at);
  const assertion = assertions.find((a) => a.verdict === 'violated' && !a.accepted && contains(a.range, position));
  const finding = findings.find((f) => !f.accepted && FAILING.has(showFinding(f).code) && contains(f.range, position));
  const range = assertion?.range ?? finding?.range;
  return range === undefined ? null : toRange(range).start;
}
