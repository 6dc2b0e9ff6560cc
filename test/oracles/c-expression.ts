/**
 * The value of a C expression as reports print it, over unbounded integers: an evaluator of its own, which shares
 * nothing with what wrote the text. Casts to integer types reduce; `min`, `max`, `floor_div`, `mod`, `power` and gcc's
 * `__builtin_popcountll` are the helpers that such texts may use.
 */

export interface CValues {
  /** A name: a variable, `p->x`. Undefined: it has none. */
  value(name: string): bigint | undefined;
  /** An element. */
  element?(array: string, index: bigint): bigint | undefined;
  /** An element that a pointer leads to, where `value` of an array's name is a pointer. */
  at?(pointer: bigint): bigint | undefined;
}

/** It isn't C as it may be printed, it speaks of what has no value, or it divides by zero. */
export class NoValue extends Error {}

const TOKEN =
  /\s*(?:('(?:[^'\\]|\\.)')|(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)|([A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*)|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:()[\],{}]))/y;
const TYPE_WORDS = new Set(['unsigned', 'signed', 'char', 'short', 'int', 'long', '_Bool']);
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** An expression, parsed once. */
export type CExpression = (values: CValues) => bigint;

export function parseC(text: string): CExpression {
  const parser = new Parser(tokensOf(text), text);
  const expression = parser.conditional();
  parser.end();
  return expression;
}

function tokensOf(text: string): readonly string[] {
  const out: string[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (!found) throw new NoValue(`no C at ${from} of ${text}`);
    out.push(found[1] ? `${characterOf(found[1])}` : (found[2] ?? found[4] ?? found[5] ?? ''));
  }
  return out;
}

/** `'0'` is 48. */
function characterOf(text: string): number {
  const escaped: Readonly<Record<string, number>> = { 0: 0, n: 10, t: 9, r: 13, '\\': 92, "'": 39, '"': 34 };
  const inner = text.slice(1, -1);
  const code = inner.length === 1 ? inner.charCodeAt(0) : escaped[inner.slice(1)];
  if (code === undefined) throw new NoValue(`no character: ${text}`);
  return code;
}

class Parser {
  private at = 0;
  private readonly tokens: readonly string[];
  private readonly text: string;

  constructor(tokens: readonly string[], text: string) {
    this.tokens = tokens;
    this.text = text;
  }

  end(): void {
    if (this.at < this.tokens.length) this.fail();
  }

  private fail(): never {
    throw new NoValue(`unexpected ${this.tokens[this.at] ?? 'end'} in ${this.text}`);
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) this.fail();
  }

  conditional(): CExpression {
    const condition = this.binary(0);
    if (!this.take('?')) return condition;
    const then = this.conditional();
    this.expect(':');
    const other = this.conditional();
    return (v) => (condition(v) !== 0n ? then(v) : other(v));
  }

  private binary(level: number): CExpression {
    const operators = LEVELS[level];
    if (!operators) return this.unary();
    let left = this.binary(level + 1);
    for (let op = this.tokens[this.at]; op !== undefined && operators.includes(op); op = this.tokens[this.at]) {
      this.at++;
      const [a, b] = [left, this.binary(level + 1)];
      left = applied(op, a, b);
    }
    return left;
  }

  /** The rest of `(int[]){5, 3}[k]`. */
  private listed(): CExpression {
    for (const token of [']', ')', '{']) this.expect(token);
    const items = [this.conditional()];
    while (this.take(',')) items.push(this.conditional());
    this.expect('}');
    this.expect('[');
    const index = this.conditional();
    this.expect(']');
    return (v) => items[Number(index(v))]?.(v) ?? unnamed('an element outside of its list');
  }

  private unary(): CExpression {
    if (this.take('-')) {
      const a = this.unary();
      return (v) => -a(v);
    }
    if (this.take('+')) return this.unary();
    if (this.take('~')) {
      const a = this.unary();
      return (v) => -a(v) - 1n;
    }
    if (this.take('!')) {
      const a = this.unary();
      return (v) => (a(v) === 0n ? 1n : 0n);
    }
    if (this.take('*')) {
      const name = this.tokens[this.at++] ?? '';
      if (!/^[A-Za-z_]/.test(name)) this.fail();
      return (v) => v.element?.(name, 0n) ?? unnamed(`*${name}`);
    }
    if (this.tokens[this.at] === '(' && TYPE_WORDS.has(this.tokens[this.at + 1] ?? '')) {
      this.at++;
      const words: string[] = [];
      while (TYPE_WORDS.has(this.tokens[this.at] ?? '')) words.push(this.tokens[this.at++] ?? '');
      if (this.take('[')) return this.listed();
      this.expect(')');
      const a = this.unary();
      const convert = conversion(words);
      return (v) => convert(a(v));
    }
    return this.primary();
  }

  private primary(): CExpression {
    const token = this.tokens[this.at++];
    if (token === undefined) this.fail();
    if (/^\d/.test(token)) {
      const n = BigInt(token);
      return () => n;
    }
    if (token === '(') {
      const e = this.conditional();
      this.expect(')');
      return e;
    }
    if (!/^[A-Za-z_]/.test(token)) {
      this.at--;
      this.fail();
    }
    if (token === 'after' && this.take('(')) {
      const name = this.tokens[this.at++] ?? '';
      this.expect(')');
      return (v) => v.value(`after(${name})`) ?? unnamed(`after(${name})`);
    }
    if (this.take('(')) {
      const args: CExpression[] = [];
      do args.push(this.conditional());
      while (this.take(','));
      this.expect(')');
      return helper(token, args);
    }
    if (this.take('[')) {
      const index = this.conditional();
      this.expect(']');
      return (v) => v.element?.(token, index(v)) ?? unnamed(token);
    }
    return (v) => v.value(token) ?? unnamed(token);
  }
}

function unnamed(name: string): never {
  throw new NoValue(`${name} has no value`);
}

function applied(op: string, a: CExpression, b: CExpression): CExpression {
  const truth = (is: boolean): bigint => (is ? 1n : 0n);
  const nonZero = (d: bigint): bigint => (d === 0n ? unnamed('a quotient by zero') : d);
  switch (op) {
    case '||':
      return (v) => truth(a(v) !== 0n || b(v) !== 0n);
    case '&&':
      return (v) => truth(a(v) !== 0n && b(v) !== 0n);
    case '|':
      return (v) => a(v) | b(v);
    case '^':
      return (v) => a(v) ^ b(v);
    case '&':
      return (v) => a(v) & b(v);
    case '==':
      return (v) => truth(a(v) === b(v));
    case '!=':
      return (v) => truth(a(v) !== b(v));
    case '<':
      return (v) => truth(a(v) < b(v));
    case '<=':
      return (v) => truth(a(v) <= b(v));
    case '>':
      return (v) => truth(a(v) > b(v));
    case '>=':
      return (v) => truth(a(v) >= b(v));
    case '<<':
      return (v) => a(v) << b(v);
    case '>>':
      return (v) => a(v) >> b(v);
    case '+':
      return (v) => a(v) + b(v);
    case '-':
      return (v) => a(v) - b(v);
    case '*':
      return (v) => a(v) * b(v);
    case '/':
      return (v) => a(v) / nonZero(b(v));
    case '%':
      return (v) => a(v) % nonZero(b(v));
    default:
      throw new NoValue(op);
  }
}

/** Sizes of what lies in memory: how many elements there are before the first that doesn't pass. */
const PASSING: Readonly<Record<string, (element: bigint, value: bigint) => boolean>> = {
  strlen: (element) => element !== 0n,
  entries: (element) => element !== 0n,
  leading: (element, value) => element === value,
  elements_before: (element, value) => element !== value,
};

function elementsPassing(
  pointer: bigint,
  value: bigint,
  { at }: CValues,
  passes: (element: bigint, value: bigint) => boolean,
): bigint {
  for (let n = 0n; ; n++) {
    const element = at?.(pointer + n);
    if (element === undefined) return unnamed('what lies behind an array');
    if (!passes(element, value)) return n;
  }
}

function helper(name: string, args: readonly CExpression[]): CExpression {
  const [a, b, ...more] = args;
  const passes = PASSING[name];
  if (passes && a) {
    if (args.length !== passes.length) throw new NoValue(`${name} of ${args.length}`);
    return (v) => elementsPassing(a(v), b?.(v) ?? 0n, v, passes);
  }
  if (name === '__builtin_popcountll' && a && args.length === 1)
    return (v) => BigInt(BigInt.asUintN(64, a(v)).toString(2).replaceAll('0', '').length);
  if (!a || !b || more.length > 0) throw new NoValue(`${name} of ${args.length}`);
  const floor = (x: bigint, y: bigint): bigint => {
    if (y === 0n) return unnamed('a quotient by zero');
    return x / y - (x % y !== 0n && x < 0n !== y < 0n ? 1n : 0n);
  };
  switch (name) {
    case 'min':
      return (v) => {
        const [x, y] = [a(v), b(v)];
        return x < y ? x : y;
      };
    case 'max':
      return (v) => {
        const [x, y] = [a(v), b(v)];
        return x > y ? x : y;
      };
    case 'floor_div':
      return (v) => floor(a(v), b(v));
    case 'mod':
      return (v) => {
        const [x, y] = [a(v), b(v)];
        return x - y * floor(x, y);
      };
    case 'power':
      return (v) => {
        const [x, k] = [a(v), b(v)];
        return k < 0n ? 1n : k > 4096n ? unnamed('a huge power') : x ** k;
      };
    default:
      throw new NoValue(name);
  }
}

/** C's conversions in LP64. */
function conversion(words: readonly string[]): (value: bigint) => bigint {
  if (words.includes('_Bool')) return (value) => (value !== 0n ? 1n : 0n);
  const bits = words.includes('char') ? 8 : words.includes('short') ? 16 : words.includes('long') ? 64 : 32;
  return words.includes('unsigned') ? (value) => BigInt.asUintN(bits, value) : (value) => BigInt.asIntN(bits, value);
}
