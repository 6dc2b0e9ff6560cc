/** C's comparisons by their signs. */

/** `!(a < b)` is `a >= b`. */
export const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};

/** `a < b` is `b > a`. */
export const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
