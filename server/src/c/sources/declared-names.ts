/** What a text declares, told from its words. */
import { withoutComments } from './directive-lines.ts';
import { tokenize } from './lexer.ts';

/** Words that begin no declaration. */
const NO_TYPE = /^(?:if|while|for|switch|return|sizeof|else|do|goto|case|default|break|continue)$/;
const WORD = /^[A-Za-z_$]/;
const AGGREGATE = /^(?:enum|struct|union)$/;

export const isWord = (text: string): boolean => WORD.test(text);

/** A statement or a declaration may begin there. */
export const isBegun = (texts: readonly string[], i: number): boolean => /^[;{})]?$/.test(texts[i - 1] ?? '');

export const textsOf = (code: string): readonly string[] => tokenize(code).map(({ text }) => text);

/**
 * Names that a text declares, but in blocks within it, with their types as words: objects, types, functions with their
 * bodies, enumerators, and tags as `struct t`. Of a function that the text ends within, as `f(`, how its head reads.
 */
export function declarationsIn(code: string): ReadonlyMap<string, string> {
  const texts = textsOf(code);
  let depth = 0;
  const found = new Map<string, string>();
  for (const [i, t] of texts.entries()) {
    if (t === '{') depth++;
    else if (t === '}') depth--;
    if (depth > 0 || !isBegun(texts, i) || !isWord(t) || NO_TYPE.test(t)) continue;
    const behind = texts[i + 1] ?? '';
    const head = headFrom(texts, i);
    if (head !== null) return found.set(...head);
    if (!/^[A-Za-z_$*]/.test(behind) && !(behind === '{' && AGGREGATE.test(t))) continue;
    for (const [name, type] of declaredFrom(texts, i)) found.set(name, type);
  }
  return found;
}

/** A function begins there, and what follows of it stands behind the text. */
function headFrom(texts: readonly string[], first: number): readonly [string, string] | null {
  const open = nextOf(texts, first + 1, /^[(;{=]$/);
  if (texts[open] !== '(' || !isWord(texts[open - 1] ?? '')) return null;
  const close = closing(texts, open);
  const listed = texts.slice(open + 1, close);
  const isOldStyle = listed.length > 0 && listed.every((t, i) => (i % 2 === 0 ? isWord(t) : t === ','));
  const declares = isOldStyle && isWord(texts[close + 1] ?? '');
  const end = declares ? nextOf(texts, close + 1, /^[{}(=]$/) : close + 1;
  const isBegun = end >= texts.length || (texts[end] === '{' && closing(texts, end) === texts.length);
  if (!isBegun) return null;
  const types = declarationsIn(texts.slice(close + 1, end).join(' '));
  const params = listed
    .join(' ')
    .split(' , ')
    .map((param) => {
      if (isOldStyle) return `${types.get(param) ?? 'int'} ${param}`;
      const [[name, type] = ['', param]] = declarationsIn(`${param};`);
      return `${type} ${name}`;
    });
  const stars = texts.slice(first, open).filter((t) => t === '*');
  const result = [wordsOfType(texts.slice(first, open - 1)) || 'int', ...stars].join(' ');
  return [`${texts[open - 1]}(`, `${result} ( ${params.join(' , ')} ) ${texts.slice(end).join(' ')}`];
}

/** The next such word from there on; the length of the text: there is none. */
function nextOf(texts: readonly string[], from: number, word: RegExp): number {
  let at = from;
  while (at < texts.length && !word.test(texts[at] ?? '')) at++;
  return at;
}

/** Where the bracket is closed; the length of the text: nowhere. */
export function closing(texts: readonly string[], open: number): number {
  let depth = 0;
  for (let i = open; i < texts.length; i++) {
    if (/^[([{]$/.test(texts[i] ?? '')) depth++;
    else if (/^[)\]}]$/.test(texts[i] ?? '') && --depth === 0) return i;
  }
  return texts.length;
}

/**
 * `int a = f(b), *c, d[4];`: a is `int =`, c `int *`, d `int [ 4 ]`. `enum e { A };`: enum e, A. `int f(int n) {`: f.
 */
function declaredFrom(texts: readonly string[], first: number): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  let isValue = false;
  let common: string | null = null;
  let called: string | null = null;
  for (const i of outerTokens(texts, first)) {
    const [before = '', text = '', behind = ''] = [texts[i - 1], texts[i], texts[i + 1]];
    if (text === '{') {
      if (called !== null && !isValue) return [...found, [called, '']];
      for (const name of aggregateAt(texts, i)) found.push([name, '']);
    } else if (text === '=' || text === ',') isValue = text === '=';
    else if (isValue || i === first || !isWord(text)) continue;
    else if (/^[=;,[)]$/.test(behind)) {
      common ??= wordsOfType(texts.slice(first, i));
      found.push([text, `${common}${starsBefore(texts, i)}${behindName(texts, i)}`]);
    } else if (behind === '(' && /^(?:[\w$]+|\*|\})$/.test(before)) called ??= text;
  }
  return found;
}

/** Up to the `;` of a declaration: what isn't within brackets, and where these open. */
function* outerTokens(texts: readonly string[], first: number): Generator<number> {
  let depth = 0;
  for (let i = first; i < texts.length; i++) {
    const text = texts[i] ?? '';
    if (depth === 0 && text === ';') return;
    if (/^[)\]}]$/.test(text)) depth--;
    else if (depth === 0) yield i;
    if (/^[([{]$/.test(text)) depth++;
  }
}

/** What pointers are declared with. */
const IN_POINTER = /^(?:\*|const|volatile|restrict|__restrict)$/;

function starsBefore(texts: readonly string[], name: number): string {
  let stars = '';
  for (let i = name - 1; IN_POINTER.test(texts[i] ?? ''); i--) if (texts[i] === '*') stars += ' *';
  return stars;
}

/** Words of a declaration that tell nothing of a type; nor do stars, of one name alone. */
const NO_WORD_OF_TYPE = /^(?:typedef|static|extern|const|inline|register|auto|\*)$/;

const wordsOfType = (texts: readonly string[]): string => texts.filter((t) => !NO_WORD_OF_TYPE.test(t)).join(' ');

/** The subscripts behind a name, and `=` where a value follows. */
function behindName(texts: readonly string[], i: number): string {
  let end = i + 1;
  while (end < texts.length && !/^[=;,]$/.test(texts[end] ?? '')) end++;
  const upTo = texts.slice(i + 1, texts[end] === '=' ? end + 1 : end);
  return upTo.map((t) => ` ${t}`).join('');
}

/** The tag and the enumerators of what has its members from there on. */
function aggregateAt(texts: readonly string[], open: number): readonly string[] {
  const [two = '', one = ''] = [texts[open - 2], texts[open - 1]];
  const kind = AGGREGATE.test(one) ? one : two;
  if (!AGGREGATE.test(kind)) return [];
  const tag = kind === one ? [] : [`${kind} ${one}`];
  if (kind !== 'enum') return tag;
  const end = texts.indexOf('}', open);
  const members = texts.slice(open + 1, end < 0 ? texts.length : end);
  return [...tag, ...members.filter((t, i) => isWord(t) && /^,?$/.test(members[i - 1] ?? ''))];
}

const DIRECTIVE_LINE = /^[ \t]*#[ \t]*(\w*)(?:\\\r?\n|[^\n])*/gm;

/**
 * Names that several branches of a conditional declare, each in its own way, with their types there as words; null: it
 * is a macro in one of them.
 */
export function declaredTwice(branches: readonly BranchText[]): ReadonlyMap<string, readonly (string | null)[]> {
  const found = new Map<string, (string | null)[]>();
  if (branches.length < 2) return found;
  const all = branches.map(({ code, macros }) => ({ macros, types: declarationsIn(code) }));
  for (const name of new Set(all.flatMap(({ types }) => [...types.keys()]))) {
    const told = all.flatMap(({ types, macros }) => types.get(name) ?? (macros.has(name) ? [null] : []));
    if (told.length > 1) found.set(name, told);
  }
  // one body behind heads of several names
  const heads = all.map(({ types }) => [...types].filter(([name]) => name.endsWith('(')));
  if (heads.every((h) => h.length === 1))
    for (const [name] of heads.flat())
      found.set(
        name,
        heads.flat().map(([, signature]) => signature),
      );
  return found;
}

/** `code`: without directives and comments. `isPlain`: no directive stands in it. */
interface BranchText {
  readonly code: string;
  readonly macros: ReadonlySet<string>;
  readonly isPlain: boolean;
}

/** Words that say who knows of what is declared, or how it is kept. */
const LINKAGE = /^(?:static|inline|__inline|__inline__|register)$/;
const IN_BLOCKS = /^(?:inline|__inline|__inline__|register)$/;

/**
 * Of `#if X`, `static`, `#endif` before a declaration the branch by which others know of it: nothing is said then that
 * is true of one build alone. 0: the first branch, 1: the other. Null: more stands in them.
 */
export function linkageBranch([first, other, ...more]: readonly BranchText[], depth: number): number | null {
  if (first === undefined || more.length > 0) return null;
  const words = [first, other].map((b) => textsOf(b?.code ?? ''));
  const allowed = depth === 0 ? LINKAGE : IN_BLOCKS;
  const isLinkage = first.isPlain && other?.isPlain !== false && words.flat().every((t) => allowed.test(t));
  if (!isLinkage || words.flat().length === 0) return null;
  return words[0]?.includes('static') ? 1 : 0;
}

/** The branches of a conditional up to its `#endif`, those within each of them taken together. */
export function branchesOf(written: string): readonly BranchText[] {
  const text = withoutComments(written);
  const newBranch = () => ({ code: '', macros: new Set<string>(), isPlain: true });
  const branches = [newBranch()];
  let depth = 0;
  let from = 0;
  for (const { 0: line, 1: word = '', index } of text.matchAll(DIRECTIVE_LINE)) {
    const top = branches[branches.length - 1]!;
    top.code += text.slice(from, index);
    from = index + line.length;
    if (word.startsWith('if')) depth++;
    else if (word === 'endif') depth--;
    else if (word.startsWith('el') && depth === 0) {
      branches.push(newBranch());
      continue;
    }
    if (depth > 0 || word !== 'endif') top.isPlain = false;
    if (word === 'define') top.macros.add(/define\s+(\w+)/.exec(line)?.[1] ?? '');
  }
  branches[branches.length - 1]!.code += text.slice(from);
  return branches;
}
