/**
 * How large what is computed on the way through a line of C may get, over all values that its variables can have. An
 * upper bound that sees only sums and products: what other operators give is no larger than their operands together,
 * but for `<<`.
 */

const TOKEN = /\d+|[A-Za-z_$][\w$]*(?:(?:->|\.)[A-Za-z_$][\w$]*)*|<<|>>|[^\s\w]/g;
/** What is in parentheses before an operand: `(signed char)`. */
const TYPE = /^(?:unsigned|signed|long|short|int|char|__int128|_Bool|bool|size_t|u?int\d+_t)$/;
/** What an operand begins with. */
const OPERAND = /^[\w$(-]/;

/** Null: there is no such bound. `largestOf`: what a name is worth at most, by size; undefined: it isn't known. */
export function largestIn(line: string, largestOf: (name: string) => bigint | undefined): bigint | null {
  const tokens = [...line.matchAll(TOKEN)].map(([token]) => token);
  let next = 0;
  let largest = 0n;
  let isKnown = true;

  const seen = (value: bigint): bigint => {
    if (value > largest) largest = value;
    return value;
  };

  const nameSize = (name: string): bigint => {
    const size = largestOf(name);
    if (size === undefined && /^[A-Za-z_$]/.test(name) && !/^(?:if|else|const)$/.test(name) && !TYPE.test(name))
      isKnown = false;
    return size ?? 0n;
  };

  const operand = (): bigint => {
    while (/^[-+~!]$/.test(tokens[next] ?? '')) next++;
    const token = tokens[next++] ?? '';
    if (/^\d/.test(token)) return seen(BigInt(token));
    if (token !== '(') return seen(nameSize(token));
    const isCast = TYPE.test(tokens[next] ?? '');
    const inside = together(')');
    next++;
    return isCast && OPERAND.test(tokens[next] ?? '') ? operand() : inside;
  };

  const product = (): bigint => {
    let value = operand();
    for (let sign = tokens[next] ?? ''; /^(?:\*|\/|%|<<|>>)$/.test(sign); sign = tokens[next] ?? '') {
      next++;
      const by = operand();
      if (sign === '<<') isKnown = false;
      if (sign === '*') value = seen(value * by);
    }
    return value;
  };

  /** Of all that stands up to `end`: sums, and what chooses between them or compares them. */
  const together = (end: string): bigint => {
    let most = 0n;
    let sum = 0n;
    for (let token = tokens[next]; token !== undefined && token !== end; token = tokens[next]) {
      if (/^[\w$(]/.test(token)) sum = seen(sum + product());
      else {
        if (!/^[-+~&|^]$/.test(token)) sum = 0n;
        next++;
      }
      if (sum > most) most = sum;
    }
    return most;
  };

  together('');
  return isKnown ? largest : null;
}
