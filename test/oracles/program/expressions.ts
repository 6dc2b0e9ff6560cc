/** Integer expressions: every operator of C11, with the common builtins and GNU forms. */
import { builtin } from './builtins.ts';
import { callIn } from './calls.ts';
import type { Draft } from './draft.ts';
import { choose, fresh, made } from './draft.ts';
import type { Expression, IntegerExpression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import type { Place } from './places.ts';
import { drawPlace, isInteger } from './places.ts';
import { sizeQuery } from './queries.ts';
import type { IntegerType } from './types.ts';
import { BOOL, CHAR, INT, LONG, UNSIGNED, UNSIGNED_LONG, common, declare, promoted } from './types.ts';

const primary = (text: string, type: IntegerType): IntegerExpression => ({ text, type, level: LEVEL.primary });

/** An index below `length`. */
function index(d: Draft, length: number): Expression {
  return choose<Expression>(d, [
    [6, () => primary(String(d.r.int(0, length - 1)), INT)],
    [
      6,
      () => {
        const open = d.variables.filter((v) => v.below !== undefined && v.below <= length && !d.changed.has(v.name));
        if (open.length === 0) return null;
        const v = d.r.pick(open);
        d.read.add(v.name);
        return made(d, 'expression: counter as index', primary(v.name, INT));
      },
    ],
    [
      2,
      () =>
        (length & (length - 1)) === 0 && length > 1
          ? { text: `${within(integer(d, 0), LEVEL.bitAnd)} & ${length - 1}`, level: LEVEL.bitAnd }
          : null,
    ],
    [
      1,
      () => ({ text: `${within(cast(UNSIGNED, integer(d, 0)), LEVEL.multiply)} % ${length}`, level: LEVEL.multiply }),
    ],
  ]) as Expression;
}

export const place = (d: Draft, wanted: Parameters<typeof drawPlace>[1]): Place | null => drawPlace(d, wanted, index);

/** The value of some object of integer type. */
function object(d: Draft): IntegerExpression | null {
  const found = place(d, { accept: isInteger, write: false });
  return found && isInteger(found.type) ? { text: found.text, level: found.level, type: found.type } : null;
}

export function constant(d: Draft): IntegerExpression {
  return choose<IntegerExpression>(d, [
    [10, () => primary(String(d.r.int(0, 9)), INT)],
    [3, () => primary(String(d.r.pick([10, 12, 15, 16, 31, 50, 64, 99, 100, 127, 128, 200, 255, 256, 1000])), INT)],
    [2, () => ({ text: `-${d.r.int(1, 9)}`, level: LEVEL.unary, type: INT })],
    [1, () => made(d, 'constant: hexadecimal', primary(`0x${d.r.int(0, 0xffff).toString(16)}`, INT))],
    [1, () => made(d, 'constant: octal', primary(`0${d.r.int(1, 63).toString(8)}`, INT))],
    [1, () => made(d, 'constant: unsigned', primary(`${d.r.int(0, 20)}u`, UNSIGNED))],
    [1, () => made(d, 'constant: long', primary(`${d.r.int(0, 20)}L`, LONG))],
    [1, () => made(d, 'constant: unsigned long', primary(`${d.r.int(0, 20)}UL`, UNSIGNED_LONG))],
    [
      1,
      () =>
        made(
          d,
          'constant: character',
          primary(d.r.pick(["'a'", "'0'", "'\\n'", "'\\0'", "'\\x41'", "'\\\\'", "'\\101'"]), INT),
        ),
    ],
    [
      2,
      () =>
        d.enumerators.length === 0 ? null : made(d, 'constant: enumerator', primary(d.r.pick(d.enumerators), INT)),
    ],
  ]) as IntegerExpression;
}

export const word = (d: Draft): string =>
  Array.from({ length: d.r.int(3, 5) }, () => d.r.pick(['a', 'b', 'c', 'x', 'z'])).join('');

function cast(type: IntegerType, e: IntegerExpression): IntegerExpression {
  return { text: `(${type.name})${within(e, LEVEL.cast)}`, level: LEVEL.cast, type };
}

const leaf = (d: Draft): IntegerExpression =>
  (d.r.chance(0.72) ? object(d) : null) ?? (d.r.chance(0.03) ? letter(d) : constant(d));

const letter = (d: Draft): IntegerExpression =>
  made(d, 'constant: element of a string literal', {
    text: `"${word(d)}"[${d.r.int(0, 3)}]`,
    level: LEVEL.postfix,
    type: CHAR,
  });

/** Without side effects but for those on private variables, which occur only once. */
export function integer(d: Draft, depth: number): IntegerExpression {
  if (depth <= 0 || d.r.chance([0.45, 0.25, 0.15][d.size] ?? 0)) return leaf(d);
  const sub = (): IntegerExpression => integer(d, depth - 1);
  return (
    choose<IntegerExpression>(d, [
      [3, () => leaf(d)],
      [14, () => arithmetic(d, sub)],
      [4, () => comparison(d, sub)],
      [3, () => logical(d, sub)],
      [5, () => bitwise(d, sub)],
      [3, () => shift(d, sub)],
      [4, () => unary(d, sub)],
      [3, () => conditional(d, sub)],
      [4, () => made(d, 'operator: cast', cast(d.r.pick(d.integers), sub()))],
      [2, () => comma(d, sub)],
      [2, () => sizeQuery(d, sub)],
      [4, () => builtin(d, sub)],
      [1, () => generic(d, sub)],
      [1, () => compoundLiteral(d, sub)],
      [1, () => statementExpression(d, sub)],
      [3, () => step(d)],
      [4, () => callIn(d, (f) => f.pure, depth)],
    ]) ?? leaf(d)
  );
}

function arithmetic(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const a = sub();
  const operator = d.r.pick(['+', '+', '+', '-', '-', '*', '/', '%']);
  if (operator === '+' || operator === '-') {
    const b = sub();
    return made(d, `operator: binary ${operator}`, {
      text: `${within(a, LEVEL.add)} ${operator} ${within(b, LEVEL.multiply)}`,
      level: LEVEL.add,
      type: common(a.type, b.type),
    });
  }
  // a factor that keeps things small, a divisor that isn't zero
  const b =
    operator === '*'
      ? primary(String(d.r.int(2, 5)), INT)
      : d.r.chance(0.8)
        ? primary(String(d.r.int(2, 12)), INT)
        : orOne(d, sub());
  const [x, y] = operator === '*' && d.r.chance(0.4) ? [b, a] : [a, b];
  return made(d, `operator: binary ${operator}`, {
    text: `${within(x, LEVEL.multiply)} ${operator} ${within(y, LEVEL.cast)}`,
    level: LEVEL.multiply,
    type: common(a.type, b.type),
  });
}

const orOne = (_: Draft, e: IntegerExpression): IntegerExpression => ({
  text: `${within(e, LEVEL.bitOr)} | 1`,
  level: LEVEL.bitOr,
  type: promoted(e.type),
});

function comparison(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const operator = d.r.pick(['<', '>', '<=', '>=', '==', '!=']);
  const level = operator === '==' || operator === '!=' ? LEVEL.equal : LEVEL.relation;
  return made(d, `operator: ${operator}`, {
    text: `${within(sub(), level)} ${operator} ${within(sub(), level + 1)}`,
    level,
    type: INT,
  });
}

function logical(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const [operator, level] = d.r.pick([
    ['&&', LEVEL.and],
    ['||', LEVEL.or],
  ] as const);
  return made(d, `operator: ${operator}`, {
    text: `${within(sub(), level)} ${operator} ${within(sub(), level + 1)}`,
    level,
    type: INT,
  });
}

function bitwise(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const [a, b] = [sub(), d.r.chance(0.6) ? primary(String(d.r.pick([1, 3, 7, 15, 31, 255])), INT) : sub()];
  const [operator, level] = d.r.pick([
    ['&', LEVEL.bitAnd],
    ['&', LEVEL.bitAnd],
    ['|', LEVEL.bitOr],
    ['^', LEVEL.bitXor],
  ] as const);
  return made(d, `operator: binary ${operator}`, {
    text: `${within(a, level)} ${operator} ${within(b, level + 1)}`,
    level,
    type: common(a.type, b.type),
  });
}

function shift(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const a = sub();
  const amount = d.r.chance(0.8)
    ? primary(String(d.r.int(1, 5)), INT)
    : { text: `${within(sub(), LEVEL.bitAnd)} & 7`, level: LEVEL.bitAnd, type: INT };
  if (d.r.chance(0.5))
    return made(d, 'operator: >>', {
      text: `${within(a, LEVEL.shift)} >> ${within(amount, LEVEL.add)}`,
      level: LEVEL.shift,
      type: promoted(a.type),
    });
  const left = d.r.chance(0.6)
    ? cast(UNSIGNED, a)
    : { text: `${within(a, LEVEL.bitAnd)} & 31`, level: LEVEL.bitAnd, type: common(a.type, INT) };
  return made(d, 'operator: <<', {
    text: `${within(left, LEVEL.shift)} << ${within(amount, LEVEL.add)}`,
    level: LEVEL.shift,
    type: promoted(left.type),
  });
}

function unary(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const a = sub();
  const operator = d.r.pick(['-', '-', '+', '~', '!', '!', '__extension__ ']);
  const operand = within(a, LEVEL.cast);
  // two signs in a row would be a step
  const text = operator + (operand.startsWith(operator) ? ` ${operand}` : operand);
  if (operator === '!') return made(d, 'operator: !', { text, level: LEVEL.unary, type: INT });
  return made(d, `operator: unary ${operator.trim()}`, {
    text,
    level: LEVEL.unary,
    type: operator.startsWith('_') ? a.type : promoted(a.type),
  });
}

function conditional(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const [c, a, b] = [sub(), sub(), sub()];
  if (d.r.chance(0.1))
    return made(d, 'operator: ?: without middle', {
      text: `${within(c, LEVEL.or)} ?: ${within(b, LEVEL.conditional)}`,
      level: LEVEL.conditional,
      type: common(c.type, b.type),
    });
  return made(d, 'operator: ?:', {
    text: `${within(c, LEVEL.or)} ? ${within(a, LEVEL.conditional)} : ${within(b, LEVEL.conditional)}`,
    level: LEVEL.conditional,
    type: common(a.type, b.type),
  });
}

function comma(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  // gcc drops an operand that is only read, and with it what is undefined in it: a null pointer that is gone through
  const [a, b] = [step(d) ?? constant(d), sub()];
  return made(d, 'operator: comma', {
    text: `(${within(a, LEVEL.assign)}, ${within(b, LEVEL.assign)})`,
    level: LEVEL.primary,
    type: b.type,
  });
}

/** A change within an expression, of a variable that nothing else in it mentions. */
export function step(d: Draft): IntegerExpression | null {
  const open = d.variables.filter(
    (v) => v.private && v.writable && v.type.kind === 'integer' && !d.read.has(v.name) && !d.changed.has(v.name),
  );
  if (open.length === 0) return null;
  const v = d.r.pick(open);
  const type = v.type as IntegerType;
  d.changed.add(v.name);
  if (d.r.chance(0.25)) {
    const e = leaf(d);
    const operator = d.r.pick(['=', '+=', '-=', '^=']);
    return made(d, `operator: ${operator} within an expression`, {
      text: `${v.name} ${operator} ${within(e, LEVEL.assign)}`,
      level: LEVEL.assign,
      type,
    });
  }
  const operator = type.bool ? '++' : d.r.pick(['++', '--']);
  if (d.r.chance(0.5))
    return made(d, `operator: prefix ${operator}`, { text: `${operator}${v.name}`, level: LEVEL.unary, type });
  return made(d, `operator: postfix ${operator}`, { text: `${v.name}${operator}`, level: LEVEL.postfix, type });
}

function generic(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const chosen = d.r.pick([INT, UNSIGNED, LONG, BOOL, CHAR]);
  const others = [INT, UNSIGNED, LONG, CHAR, BOOL].filter((t) => t !== chosen).slice(0, d.r.int(0, 2));
  const [e, own] = [sub(), sub()];
  const rows = [
    ...others.map((t) => `${t.name}: ${d.r.int(0, 9)}`),
    `${d.r.chance(0.3) ? 'default' : chosen.name}: ${within(own, LEVEL.assign)}`,
  ];
  return made(d, 'operator: _Generic', {
    text: `_Generic((${chosen.name})${within(e, LEVEL.cast)}, ${rows.join(', ')})`,
    level: LEVEL.primary,
    type: own.type,
  });
}

function compoundLiteral(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const type = d.r.pick(d.integers);
  if (d.r.chance(0.5)) {
    const values = [sub(), sub(), sub()].map((e) => within(e, LEVEL.assign));
    return made(d, 'expression: compound literal of an array', {
      text: `(${type.name}[]){ ${values.join(', ')} }[${d.r.int(0, 2)}]`,
      level: LEVEL.postfix,
      type,
    });
  }
  return made(d, 'expression: compound literal of a scalar', {
    text: `(${type.name}){ ${within(sub(), LEVEL.assign)} }`,
    level: LEVEL.postfix,
    type,
  });
}

function statementExpression(d: Draft, sub: () => IntegerExpression): IntegerExpression {
  const name = fresh(d, 'e');
  const type = d.r.pick(d.integers);
  const first = sub();
  const typeof_ = d.r.chance(0.3);
  const declaration = typeof_
    ? `__typeof__((${first.text}) + 0) ${name} = ${within(first, LEVEL.assign)}`
    : `${declare(type, name)} = ${within(first, LEVEL.assign)}`;
  if (typeof_) made(d, 'declaration: typeof', 0);
  const then = d.r.pick([
    `if (${name} > ${d.r.int(0, 9)}) ${name} = ${constant(d).text};`,
    `${name} += ${d.r.int(1, 5)};`,
    `while (${name} > 9) ${name} /= 2;`,
    `${name} ^= 1;`,
  ]);
  // an expression of its own is not evaluated twice
  if (typeof_ && d.changed.size > 0) return first;
  return made(d, 'expression: statement expression', {
    text: `({ ${declaration}; ${then} ${name}; })`,
    level: LEVEL.primary,
    type: typeof_ ? promoted(first.type) : type,
  });
}

/** A condition: mostly a comparison. */
export function condition(d: Draft, depth = 1): IntegerExpression {
  return d.r.chance(0.75) ? comparison(d, () => integer(d, depth)) : integer(d, depth + 1);
}
