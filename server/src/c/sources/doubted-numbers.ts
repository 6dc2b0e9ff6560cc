/**
 * Macros for numbers that headers may define otherwise which weren't read: `#ifndef N`, `#define N 8`, `#endif`. In the
 * file they stay names, of constants whose values aren't known.
 */
import { parseInteger } from './literals.ts';
import { INCOMPLETE } from './preprocessed-text.ts';
import type { Macro } from './macro-definition.ts';
import type { Macros } from './macro-table.ts';

/** A macro that no file can name: what the name stands for rests on headers that weren't read. */
export const doubtedName = (name: string): string => `#doubted ${name}`;

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

/**
 * Names that such a condition decides about, with what is behind it: it asks for them, they have a definition before,
 * or several in its branches. What has one alone is either that or nothing. A function-like macro is taken to mean the
 * same wherever it is defined, and what asks for a macro without a body is a header's guard.
 */
export function namesDecided(
  condition: string,
  { definedBehind, branches }: DecidedText,
  macros: Macros,
): Iterable<string> {
  const own = /^!defined\((\w+)\)$/.exec(condition)?.[1];
  if (own !== undefined) {
    const definition = definedBehind(own);
    return definition && !definition.call && !/^\/?$/.test(definition.first) ? [own] : [];
  }
  const asked = new Set(condition.match(/\w+/g));
  const names = new Set<string>();
  const decided = new Set<string>();
  for (const { 2: name = '' } of branches().matchAll(DEFINITION)) {
    if (names.has(name) || asked.has(name) || macros.has(name)) decided.add(name);
    names.add(name);
  }
  return decided;
}

/** What a number is written with, in parentheses or not. */
const PLAIN = /^\(*-?(\w+)\)*$/;

const literalText = ({ body }: Macro): string => body.map(({ text }) => text).join('');

export function isDoubtedNumber(macro: Macro, macros: Macros): boolean {
  const { name, params, body } = macro;
  if (params !== null || body.length > 5 || !body.some((t) => t.kind === 'number')) return false;
  if (!macros.has(doubtedName(name))) return false;
  const [, digits] = PLAIN.exec(literalText(macro)) ?? [];
  return digits !== undefined && parseInteger(digits) !== null;
}

/** Declarations of the names that stayed, as constants of their types whose values aren't known. */
export const declarationsOf = (kept: ReadonlyMap<string, Macro>): string =>
  [...kept.values()].map((macro) => `enum { ${macro.name} = ${literalText(macro)}${INCOMPLETE}};\n`).join('');
