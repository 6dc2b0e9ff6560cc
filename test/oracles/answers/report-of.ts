/** What is said of the loop that a case ends with. */
import { DEFAULT_OPTIONS, analyze } from '../../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../../server/src/report/report.ts';
import type { AnswerCase } from './answer-case.ts';
import { plainSource } from './answer-case.ts';

/** Undefined where the loop has no report. */
export async function reportOf(c: AnswerCase): Promise<LoopReport | undefined> {
  const { loops } = await analyze(
    plainSource(c),
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  // what stands before it may have loops of its own
  const before = [...c.file, ...c.before].flatMap((text) => text.split('\n')).length;
  return loops.find((l) => l.nested === 0 && l.range.start.line > before);
}
