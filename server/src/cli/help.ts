/** What `--help` prints. */

const GENERAL = `LoopLens tells what C loops do, without running them.

  looplens summarize FILE...   each loop: type, bound, cases, values afterwards, reasons
  looplens bounds PATH...      each loop's bound; directories are walked for .c files
  looplens check FILE...       each assertion: holds, violated (with inputs) or unknown (with the reason)
  looplens eval FILE --function F --inputs IN.csv
                               values of F's variables when it returns, computed from the summary
  looplens reach FILE:LINE     not available yet
  looplens testgen FILE:LINE   not available yet
  looplens lsp --stdio         the language server

  looplens CALL --help         the options of a call
  looplens --version

Exit status: 0 nothing wrong found, 1 a violated assertion was found, 2 unusable arguments or an unreadable file,
3 a defect of LoopLens.
`;

const COMMON = `  --function F           only this function
  --integers MODE        c (default): signed overflow is undefined; wrapv: it wraps around; mathematical: no widths
  --data-model MODEL     LP64 (default), ILP32, LLP64
  --char SIGN            signed (default), unsigned
  --assert-name NAME     one more function that asserts its argument (can be repeated)
  --assume-name NAME     one more function that assumes its argument (can be repeated)
  --jobs N               files at the same time; default: one for each processor
  --format FORMAT        text (default), json
`;

const CALLS: Readonly<Record<string, string>> = {
  summarize: `looplens summarize FILE... [options]

Prints each loop with its location, type, pattern, bound, cases and reasons.

  --line L               only the loop at line L
  --certify              accepted; the checks that every summary has passed are not printed yet
  --timeout SECONDS      for each loop; default 10
${COMMON}`,
  bounds: `looplens bounds PATH... [options]

Prints the bound of each loop, or why there is none, and totals. Directories are walked for .c files.

  --timeout SECONDS      for each loop; default 10
${COMMON}`,
  check: `looplens check FILE... [options]

Decides each assertion: holds, violated (with inputs and how the run goes) or unknown (with the reason).
Exit status 1 if an assertion is violated.

  --timeout SECONDS      for each file; what is undecided then is unknown; default 10
  --fail-on WHAT         exit status 1 also for unknown assertions (unknown); overflow is accepted, but not reported yet
${COMMON.replace('text (default), json', 'text (default), json, sarif')}`,
  eval: `looplens eval FILE --function F --inputs IN.csv [options]

For each row of parameter values: the values of F's parameters and scalar locals when it returns, and what it returns,
as CSV with a header. Computed from the summary, never by iterating. The columns of IN.csv are named like the
parameters. An empty cell: the summary doesn't determine the value. An empty row: the run doesn't end, or has undefined behaviour.

  --timeout SECONDS      for each loop; default 10
${COMMON.replace(/ {2}--jobs.*\n {2}--format.*\n/, '')}`,
  lsp: `looplens lsp [--stdio | --node-ipc | --socket=PORT | --pipe=NAME]

Runs the language server; over standard input and output if nothing else is said.
`,
  reach: 'looplens reach FILE:LINE is not available yet.\n',
  testgen: 'looplens testgen FILE:LINE [-o DIR] is not available yet.\n',
};

/** Help for one call, or the overview. */
export function helpText(call: string | null): string {
  return (call === null ? undefined : CALLS[call]) ?? GENERAL;
}
