/** What `--help` prints. The options come from the table. */
import { CALLS, helpOfOption, optionsOfCall } from './option-table.ts';
import type { Call, OptionName, OptionRow } from './option-table.ts';

const GENERAL = `LoopLens tells what C loops do, without running them.

  looplens summarize PATH...   each loop: how often it iterates, what it leaves, what isn't known and why
  looplens bounds PATH...      each loop's bound
  looplens check PATH...       each assertion: holds, violated (with inputs) or unknown (with the reason);
                               what is certainly wrong
  looplens report PATH...      both, and what is known of loops of which class, as a page for a browser
  looplens submit PATH...      the same as report, analysed by the workers of a queue
  looplens work                such a worker
  looplens merge PART...       the parts of a run (--shard) as one
  looplens eval FILE --function F --inputs IN.csv
                               values of F's variables when it returns, computed from the summary
  looplens reach FILE:LINE     whether a line can be reached: with which inputs, or not at all
  looplens testgen FILE:LINE   a C program that gets to a line, or fails the assertion there
  looplens lsp --stdio         the language server
  looplens completion SHELL    a completion script for bash, zsh or fish

PATH is a file, a directory that is walked for .c files, or - for standard input. What is said in looplens.json,
here or above, holds for every call.

  looplens CALL --help         the options of a call
  looplens --version

Exit status:
  0  nothing wrong was found
  1  an assertion is violated (check), or the line is unreachable (reach)
  2  the arguments are unusable, or a file is unreadable
  3  a defect of LoopLens
`;

/** How calls are written, and what they do. */
const INTRODUCTIONS: Readonly<Record<Call, string>> = {
  summarize: `looplens summarize PATH... [options]

Prints what each loop does: how often it iterates, what it leaves, what isn't known of it, and why.
Directories are walked for .c files; - is standard input.
`,
  bounds: `looplens bounds PATH... [options]

Prints the bound of each loop, or why there is none, and totals.
Directories are walked for .c files; - is standard input.
`,
  check: `looplens check PATH... [options]

Decides each assertion: holds, violated (with inputs and how the run goes) or unknown (with the reason).
Says what is certainly wrong. Directories are walked for .c files; - is standard input.
Exit status 1 if an assertion is violated.
`,
  report: `looplens report PATH... [options]

Everything about a project in one document: what is certainly wrong, assertions, loops with their answers, the papers'
classes, what is not known and why; as one page for a browser, which loads nothing. Directories are walked for .c files.
`,
  merge: `looplens merge PART... [options]

Makes of the parts of a run, each printed by a call with --shard I/N, what the call would have printed without;
its exit status, too.
`,
  submit: `looplens submit PATH... [options]

The same as report, but the files are analysed by the workers of a queue (looplens work), which may run on other
machines that see the same files at the same paths. The document is that of report, byte for byte (with --no-times).
`,
  work: `looplens work [options]

Takes files from a queue and analyses them until it is stopped; several may work at the same queue. A file whose
worker dies is taken over by another.
`,
  eval: `looplens eval FILE --function F --inputs IN.csv [options]

For each row of parameter values: the values of F's parameters and scalar locals when it returns, and what it returns,
as CSV with a header. Computed from the summary, never by iterating. The columns of IN.csv are named like the
parameters. An empty cell: the summary doesn't determine the value. An empty row: the run doesn't end, or has
undefined behaviour.
`,
  reach: `looplens reach FILE:LINE [options]

Tells whether a run gets to the line: from main where that leads there, else from the line's own function with any
parameters. Prints inputs that lead there (they have been tried), or that no run does (exit status 1), or what every
run there satisfies, if that is all that is known.
`,
  testgen: `looplens testgen FILE:LINE [-o DIR] [options]

Writes a C program that includes FILE, sets parameters, globals and the values of __VERIFIER_nondet_*, and gets to the
line; where an assertion stands there that can fail, it fails. Compile it with any C compiler. Exit status 1 if there
is none.
`,
};

/** Calls that aren't in the table of options. */
const OTHERS: Readonly<Record<string, string>> = {
  lsp: `looplens lsp [--stdio | --node-ipc | --socket=PORT | --pipe=NAME]

Runs the language server; over standard input and output if nothing else is said.
`,
  completion: `looplens completion bash | zsh | fish

Prints a completion script, which says in its first lines where it goes.
`,
};

/** Help for one call, or the overview. */
export function helpText(name: string | null): string {
  const call = CALLS.find((known) => known === name);
  if (call !== undefined) return `${INTRODUCTIONS[call]}\n${optionLines(call)}`;
  return (name === null ? undefined : OTHERS[name]) ?? GENERAL;
}

/** Where the texts of options begin. */
const COLUMN = 25;

function optionLines(call: Call): string {
  return optionsOfCall(call)
    .map(([name, row]) => {
      const head = `  ${written(name, row)}`;
      const text = helpOfOption(row, call)
        .split('\n')
        .join(`\n${' '.repeat(COLUMN)}`);
      return `${head.length < COLUMN ? head.padEnd(COLUMN) : `${head}\n${' '.repeat(COLUMN)}`}${text}\n`;
    })
    .join('');
}

/** `-I DIR` where that is how everybody writes it, else the long name, with the short one where there is one. */
function written(name: OptionName, { short, value }: OptionRow): string {
  const behind = value === undefined ? '' : ` ${value}`;
  if (short !== undefined && short === short.toUpperCase()) return `-${short}${behind}`;
  return `${short === undefined ? '' : `-${short}, `}--${name}${behind}`;
}
