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

const DEFINED = String.raw`(\(?)[ \t]*(\S?)`;
const DEFINITION = new RegExp(String.raw`^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)${DEFINED}`, 'gm');

/**
 * Names that such a condition decides about, with what is behind it: it asks for them, they have a definition before,
 * or several in its branches. What has one alone is either that or nothing. A function-like macro is taken to mean the
 * same wherever it is defined, and what asks for a macro without a body is a header's guard.
 */
export function namesDecided(
  condition: string,
  { behind, branches }: { readonly behind: () => string; readonly branches: () => string },
  macros: Macros,
): Iterable<string> {
  const own = /^!defined\((\w+)\)$/.exec(condition)?.[1];
  if (own !== undefined) {
    const definition = new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+${own}\b${DEFINED}`, 'm').exec(behind());
    if (definition === null) return [];
    const [, call, body = ''] = definition;
    return call === '' && !/^\/?$/.test(body) ? [own] : [];
  }
  const asked = new Set(condition.match(/\w+/g));
  const names = new Set<string>();
  const decided = new Set<string>();
  for (const [, name = ''] of branches().matchAll(DEFINITION)) {
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
