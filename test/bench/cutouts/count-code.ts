/** The text of a count as C over 128 bits, as the loop's own function may evaluate it before the loop. */

export const COUNT_RUNTIME = `
typedef __int128 lens_Z;
static lens_Z lens_min(lens_Z a, lens_Z b) { return a < b ? a : b; }
static lens_Z lens_max(lens_Z a, lens_Z b) { return a > b ? a : b; }
static lens_Z lens_floor(lens_Z a, lens_Z b) { lens_Z q = a / b; return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q; }
static lens_Z lens_mod(lens_Z a, lens_Z b) { return a - b * lens_floor(a, b); }
static lens_Z lens_power(lens_Z a, lens_Z k) { lens_Z r = 1; while (k-- > 0) r *= a; return r; }
#define lens_is_pointer(x) (__builtin_classify_type(x) == 5)
#define lens_or(x, other) __builtin_choose_expr(lens_is_pointer(x), x, other)
/* pointers count elements */
#define lens_value(x) (lens_is_pointer(x) ? (lens_Z)(unsigned long)(x) / (lens_Z)sizeof(*lens_or(x, (char *)0)) \\
  : (lens_Z)__builtin_choose_expr(lens_is_pointer(x), 0, x))
`;

const HELPERS: Readonly<Record<string, string>> = {
  min: 'lens_min',
  max: 'lens_max',
  floor_div: 'lens_floor',
  mod: 'lens_mod',
  power: 'lens_power',
};
const INTEGER_TYPE = '(?:(?:unsigned|signed|short|long|int|char|_Bool|size_t|ptrdiff_t|u?int\\d+_t)\\s*)+';
/** A cast's type, a number or character, what `strlen` is of, a helper's name, a place, an operator. */
const TOKEN = new RegExp(
  [
    `\\(\\s*(?<cast>${INTEGER_TYPE})\\)`,
    "(?<number>0[xX][0-9a-fA-F]+|\\d+|'(?:[^'\\\\]|\\\\.)')[uUlL]*",
    'strlen\\((?<string>[^()]*)\\)',
    '(?<helper>[A-Za-z_]\\w*)(?=\\()',
    '(?<place>[A-Za-z_]\\w*(?:\\s*(?:->|\\.)\\s*[A-Za-z_]\\w*|\\[[^\\][]*\\])*)',
    '(?<operator><<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^~!<>?:(),])',
    '\\s+',
  ].join('|'),
  'y',
);

/** Null where it says what C can't compute: the length of a list. */
export function countCode(text: string): string | null {
  let out = '';
  /** Where an operand is expected, `*` is a dereference. */
  let operand = true;
  let stars = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.groups;
    if (!token) return null;
    const { operator } = token;
    if (operator === '*' && operand) stars += '*';
    else if (operator !== undefined) {
      if (stars) return null;
      out += operator;
      operand = operator !== ')';
    } else {
      const read = operandCode(token, stars);
      if (read === null) return null;
      out += read;
      if (token.place !== undefined) stars = '';
      if (token.number ?? token.string ?? token.place) operand = false;
    }
  }
  return out;
}

function operandCode(token: Readonly<Record<string, string>>, stars: string): string | null {
  const { cast, number, string, helper, place } = token;
  if (cast !== undefined) return `(lens_Z)(${cast})`;
  if (number !== undefined) return `((lens_Z)${number})`;
  if (string !== undefined) return `((lens_Z)strlen(${string}))`;
  if (helper !== undefined) return HELPERS[helper] ?? null;
  return place === undefined ? '' : `lens_value(${stars}${place})`;
}
