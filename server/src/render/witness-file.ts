/**
 * Verdicts as witnesses of the software-verification competition (format 2.0). They say the invariants that a proof
 * rests on, or the places and values that a failing run goes through. YAML in its plain block form, strings as in
 * JSON.
 */
import type { SourceRange } from '../source/index.ts';
import type { AssertionReport, FileReport, InvariantReport } from '../report/index.ts';

export interface WitnessTask {
  readonly file: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly hash: string;
  readonly dataModel: string;
  readonly version: string;
  readonly uuid: string;
  /** As ISO 8601 has it. */
  readonly created: string;
}

type Value = string | readonly Value[] | { readonly [key: string]: Value };

/**
 * One witness for the file: for the first violation, or for all assertions where they all hold; null where neither is
 * so.
 */
export function witnessDocument(task: WitnessTask, report: FileReport): string | null {
  const violated = report.assertions.find((a) => a.verdict === 'violated');
  const proven = report.assertions.length > 0 && report.assertions.every((a) => a.verdict === 'holds');
  if (!violated && !proven) return null;
  const content = violated
    ? violationOf(task, report, violated)
    : (report.invariants ?? []).flatMap((i) => invariantsOf(task, i));
  const entry = {
    entry_type: violated ? 'violation_sequence' : 'invariant_set',
    metadata: metadata(task),
    content,
  };
  return `${violated ? leftOut(violated) : ''}${yaml([entry])}`;
}

/** The format has no repetition: a run that reads very many values is given by the first ones. */
function leftOut({ nondet, readings }: AssertionReport): string {
  const taken = (nondet ?? []).reduce((sum, v) => sum + (typeof v === 'string' ? 1 : v[1]), 0);
  const given = readings?.length ?? 0;
  return taken > given ? `# Only the first ${given} of the ${taken} values that the run reads are given.\n` : '';
}

function metadata({ file, hash, dataModel, version, uuid, created }: WitnessTask): Value {
  return {
    format_version: '2.0',
    uuid,
    creation_time: created,
    producer: { name: 'LoopLens', version },
    task: {
      input_files: [file],
      input_file_hashes: { [file]: hash },
      specification: 'G ! call(reach_error())',
      data_model: dataModel,
      language: 'C',
    },
  };
}

function location({ file }: WitnessTask, at: SourceRange['start'], name: string): Value {
  return { file_name: file, line: `${at.line}`, column: `${at.column}`, function: name };
}

function invariantsOf(task: WitnessTask, { range, function: name, parts }: InvariantReport): Value[] {
  return parts.map(({ c }) => ({
    invariant: {
      type: 'loop_invariant',
      location: location(task, range.start, name),
      value: c,
      format: 'c_expression',
    },
  }));
}

/** The values that were read, in order, then the place that fails. */
function violationOf(task: WitnessTask, report: FileReport, violated: AssertionReport): Value[] {
  const start = report.functions.find(({ name }) => name === violated.function)?.range.start ?? violated.range.start;
  const inputs = Object.entries(violated.inputs ?? {}).map(([name, value]) => `${name} == ${value}`);
  const step = (waypoint: { readonly [key: string]: Value }): Value => ({
    segment: [{ waypoint: { ...waypoint, action: 'follow' } }],
  });
  return [
    ...(inputs.length === 0
      ? []
      : [
          step({
            type: 'assumption',
            location: location(task, start, violated.function),
            constraint: { value: inputs.join(' && '), format: 'c_expression' },
          }),
        ]),
    ...(violated.readings ?? []).map(({ value, range }) =>
      step({
        // a call ends with its closing parenthesis
        type: 'function_return',
        location: location(task, { line: range.end.line, column: range.end.column - 1 }, violated.function),
        constraint: { value: `\\result == ${value}`, format: 'ext_c_expression' },
      }),
    ),
    step({ type: 'target', location: location(task, violated.range.start, violated.function) }),
  ];
}

/** Plain data as YAML. Numbers are strings of digits here, and are written as numbers. */
function yaml(value: Value, indent = ''): string {
  if (typeof value === 'string') return /^(0|[1-9]\d{0,9})$/.test(value) ? `${value}\n` : `${JSON.stringify(value)}\n`;
  if (Array.isArray(value)) {
    const items = value as readonly Value[];
    return items.length === 0
      ? '[]\n'
      : items.map((item) => `${indent}- ${yaml(item, `${indent}  `).trimStart()}`).join('');
  }
  return Object.entries(value)
    .map(([key, inner]) => {
      const flat = typeof inner === 'string' || (Array.isArray(inner) && inner.length === 0);
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
      return `${indent}${name}:${flat ? ` ${yaml(inner, indent)}` : `\n${yaml(inner, `${indent}  `)}`}`;
    })
    .join('');
}
