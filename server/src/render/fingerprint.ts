/** What a finding is recognised by when the code around it has moved: nothing in it depends on lines. */
import type { AssertionReport, Finding } from '../report/index.ts';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function assertionPrint({ function: name, assertion, verdict }: Pick<AssertionReport, 'function' | 'assertion' | 'verdict'>): string {
  return `${verdict === 'unknown' ? 'unknown' : 'violated'}:${name}:${oneLine(assertion)}`;
}

export function findingPrint(finding: Finding): string {
  return finding.kind === 'overflow' ? `overflow:${finding.function}:${oneLine(finding.text)}` : `unreachable:${finding.function}`;
}
