/** What reports print as C, computed by a program in the widest type. */

/** The type, and what such texts may call. */
export const WIDE = `typedef __int128 Z;
static Z min(Z a, Z b) { return a < b ? a : b; }
static Z max(Z a, Z b) { return a > b ? a : b; }
/* what divides by zero is no number of iterations */
static Z floor_div(Z a, Z b) { if (b == 0) return -1; Z q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q; }
static Z mod(Z a, Z b) { return a - b * floor_div(a, b); }
static Z power(Z a, Z k) { Z r = 1; while (k-- > 0 && r < (Z)1 << 100) r *= a; return r; }
`;

const HELPERS = ['min', 'max', 'floor_div', 'mod', 'power'];

/** Not what lies in memory, `strlen(s)`. */
export const callsKnownOnly = (text: string): boolean =>
  [...text.matchAll(/\b(\w+)\(/g)].every(([, name]) => HELPERS.includes(name ?? ''));

/** In C, not in words. */
export const isCondition = (text: string): boolean => !/[a-z]+ [a-z]+|doesn't/.test(text);

/** Every name and every number in the widest type; casts to C's types hold as they stand, and so do pointers. */
export const widen = (text: string, pointers: ReadonlySet<string>): string =>
  text
    .replace(/\((\s*(?:unsigned|signed|short|long|int|char|_Bool)\b[\w\s]*)\)/g, '(Z)($1)')
    .replace(/(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?!\w)/g, '((Z)$1)')
    .replace(/(^|[(,+\-/%<>=!&|?:]\s*)\*\s*([A-Za-z_]\w*)\b/g, '$1(Z)*$2')
    .replace(/(?<![\w.>&]|\(Z\)\*)([A-Za-z_]\w*(?:(?:->|\.)\w+)*)(?![\w(.]|->)/g, (name, _, at: number, all: string) =>
      /^(Z|unsigned|signed|short|long|int|char|_Bool)$/.test(name) ||
      (pointers.has(name) && all[at + name.length] !== '[')
        ? name
        : `(Z)${name}`,
    );
