/**
 * What code may do that `#if`s decide about, in a build that decides otherwise. Read from its words: whole statements
 * between others, with no way out of them, change what they set and what their calls change.
 */
import type { UndecidedChanges } from '../../program/index.ts';
import type { PreprocessorNote } from '../sources/index.ts';
import { changes, jumps, tokenize } from '../sources/index.ts';
import { ENDING, libraryEffect, returnsTwice } from '../syntax/index.ts';
import type { Declarations } from '../types/index.ts';
import { perhapsWritten } from '../types/index.ts';
import { shapeOfText } from './undecided-code.ts';

/** Words before a parenthesis that call nothing. */
const NO_CALL = /^(?:if|while|for|switch|return|sizeof)$/;
/** What is looked at to see whether a statement has ended before. */
const LOOKED_AT = 2_000;

/** Null: they may do anything. */
export function changesIn(file: Declarations, note: PreprocessorNote): UndecidedChanges | null {
  const { branches, expands, start, end } = note;
  if (branches === undefined || !expands || /^\s*#\s*(?:include|define|undef|pragma)/m.test(branches)) return null;
  if (shapeOfText(branches) !== 'statements') return null;
  const code = withoutDirectives(branches);
  const tokens = tokenize(code);
  const texts = tokens.map(({ text }) => text);
  if (texts.some((t) => jumps(t) || t === ':') || !standsAlone(file.source, start, end + branches.length)) return null;
  if (code.split(BETWEEN_BRANCHES).some((branch) => /^\s*(?:else|while)\b/.test(branch))) return null;
  const isFunction = (name: string): boolean =>
    file.fileScope.names.get(name)?.kind === 'function' || libraryEffect(name) !== null;
  const isBegun = (i: number): boolean => /^[;{})]?$/.test(texts[i - 1] ?? '');
  const isUnknownStatement = (name: string, i: number): boolean =>
    isBegun(i) &&
    /^[A-Z_]/.test(name) &&
    !isFunction(name) &&
    !file.fileScope.names.has(name) &&
    !expands.includes(name);
  const names = tokens.flatMap(({ kind, text }) => (kind === 'identifier' ? [text] : []));
  if (tokens.some(({ kind, text }, i) => kind === 'identifier' && isUnknownStatement(text, i))) return null;
  const called = tokens.flatMap(({ kind, text }, i) =>
    kind === 'identifier' && texts[i + 1] === '(' && !NO_CALL.test(text) ? [text] : [],
  );
  if (called.some((name) => mayEnd(name, file) || returnsTwice(name))) return null;
  // what a build without it doesn't do is no evidence
  const reads = texts.some((_, i) => goesThrough(texts, i));
  if (mayBeTaken(note) && (reads || called.some((name) => isEvidence(name, file)))) return null;
  const shapes = new Map(names.map((name) => [name, { subscripts: 0, members: true }]));
  return {
    names: [...perhapsWritten({ text: code, isFunction }, shapes, false).written],
    memory: (reads && texts.some((t) => changes(t))) || called.some((name) => !leavesMemory(name)),
  };
}

/** `p->`, `a[`, `*p`; not `(char *)p`, `char *p` or `n * 2`. */
function goesThrough(texts: readonly string[], i: number): boolean {
  const [before = '', text = '', behind = ''] = [texts[i - 1], texts[i], texts[i + 1]];
  const isOperand = /^[\w$]|^\]$/.test(before) && !/^(?:else|do|return|case)$/.test(before);
  return text === '[' || text === '->' || (text === '*' && !/^[*),]$/.test(behind) && !isOperand);
}

/** Some of it is in the text that is looked at. */
const mayBeTaken = ({ branches = '', isTaken }: PreprocessorNote): boolean =>
  isTaken === true || /^[ \t]*#[ \t]*el/m.test(branches);

/** What is behind its call may be known from it. */
const isEvidence = (name: string, { definitions, asserting, assuming }: Declarations): boolean =>
  definitions.has(name) || asserting.has(name) || assuming.has(name);

/** Its call may be the end of the run. */
function mayEnd(name: string, { definitions, noReturn }: Declarations): boolean {
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (ENDING.has(next) || noReturn.has(next)) return true;
    open.push(...(definitions.get(next)?.facts.calls.keys() ?? []));
  }
  return false;
}

/** Stands between branches: what is in one of them doesn't go on in the next. */
const BETWEEN_BRANCHES = '\f';
const DIRECTIVE = /^[ \t]*#[ \t]*(\w*).*$/gm;

const withoutComments = (text: string): string => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, ' ');

const withoutDirectives = (text: string): string => withoutComments(text).replace(DIRECTIVE, BETWEEN_BRANCHES);

/** A statement has ended before, whichever branches a build has, and what stands behind is no part of the last one. */
function standsAlone(source: string, start: number, end: number): boolean {
  const before = withoutComments(source.slice(Math.max(0, start - LOOKED_AT), start));
  const behind = withoutDirectives(source.slice(end, end + LOOKED_AT));
  return (
    ENDED.test(before.replace(DIRECTIVE, '')) &&
    ENDED.test(beforeConditions(before)) &&
    !/^\s*(?:else|while)\b/.test(behind)
  );
}

const ENDED = /[;{}]\s*$/;

/** The last line of code before the conditions that the text ends with. */
function beforeConditions(text: string): string {
  let depth = 0;
  for (const line of text.split('\n').reverse()) {
    const [, word] = /^[ \t]*#[ \t]*(\w*)/.exec(line) ?? [];
    if (word === undefined) {
      if (depth === 0 && line.trim() !== '') return line;
    } else if (word === 'endif' || (word.startsWith('el') && depth === 0)) depth++;
    else if (word.startsWith('if') && depth > 0) depth--;
  }
  return '';
}

/** A library function that writes to nothing but streams. */
const leavesMemory = (name: string): boolean => {
  const known = libraryEffect(name);
  return (
    known !== null &&
    known.more !== 'out' &&
    known.params.every(({ kind }) => kind !== 'out' && kind !== 'deep' && kind !== 'function')
  );
};
