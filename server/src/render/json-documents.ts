/**
 * The JSON documents of the command line (schemas `looplens/loops/2` and `looplens/check/1`). Key names and order are
 * fixed.
 */
import { CHECK_SCHEMA, LOOPS_SCHEMA, REPORT_SCHEMA } from '../report/index.ts';
import type { AssertionReport, CountAnswer, FileReport, Finding, LoopReport, Requirement } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import { assertionPrint, findingPrint } from './fingerprint.ts';
import { hoverMarkdown } from './hover-text.ts';
import { reportFigures } from './report-figures.ts';
import { totalsOf } from './totals.ts';
import { visibleJson } from './visible-text.ts';
import { showFinding } from './finding-kinds.ts';

/** What was found in one file; `file` is the path as it was given. */
export interface FileResult {
  readonly file: string;
  readonly report: FileReport;
}

/** What stands in it beside what always does: certificates, the hovers as an editor shows them. */
export interface LoopDetails {
  readonly certify?: boolean;
  readonly hovers?: boolean;
  /** What the functions require. */
  readonly contracts?: boolean;
}

/** The document of `summarize` and `bounds`. */
export function loopsDocument(
  results: readonly FileResult[],
  version: string,
  seconds: number,
  { certify = false, hovers = false, contracts = false }: LoopDetails = {},
): string {
  const totals = totalsOf(results.flatMap((result) => result.report.loops));
  return visibleJson({
    schema: LOOPS_SCHEMA,
    version,
    loops: results.flatMap((result) =>
      result.report.loops.map((loop) => loopObject(result.file, loop, { certify, hovers })),
    ),
    contracts: contracts ? results.flatMap(requirementObjects) : undefined,
    totals: { ...totals, seconds: round(seconds) },
  });
}

/** The document of `check`. */
export function checkDocument(results: readonly FileResult[], version: string): string {
  return visibleJson({ schema: CHECK_SCHEMA, version, ...checkParts(results) });
}

function checkParts(results: readonly FileResult[]): object {
  return {
    results: results.flatMap((result) =>
      result.report.assertions.map((assertion) => assertionObject(result.file, assertion)),
    ),
    overflows: results.flatMap((result) =>
      (result.report.findings ?? [])
        .filter((finding) => !isContract(finding))
        .flatMap((finding) => overflowObject(result.file, finding)),
    ),
    findings: results.flatMap((result) =>
      (result.report.findings ?? [])
        .filter((finding) => !isContract(finding))
        .map((finding) => findingObject(result.file, finding)),
    ),
    contracts: results.flatMap((result) => [
      ...requirementObjects(result),
      ...(result.report.findings ?? []).filter(isContract).map((finding) => contractObject(result.file, finding)),
    ]),
  };
}

/** The document of `report`: those of `bounds` and `check` in one, and the numbers that its page shows. */
export function reportDocument(results: readonly FileResult[], version: string, seconds: number): string {
  const { totals, ...figures } = reportFigures(results.map(({ report }) => report));
  return visibleJson({
    schema: REPORT_SCHEMA,
    version,
    files: results.map(({ file }) => file),
    ...checkParts(results),
    loops: results.flatMap(({ file, report }) => report.loops.map((loop) => loopObject(file, loop, {}))),
    figures,
    totals: { ...totals, seconds: round(seconds) },
  });
}

function loopObject(file: string, loop: LoopReport, { certify, hovers }: LoopDetails): object {
  return {
    file,
    line: loop.range.start.line,
    column: loop.range.start.column,
    endLine: loop.range.end.line,
    endColumn: loop.range.end.column,
    function: loop.function,
    kind: loop.kind,
    nested: loop.nested,
    type: loop.type,
    pattern: loop.pattern,
    answer: answerObject(loop),
    hover: hovers ? hoverMarkdown(loop) : undefined,
    tier: loop.tier,
    pseudo: loop.pseudo,
    exactness: loop.exactness,
    bound: loop.bound && {
      text: loop.bound.text,
      kind: loop.bound.kind,
      upper: loop.bound.upper,
      value: loop.bound.value,
      assuming: loop.bound.assuming,
      first: loop.bound.first,
    },
    paths: loop.paths.map(({ id, guard, update, bound }) => ({ id, guard, update, bound })),
    cases: loop.cases.map(({ guard, trace, counts, iterations, post, exactness, perhaps, certificate }) => ({
      guard,
      trace,
      counts,
      iterations,
      post,
      exactness,
      perhaps,
      certificate: certify ? certificate : undefined,
    })),
    initialised: loop.initialised,
    coverage: certify ? loop.coverage : undefined,
    termination: loop.termination,
    terminationCondition: loop.terminationCondition,
    effects: loop.effects,
    unknown: loop.unknown?.map(({ variable, because, range }) => ({ variable, because, range })),
    accesses: loop.accesses?.map(({ text, leaves, unless, message, range }) => ({
      text,
      leaves,
      unless,
      message,
      range,
    })),
    requires: loop.requires?.map(({ condition, sentence, range }) => ({ condition, sentence, range })),
    assumptions: loop.assumptions,
    reasons: loop.reasons.map(reasonObject),
    ms: round(loop.ms),
  };
}

/** What a person is told of the loop: all parts always there, in one order. */
function answerObject({ count, effects, afterwards, leaves, facts, unknown, why }: LoopReport): object {
  return {
    count: countObject(count),
    effects: (effects ?? []).map(({ sentence, words, c }) => ({ sentence: sentence ?? words, c: c ?? '' })),
    afterwards: afterwards ? { c: afterwards.c, complete: afterwards.complete } : null,
    leaves: (leaves ?? []).map(({ when, how, range }) => ({ when, how, range })),
    facts: facts ?? [],
    unknown: (unknown ?? []).map(({ variable, because, range }) => ({ variable, because, range })),
    why: why ? { message: why.message, hint: why.hint, range: why.range } : null,
  };
}

function countObject({ relation, text, value, assuming, until, source, sentence }: CountAnswer): object {
  return { relation, text, value, assuming, until, source, sentence };
}

function assertionObject(file: string, assertion: AssertionReport): object {
  return {
    file,
    line: assertion.range.start.line,
    column: assertion.range.start.column,
    function: assertion.function,
    assertion: assertion.assertion,
    verdict: assertion.verdict,
    inputs: assertion.inputs,
    nondet: assertion.nondet,
    iteration: assertion.iteration,
    conjunct: assertion.conjunct,
    trace: assertion.trace,
    reason: assertion.reason && reasonObject(assertion.reason),
    accepted: assertion.accepted,
    engine: assertion.engine,
    ms: round(assertion.ms),
    fingerprint: assertion.verdict === 'holds' ? undefined : assertionPrint(assertion),
  };
}

/** It needs values that only callers give: what the function requires of these, and no fault of its own. */
function isContract(finding: Finding): boolean {
  return finding.kind === 'overflow' && !finding.must && Object.keys(finding.inputs ?? {}).length > 0;
}

const requirementObjects = ({ file, report }: FileResult): readonly object[] =>
  report.functions.flatMap(({ name, requires = [] }) => requires.map((r) => requirementObject(file, name, r)));

function requirementObject(file: string, name: string, { condition, message, range }: Requirement): object {
  const { line, column } = range.start;
  return { file, line, column, function: name, requires: condition, message };
}

function contractObject(file: string, finding: Finding): object {
  const { range, function: name } = finding;
  const { message } = showFinding(finding);
  const text = 'text' in finding ? finding.text : '';
  return {
    file,
    line: range.start.line,
    column: range.start.column,
    function: name,
    requires: `${text} doesn't overflow`,
    message,
    ...('inputs' in finding ? { inputs: finding.inputs, nondet: finding.nondet, iteration: finding.iteration } : {}),
  };
}

/** Where signed arithmetic overflows: beside the results, which hold for runs without it. */
function overflowObject(file: string, finding: Finding): object[] {
  if (finding.kind !== 'overflow') return [];
  const { range, function: name, text, must, inputs, nondet, iteration, accepted } = finding;
  return [
    {
      file,
      line: range.start.line,
      column: range.start.column,
      function: name,
      expression: text,
      must,
      inputs,
      nondet,
      iteration,
      accepted,
    },
  ];
}

/** All that was found beside the results, overflows among them. */
function findingObject(file: string, finding: Finding): object {
  const { range, function: name, accepted } = finding;
  const { kind, severity, message } = showFinding(finding);
  const run =
    'inputs' in finding
      ? { inputs: finding.inputs, nondet: finding.nondet, iteration: finding.iteration }
      : 'iteration' in finding
        ? { iteration: finding.iteration }
        : {};
  const related = 'related' in finding ? (finding.related ?? []) : [];
  return {
    file,
    line: range.start.line,
    column: range.start.column,
    endLine: ('extent' in finding ? finding.extent : undefined)?.end.line ?? range.end.line,
    function: name,
    kind,
    severity,
    message,
    ...run,
    related: related.map((r) => ({ line: r.range.start.line, column: r.range.start.column, message: r.message })),
    accepted,
    fingerprint: findingPrint(finding),
  };
}

function reasonObject({ code, message, range }: Reason): object {
  return { code, message, range };
}

/** Times are given in microseconds at most; more digits are noise. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
