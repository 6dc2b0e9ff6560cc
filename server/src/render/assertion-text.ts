/** Verdicts on assertions, as a hover and as a diagnostic's message. */
import type { AssertionReport } from '../report/index.ts';
import { codeSpan, escapeMarkdown, table } from './markdown.ts';
import { reasonMarkdown } from './reason-text.ts';
import { visible } from './visible-text.ts';

/** What the editor shows on an assertion: the verdict first, then what it rests on. */
export function assertionHover(assertion: AssertionReport): string {
  const parts = [
    `**${verdictPhrase(assertion)}**${assertion.assertion === '' ? '' : ` · ${codeSpan(assertion.assertion)}`}`,
  ];
  if (assertion.verdict === 'violated') parts.push(...violation(assertion));
  if (assertion.reason) parts.push(reasonMarkdown(assertion.reason));
  return `${parts.join('\n\n')}\n`;
}

/**
 * Message of a diagnostic. The first line says that it fails and with which inputs. Below, every value has a line of
 * its own. Names and values are separated by a tab so that they paste into a table.
 */
export function diagnosticMessage(assertion: AssertionReport): string {
  const what =
    assertion.assertion === ''
      ? 'This call is reached'
      : `Assertion fails: ${visible(assertion.assertion.replace(/\s+/g, ' '))}`;
  const lines = [`${what}${withInputs(assertion)}`];
  if (assertion.conjunct !== undefined && assertion.conjunct !== assertion.assertion)
    lines.push(`It is this part that fails: ${visible(assertion.conjunct.replace(/\s+/g, ' '))}`);
  if (assertion.trace !== undefined) lines.push(assertion.trace);
  if (assertion.iteration && assertion.iteration.length > 0) lines.push(iterationPhrase(assertion.iteration));
  lines.push(...relatedValues(assertion).map(([name, value]) => `${name}\t${value}`));
  return lines.join('\n');
}

/** `x = 1, n = 5, nondet = 3, 3, 0 (2 times)` for one line of text; empty where there are no inputs. */
export function inputsTable(assertion: Pick<AssertionReport, 'inputs' | 'nondet'>): string {
  const parts = Object.entries(assertion.inputs ?? {}).map(([name, value]) => `${name} = ${value}`);
  const nondet = nondetText(assertion);
  if (nondet !== '') parts.push(`nondet values ${nondet}`);
  return parts.join(', ');
}

/** Inputs and the values at the assertion, as pairs for related information or a table. */
function relatedValues(assertion: AssertionReport): readonly (readonly [string, string])[] {
  return [
    ...Object.entries(assertion.inputs ?? {}).map(([name, value]) => [`${name} (input)`, value] as const),
    ...Object.entries(assertion.values ?? {}),
  ];
}

function verdictPhrase(assertion: AssertionReport): string {
  switch (assertion.verdict) {
    case 'holds':
      return 'holds';
    case 'violated':
      return 'fails';
    case 'unknown':
      return assertion.reason?.code === 'precondition' ? 'precondition' : 'undecided';
    default:
      return assertion.verdict satisfies never;
  }
}

/** Nondet values in the order in which they are read. */
export function nondetText(assertion: Pick<AssertionReport, 'nondet'>): string {
  return (assertion.nondet ?? [])
    .map((value) => (typeof value === 'string' ? value : `${value[0]} (${value[1]} times)`))
    .join(', ');
}

/** Iterations are counted from 0, outermost loop first. */
export function iterationPhrase(iteration: readonly number[]): string {
  const numbers = iteration.map((number) => String(number + 1)).join(', ');
  return `in iteration ${numbers}${iteration.length > 1 ? ' (outermost loop first)' : ''}`;
}

function withInputs(assertion: AssertionReport): string {
  const inputs = inputsTable(assertion);
  return inputs === '' ? '' : `, with ${inputs}`;
}

function violation(assertion: AssertionReport): string[] {
  const parts: string[] = [];
  const inputs = Object.entries(assertion.inputs ?? {});
  const values = Object.entries(assertion.values ?? {});
  if (inputs.length > 0)
    parts.push(
      table(
        ['input', 'value'],
        inputs.map(([name, value]) => [codeSpan(name), codeSpan(value)]),
      ),
    );
  const nondet = nondetText(assertion);
  if (nondet !== '') parts.push(`Nondet values in order: ${codeSpan(nondet)}`);
  if (values.length > 0)
    parts.push(
      table(
        ['at the assertion', 'value'],
        values.map(([name, value]) => [codeSpan(name), codeSpan(value)]),
      ),
    );
  if (assertion.conjunct !== undefined) parts.push(`It is this part that fails: ${codeSpan(assertion.conjunct)}`);
  if (assertion.iteration && assertion.iteration.length > 0)
    parts.push(escapeMarkdown(iterationPhrase(assertion.iteration)));
  if (assertion.trace !== undefined) parts.push(escapeMarkdown(assertion.trace));
  return parts;
}
