/** JUnit's XML: which outcome each answer has, and that no name or text gets out of its attribute. */
import { expect, it } from 'vitest';
import { junitDocument } from '../../server/src/render/junit.ts';
import type { Finding } from '../../server/src/report/report.ts';
import { fileReport, range, violatedAssertion } from './reports.ts';

const finding = (more: object): Finding =>
  ({
    kind: 'index-outside',
    function: 'f',
    range: range(3, 1, 3, 5),
    text: 'a[i]',
    message: '`a[i]` writes element 10',
    related: [],
    ...more,
  }) as Finding;

const outcome = (report: Parameters<typeof fileReport>[0]): string => {
  const document = junitDocument([{ file: 'a.c', report: fileReport(report) }]);
  return /tests="(\d)" failures="(\d)" errors="0" skipped="(\d)"/.exec(document)?.slice(1).join() ?? document;
};

it.each([
  ['holds', { assertions: [violatedAssertion({ verdict: 'holds' as const })] }, '1,0,0'],
  ['violated', { assertions: [violatedAssertion()] }, '1,1,0'],
  ['unknown', { assertions: [violatedAssertion({ verdict: 'unknown' as const })] }, '1,0,1'],
  ['accepted', { assertions: [violatedAssertion({ accepted: 'source' as const })] }, '1,0,1'],
  ['finding', { findings: [finding({})] }, '1,1,0'],
  ['hint', { findings: [finding({ kind: 'suspicion' })] }, '1,0,1'],
  ['made an error', { findings: [finding({ kind: 'suspicion', severity: 'error' })] }, '1,1,0'],
  ['nothing', {}, '0,0,0'],
])('%s', (_, report, expected) => expect(outcome(report)).toBe(expected));

it('names and texts stay where they are', () => {
  const hostile = `"><!-- ]]>&'\u0000\n\u001b`;
  const report = fileReport({
    assertions: [violatedAssertion({ assertion: hostile, function: hostile, trace: hostile })],
  });
  const document = junitDocument([{ file: hostile, report }]);
  expect(document).not.toMatch(/[\u0000\u001b]|<!--|]]>/);
  // nothing but our own elements is left when they are taken out
  const elements = /<\?xml[^>]*>|<\/?(testsuites|testsuite|testcase|failure|skipped)( [a-z]+="[^"<>]*")*\/?>/g;
  expect(document.replace(elements, '')).not.toMatch(/[<>]/);
});
