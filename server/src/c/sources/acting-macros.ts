/** Macros in text that isn't expanded, since no build is known that has it. */
import { namesIn } from './lexer.ts';
import type { Macros } from './macro-table.ts';

/** What changes a value. */
const CHANGES = /^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;
/** What goes elsewhere. */
const JUMPS = /^(?:break|continue|return|goto|case|default|asm|__asm__|__asm)$/;

/** Macros that a text names, and those that these name. */
export interface QuietMacros {
  readonly names: ReadonlySet<string>;
  /** All that they are made of. */
  readonly bodies: string;
}

/** Null: some do more than compute and call. */
export function quietMacros(text: string, macros: Macros): QuietMacros | null {
  const names = new Set<string>();
  const bodies: string[] = [];
  const open = [...namesIn(text)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const macro = names.has(name) ? undefined : macros.get(name);
    if (macro === undefined) continue;
    if (macro.body.some((t) => changes(t.text) || jumps(t.text))) return null;
    names.add(name);
    bodies.push(macro.body.map((t) => t.text).join(' '));
    open.push(...macro.body.flatMap((t) => (t.kind === 'identifier' ? [t.text] : [])));
  }
  return { names, bodies: bodies.join(' ; ') };
}

/** The word leads elsewhere. */
export const jumps = (word: string): boolean => JUMPS.test(word);

/** The operator changes a value. */
export const changes = (operator: string): boolean => CHANGES.test(operator);
