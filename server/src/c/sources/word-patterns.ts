/** Patterns made of lists of words, which keep lists readable that are longer than a line. */

/** Any of the patterns of a list, as one pattern; white space is between them. `a b` is `a|b`. */
export const alternatives = (list: string): string => list.trim().split(/\s+/).join('|');

/** Matches what is one of the words of the list as a whole, with `around` before and behind it. */
export const anyWord = (list: string, around = ''): RegExp => new RegExp(`^${around}(${alternatives(list)})${around}$`);
