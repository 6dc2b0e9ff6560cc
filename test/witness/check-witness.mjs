// Checks witnesses (format 2.0) against the program by running it: an invariant must hold whenever its loop's head is
// passed, in many random runs; a violation must fail when the environment answers as it says. Shares nothing with
// LoopLens.
//   node test/witness/check-witness.mjs PROGRAM.c WITNESS.yml [RUNS]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** YAML's block form as far as witnesses use it. */
function parse(text) {
  const lines = text
    .split('\n')
    .filter((l) => l.trim() !== '' && !l.trim().startsWith('#'))
    .map((l) => ({ depth: l.search(/\S/), text: l.trim() }));
  let at = 0;
  const scalar = (s) => (s.startsWith('"') ? JSON.parse(s) : s === '[]' ? [] : /^-?\d+$/.test(s) ? Number(s) : s);
  const block = (depth) => {
    if (lines[at].text.startsWith('- ')) {
      const list = [];
      while (at < lines.length && lines[at].depth === depth && lines[at].text.startsWith('- ')) {
        lines[at] = { depth: depth + 2, text: lines[at].text.slice(2) };
        list.push(/^("[^"]*"|\w+):(\s|$)/.test(lines[at].text) ? block(depth + 2) : scalar(lines[at++].text));
      }
      return list;
    }
    const object = {};
    while (at < lines.length && lines[at].depth === depth) {
      const [, key, rest] = /^("(?:[^"\\]|\\.)*"|\w+):\s*(.*)$/.exec(lines[at++].text);
      object[scalar(key)] = rest !== '' ? scalar(rest) : block(lines[at].depth);
    }
    return object;
  };
  return block(0);
}

const offsetOf = (source, { line, column }) =>
  source
    .split('\n')
    .slice(0, line - 1)
    .reduce((n, l) => n + l.length + 1, 0) +
  column -
  1;

/** Where the parenthesis that opens at or behind an offset closes. */
function closing(source, from) {
  let depth = 0;
  for (let i = source.indexOf('(', from); i < source.length; i++) {
    if (source[i] === '(') depth++;
    if (source[i] === ')' && --depth === 0) return i;
  }
  throw new Error('a parenthesis is not closed');
}

/** The program with a check at each loop's head. */
function checked(source, invariants) {
  const byPlace = new Map();
  for (const { location, value } of invariants) {
    const at = offsetOf(source, location);
    byPlace.set(at, [...(byPlace.get(at) ?? []), value]);
  }
  let text = source;
  for (const [at, values] of [...byPlace].sort(([a], [b]) => b - a)) {
    const check = `looplens_check(${values.map((v) => `(${v})`).join(' && ')}, ${at})`;
    const open = text.indexOf('(', at);
    if (text.startsWith('while', at))
      text = `${text.slice(0, open + 1)}${check}, (${text.slice(open + 1, closing(text, at))})${text.slice(closing(text, at))}`;
    else if (text.startsWith('for', at)) {
      const first = text.indexOf(';', open);
      const second = text.indexOf(';', first + 1);
      const condition = text.slice(first + 1, second).trim();
      text = `${text.slice(0, first + 1)} ${check}, (${condition === '' ? '1' : condition})${text.slice(second)}`;
    } else if (text.startsWith('do', at)) {
      const body = text.indexOf('{', at);
      text = `${text.slice(0, body + 1)} ${check};${text.slice(body + 1)}`;
    } else throw new Error(`no loop at ${at}`);
  }
  return text;
}

const SUPPORT = `
#include <stdio.h>
#include <stdlib.h>
static void looplens_check(int holds, int at) { if (!holds) { printf("broken at %d\\n", at); exit(43); } }
static unsigned long long looplens_answers[] = { ANSWERS0 };
static const unsigned looplens_known = KNOWN;
static unsigned long long looplens_next(void) {
  static unsigned at;
  unsigned long long r;
  if (at < looplens_known) return looplens_answers[at++];
  if (++at > 4000000u) exit(0);
  r = (unsigned long long)rand();
  return r % 7 == 0 ? 0 : r % 3 == 0 ? r % 10 : r % 5 == 0 ? (unsigned long long)-(long long)(r % 100) : r % 2 ? r % 200 : r * 2654435761u;
}
`;

/**
 * The function that a violation starts in, called with its inputs: parameters and globals by name, what isn't mentioned
 * is 0.
 */
function call(program, name, inputs) {
  if (name === 'main') return 'looplens_main();';
  const [, list] = new RegExp(`\\b${name}\\s*\\(([^()]*)\\)\\s*\\{`).exec(program) ?? [];
  if (list === undefined) throw new Error(`there is no function ${name}`);
  const params = list
    .split(',')
    .map((p) => /(\w+)\s*(\[[^\]]*\]\s*)*$/.exec(p.trim())?.[1] ?? '')
    .filter((p) => p !== '' && p !== 'void');
  const globals = [...inputs].filter(([x]) => !params.includes(x)).map(([x, v]) => `${x} = ${v}; `);
  return `${globals.join('')}${name}(${params.map((p) => inputs.get(p) ?? '0').join(', ')});`;
}

/** The program with what the environment does. */
function whole(program, answers, start = 'main', inputs = new Map()) {
  const names = new Set(program.match(/__VERIFIER_nondet_\w+/g) ?? []);
  const defined = (name) => new RegExp(`\\b${name}\\s*\\([^()]*\\)\\s*\\{`).test(program);
  const functions = [...names].map(
    (name) => `__typeof__(${name}()) ${name}() { return (__typeof__(${name}()))looplens_next(); }`,
  );
  if (/\b__VERIFIER_assume\b/.test(program) && !defined('__VERIFIER_assume'))
    functions.push('void __VERIFIER_assume(int c) { if (!c) exit(0); }');
  if (/\b__VERIFIER_assert\b/.test(program) && !defined('__VERIFIER_assert'))
    functions.push('void __VERIFIER_assert(int c) { if (!c) exit(42); }');
  if (/\breach_error\b/.test(program) && !defined('reach_error'))
    functions.push('void reach_error(void) { exit(42); }');
  const own = program
    .replace(/\breach_error\s*\([^()]*\)\s*\{/, 'reach_error() { looplens_failed();')
    .replace(/\bint\s+main\s*\(/, 'int looplens_main(');
  const support = SUPPORT.replace('ANSWERS', answers.map((a) => `(unsigned long long)${a}LL, `).join('')).replace(
    'KNOWN',
    `${answers.length}`,
  );
  return `${support}
static void looplens_failed(void) { exit(42); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { exit(42); }
${own}
${functions.join('\n')}
int main(int argc, char **argv) { srand(argc > 1 ? (unsigned)atoi(argv[1]) : 0); ${call(program, start, inputs)} return 0; }
`;
}

/** What a witness says of itself: its kind, the data model, and the programs that it is about with their hashes. */
export function taskOf(witness) {
  const [
    {
      entry_type: type,
      metadata: { task },
    },
  ] = parse(witness);
  return { type, dataModel: task.data_model, hashes: task.input_file_hashes };
}

/** The loop invariants of a witness: where and what. */
export function invariantsOf(witness) {
  const [{ entry_type: type, content }] = parse(witness);
  return type === 'invariant_set'
    ? content.map(
        ({
          invariant: {
            location: { line, column, function: name },
            value,
          },
        }) => ({ line, column, function: name, value }),
      )
    : [];
}

/** What is wrong with a witness; null: nothing was found. */
export function problemOf(program, witness, runs = 40) {
  const directory = mkdtempSync(join(tmpdir(), 'witness '));
  try {
    const [{ entry_type: type, content }] = parse(witness);
    const steps =
      type === 'violation_sequence' ? content.flatMap(({ segment }) => segment.map(({ waypoint }) => waypoint)) : [];
    const answers = steps
      .filter((w) => w.type === 'function_return')
      .map(({ constraint }) => /== (-?\d+)$/.exec(constraint.value)[1]);
    const [start] = steps;
    const inputs =
      start?.type !== 'assumption'
        ? []
        : start.constraint.value.split(' && ').map((c) => /^(.+) == (-?\d+)$/.exec(c).slice(1));
    const text =
      type === 'invariant_set'
        ? checked(
            program,
            content.map(({ invariant }) => invariant),
          )
        : program;
    const file = join(directory, 'program.c');
    writeFileSync(
      file,
      type === 'invariant_set'
        ? whole(text, answers)
        : whole(text, answers, steps[steps.length - 1].location.function, new Map(inputs)),
    );
    execFileSync('gcc', ['-w', '-O1', '-fwrapv', '-o', join(directory, 'program'), file]);
    for (let run = 0; run < (type === 'invariant_set' ? runs : 1); run++) {
      const { status, stdout } = spawnSync(join(directory, 'program'), [String(run)], {
        timeout: 20_000,
        encoding: 'utf8',
      });
      if (type === 'violation_sequence') return status === 42 ? null : `the run ends with ${status}`;
      if (status === 43) return stdout.trim();
      if (status === 42) return 'the assertion fails';
    }
    return null;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, witness, runs] = process.argv.slice(2);
  const problem = problemOf(
    readFileSync(program, 'utf8'),
    readFileSync(witness, 'utf8'),
    runs ? Number(runs) : undefined,
  );
  console.log(problem ?? 'nothing wrong found');
  process.exitCode = problem === null ? 0 : 1;
}
