/**
 * The notation for people (docs/notation.md) read back: an evaluator of its own, by the precedences that the page
 * gives.
 */

type Value = (name: string) => bigint | undefined;
type Expression = (value: Value) => bigint;

const TOKEN = /\s*(?:(\d+)|([A-Za-z_κ]\w*)|(<<|>>|[-+*/%&|^?:()[\],⌊⌋∧∨=≠<≤>≥]))/uy;

export function parseNotation(text: string): Expression {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`not in the notation: ${text}`);
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  let at = 0;
  const fail = (): never => {
    throw new Error(`unexpected ${tokens[at] ?? 'end'} at ${at} of ${text}`);
  };
  const take = (token: string): boolean => tokens[at] === token && at++ >= 0;
  const expectToken = (token: string): void => {
    if (!take(token)) fail();
  };
  const floor = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);

  const conditional = (): Expression => {
    const c = disjunction();
    if (!take('?')) return c;
    const [a, b] = [conditional(), otherwise()];
    return (v) => (c(v) !== 0n ? a(v) : b(v));
  };
  const otherwise = (): Expression => {
    expectToken(':');
    return conditional();
  };
  const chain =
    (next: () => Expression, operators: Readonly<Record<string, (a: bigint, b: bigint) => bigint>>) =>
    (): Expression => {
      let left = next();
      for (let op = operators[tokens[at] ?? '']; op; op = operators[tokens[at] ?? '']) {
        at++;
        const [a, b, f] = [left, next(), op];
        left = (v) => f(a(v), b(v));
      }
      return left;
    };
  const truth = (is: boolean): bigint => (is ? 1n : 0n);
  /** Signs and powers: -x^2 is -(x^2). */
  const power = (): Expression => {
    const base = atom();
    if (tokens[at] !== '^') return base;
    at++;
    const exponent = power();
    return (v) => base(v) ** exponent(v);
  };
  const signed = (): Expression => {
    if (!take('-')) return power();
    const a = product();
    return (v) => -a(v);
  };
  const atom = (): Expression => {
    const token = tokens[at++];
    if (token === undefined) return fail();
    if (/^\d/.test(token)) {
      const n = BigInt(token);
      return () => n;
    }
    if (token === '⌊') {
      const inside = quotient();
      expectToken('⌋');
      return inside;
    }
    if (token === '(') return inParentheses();
    if ((token === 'max' || token === 'min') && take('(')) {
      const a = conditional();
      expectToken(',');
      const b = conditional();
      expectToken(')');
      return (v) => ((token === 'max') === a(v) > b(v) ? a(v) : b(v));
    }
    if (token === 'true' || token === 'false') return () => truth(token === 'true');
    return /^[A-Za-z_]/.test(token) ? (v) => v(token) ?? fail() : fail();
  };
  /** `(a + b)`, or an element of a list, as in `(1, 2, 3)[i]`. */
  const inParentheses = (): Expression => {
    const list = [conditional()];
    while (take(',')) list.push(conditional());
    expectToken(')');
    if (!take('[')) return list.length === 1 ? (list[0] as Expression) : fail();
    const index = conditional();
    expectToken(']');
    return (v) => list[Number(index(v))]?.(v) ?? 0n;
  };
  /** `a / b` between the brackets of a quotient that is rounded down; nothing in it may bind less than the stroke. */
  const quotient = (): Expression => {
    const a = take('-')
      ? (
          (x: Expression): Expression =>
          (v) =>
            -x(v)
        )(product())
      : product();
    expectToken('/');
    const b = power();
    return (v) => floor(a(v), b(v));
  };
  const product = chain(power, { '*': (a, b) => a * b });
  const remainder = chain(() => (tokens[at] === '-' ? signed() : product()), { mod: (a, b) => a - b * floor(a, b) });
  const sum = chain(remainder, { '+': (a, b) => a + b, '-': (a, b) => a - b });
  /** C's operators stand alone, or in parentheses. */
  const machine = chain(sum, {
    '&': (a, b) => a & b,
    '|': (a, b) => a | b,
    xor: (a, b) => a ^ b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
    '<<': (a, b) => a << b,
    '>>': (a, b) => a >> b,
  });
  const comparison = chain(machine, {
    '=': (a, b) => truth(a === b),
    '≠': (a, b) => truth(a !== b),
    '<': (a, b) => truth(a < b),
    '≤': (a, b) => truth(a <= b),
    '>': (a, b) => truth(a > b),
    '≥': (a, b) => truth(a >= b),
  });
  const conjunction = chain(comparison, { '∧': (a, b) => truth(a !== 0n && b !== 0n) });
  const disjunction = chain(conjunction, { '∨': (a, b) => truth(a !== 0n || b !== 0n) });

  const found = conditional();
  if (at < tokens.length) fail();
  return found;
}
