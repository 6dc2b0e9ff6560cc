/** Findings beside the verdicts, as sentences. */
import type { CertainFinding, Finding } from '../report/index.ts';
import { inputsTable, iterationPhrase } from './assertion-text.ts';

/** `` `a[i]` writes element 100, behind the end of `a`, which has 100 elements, in iteration 101``. */
export function certainMessage({ message, iteration }: Pick<CertainFinding<string>, 'message' | 'iteration'>): string {
  const when = iteration && iteration.length > 0 ? iterationPhrase(iteration) : '';
  return when === '' ? message : `${message}, ${when}`;
}

type Overflow = Finding & { readonly kind: 'overflow' };

/** `` `s += i` overflows on every run that gets there, in iteration 65537``. */
export function overflowMessage(finding: Overflow): string {
  if (finding.message !== undefined)
    return certainMessage({ message: finding.message, iteration: finding.iteration ?? [] });
  const what = `${finding.text === '' ? 'This' : `\`${finding.text}\``} ${finding.must ? 'overflows' : 'can overflow'}`;
  const when = finding.iteration && finding.iteration.length > 0 ? ` ${iterationPhrase(finding.iteration)}` : '';
  const inputs = inputsTable(finding);
  const example = `${when}${inputs === '' ? '' : `${when === '' ? '' : ','} with ${inputs}`}`;
  if (!finding.must) return `${what}${example}`;
  const shown = example === '' ? '' : inputs === '' ? `,${example}` : `, for example${example}`;
  return `${what} on every run that gets there${shown}`;
}
