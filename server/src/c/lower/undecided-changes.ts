/**
 * What code may do that `#if`s decide about, in a build that decides otherwise. Read from its words: whole statements
 * between others, with no way out of them, change what they set and what their calls change.
 */
import type { UndecidedChanges, UndecidedCondition } from '../../program/index.ts';
import type { PreprocessorNote } from '../sources/index.ts';
import {
  changes,
  declarationsIn,
  endOfDecided,
  isBegun,
  isWord,
  jumps,
  textsOf,
  withoutComments,
} from '../sources/index.ts';
import { ENDING, libraryEffect, returnsTwice } from '../syntax/index.ts';
import type { Declarations } from '../types/index.ts';
import { perhapsWritten } from '../types/index.ts';
import { EXPANSION, NO_CALL, areWhole, shapeOfText } from './code-shape.ts';
import { statementAround } from './statement-around.ts';

/** What is looked at to see whether a statement has ended before. */
const LOOKED_AT = 2_000;

/** Whole statements of all branches. */
interface Statements {
  /** One branch behind the other. */
  readonly text: string;
  /** The part is a subscript or the like: each branch may reach other memory. */
  readonly addresses: boolean;
}

/** Null: the branches aren't made of whole statements. */
function statementsIn({ source }: Declarations, note: PreprocessorNote): Statements | null {
  const { branches = '', start, until } = note;
  if (until === undefined) {
    const isWhole = shapeOfText(branches) === 'statements' && standsAlone(source, start, endOfDecided(note));
    return isWhole ? { text: branches, addresses: false } : null;
  }
  const around = statementAround(source, start, until);
  if (around === null || !areWhole(branches)) return null;
  const text = branches.replace(EXPANSION, (branch) => `${around.before} ${branch} ${around.behind};`);
  return { text, addresses: around.addresses };
}

/** What the branches may declare, and what of it may have several types. */
export function declaredBy(
  file: Declarations,
  note: PreprocessorNote,
): Pick<UndecidedCondition, 'declares' | 'retypes'> {
  if (note.until === undefined) {
    const declares = declaredIn(note.branches ?? '');
    const isTwofold = (name: string, i: number, all: readonly string[]): boolean =>
      all.indexOf(name) < i || file.fileScope.names.has(name);
    return { declares, retypes: declares?.filter(isTwofold) ?? [] };
  }
  const [first = new Map(), ...others] = branchesIn(statementsIn(file, note)?.text ?? '').map(declarationsIn);
  const names = new Set([first, ...others].flatMap((types) => [...types.keys()]));
  const retypes = [...names].filter((name) => others.some((types) => types.get(name) !== first.get(name)));
  return { declares: retypes, retypes };
}

/** Null: they may do anything. */
export function changesIn(file: Declarations, note: PreprocessorNote): UndecidedChanges | null {
  const { branches, expands } = note;
  const statements = branches === undefined ? null : statementsIn(file, note);
  if (branches === undefined || !expands || statements === null) return null;
  const declared = declaredIn(statements.text);
  if (declared === null) return null;
  const code = withoutDirectives(statements.text);
  if (branchesIn(statements.text).some((branch) => /^\s*(?:else|while)\b/.test(branch))) return null;
  const isFunction = (name: string): boolean =>
    file.fileScope.names.get(name)?.kind === 'function' || libraryEffect(name) !== null;
  const isKnown = (name: string): boolean =>
    isFunction(name) || file.fileScope.names.has(name) || expands.names.has(name);
  const own = textsOf(code);
  if (own.some((t) => jumps(t) || t === ':')) return null;
  // a macro that isn't known may be any statement
  if (own.some((t, i) => isBegun(own, i) && /^[A-Z_]/.test(t) && !isKnown(t))) return null;
  const texts = textsOf(`${code} ; ${expands.bodies}`);
  const called = texts.filter((t, i) => isWord(t) && texts[i + 1] === '(' && !NO_CALL.test(t));
  if (called.some((name) => mayEnd(name, file) || returnsTwice(name))) return null;
  // what a build without it doesn't do is no evidence
  const isEvident =
    note.until === undefined
      ? evidenceIn(file, texts).length > 0
      : statements.addresses || tellsAlone(file, branchesIn(branches).map(textsOf));
  if (mayBeTaken(note) && isEvident) return null;
  const shapes = new Map(own.filter((t) => isWord(t)).map((name) => [name, { subscripts: 0, members: true }]));
  const { written } = perhapsWritten({ text: code, isFunction }, shapes, false);
  // `(*f)(x)`, `f[i](x)`
  const callsPointers = texts.some((t, i) => /^[)\]]$/.test(t) && texts[i + 1] === '(');
  return {
    names: [...new Set([...written, ...declared])],
    addressed: addressed(texts),
    memory:
      callsPointers ||
      (texts.some((_, i) => goesThrough(texts, i)) && texts.some(changes)) ||
      called.some((name) => !leavesMemory(name)) ||
      [...written].some((name) => isPointedTo(name, file)),
  };
}

/** Pointers may lead to what is so called. */
function isPointedTo(name: string, { fileScope, addressTaken }: Declarations): boolean {
  const symbol = fileScope.names.get(name);
  const isOutside = symbol?.kind === 'global' && !symbol.object.isStatic;
  return isOutside || addressTaken.has(name);
}

/** Names behind a unary `&`; of `&p->n` none: p stays unknown to others. */
export function addressed(texts: readonly string[]): readonly string[] {
  return texts.flatMap((t, i) => {
    const isUnary = t === '&' && !/^(?:[\w$\])]+|['"].*)$/s.test(texts[i - 1] ?? ';');
    let at = i + 1;
    while (isUnary && texts[at] === '(') at++;
    const name = isUnary ? texts[at] : undefined;
    return name !== undefined && isWord(name) && texts[at + 1] !== '->' ? [name] : [];
  });
}

/** What the branches may declare; null: anything. */
function declaredIn(branches: string): readonly string[] | null {
  if (/^[ \t]*#[ \t]*(?:include|define|undef|pragma)/m.test(branches)) return null;
  return branchesIn(branches).flatMap((branch) => [...declarationsIn(branch).keys()]);
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

/** What something is known from where it is run, as words; with it, whether all of it is run. */
function evidenceIn(file: Declarations, texts: readonly string[]): readonly string[] {
  const choices = texts.filter((t) => /^(?:&&|\|\||\?)$/.test(t)).length;
  return texts.flatMap((t, i) => {
    if (goesThrough(texts, i)) return [`${texts.slice(Math.max(0, i - 1), i + 2).join(' ')} ${choices}`];
    return texts[i + 1] === '(' && isEvidence(t, file) ? [`${t} ${choices}`] : [];
  });
}

/** Something is known from the first branch that isn't from all others. */
function tellsAlone(file: Declarations, [first = [], ...others]: readonly (readonly string[])[]): boolean {
  const evidence = others.map((texts) => new Set(evidenceIn(file, texts)));
  return evidenceIn(file, first).some((what) => evidence.some((other) => !other.has(what)));
}

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
const DIRECTIVE = /^[ \t]*#.*$/gm;

const branchesIn = (text: string): readonly string[] => withoutDirectives(text).split(BETWEEN_BRANCHES);

const withoutDirectives = (text: string): string => withoutComments(text).replace(DIRECTIVE, BETWEEN_BRANCHES);

/** A statement has ended before, whichever branches a build has, and what stands behind is no part of the last one. */
function standsAlone(source: string, start: number, end: number): boolean {
  const before = withoutComments(source.slice(Math.max(0, start - LOOKED_AT), start));
  if (isInParentheses(before)) return false;
  const behind = withoutDirectives(source.slice(end, end + LOOKED_AT));
  return (
    ENDED.test(before.replace(DIRECTIVE, '')) &&
    ENDED.test(beforeConditions(before)) &&
    !/^\s*(?:else|while)\b/.test(behind)
  );
}

/** In the head of a `for`. */
function isInParentheses(text: string): boolean {
  const code = text.replace(DIRECTIVE, '').replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, ' ');
  let depth = 0;
  for (let i = code.length - 1; i >= 0; i--) {
    const c = code.charAt(i);
    if (c === ')') depth++;
    else if (c === '(' && --depth < 0) return true;
    else if (depth === 0 && /[{}]/.test(c)) return false;
  }
  return false;
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
