/** What is asked of types: `sizeof`, `_Alignof`, `offsetof`, and the constants that builtins make of them. */
import type { Draft } from './draft.ts';
import { choose, made } from './draft.ts';
import type { IntegerExpression } from './levels.ts';
import { LEVEL } from './levels.ts';
import { drawPlace } from './places.ts';
import type { CType } from './types.ts';
import { INT, UNSIGNED_LONG, declare } from './types.ts';

const sizeOf = (text: string): IntegerExpression => ({ text, level: LEVEL.unary, type: UNSIGNED_LONG });

function someType(d: Draft): CType {
  const record = d.records.length > 0 && d.r.chance(0.4) ? d.r.pick(d.records) : null;
  return record ?? d.r.pick(d.integers);
}

/** An expression with the type `size_t`, or the answer to a question about types. */
export function sizeQuery(d: Draft, sub: () => IntegerExpression): IntegerExpression | null {
  return choose<IntegerExpression>(d, [
    [4, () => made(d, 'operator: sizeof (type)', sizeOf(`sizeof(${declare(someType(d), '')})`))],
    [
      1,
      () =>
        made(
          d,
          'operator: sizeof (pointer type)',
          sizeOf(`sizeof(${declare({ kind: 'pointer', to: someType(d), readonly: false }, '')})`),
        ),
    ],
    [
      1,
      () =>
        made(
          d,
          'operator: sizeof (array type)',
          sizeOf(`sizeof(${declare({ kind: 'array', of: someType(d), length: d.r.int(2, 5) }, '')})`),
        ),
    ],
    [
      4,
      () => {
        const found = drawPlace(d, { accept: (t) => t.kind !== 'function', write: false, address: true }, () => ({
          text: '0',
          level: LEVEL.primary,
        }));
        return (
          found &&
          made(
            d,
            'operator: sizeof expression',
            sizeOf(found.level >= LEVEL.unary && d.r.chance(0.5) ? `sizeof ${found.text}` : `sizeof(${found.text})`),
          )
        );
      },
    ],
    [
      2,
      () =>
        made(d, 'operator: _Alignof', sizeOf(`${d.r.pick(['_Alignof', '__alignof__'])}(${declare(someType(d), '')})`)),
    ],
    [
      2,
      () => {
        const open = d.records.flatMap((t) =>
          t.fields.flatMap((f) => (f.name !== null && f.width === undefined ? [{ t, f }] : [])),
        );
        if (open.length === 0) return null;
        const { t, f } = d.r.pick(open);
        return made(
          d,
          'builtin: offsetof',
          sizeOf(
            `${d.r.pick(['__builtin_offsetof', 'offsetof'])}(${declare(t, '')}, ${f.name}${f.type.kind === 'array' ? `[${d.r.int(0, f.type.length - 1)}]` : ''})`,
          ),
        );
      },
    ],
    [
      1,
      () =>
        made(d, 'builtin: types_compatible_p', {
          text: `__builtin_types_compatible_p(${declare(someType(d), '')}, ${declare(someType(d), '')})`,
          level: LEVEL.postfix,
          type: INT,
        }),
    ],
    [
      1,
      () => {
        const name = d.variables.find(
          (v) =>
            v.private &&
            v.writable &&
            v.type.kind === 'integer' &&
            v.type.bits >= 32 &&
            !d.read.has(v.name) &&
            !d.changed.has(v.name),
        )?.name;
        if (name === undefined) return null;
        d.changed.add(name);
        return made(
          d,
          'operator: sizeof of a variable length',
          sizeOf(`sizeof(${d.r.pick(['char', 'int'])}[(${name}++ & 3) + 1])`),
        );
      },
    ],
    [1, () => made(d, 'operator: sizeof of what is not evaluated', sizeOf(`sizeof(${sub().text} + 0L)`))],
  ]);
}
