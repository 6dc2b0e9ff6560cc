/** Small files with loops and assertions that depend on each other's headers, and what a person does to such texts. */
import type { Random } from '../../differential/random.ts';
import { applied, changeOf } from './text.ts';
import type { Change } from './text.ts';

type Draw = (r: Random) => string;

const small: Draw = (r) => String(r.int(0, 12));
const name: Draw = (r) => `f${r.int(0, 7)}`;

const FUNCTIONS: readonly Draw[] = [
  (r) =>
    `int ${name(r)}(int n) {\n  int s = 0;\n  for (int i = 0; i < LIMIT; i++) s += ${small(r)};\n  assert(s == LIMIT * ${small(r)});\n  return s;\n}\n`,
  (r) =>
    `void ${name(r)}(number n) {\n  while (n > ${small(r)}) n -= step(${small(r)});\n  assert(n <= ${small(r)});\n}\n`,
  (r) =>
    `int ${name(r)}(int n) {\n  int c = ${name(r)}(n);\n  while (c < ${small(r)}) c++;\n  assert(c >= ${small(r)});\n  return c;\n}\n`,
  (r) =>
    `void ${name(r)}(int *a, int n) {\n\tfor (int i = 0; i < n; i++)\n\t\tfor (int j = i; j < ${small(r)}; ++j) a[j] = i;\n}\n`,
  (r) =>
    `int ${name(r)}(unsigned x) {\n  int d = 0;\n  do { x /= ${r.int(2, 9)}; d++; } while (x);\n  assert(d <= ${r.int(5, 40)});\n  return d;\n}\n`,
  (r) =>
    `int ${name(r)}(int x, int z, int n) {\n  while (x < n) {\n    if (z > x) x++; else z++;\n  }\n  assert(x ${r.pick(['==', '>=', '<='])} n); /* é 😀 */\n  return x;\n}\n`,
  (r) =>
    `static int ${name(r)}(int k) {\n  int t = 0;\n  switch (k) {\n  case ${small(r)}: while (t < NEWS) t += 2; break;\n  default: for (t = DEEP; t > 0; t--) ;\n  }\n  assert(t ${r.pick(['==', '!=', '<'])} ${small(r)});\n  return t;\n}\n`,
  (r) =>
    `int main(void) {\n  int v = ${name(r)}(${small(r)});\n  for (int i = 0; i < DEEP; i++) v++;\n  assert(v > 0);\n  return v;\n}\n`,
];

const HEADERS: Readonly<Record<string, Draw>> = {
  'a.h': (r) =>
    `#include "b.h"\n#define LIMIT ${small(r)}\nstatic inline int step(int x) { return x + ${small(r)}; }\n`,
  'b.h': (r) => `typedef ${r.pick(['int', 'unsigned char', 'unsigned', 'long'])} number;\n#define DEEP ${small(r)}\n`,
  'new.h': (r) => `#undef NEWS\n#define NEWS ${small(r)}\n`,
};

/** A text for a file of this name. */
export function drawFile(r: Random, file: string): string {
  const header = HEADERS[file];
  if (header !== undefined) return header(r);
  const functions = Array.from({ length: r.int(1, 5) }, () => r.pick(FUNCTIONS)(r));
  const text = `#include <assert.h>\n#include "a.h"\n#define NEWS 5\n${r.chance(0.5) ? '#include "new.h"\n' : ''}${functions.join('\n')}`;
  return r.chance(0.2) ? text.replaceAll('\n', '\r\n') : text;
}

const SNIPPETS: readonly string[] = [
  '{',
  '}',
  ';',
  '"',
  "'",
  '(',
  '*/',
  '/*',
  '//',
  '\\\n',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '0',
  'x',
  '/* 😀 */',
  'é',
  '\ufeff',
  '#include "new.h"\n',
  '#include "b.h"\n',
  '#define LIMIT 3\n',
  '#undef DEEP\n',
  'while (n > 0) n--;',
  'assert(n >= 0);',
  '// looplens: ignore\n',
  'if (n) return 1;',
  '#if 0\n',
  '#endif\n',
  'break;',
  'goto out;',
  'out: ;',
  'int n;',
  'unsigned char c = 0; while (c < 200) c += 3;',
];

const OPERATORS: readonly string[] = [
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '+=',
  '-=',
  '++',
  '--',
  '&&',
  '||',
];

/** What is done to a text in one go: changes, each on what the one before leaves. */
export function drawChanges(r: Random, file: string, text: string): readonly Change[] {
  const changes: Change[] = [];
  let now = text;
  for (let left = r.chance(0.2) ? r.int(2, 4) : 1; left > 0; left--) {
    const change = drawChange(r, file, now);
    changes.push(change);
    now = applied(now, change);
  }
  return changes;
}

function drawChange(r: Random, file: string, text: string): Change {
  const somewhere = (): number => r.int(0, text.length);
  const token = (pattern: RegExp, by: string): Change | null => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return null;
    const match = r.pick(found);
    return changeOf(text, match.index, match.index + match[0].length, by);
  };
  const from = somewhere();
  switch (r.int(0, 9)) {
    case 0:
    case 1:
    case 2:
      return token(/\b\d+\b/g, small(r)) ?? { text: drawFile(r, file) };
    case 3:
      return token(/[<>=!+\-*/%&|]+/g, r.pick(OPERATORS)) ?? { text: drawFile(r, file) };
    case 4:
      return token(/\b(f\d|n|s|i|x|c|t)\b/g, r.pick(['f0', 'f1', 'n', 's', 'x', 'c'])) ?? { text: drawFile(r, file) };
    case 5:
      return changeOf(text, text.length, text.length, `\n${r.pick(FUNCTIONS)(r)}`);
    case 6:
      return changeOf(text, from, Math.min(text.length, from + r.int(1, 40)), '');
    case 7:
      return changeOf(text, from, from, r.pick(SNIPPETS));
    case 8: {
      const to = somewhere();
      return changeOf(text, to, to, text.slice(from, from + r.int(0, 60)));
    }
    default:
      return r.chance(0.5)
        ? { text: drawFile(r, file) }
        : { text: r.chance(0.5) ? text.replace(/\r\n?/g, '\n') : text.replace(/\r\n|\r|\n/g, '\r\n') };
  }
}
