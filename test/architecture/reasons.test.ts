import { expect, it } from 'vitest';
import { FINDING_RULES } from '../../server/src/render/finding-kinds.ts';
import { read, sources, withoutComments } from './imports.ts';

/**
 * Rooms without reasons of their own: messages of the command line have no codes, and those of worker threads are for
 * the pool.
 */
const SILENT = ['cli', 'render', 'report', 'workspace'];
const speaks = (path: string): boolean => !SILENT.some((room) => path.startsWith(`server/src/${room}/`));

/** Codes of reasons and diagnostics in a source: `code: 'kebab-case'`, and what stands before a message in a call. */
function codesIn(source: string): readonly string[] {
  const code = withoutComments(source);
  const literals = code.matchAll(/\bcode\b(?:\s*[:=]|:\s*\w+\s*=)\s*'([a-z][a-z0-9]*(?:-[a-z0-9]+)*)'/g);
  const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`;
  const calls = code.matchAll(new RegExp(`[(,]\\s*'([a-z][a-z0-9]*(?:-[a-z0-9]+)*)',\\s*(${text})`, 'g'));
  // A message has several words, other strings behind a string mostly not.
  const beforeMessage = [...calls].filter((match) => match[2]?.includes(' '));
  return [...literals, ...beforeMessage].map((match) => match[1] ?? '');
}

const documented = new Set(
  [...read('docs/reasons.md').matchAll(/^### `?([a-z0-9-]+)`?$/gm)].map((match) => match[1] ?? ''),
);

it('every code in the sources is on the page', () => {
  const missing = sources('server/src')
    .filter(speaks)
    .flatMap((path) =>
      codesIn(read(path))
        .filter((code) => !documented.has(code))
        .map((code) => `${path}: ${code}`),
    );
  expect([...new Set(missing)]).toEqual([]);
});

it('the page has no code that the sources don’t have', () => {
  const code = sources('server/src').map(read).join('\n');
  expect([...documented].filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it('every kind of finding is on both pages', () => {
  const told = new Set([...read('docs/findings.md').matchAll(/^## ([a-z-]+)$/gm)].map((match) => match[1] ?? ''));
  const codes = FINDING_RULES.map(({ id }) => id);
  expect(codes.filter((code) => !documented.has(code))).toEqual([]);
  expect(codes.filter((code) => !told.has(code) && !told.has(`signed-${code}`))).toEqual([]);
});

it('finds codes however they are written', () => {
  const source = `{ code: 'a-b', message } const code = 'c'; because(f, 'd-e', 'two words'); lose('f', \`\${x} is\`); // code: 'no'\nreturn f('g', 'h');`;
  expect(codesIn(source)).toEqual(['a-b', 'c', 'd-e', 'f']);
});
