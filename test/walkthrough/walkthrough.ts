/** The page docs/walkthrough.md: what is said of each stage, and what the stage makes of `examples/chase.c`. */
import { readFileSync } from 'node:fs';
import type { Followed } from './stages.ts';
import {
  acceleration,
  assertionText,
  cases,
  certificates,
  controlFlowGraph,
  counting,
  follow,
  hover,
  intermediateRepresentation,
  lens,
  loopPaths,
  reportData,
  sourceOf,
  syntaxTree,
  termination,
  told,
  traces,
  verdict,
} from './stages.ts';

export const PAGE = 'docs/walkthrough.md';
const EXAMPLE = 'examples/chase.c';
const FUNCTION = 'chase';

interface Stage {
  readonly title: string;
  /** What the stage does and which file does it. */
  readonly text: string;
  /** What is to be seen in the example. */
  readonly here?: string;
  readonly data: (of: Followed) => string | Promise<string>;
  /** The language of the fence. */
  readonly language?: string;
}

const STAGES: readonly Stage[] = [
  {
    title: 'The source',
    text: `The preprocessor (\`server/src/c/sources/preprocess.ts\`) handles \`#include\` and macros first.
\`assert\` stays a call: the analysis knows it by its name (\`server/src/c/syntax/library-functions.ts\`).`,
    here: 'Two variables chase each other below a limit.',
    data: sourceOf,
    language: 'c',
  },
  {
    title: 'Syntax tree',
    text: `tree-sitter parses the preprocessed text (\`server/src/c/syntax/parser.ts\`). This is the tree of the
loop. A node is a line; a leaf has its text.`,
    data: syntaxTree,
  },
  {
    title: 'Intermediate representation',
    text: `The front end lowers the tree to blocks of statements over typed machine integers
(\`server/src/c/lower/statements.ts\`, \`server/src/c/lower/lower-expressions.ts\`). From here on nobody knows C's
syntax. A comparison is a value of type \`int\`; a block ends in a \`goto\`, an \`if\` or a \`return\`. The types
are in \`server/src/program/blocks.ts\` and \`server/src/program/expressions.ts\`;
\`server/src/program/dump-program.ts\` prints them.`,
    data: intermediateRepresentation,
  },
  {
    title: 'Control-flow graph and loops',
    text: `\`server/src/program/control-flow-graph.ts\` finds the successors of each block, the dominators, and the
natural loops. A natural loop is a head and all blocks from which control comes back to it.`,
    data: controlFlowGraph,
  },
  {
    title: 'Counting',
    text: `How often does the loop begin its body? The graph alone often says it
(\`server/src/counting/count-loops.ts\`): a test that every iteration passes (\`server/src/counting/exit-tests.ts\`)
compares a quantity that every iteration moves towards its end (\`server/src/counting/progress.ts\`). No path is
followed. This is tier 1; \`looplens bounds\` goes on only where it tells nothing. What ends a loop that no number
bounds is said in its own words (\`server/src/counting/governing-exits.ts\`).`,
    here: `Here an iteration may leave \`hare\` as it is, so no bound follows. Tier 2, the summary, has to follow the
paths.`,
    data: counting,
  },
  {
    title: 'Loop paths',
    text: `The blocks of one iteration are executed symbolically (\`server/src/explore/explore-region.ts\`), and
each way through them is a loop path (\`server/src/explore/loop-paths.ts\`; Proteus, definition 2). A path has a
guard, over the values before the iteration, and an update. \`defined\` says when the iteration has no undefined
behaviour.`,
    here: 'Here it is `true`: where `hare < finish`, `hare + 1` is no more than `finish`, so no increment overflows.',
    data: loopPaths,
  },
  {
    title: 'Acceleration',
    text: `Acceleration tells what n iterations of the same path do, without doing them. Closed forms give the
values after \`#n\` iterations (\`server/src/summary/acceleration/closed-forms.ts\`). From each literal of the guard
follows after how many iterations it fails (\`server/src/summary/acceleration/accelerate.ts\`). The last entry is a
word of paths: two paths that take turns are one path with the update of both
(\`server/src/summary/path-dependency-automaton.ts\`).`,
    data: acceleration,
  },
  {
    title: 'Path dependency automaton and traces',
    text: `The states of the automaton are the loop paths (\`server/src/summary/path-dependency-automaton.ts\`;
Proteus, definition 5). An arrow says that one path can follow the other. Traces go through it depth first
(\`server/src/summary/trace-paths.ts\`; Proteus, algorithms 1 to 3). Where a word of visits repeats with the same
counts, it is a period and is accelerated as a whole.`,
    data: traces,
  },
  {
    title: 'Cases',
    text: `Each trace that gets to a way out is a case of the disjunctive loop summary
(\`server/src/summary/loop-summary.ts\`; Proteus, definition 6). Cases that differ only in a word being repeated
zero times are merged (\`server/src/summary/merge-cases.ts\`). All terms are over the values before the loop.`,
    data: cases,
  },
  {
    title: 'Certificates',
    text: `An independent checker goes through each case once more (\`server/src/certify/check-certificate.ts\`). It
takes closed forms, counts and guards as claims and shows every obligation by a rule of its own. In brackets stands
how. What isn't shown isn't called exact (\`server/src/summary/certified-cases.ts\`).`,
    data: certificates,
  },
  {
    title: 'Termination and bound',
    text: `Does the loop end, from every state that reaches it? (\`server/src/termination/termination.ts\`) The
counts of the cases make one C expression, the bound (\`server/src/termination/loop-bound.ts\`).`,
    data: termination,
  },
  {
    title: 'The verdict on the assertion',
    text: `A backbone is a way through the function in which each loop is replaced by a case of its summary
(\`server/src/verify/transitions/backbone.ts\`; APC, section 2). The assertion holds if no backbone that fails it is
possible (\`server/src/verify/engines/backbone-summaries.ts\`). \`no\` is a proof that a backbone is not possible.`,
    here: `Here there is even less to do: \`hare'\` is \`finish\` or not below it in each case, so the guard of
every backbone that fails is false as soon as it is built, and none is left.`,
    data: verdict,
  },
  {
    title: 'What is told',
    text: `A reader gets sentences and C, no cases (\`server/src/answer/describe-loop.ts\`). The better of what
counting and the summary say is the count (\`server/src/answer/count-answer.ts\`). The values of all cases become
one piece of C that can stand in the loop's place (\`server/src/answer/afterwards.ts\`); where that gets too long,
facts that hold behind the loop (\`server/src/answer/facts.ts\`).`,
    data: told,
  },
  {
    title: 'The report',
    text: `What was found becomes plain data (\`server/src/answer/describe-loop.ts\` fills in what
\`server/src/report/report.ts\` declares). Every output is made of it. The certificates stand in it too; they are
left out here.`,
    data: reportData,
    language: 'json',
  },
  {
    title: 'The lens',
    text: `The line above the loop in the editor: the count, or what stands for one that is too long
(\`server/src/render/headline.ts\`).`,
    data: lens,
  },
  {
    title: 'The hover on the loop',
    text: `Markdown, as the editor gets it. What is told, in which order, is a list
(\`server/src/render/told-loop.ts\`); its first line is the count's sentence
(\`server/src/answer/count-answer.ts\`). \`server/src/render/hover-text.ts\` fits the list into twelve lines. The
terminal's text is made of the same list (\`server/src/render/terminal-text.ts\`).`,
    data: hover,
    language: 'markdown',
  },
  {
    title: 'The hover on the assertion',
    text: `The verdict first, then what it rests on (\`server/src/render/assertion-text.ts\`).`,
    data: assertionText,
    language: 'markdown',
  },
];

const HEAD = `# One loop through every stage

This page follows \`${FUNCTION}\` in \`${EXAMPLE}\` from its text to what an editor shows. The data between the
sentences is what the program has at that point. The page is made by \`npm run walkthrough -- --write\`; a test holds
that it is what the command makes. The sentences are in \`test/walkthrough/walkthrough.ts\`, the printers in
\`test/walkthrough/stages.ts\`. Terms are explained in [glossary.md](glossary.md).
`;

/** A fence longer than any in the text. */
function fenced(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/^`+/gm)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\s+$/, '')}\n${fence}`;
}

/** The page; of another loop, the first one of a function, with the same sentences. */
export async function walkthrough(path = EXAMPLE, name = FUNCTION): Promise<string> {
  const followed = await follow(readFileSync(path, 'utf8'), name);
  const parts: string[] = [path === EXAMPLE ? HEAD : `# \`${name}\` in \`${path}\`\n`];
  for (const [i, { title, text, here, data, language }] of STAGES.entries()) {
    const said = here !== undefined && path === EXAMPLE ? `${text}\n\n${here}` : text;
    parts.push(`## ${i + 1}. ${title}\n\n${said}\n\n${fenced(await data(followed), language)}\n`);
  }
  return parts.join('\n');
}
