/**
 * Messages that differ in one name said as one: "the call of `a`, `b` or `c` may change everything that it can reach".
 */

/** Of more names than this the others are counted. */
const MOST_NAMES = 3;

/** In the order in which each was first met. */
export function alike(messages: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const message of messages) {
    const names = message.match(/`[^`]*`/g) ?? [];
    const key = names.length === 1 ? message.replace(/`[^`]*`/, '`') : message;
    const known = groups.get(key) ?? [];
    const [name] = names.length === 1 ? names : [''];
    if (name !== undefined && !known.includes(name)) known.push(name);
    groups.set(key, known);
  }
  return [...groups].map(([key, names]) => {
    const [only] = names;
    if (only === '') return key;
    return key.replace('`', () => listed(names, 'or', MOST_NAMES));
  });
}

/** `a, b and c`; of more than `most` the rest is counted: `a, b and 3 others`. */
export function listed(all: readonly string[], last: 'and' | 'and by' | 'or', most = Number.POSITIVE_INFINITY): string {
  const shown = all.length > most ? [...all.slice(0, most - 1), `${all.length - most + 1} others`] : all;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}

/** Of a sentence that goes on another one's line; names keep theirs. */
export const withoutCapital = (text: string): string =>
  /^[A-Z][a-z]*\b/.test(text) && !text.startsWith('LoopLens') ? text.charAt(0).toLowerCase() + text.slice(1) : text;
