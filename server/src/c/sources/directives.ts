/** Preprocessing directives (C11 6.10): conditions, definitions, inclusions. */
import { alternatives, anyWord } from './word-patterns.ts';
import { append } from './append-all.ts';
import { holdsCondition, expandAll, spelled } from './if-expression.ts';
import type { ConditionContext } from './if-expression.ts';
import {
  DEEPEST_INCLUDE,
  MOST_HEADER_TEXT,
  MOST_INCLUDES,
  identity,
  lengthOf,
  recall,
  remember,
} from './included-headers.ts';
import type { Header, HeaderRequest, Included, Lookup, ReadHeader, UnusableHeader } from './included-headers.ts';
import { branchesOf, declaredTwice, linkageBranch } from './declared-names.ts';
import { doubtOf, doubted, isDoubted, isDoubtedNumber, namesDecided } from './doubted-macros.ts';
import type { DecidedText, Holds } from './doubted-macros.ts';
import { nextToken, tokenize } from './lexer.ts';
import { parseDefine } from './macro-definition.ts';
import type { Decided, Doubt, Macro, MacroChange } from './macro-definition.ts';
import type { MacroTable } from './macro-table.ts';

/** What holds for a file and all headers that it includes, in the order in which they are read. */
export interface Unit {
  readonly macros: MacroTable;
  readonly constants: ReadonlyMap<string, { readonly value: bigint }>;
  /** Names that stay even where the file defines them as macros: assertions and the like. */
  readonly keep: ReadonlySet<string>;
  readonly read: ReadHeader | null;
  /** Stands for what the unit began with: its first macros, the names that stay. */
  readonly key: string;
  /** A header that was not read may define names; those that the file defines or undefines itself are settled. */
  unread: boolean;
  /** Such a header may be the program's own: what it is configured with stands there, and in none of other libraries. */
  ownUnread: boolean;
  /** The same of a header of the C library or POSIX: it defines names that are reserved for it. */
  standardUnread: boolean;
  readonly changes: MacroChange[];
  readonly lookups: Lookup[];
  /** What kept headers from being read, for people. */
  readonly problems: string[];
  includes: number;
  size: number;
  nesting: number;
  /** The deepest nesting so far within the header that is being read. */
  highest: number;
  counter: number;
  /** What is being read can't be remembered: it depends on more than the macros. */
  particular: boolean;
}

/** What an `#include` leaves in the text. */
export type Piece = Pick<Included, 'parts' | 'deeper' | 'last'>;

/** One text of the unit, while it is read. */
export interface Reading extends DecidedText {
  readonly header: Header | null;
  /** Nested conditions, innermost last. */
  readonly conditions: OpenCondition[];
  /** Open braces. */
  readonly depth: () => number;
  /** A condition that was decided without knowing: the names in it were taken for undefined. */
  readonly undecided: (condition: string, names: readonly string[], isTaken: boolean) => void;
  /** Between functions, text that is left out because of a condition that was decided without knowing. */
  readonly leftOut: (condition: string, text: string) => void;
  /** Here more or other text may stand, which only headers know that weren't read. */
  readonly incomplete: () => void;
  /** A header that isn't there would stand here. */
  readonly missing: (name: string) => void;
  /** An `#error` stands here: no compiler takes the text as it is. */
  readonly refused: () => void;
  /** Reads a header from its beginning, at this place. */
  readonly enter: (header: Header) => Piece;
  /** Takes what an included header consists of. */
  readonly insert: (piece: Piece) => void;
  readonly line: () => number;
  /** The branch behind the directive at hand holds more than directives. */
  readonly holdsCode: () => boolean;
}

/** What names stood for; null: nothing. */
type Replaced = Map<string, Macro | null>;

/**
 * `assumed`: what counts as defined as long as the branch lasts, since nothing else decides that it is taken.
 * `undecided`: headers that weren't read choose the branch.
 * `replaced`: of a branch that is only looked at, what names stood for before that it defines; behind it they do again.
 * `doubts`: what its branches define otherwise, and isn't known behind all of them.
 */
interface OpenCondition {
  active: boolean;
  taken: boolean;
  readonly outer: boolean;
  assumed?: Macro | null;
  undecided: boolean;
  replaced: Replaced | null;
  /** Where one of its branches is only looked at, macros that those define which a build has. */
  passed: ReadonlySet<string>;
  readonly doubts: Map<string, Doubt>;
}

export function isActive({ conditions }: Reading): boolean {
  return conditions[conditions.length - 1]?.active ?? true;
}

/** Carries out a directive; `line` is what follows the `#`. */
export function directive(unit: Unit, reading: Reading, line: string): void {
  const { conditions } = reading;
  const word = nextToken(line, 0, false);
  const name = word?.token.text ?? '';
  const rest = word === null ? '' : line.slice(word.end);
  const top = conditions[conditions.length - 1];
  switch (name) {
    case 'if':
    case 'ifdef':
    case 'ifndef': {
      const outer = isActive(reading);
      const branch = outer ? decide(unit, reading, name, rest) : NOT_TAKEN;
      const { holds, assumed, undecided, replaced } = branch;
      const kept = { passed: branch.passed, doubts: new Map(branch.doubts) };
      conditions.push({ active: holds, taken: holds, outer, assumed, undecided, replaced, ...kept });
      return;
    }
    case 'elif':
    case 'elifdef':
    case 'elifndef':
    case 'else':
    case 'endif':
      if (top?.undecided) reading.incomplete();
      if (name === 'endif') conditions.pop();
      if (top === undefined) return;
      endAssuming(unit, top);
      if (name === 'endif') beginDoubting(unit, top);
      else nextBranch(top, () => (name === 'else' ? TAKEN : decide(unit, reading, name.slice(2), rest)));
      return;
  }
  if (!isActive(reading)) return;
  switch (name) {
    case 'define': {
      const macro = parseDefine(rest);
      if (macro !== null && !unit.keep.has(macro.name)) {
        noteReplaced(unit, reading, macro.name);
        change(unit, macro);
      }
      return;
    }
    case 'undef': {
      const gone = nextToken(rest, 0, false)?.token.text ?? '';
      noteReplaced(unit, reading, gone);
      change(unit, gone);
      noteUndefined(unit, gone);
      return;
    }
    case 'include':
    case 'include_next':
    case 'import':
      include(unit, reading, rest, name);
      return;
    case 'error':
      reading.refused();
      return;
    case 'embed':
      reading.insert({ parts: [EMBEDDED], deeper: 0, last: '' });
      return;
    case 'pragma':
      if (/^\s*(weak|redefine_extname|scalar_storage_order|pack)\b/.test(rest))
        change(unit, marker(`${PRAGMA}${rest.trim()}`));
      if (nextToken(rest, 0, false)?.token.text === 'once' && reading.header !== null)
        change(unit, marker(onceName(reading.header)));
  }
}

/** A pragma with an effect is a macro that no file can name. */
const PRAGMA = '#pragma ';

/** Names that pragmas make something else of, from the names of all macros. */
export function pragmasIn(macros: Iterable<string>): { readonly name: string; readonly pragma: string }[] {
  return [...macros].flatMap((macro) => {
    const [pragma, ...names] = macro.startsWith(PRAGMA) ? macro.slice(PRAGMA.length).split(/\W+/) : [];
    return pragma === undefined
      ? []
      : pragma === 'weak' || pragma === 'redefine_extname'
        ? names.map((name) => ({ name, pragma }))
        : [{ name: '', pragma }];
  });
}

/** Begins what stands for such a name. */
const DECIDED = '#decided ';

/** Such names, from the names of all macros. */
export function decidedIn(macros: Iterable<string>): ReadonlyMap<string, Decided> {
  const decided = new Map<string, Decided>();
  for (const macro of macros) {
    if (!macro.startsWith(DECIDED)) continue;
    const [name = '', condition = '', ...types] = macro.slice(DECIDED.length).split('\n');
    decided.set(name, { condition, types: types.map((t) => (t === '#' ? null : t)) });
  }
  return decided;
}

/** Stands for the content of a file, as elements of an initialiser: neither their number nor their values are known. */
const EMBEDDED = '[0 ... __embedded__] = __embedded__';

/** What undoes all that happens to the unit from here on, conditions included. */
export function checkpoint(unit: Unit, { conditions }: Reading): () => void {
  const { unread, ownUnread, standardUnread, includes, size, counter, particular } = unit;
  const restoreMacros = unit.macros.checkpoint();
  const open = conditions.map((c) => ({ ...c, doubts: new Map(c.doubts) }));
  const lengths = [unit.changes, unit.lookups, unit.problems].map((list) => [list, list.length] as const);
  return () => {
    // what was undone may have looked at the counter
    const looked = unit.counter !== counter;
    Object.assign(unit, {
      unread,
      ownUnread,
      standardUnread,
      includes,
      size,
      counter,
      particular: particular || looked,
    });
    restoreMacros();
    conditions.splice(0, conditions.length, ...open);
    for (const [list, length] of lengths) list.length = length;
  };
}

function change(unit: Unit, what: MacroChange): void {
  unit.macros.apply(what);
  unit.changes.push(what);
}

const markers = new Map<string, Macro>();

/** A macro that no file can name, for what holds from some directive on; always the same object for a name. */
function marker(name: string): Macro {
  let known = markers.get(name);
  if (known === undefined) {
    if (markers.size >= MOST_MARKERS) markers.clear();
    known = { name, params: null, variadic: false, body: [] };
    markers.set(name, known);
  }
  return known;
}

const MOST_MARKERS = 20_000;

/** Whatever other headers there are, the name is none of theirs. */
export const noteUndefined = (unit: Unit, name: string): void => change(unit, marker(undefinedName(name)));

/** Somebody has said that the name is not defined. */
function undefinedName(name: string): string {
  return `#undef ${name}`;
}

/** `#pragma once` is a macro that no file can name. */
function onceName(header: Header): string {
  return `#once ${header.path}`;
}

interface Branch {
  readonly holds: boolean;
  readonly assumed: Macro | null;
  readonly undecided: boolean;
  readonly replaced: Replaced | null;
  readonly passed: ReadonlySet<string>;
  readonly doubts: ReadonlyMap<string, Doubt>;
}

const NOT_TAKEN: Branch = {
  holds: false,
  assumed: null,
  undecided: false,
  replaced: null,
  passed: new Set(),
  doubts: new Map(),
};
const TAKEN: Branch = { ...NOT_TAKEN, holds: true };

function nextBranch(top: OpenCondition, decided: () => Branch): void {
  const { holds, assumed, undecided, replaced, passed, doubts } = top.outer && !top.taken ? decided() : NOT_TAKEN;
  top.active = holds;
  top.assumed = assumed;
  top.replaced = replaced;
  if (replaced !== null) top.passed = passed;
  top.taken ||= holds;
  top.undecided ||= undecided;
  for (const [name, doubt] of doubts) top.doubts.set(name, doubtOf(doubt.alternatives, doubt, top.doubts.get(name)));
}

/** What its branches define in several ways isn't sure behind them; of what was passed over not even one is known. */
function beginDoubting(unit: Unit, { doubts, passed }: OpenCondition): void {
  for (const [name, doubt] of doubts) {
    const macro = unit.macros.get(name);
    if (macro === undefined) continue;
    const unsure = doubted(macro, doubt);
    change(unit, passed.has(name) && isDoubted(unsure) && !isDoubtedNumber(unsure) ? name : unsure);
  }
}

function endAssuming(unit: Unit, { assumed, replaced }: OpenCondition): void {
  for (const macro of replaced?.values() ?? []) if (macro !== null) change(unit, macro);
  if (assumed && unit.macros.get(assumed.name) === assumed) change(unit, assumed.name);
}

/** The name is about to stand for something else. */
function noteReplaced(unit: Unit, { conditions, header }: Reading, name: string): void {
  const around = header === null ? conditions.findLast((c) => c.replaced !== null) : undefined;
  if (!around?.replaced || around.replaced.has(name) || name === around.assumed?.name) return;
  around.replaced.set(name, unit.macros.get(name) ?? null);
}

/** `X`, `defined X`, `defined(X)`: the name. */
const ONE_NAME = /^\s*(?:defined\s*\(\s*(\w+)\s*\)|defined\s+(\w+)|([A-Za-z_]\w*))\s*$/;

/** The code of a branch that is looked at all the same is the build's that has it: the name is defined there. */
function assuming(unit: Unit, condition: string): Branch {
  const [, bracketed, bare, alone] = ONE_NAME.exec(condition) ?? [];
  const defined = bracketed ?? bare;
  // what is defined stays a name: `#ifdef WORD_T`, `typedef WORD_T word;`
  const macro = parseDefine(defined !== undefined ? `${defined} ${defined}` : `${alone ?? ''} 1`);
  if ((defined ?? alone) === undefined || macro === null || unit.keep.has(macro.name)) return TAKEN;
  change(unit, macro);
  return { ...TAKEN, assumed: macro };
}

/**
 * Whether a branch is taken. What headers that we don't read may define is open. Outside of functions code is then
 * taken rather than left out, so that it is looked at. Inside it is as if not defined, with a note. So it is in
 * headers, of which nothing is looked at.
 */
function decide(unit: Unit, reading: Reading, kind: string, rest: string): Branch {
  const { macros, constants } = unit;
  const condition = conditionOf(kind, rest);
  const context: ConditionContext = {
    macros,
    constants,
    isUnread: unit.unread,
    open: null,
    dynamic: dynamicOf(unit, reading),
    hasHeader: (text, next) => {
      const found = find(unit, reading, text, next);
      return found !== null && !('problem' in found);
    },
  };
  const strict = holdsCondition(condition, context) === true;
  const asTold = strict ? TAKEN : NOT_TAKEN;
  if (!unit.unread && !unit.standardUnread) return asTold;
  const isOpen = (name: string): boolean =>
    (unit.unread || RESERVED.test(name)) &&
    !macros.has(name) &&
    !constants.has(name) &&
    !macros.has(undefinedName(name)) &&
    !SETTLED.test(name);
  const names = new Set<string>();
  const open = (name: string): boolean => {
    if (isOpen(name)) names.add(name);
    return isOpen(name);
  };
  if (holdsCondition(condition, { ...context, open }) !== null) return asTold;
  const branches = branchesOf(reading.branches());
  const chosen = linkageBranch(branches, reading.depth());
  if (chosen !== null) return chosen === 0 ? TAKEN : NOT_TAKEN;
  reading.incomplete();
  const asWritten = `#${kind}${rest.trimEnd()}`;
  const found = { condition: asWritten, asked: [...names] };
  const holds: Holds = (...told) => holdsCondition(conditionOf(...told), { ...context, open: isOpen });
  const doubts = new Map(
    [...namesDecided(condition, reading, macros, holds)].map(([name, written]) => [
      name,
      doubtOf(unit.ownUnread ? written : [], found, macros.get(name)?.doubt),
    ]),
  );
  for (const [name, types] of declaredTwice(branches))
    change(unit, marker(`${DECIDED}${[name, asWritten, ...types.map((t) => t ?? '#')].join('\n')}`));
  const asRead = { ...asTold, undecided: true, doubts };
  // what a header would define if something else were defined, it doesn't
  if (reading.header !== null) return asRead;
  if (reading.depth() === 0) {
    const isLookedAt = !strict && reading.holdsCode() && holdsCondition(condition, { ...context, open, openValue: 1n });
    const left = strict || isLookedAt ? branches.slice(1) : branches.slice(0, 1);
    reading.leftOut(asWritten, left.map(({ code }) => code).join(';'));
    if (!isLookedAt) return asRead;
    const passed = new Set(branches.slice(1).flatMap(({ macros: defined }) => [...defined]));
    return { ...assuming(unit, condition), undecided: true, replaced: new Map(), passed, doubts };
  }
  reading.undecided(asWritten, [...names], strict);
  return asRead;
}

/** What such a directive asks, as behind an `#if`. */
const conditionOf = (kind: string, rest: string): string =>
  kind === 'if' ? rest.trim() : `${kind === 'ifdef' ? '' : '!'}defined(${nextToken(rest, 0, false)?.token.text ?? ''})`;

/** `__LINE__` and `__COUNTER__` at a place. */
export function dynamicOf(unit: Unit, reading: Pick<Reading, 'line'>): { line(): number; counter(): number } {
  return {
    line: reading.line,
    counter: () => unit.counter++,
  };
}

/** Names that are settled without headers: of other compilers and systems, of debugging, and operators in words. */
const SETTLED = anyWord(String.raw`
    _?_?(WIN|MSC|APPLE|CYGWIN|MINGW|BORLAND|WATCOM|TURBOC|OS2|OS400|VMS|VXWORKS|SUN|sun|hpux|aix)\w*
    _?_?(AIX|sgi|DJGPP|MSDOS|BEOS|HAIKU|MVS|EMX|AMIGA|amiga|TANDEM|osf|QNX|cplusplus|clang|INTEL|ICC)\w*
    _?_?(GNUC|STDC|has_|is_|LONG_MAX|SIZEOF)\w*
    _*KERNEL_*
    \w*(WIN32|WIN64|WINSOCK|MSWIN|CYGWIN|MINGW)\w*
    \w*(DEBUG|TRACE|VERBOSE|TEST|COVERAGE|PROFILING|_MAIN|FUZZ|lint|LINT)\w* DIAGNOSTIC defined and or not
  `);

/** Headers of the C library and POSIX: of what a program's own `#if`s ask for they define reserved names only. */
const STANDARD_HEADER = new RegExp(
  `^<(${alternatives(String.raw`
      assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
      stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl
      pthread memory malloc alloca sys\/\w+
    `)})\\.h>`,
);

/**
 * Macros that programs ask whether a system has them: limits, signals, errors, flags (POSIX.1-2017, 2.2.2, with a
 * prefix for each header).
 */
const RESERVED = anyWord(String.raw`
    RLIMIT_\w+ RUSAGE_\w+ SIG[A-Z]\w+ SA_\w+ [OF]_[A-Z]\w+ S_I\w+ _[SPC][CS]_\w+ LC_\w+ PROT_\w+ MAP_\w+ AF_\w+
    PF_\w+ SOCK_\w+ SO_\w+ MSG_\w+ CLOCK_\w+ TIOC\w+ E(2BIG|ACCES|AGAIN|BADF|BUSY|DEADLK|EXIST|FBIG|ILSEQ)
    E(INTR|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|NFILE|NOBUFS|NODATA)
    E(NODEV|NOENT|NOMEM|NOSPC|NOSYS|NOTDIR|NOTEMPTY|NOTSUP|OPNOTSUPP)
    E(OVERFLOW|PERM|PIPE|PROTO|ROFS|STALE|TIMEDOUT|TXTBSY|WOULDBLOCK|XDEV)
  `);

/** The name in `"x.h"` or `<x.h>`; null for anything else. */
function headerName(text: string): { readonly name: string; readonly quoted: boolean } | null {
  const match = /^\s*(?:"([^"]+)"|<([^>]+)>)/.exec(text);
  if (match === null) return null;
  return { name: (match[1] ?? match[2])!.trim(), quoted: match[1] !== undefined };
}

function find(unit: Unit, reading: Reading, text: string, next: boolean): Header | UnusableHeader | null {
  const named = headerName(text);
  if (named === null) return null;
  const request: HeaderRequest = { ...named, from: reading.header, next: next && reading.header !== null };
  const found = unit.read?.(request) ?? null;
  unit.lookups.push({ request, found: identity(found), path: found?.path ?? null });
  return found;
}

/** Names may be defined that we don't know of. */
function noteUnread(unit: Unit, header: string): void {
  if (STANDARD_HEADER.test(header.trim())) unit.standardUnread = true;
  else {
    unit.unread = true;
    unit.ownUnread ||= !OF_LIBRARY.test(header);
  }
}

/** Another library's header, unless it is for what `configure` finds. */
const OF_LIBRARY = /^\s*<(?![^>]*(?:conf|feature|define|setup|option|platform))/i;

function include(unit: Unit, reading: Reading, rest: string, word: string): void {
  let text = rest.replace(/^(?:\s|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)+/, '');
  if (!/^["<]/.test(text))
    text = spelled(expandAll(tokenize(text), { macros: unit.macros, dynamic: dynamicOf(unit, reading) }));
  const found = find(unit, reading, text, word === 'include_next');
  if (found === null || 'problem' in found) {
    if (found !== null) unit.problems.push(`the header \`${found.path}\` ${found.problem}`);
    noteUnread(unit, text);
    reading.missing(text.trim());
    return;
  }
  if (found.isTemplate) unit.unread = unit.ownUnread = true;
  if (unit.macros.has(onceName(found))) return;
  if (unit.nesting >= DEEPEST_INCLUDE || unit.includes >= MOST_INCLUDES || unit.size >= MOST_HEADER_TEXT) {
    const problem =
      unit.nesting >= DEEPEST_INCLUDE
        ? `headers include each other more than ${DEEPEST_INCLUDE} deep, at \`${found.path}\``
        : `headers from \`${found.path}\` on are not read: there are too many`;
    if (!unit.problems.includes(problem)) unit.problems.push(problem);
    // once is enough, so that what includes itself twice comes to an end
    change(unit, marker(onceName(found)));
    unit.unread = true;
    unit.ownUnread = true;
    unit.particular = true;
    return;
  }
  const inside = reading.depth() > 0;
  const where = inside ? 'inside' : 'outside';
  const unread = unit.ownUnread ? 'own' : unit.unread ? 'unread' : unit.standardUnread ? 'standard' : '';
  const key = `${where} ${unread} ${found.directory} ${found.path} ${found.version} ${unit.key}`;
  const known = unit.read === null ? null : recall(key, unit, unit.read);
  if (known === null || unit.nesting + known.height > DEEPEST_INCLUDE) readAnew(unit, reading, found, key);
  else insertKnown(unit, reading, known);
  if (word === 'import') change(unit, marker(onceName(found)));
}

/** What a header did before, where it would do the same. */
function insertKnown(unit: Unit, reading: Reading, known: Included): void {
  unit.macros.read(known.reads);
  for (const one of known.changes) unit.macros.apply(one);
  append(unit.changes, known.changes);
  append(unit.lookups, known.lookups);
  append(unit.problems, known.problems);
  unit.unread ||= known.unread;
  unit.ownUnread ||= known.ownUnread;
  unit.standardUnread ||= known.standardUnread;
  unit.counter += known.counted;
  unit.size += known.size;
  unit.includes += known.includes;
  unit.highest = Math.max(unit.highest, unit.nesting + known.height);
  reading.insert(known);
}

/** Reads a header, and remembers what came of it. */
function readAnew(unit: Unit, reading: Reading, header: Header, key: string): void {
  const before = {
    changes: unit.changes.length,
    lookups: unit.lookups.length,
    problems: unit.problems.length,
    size: unit.size,
    includes: unit.includes,
    counter: unit.counter,
    particular: unit.particular,
    highest: unit.highest,
  };
  unit.particular = false;
  unit.includes++;
  unit.size += header.text.length;
  unit.nesting++;
  unit.highest = unit.nesting;
  unit.macros.watch();
  const { parts, deeper, last } = reading.enter(header);
  const reads = unit.macros.unwatch();
  unit.size += lengthOf(parts);
  unit.nesting--;
  const included: Included = {
    parts,
    reads,
    counter: before.counter,
    counted: unit.counter - before.counter,
    deeper,
    last,
    includes: unit.includes - before.includes,
    height: unit.highest - unit.nesting,
    changes: unit.changes.slice(before.changes),
    lookups: unit.lookups.slice(before.lookups),
    problems: unit.problems.slice(before.problems),
    unread: unit.unread,
    ownUnread: unit.ownUnread,
    standardUnread: unit.standardUnread,
    size: unit.size - before.size,
  };
  if (!unit.particular) remember(key, included);
  unit.particular ||= before.particular;
  unit.highest = Math.max(unit.highest, before.highest);
  reading.insert(included);
}
