/** Builtins that give an integer. */
import type { Draft } from './draft.ts';
import { choose, fresh, made } from './draft.ts';
import type { IntegerExpression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import type { IntegerType } from './types.ts';
import { INT, LONG, UNSIGNED, UNSIGNED_LONG, common, declare } from './types.ts';

const called = (text: string, type: IntegerType): IntegerExpression => ({ text, level: LEVEL.postfix, type });
const argument = (e: IntegerExpression): string => within(e, LEVEL.assign);

export function builtin(d: Draft, sub: () => IntegerExpression): IntegerExpression | null {
  return choose<IntegerExpression>(d, [
    [2, () => made(d, 'builtin: expect', called(`__builtin_expect(${argument(sub())}, ${d.r.int(0, 1)})`, LONG))],
    [
      2,
      () => {
        const [name, type] = d.r.pick([
          ['clz', UNSIGNED],
          ['ctz', UNSIGNED],
          ['clzl', UNSIGNED_LONG],
          ['ctzll', UNSIGNED_LONG],
        ] as const);
        return made(
          d,
          `builtin: ${name}`,
          called(`__builtin_${name}((${type.name})${within(sub(), LEVEL.cast)} | ${d.r.pick(['1', '4', '16'])})`, INT),
        );
      },
    ],
    [
      2,
      () => {
        const name = d.r.pick(['popcount', 'popcountl', 'parity', 'ffs']);
        return made(d, `builtin: ${name}`, called(`__builtin_${name}(${argument(sub())})`, INT));
      },
    ],
    [
      1,
      () => {
        const [name, type] = d.r.pick([
          ['bswap16', UNSIGNED],
          ['bswap32', UNSIGNED],
          ['bswap64', UNSIGNED_LONG],
        ] as const);
        return made(
          d,
          `builtin: ${name}`,
          called(`__builtin_${name}(${argument(sub())})`, name === 'bswap16' ? INT : type),
        );
      },
    ],
    [1, () => made(d, 'builtin: constant_p', called(`__builtin_constant_p(${d.r.int(0, 9)})`, INT))],
    [
      1,
      () => {
        const [a, b] = [sub(), sub()];
        const first = d.r.chance(0.5);
        return made(
          d,
          'builtin: choose_expr',
          called(
            `__builtin_choose_expr(${first ? d.r.pick(['1', 'sizeof(int) == 4']) : '0'}, ${argument(a)}, ${argument(b)})`,
            first ? a.type : b.type,
          ),
        );
      },
    ],
    [2, () => made(d, 'library: abs', called(`${d.r.pick(['abs', '__builtin_abs'])}(${argument(sub())})`, INT))],
    [
      1,
      () => {
        // both the result and whether it fits
        const name = fresh(d, 'e');
        const type = d.r.pick(d.integers.filter((t) => !t.bool && !t.name.startsWith('enum')));
        const operation = d.r.pick(['add', 'sub', 'mul']);
        const [a, b] = [sub(), sub()];
        return made(d, `builtin: ${operation}_overflow`, {
          text: `({ ${declare(type, name)}; __builtin_${operation}_overflow(${argument(a)}, ${argument(b)}, &${name}) ? ${d.r.int(0, 9)} : ${name}; })`,
          level: LEVEL.primary,
          type: common(type, INT),
        });
      },
    ],
    [
      1,
      () =>
        made(
          d,
          'library: strlen',
          called(`${d.r.pick(['strlen', '__builtin_strlen'])}("${'abcdefg'.slice(0, d.r.int(0, 7))}")`, UNSIGNED_LONG),
        ),
    ],
  ]);
}
