/** What a finding is recognised by when the code around it has moved: nothing in it depends on lines. */
import type { AssertionReport, Finding } from '../report/index.ts';
import { showFinding } from './finding-kinds.ts';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function assertionPrint({
  function: name,
  assertion,
  verdict,
}: Pick<AssertionReport, 'function' | 'assertion' | 'verdict'>): string {
  return `${verdict === 'unknown' ? 'unknown' : 'violated'}:${name}:${oneLine(assertion)}`;
}

export function findingPrint(finding: Finding): string {
  const { code, mark } = showFinding(finding);
  return `${code}:${finding.function}${mark === '' ? '' : `:${oneLine(mark)}`}`;
}
