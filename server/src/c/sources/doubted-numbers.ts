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

/**
 * Names that such a condition decides about, with its branches: it asks for them, they have a definition before, or
 * several here. What has one alone is either that or nothing. A function-like macro is taken to mean the same wherever
 * it is defined, and what asks for a macro without a body is a header's guard.
 */
export function namesDecided(branches: string, condition: string, macros: Macros): string[] {
  const found = [...branches.matchAll(/^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)(\(?)[ \t]*(\S?)/gm)];
  const definitions = found.map(([, name = '', call, body = '']) => ({ name, isPlain: call === '', body }));
  const own = definitions.find(({ name }) => condition === `!defined(${name})`);
  if (own !== undefined) return own.isPlain && !/^\/?$/.test(own.body) ? [own.name] : [];
  const asked = new Set(condition.match(/\w+/g));
  const names = new Set<string>();
  const decided = definitions.filter(({ name }) => {
    const isSecond = names.has(name);
    names.add(name);
    return isSecond || asked.has(name) || macros.has(name);
  });
  return [...new Set(decided.map(({ name }) => name))];
}

/** What a number is written with, in parentheses or not. */
const PLAIN = /^\(*-?(\w+)\)*$/;

const literalText = ({ body }: Macro): string => body.map(({ text }) => text).join('');

function isNumber(macro: Macro): boolean {
  if (macro.params !== null || macro.body.length > 5 || !macro.body.some((t) => t.kind === 'number')) return false;
  const [, digits] = PLAIN.exec(literalText(macro)) ?? [];
  return digits !== undefined && parseInteger(digits) !== null;
}

export const isDoubtedNumber = (macro: Macro, macros: Macros): boolean =>
  isNumber(macro) && macros.has(doubtedName(macro.name));

/** Declarations of the names that stayed, as constants of their types whose values aren't known. */
export const declarationsOf = (kept: ReadonlyMap<string, Macro>): string =>
  [...kept.values()].map((macro) => `enum { ${macro.name} = ${literalText(macro)}${INCOMPLETE}};\n`).join('');
