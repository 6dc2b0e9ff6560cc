/** Macros in text that isn't expanded, since no build is known that has it. */
import { namesIn } from './lexer.ts';
import type { Macros } from './macro-table.ts';

/** What changes a value. */
const CHANGES = /^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;
/** What goes elsewhere. */
const JUMPS = /^(?:break|continue|return|goto|case|default|asm|__asm__|__asm)$/;

/** The macros in the text, where they do no more than compute and call; null: some do. */
export function quietMacros(text: string, macros: Macros): readonly string[] | null {
  const seen = new Set<string>();
  const acts = (name: string): boolean => {
    const macro = seen.has(name) ? undefined : macros.get(name);
    seen.add(name);
    return (
      macro?.body.some((t) => changes(t.text) || jumps(t.text) || (t.kind === 'identifier' && acts(t.text))) === true
    );
  };
  const found = new Set(namesIn(text));
  for (const name of found) {
    if (!macros.has(name)) found.delete(name);
    else if (acts(name)) return null;
  }
  return [...found];
}

/** The word leads elsewhere. */
export const jumps = (word: string): boolean => JUMPS.test(word);

/** The operator changes a value. */
export const changes = (operator: string): boolean => CHANGES.test(operator);
