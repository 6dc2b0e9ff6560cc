/**
 * Macros that headers may define otherwise which weren't read. Those for numbers stay names in the file, of constants
 * whose values aren't known: `#ifndef N`, `#define N 8`, `#endif`. Of the others it is noted where they make a
 * difference that have several definitions.
 */
import { withoutComments } from './directive-lines.ts';
import { namesIn } from './lexer.ts';
import { parseInteger } from './literals.ts';
import { parseDefine } from './macro-definition.ts';
import { INCOMPLETE } from './preprocessed-text.ts';
import type { Token } from './lexer.ts';
import type { Decided, Doubt, Macro } from './macro-definition.ts';
import type { Macros } from './macro-table.ts';

const DEFINITION = /^[ \t]*#[ \t]*(define|undef)[ \t]+(\w+)(\(?)[ \t]*(\S?)/gm;

/** A definition as it is written: where, whether with parameters, and what its body begins with. */
interface WrittenDefinition {
  readonly start: number;
  readonly call: boolean;
  readonly first: string;
}

/** Definitions of macros in a text, by name. */
export function definitionsIn(source: string): ReadonlyMap<string, readonly WrittenDefinition[]> {
  const found = new Map<string, WrittenDefinition[]>();
  for (const { index: start, 1: kind, 2: name = '', 3: call, 4: first = '' } of source.matchAll(DEFINITION)) {
    if (kind === 'define') found.set(name, [...(found.get(name) ?? []), { start, call: call !== '', first }]);
  }
  return found;
}

/** What such a condition decides about. */
export interface DecidedText {
  /** The first definition of the name behind the condition; undefined: there is none. */
  readonly definedBehind: (name: string) => WrittenDefinition | undefined;
  /** Its branches, as written. */
  readonly branches: () => string;
}

/** Whether the condition of a directive holds, `ifdef`, `X`; null: headers that weren't read decide. */
export type Holds = (kind: string, rest: string) => boolean | null;

/**
 * Names that such a condition decides about, with what is behind it, and what they may stand for as far as the text
 * tells: it asks for them, they have a definition before, or several in its branches. What has one alone is either that
 * or nothing. A function-like macro that it asks for is taken to mean the same in headers, and what asks for a macro
 * without a body is a header's guard.
 */
export function namesDecided(
  condition: string,
  { definedBehind, branches }: DecidedText,
  macros: Macros,
  holds: Holds,
): ReadonlyMap<string, readonly Macro[]> {
  const own = /^! ?defined ?\(? ?(\w+) ?\)?$/.exec(condition)?.[1];
  if (own !== undefined) {
    const definition = definedBehind(own);
    const isDecided = definition && !definition.call && !/^\/?$/.test(definition.first);
    return new Map(isDecided ? [[own, []]] : []);
  }
  const asked = new Set(condition.match(/\w+/g));
  const decided = new Map<string, readonly Macro[]>();
  for (const [name, written] of definedBy(branches(), holds)) {
    const before = macros.get(name);
    if (written.length > 1 || before !== undefined || asked.has(name))
      decided.set(
        name,
        [...written, before ?? null].filter((macro) => macro !== null),
      );
  }
  return decided;
}

const CHANGE = /^[ \t]*#[ \t]*(?:define|undef[ \t]+(\w+))(.*)$/gm;

/** What branches make of macros in some build, by name; null: they undefine it. */
function definedBy(text: string, holds: Holds): ReadonlyMap<string, readonly (Macro | null)[]> {
  const found = new Map<string, (Macro | null)[]>();
  if (text.search(CHANGE) < 0) return found;
  for (const { 1: gone, 2: rest = '' } of perhapsBuilt(withoutComments(text), holds).matchAll(CHANGE)) {
    const macro = gone === undefined ? parseDefine(rest) : null;
    const name = macro?.name ?? gone;
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), macro]);
  }
  return found;
}

const CONDITION = /^[ \t]*#[ \t]*((?:el)?if(?:n?def)?|else|endif)\b(.*)$/;

/** Branches from behind an undecided condition on, without what no build has of them. */
function perhapsBuilt(branches: string, holdsBefore: Holds): string {
  const changed = new Set(Array.from(branches.matchAll(DEFINITION), ([, , name = '']) => name));
  const holds: Holds = (kind, rest) =>
    [...namesIn(rest)].some((name) => changed.has(name)) ? null : holdsBefore(kind, rest);
  const open = [{ outer: true, active: true, taken: false }];
  const lines = branches.split('\n').filter((line) => {
    const [, kind, rest = ''] = CONDITION.exec(line) ?? [];
    const top = open[open.length - 1]!;
    if (kind === undefined) return top.active;
    if (kind === 'endif') open.length = Math.max(1, open.length - 1);
    else if (kind.startsWith('if')) {
      const isMet = top.active ? holds(kind, rest) : false;
      open.push({ outer: top.active, active: isMet !== false, taken: isMet === true });
    } else {
      const isMet = kind === 'else' || !top.outer || top.taken ? true : holds(kind.slice(2), rest);
      top.active = top.outer && !top.taken && isMet !== false;
      top.taken ||= isMet === true;
    }
    return false;
  });
  return lines.join('\n');
}

/** The doubt about a name whose definitions such a condition chooses from, with what was doubted of it before. */
export function doubtOf(alternatives: readonly Macro[], found: Omit<Doubt, 'alternatives'>, before?: Doubt): Doubt {
  const all = new Map([...(before?.alternatives ?? []), ...alternatives].map((macro) => [spelledMacro(macro), macro]));
  return {
    condition: before?.condition ?? found.condition,
    asked: [...new Set([...(before?.asked ?? []), ...found.asked])],
    alternatives: [...all.values()],
  };
}

/** Most that are remembered. */
const MOST_DOUBTED = 10_000;
const remembered = new Map<string, Macro>();

/** The macro as one that isn't sure; the same object for the same doubt. */
export function doubted(macro: Macro, doubt: Doubt): Macro {
  const key = JSON.stringify([
    macro.name,
    ...[macro, ...doubt.alternatives].map(spelledMacro),
    doubt.condition,
    doubt.asked,
  ]);
  let known = remembered.get(key);
  if (known === undefined) {
    if (remembered.size >= MOST_DOUBTED) remembered.clear();
    known = { ...macro, doubt };
    remembered.set(key, known);
  }
  return known;
}

const spelledMacro = (macro: Macro): string => `${macro.params?.join() ?? ''}\n${bodyText(macro)}`;

const bodyText = ({ body }: Macro): string => body.map(({ text }) => text).join(' ');

/** What is written with it may mean several things, as far as the text tells. */
export const isDoubted = (macro: Macro): macro is Macro & { readonly doubt: Doubt } =>
  (macro.doubt?.alternatives.length ?? 0) > 1;

/** What arithmetic with literals is written with. */
const ARITHMETIC = /^(?:[-+*/%&|^~()]|<<|>>)$/;
/** More tokens have no such macros. */
const LONGEST_NUMBER = 15;

export function isDoubtedNumber({ params, body, doubt }: Macro): boolean {
  if (doubt === undefined || params !== null || body.length > LONGEST_NUMBER) return false;
  const isNumber = ({ kind, text }: Token): boolean => kind === 'number' && parseInteger(text) !== null;
  return body.some(isNumber) && body.every((t) => isNumber(t) || ARITHMETIC.test(t.text));
}

const BASIC = 'unsigned|signed|int|char|short|long|float|double|void|_Bool';
/** Words of types; one of them makes a type of what could be any name. */
const OF_TYPE = new RegExp(`^(?:${BASIC}|struct|union|enum)$`);
/** `unsigned long`, `const struct s *`, `word_t`. */
const TYPE = new RegExp(
  `^(?:(?:const|volatile) )*(?:(?:struct|union|enum) \\w+|(?:${BASIC})(?: (?:${BASIC}))*|\\w+)(?: \\*)*$`,
);

/** It stands for a type, whichever of its definitions holds. */
export function isDoubtedType(macro: Macro): boolean {
  if (!isDoubted(macro) || macro.params !== null) return false;
  const all = [macro, ...macro.doubt.alternatives];
  return (
    all.some(({ body }) => body.some((t) => OF_TYPE.test(t.text))) &&
    all.every((m) => m.params === null && TYPE.test(bodyText(m)))
  );
}

/** It is a part of a type: `unsigned WORD`. */
export const isInType = (before: string, behind: string): boolean => OF_TYPE.test(before) || OF_TYPE.test(behind);

/** Declarations of the names that stayed: types, and constants of their types whose values aren't known. */
export const declarationsOf = (kept: ReadonlyMap<string, Macro>): string =>
  [...kept.values()]
    .map((macro) =>
      isDoubtedNumber(macro)
        ? `enum { ${macro.name} = ${bodyText(macro)}${INCOMPLETE}};\n`
        : `typedef ${bodyText(macro)} ${macro.name};\n`,
    )
    .join('');

/** The types that each name may stand for that stayed one of a type, as words, and the condition that decides. */
export const typesKept = (kept: ReadonlyMap<string, Macro>): ReadonlyMap<string, Decided> =>
  new Map(
    [...kept.values()].flatMap((macro) =>
      isDoubtedType(macro) && macro.doubt
        ? [[macro.name, { condition: macro.doubt.condition, types: macro.doubt.alternatives.map(bodyText) }]]
        : [],
    ),
  );
