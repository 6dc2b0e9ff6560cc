/** What `--help` prints. */

const GENERAL = `LoopLens tells what C loops do, without running them.

  looplens summarize PATH...   each loop: how often it iterates, what it leaves, what isn't known and why
  looplens bounds PATH...      each loop's bound
  looplens check PATH...       each assertion: holds, violated (with inputs) or unknown (with the reason); what is certainly wrong
  looplens eval FILE --function F --inputs IN.csv
                               values of F's variables when it returns, computed from the summary
  looplens reach FILE:LINE     whether a line can be reached: with which inputs, or not at all
  looplens testgen FILE:LINE   a C program that gets to a line, or fails the assertion there
  looplens lsp --stdio         the language server

PATH is a file, or a directory that is walked for .c files.

  looplens CALL --help         the options of a call
  looplens --version

Exit status:
  0  nothing wrong was found
  1  an assertion is violated (check), or the line is unreachable (reach)
  2  the arguments are unusable, or a file is unreadable
  3  a defect of LoopLens
`;

const COMMON = `  --function F           only this function
  --integers MODE        c (default): signed overflow is undefined; wrapv: it wraps around; mathematical: no widths
  --data-model MODEL     LP64 (default), ILP32, LLP64
  --char SIGN            signed (default), unsigned
  --aliasing RULE        strict (default): objects are read and written as what they are;
                         none: through pointers to any type
  --assert-name NAME     one more function that asserts its argument (can be repeated)
  --assume-name NAME     one more function that assumes its argument (can be repeated)
  -I DIR                 search DIR for headers (can be repeated); what lies beside the file is found anyway
  -D NAME[=VALUE]        define a macro (can be repeated)
  -U NAME                don't define a macro (can be repeated)
  --compile-commands P   compile_commands.json, or its directory; default: looked for above each file and in build/ there
  --preprocess WHO       builtin (default); compiler: run the compiler that compile_commands.json names, with -E
  --jobs N               files at the same time; default: one for each processor
  --format FORMAT        text (default), json
`;

const CACHE = `  --cache DIR            keep results in DIR: what hasn't changed since, its headers included, is not analysed again
`;

const CALLS: Readonly<Record<string, string>> = {
  summarize: `looplens summarize PATH... [options]

Prints what each loop does: how often it iterates, what it leaves, what isn't known of it, and why. Directories are walked for
.c files.

  --line L               only the loop at line L
  --detail               with type, cases, paths and all reasons
  --certify              and what the independent checker has shown for each case, and how
  --timeout SECONDS      for each loop; default 10
${CACHE}${COMMON}`,
  bounds: `looplens bounds PATH... [options]

Prints the bound of each loop, or why there is none, and totals. Directories are walked for .c files.

  --tier WHICH           loops that are summarised: 1 (none: counting alone), gain (default: where it may tell more), 2 (all)
  --timeout SECONDS      for each loop; default 10
${CACHE}${COMMON}`,
  check: `looplens check PATH... [options]

Decides each assertion: holds, violated (with inputs and how the run goes) or unknown (with the reason).
Says what is certainly wrong. Directories are walked for .c files. Exit status 1 if an assertion is violated.

  --timeout SECONDS      for each file; what is undecided then is unknown; default 10
  --fail-on WHAT         exit status 1 also for unknown assertions (unknown), or for signed overflow that is reported (overflow)
  --overflow WHICH       signed overflow that is reported: must (default: on every run that gets there), can, off
  --suspicions           also what is not wrong, but seldom meant: conditions that always hold, counters changed twice
  --baseline FILE        findings that are accepted: they are shown, but don't count
  --write-baseline FILE  writes all that is found as such a file
  --witness DIR          a witness (SV-COMP format 2.0) for each file that was decided
${CACHE}${COMMON.replace('text (default), json', 'text (default), json, sarif')}`,
  eval: `looplens eval FILE --function F --inputs IN.csv [options]

For each row of parameter values: the values of F's parameters and scalar locals when it returns, and what it returns,
as CSV with a header. Computed from the summary, never by iterating. The columns of IN.csv are named like the
parameters. An empty cell: the summary doesn't determine the value. An empty row: the run doesn't end, or has undefined behaviour.

  --timeout SECONDS      for each loop; default 10
${COMMON.replace(/ {2}--jobs.*\n {2}--format.*\n/, '')}`,
  lsp: `looplens lsp [--stdio | --node-ipc | --socket=PORT | --pipe=NAME]

Runs the language server; over standard input and output if nothing else is said.
`,
  reach: `looplens reach FILE:LINE [options]

Tells whether a run gets to the line: from main where that leads there, else from the line's own function with any parameters. Prints
inputs that lead there (they have been tried), or that no run does (exit status 1), or what every run there satisfies, if that is all that
is known.

  --timeout SECONDS      what is undecided then is open; default 10
${COMMON.replace(/ {2}--jobs.*\n/, '')
  .replace('text (default), json', 'text (default), json, sarif')
  .replace('only this function', 'runs start in this function')}`,
  testgen: `looplens testgen FILE:LINE [-o DIR] [options]

Writes a C program that includes FILE, sets parameters, globals and the values of __VERIFIER_nondet_*, and gets to the line; where an
assertion stands there that can fail, it fails. Compile it with any C compiler. Exit status 1 if there is none.

  -o, --output DIR       where the program goes; default: standard output
  --timeout SECONDS      default 10
${COMMON.replace(/ {2}--jobs.*\n {2}--format.*\n/, '').replace('only this function', 'runs start in this function')}`,
};

/** Help for one call, or the overview. */
export function helpText(call: string | null): string {
  return (call === null ? undefined : CALLS[call]) ?? GENERAL;
}
