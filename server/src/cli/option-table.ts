/** The calls and options of the command line: one row for each. Reading, help and completion are made from these. */
import { ALIASING, CHAR_SIGNS, DATA_MODELS, FAILURES, INTEGER_MODES, OVERFLOWS } from '../project/index.ts';

export const CALLS = [
  'summarize',
  'bounds',
  'check',
  'report',
  'merge',
  'submit',
  'work',
  'eval',
  'reach',
  'testgen',
] as const;
export type Call = (typeof CALLS)[number];
/** Those that ask the analysis. */
export type AskingCall = Exclude<Call, 'merge' | 'work'>;

/** All words that may stand behind `looplens`, and what they are for in a few words. */
export const WORDS: Readonly<Record<string, string>> = {
  summarize: 'each loop: how often it iterates, what it leaves',
  bounds: "each loop's bound",
  check: 'each assertion, and what is certainly wrong',
  report: 'loops, assertions and findings of a project, as a page',
  merge: 'the parts of a run in one',
  submit: 'a report whose files the workers of a queue analyse',
  work: 'analyses files that come from a queue',
  eval: 'values when a function returns',
  reach: 'whether a line can be reached',
  testgen: 'a C program that gets to a line',
  lsp: 'the language server',
  completion: 'a completion script for a shell',
};

export interface OptionRow {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  readonly calls: readonly Call[];
  /** Calls that take it, too, though it changes nothing there. */
  readonly idle?: readonly Call[];
  /** What the value is called in the help; a file, a directory or one of a few words. */
  readonly value?: string;
  readonly words?: readonly string[];
  readonly names?: 'file' | 'directory';
  /** By call where it differs. */
  readonly help: string | Readonly<Partial<Record<Call, string>>>;
}

const WALKING = ['summarize', 'bounds', 'check', 'report', 'submit'] as const;
/** Those that ask the analysis, and all others that there are. */
const ASKING = [...WALKING, 'eval', 'reach', 'testgen'] as const;
const CHECKING = ['check', 'report', 'submit'] as const;
const ALL = CALLS;

const TIERS = 'loops that are summarised: 1 (none: counting alone), gain (where it may tell more), 2 (default: all)';
const QUEUE = 'hand the files to the workers (looplens work) of this queue, redis://HOST[:PORT][/DATABASE]';
const QUEUE_OF =
  'redis://HOST[:PORT][/DATABASE]; default: LOOPLENS_QUEUE of the environment, else Redis on this machine';
const TO_FILE = 'the file that is written; default: standard output';

export const OPTIONS = {
  line: { type: 'string', calls: ['summarize'], value: 'L', help: 'only the loop at line L' },
  detail: { type: 'boolean', calls: ['summarize'], help: 'with type, cases, paths, array accesses and all reasons' },
  certify: {
    type: 'boolean',
    calls: ['summarize'],
    help: 'and what the independent checker has shown for each case, and how',
  },
  tier: {
    type: 'string',
    calls: ['bounds', 'report', 'submit'],
    value: 'WHICH',
    words: ['1', 'gain', '2'],
    help: {
      bounds: 'loops that are summarised: 1 (none: counting alone), gain (default: where it may tell more), 2 (all)',
      report: TIERS,
      submit: TIERS,
    },
  },
  inputs: { type: 'string', calls: ['eval'], value: 'IN.csv', names: 'file', help: "the parameters' values" },
  output: {
    type: 'string',
    short: 'o',
    calls: [...WALKING, 'merge', 'testgen'],
    value: 'PATH',
    names: 'file',
    help: {
      summarize: TO_FILE,
      bounds: TO_FILE,
      check: TO_FILE,
      report: TO_FILE,
      submit: TO_FILE,
      merge: TO_FILE,
      testgen: 'the directory that the program goes to; default: standard output',
    },
  },
  timeout: {
    type: 'string',
    calls: ASKING,
    value: 'SECONDS',
    help: {
      summarize: 'for each loop; default 10',
      bounds: 'for each loop; default 10',
      eval: 'for each loop; default 10',
      check: 'for each file; what is undecided then is unknown; default 10',
      report: 'for each loop, and for the assertions of a file; default 10',
      submit: 'for each loop, and for the assertions of a file; default 10',
      reach: 'what is undecided then is open; default 10',
      testgen: 'default 10',
    },
  },
  'fail-on': {
    type: 'string',
    multiple: true,
    calls: CHECKING,
    value: 'WHAT',
    words: FAILURES,
    help:
      'exit status 1 also for unknown assertions (unknown), for signed overflow that is reported (overflow),\n' +
      'for whatever is certainly wrong (finding); never: not even for violated assertions (can be repeated)',
  },
  overflow: {
    type: 'string',
    calls: CHECKING,
    value: 'WHICH',
    words: OVERFLOWS,
    help: 'signed overflow that is reported: must (default: on every run that gets there), can, off',
  },
  suspicions: {
    type: 'boolean',
    calls: CHECKING,
    help: 'also what is not wrong, but seldom meant: conditions that always hold, counters changed twice',
  },
  baseline: {
    type: 'string',
    calls: CHECKING,
    value: 'FILE',
    names: 'file',
    help: "findings that are accepted: they are shown, but don't count",
  },
  'write-baseline': {
    type: 'string',
    calls: ['check'],
    value: 'FILE',
    names: 'file',
    help: 'writes all that is found as such a file',
  },
  witness: {
    type: 'string',
    calls: ['check'],
    value: 'DIR',
    names: 'directory',
    help: 'a witness (SV-COMP format 2.0) for each file that was decided',
  },
  compare: {
    type: 'string',
    calls: CHECKING,
    value: 'OLD.json',
    names: 'file',
    help:
      'what has changed since that run (--format json): findings, verdicts, bounds; ' +
      'only what is new counts as wrong',
  },
  shard: {
    type: 'string',
    calls: WALKING,
    value: 'I/N',
    help:
      'only the I-th of N parts of the files; what is printed is for merge, ' +
      "which makes the whole run's output of the parts",
  },
  queue: {
    type: 'string',
    calls: [...WALKING, 'work'],
    value: 'URL',
    help: {
      summarize: QUEUE,
      bounds: QUEUE,
      check: QUEUE,
      report: QUEUE,
      submit: QUEUE_OF,
      work: QUEUE_OF,
    },
  },
  patience: {
    type: 'string',
    calls: ['work'],
    value: 'SECONDS',
    help: 'without a sign of life from a worker others take over its files after this time; default 30',
  },
  'no-times': { type: 'boolean', calls: WALKING, help: 'no times in what is printed: the same bytes from each run' },
  cache: {
    type: 'string',
    calls: [...WALKING, 'work'],
    value: 'DIR',
    names: 'directory',
    help: "keep results in DIR: what hasn't changed since, its headers included, is not analysed again",
  },
  exclude: {
    type: 'string',
    multiple: true,
    calls: WALKING,
    value: 'PATTERN',
    help: 'leave out what a line of a .gitignore in the current directory would (can be repeated)',
  },
  'no-ignore': { type: 'boolean', calls: WALKING, help: 'also what .gitignore leaves out, and hidden directories' },
  'changed-since': {
    type: 'string',
    calls: WALKING,
    value: 'REVISION',
    help: 'only files that differ from this revision of git, or that include a header that does',
  },
  project: {
    type: 'string',
    calls: ASKING,
    value: 'FILE',
    names: 'file',
    help: 'the project file; default: looplens.json here or above, up to the repository',
  },
  'no-project': { type: 'boolean', calls: ASKING, help: 'without a project file' },
  'stdin-name': {
    type: 'string',
    calls: ASKING,
    value: 'NAME',
    names: 'file',
    help: 'the file that the text from standard input (-) stands for',
  },
  function: {
    type: 'string',
    calls: ASKING,
    value: 'F',
    help: {
      summarize: 'only this function',
      bounds: 'only this function',
      check: 'only this function',
      report: 'only this function',
      submit: 'only this function',
      eval: 'only this function',
      reach: 'runs start in this function',
      testgen: 'runs start in this function',
    },
  },
  integers: {
    type: 'string',
    calls: ASKING,
    value: 'MODE',
    words: INTEGER_MODES,
    help: 'c (default): signed overflow is undefined; wrapv: it wraps around; mathematical: no widths',
  },
  'data-model': {
    type: 'string',
    calls: ASKING,
    value: 'MODEL',
    words: DATA_MODELS,
    help: 'LP64 (default), ILP32, LLP64',
  },
  char: {
    type: 'string',
    calls: ASKING,
    value: 'SIGN',
    words: CHAR_SIGNS,
    help: 'signed (default), unsigned',
  },
  aliasing: {
    type: 'string',
    calls: ASKING,
    value: 'RULE',
    words: ALIASING,
    help: 'strict (default): objects are read and written as what they are;\nnone: through pointers to any type',
  },
  'assert-name': {
    type: 'string',
    multiple: true,
    calls: ASKING,
    value: 'NAME',
    help: 'one more function that asserts its argument (can be repeated)',
  },
  'assume-name': {
    type: 'string',
    multiple: true,
    calls: ASKING,
    value: 'NAME',
    help: 'one more function that assumes its argument (can be repeated)',
  },
  include: {
    type: 'string',
    multiple: true,
    short: 'I',
    calls: ASKING,
    value: 'DIR',
    names: 'directory',
    help: 'search DIR for headers (can be repeated); what lies beside the file is found anyway',
  },
  define: {
    type: 'string',
    multiple: true,
    short: 'D',
    calls: ASKING,
    value: 'NAME[=VALUE]',
    help: 'define a macro (can be repeated)',
  },
  undefine: {
    type: 'string',
    multiple: true,
    short: 'U',
    calls: ASKING,
    value: 'NAME',
    help: "don't define a macro (can be repeated)",
  },
  'compile-commands': {
    type: 'string',
    calls: ASKING,
    value: 'P',
    names: 'file',
    help: 'compile_commands.json, or its directory; default: looked for above each file and in build/ there',
  },
  preprocess: {
    type: 'string',
    calls: ASKING,
    value: 'WHO',
    words: ['builtin', 'compiler'],
    help: 'builtin (default); compiler: run the compiler that compile_commands.json names, with -E',
  },
  jobs: {
    type: 'string',
    short: 'j',
    calls: [...WALKING, 'work'],
    idle: ['eval', 'reach', 'testgen'],
    value: 'N',
    help: 'files at the same time; default: one for each processor',
  },
  format: {
    type: 'string',
    calls: [...WALKING, 'merge', 'reach'],
    idle: ['eval', 'testgen'],
    value: 'FORMAT',
    words: ['text', 'json', 'sarif', 'junit', 'html', 'markdown'],
    help: {
      summarize: 'text (default), json',
      bounds: 'text (default), json',
      check: 'text (default), json, sarif, junit, html (the page of report), markdown (with --compare)',
      report: 'html (default), text, json, markdown (with --compare)',
      submit: 'html (default), text, json, markdown (with --compare)',
      merge: 'text, json, sarif, junit, html; default: that of the run',
      reach: 'text (default), json, sarif',
    },
  },
  help: { type: 'boolean', short: 'h', calls: ALL, help: 'this text' },
  version: { type: 'boolean', calls: ALL, help: 'the version' },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof OPTIONS;

/** The options of a call, in the order of the table. */
export function optionsOfCall(call: Call): readonly (readonly [OptionName, OptionRow])[] {
  return (Object.entries(OPTIONS) as [OptionName, OptionRow][]).filter(([, row]) => row.calls.includes(call));
}

/** What an option is for in a call. */
export function helpOfOption({ help }: OptionRow, call: Call): string {
  return typeof help === 'string' ? help : (help[call] ?? '');
}

/** The formats that a call prints. */
export function formatsOf(call: Call): readonly string[] {
  const { calls, help } = OPTIONS.format as OptionRow;
  if (!calls.includes(call) || typeof help === 'string') return ['text'];
  return (help[call] ?? '').replace(/ \(.*?\)|;.*/g, '').split(', ');
}
