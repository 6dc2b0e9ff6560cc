/** Arrays at run time: what an element is worth, where an array ends, and parts of it seen from another element. */
import { describe, expect, it } from 'vitest';
import { UndefinedBehaviour, toCell } from '../../server/src/interpret/compile-expression.ts';
import { MachineArray, withinSizes } from '../../server/src/interpret/machine-array.ts';
import { INT } from '../../server/src/machine/index.ts';
import { ROW } from '../../server/src/program/index.ts';
import type { Expr } from '../../server/src/program/index.ts';

const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
/** The element, or what is undefined about reading it. */
function read(array: MachineArray, index: number | bigint): unknown {
  try {
    return array.read(index, range);
  } catch (error) {
    if (error instanceof UndefinedBehaviour) return error.code;
    throw error;
  }
}
function written(array: MachineArray, index: number | bigint, value: number): unknown {
  try {
    array.write(index, value, range);
    return 'written';
  } catch (error) {
    if (error instanceof UndefinedBehaviour) return error.code;
    throw error;
  }
}
const BIG = 2n ** 60n;

describe('an element', () => {
  it('is what the array begins with, and zero behind that', () => {
    const array = new MachineArray(4n, [5n, -6n]);
    expect([0, 1, 2, 3].map((i) => read(array, i))).toEqual([5, -6, 0, 0]);
    expect([0n, 1n, 2n, 3n].map((i) => new MachineArray(4n, [5n, -6n]).peek(i))).toEqual([5n, -6n, 0n, 0n]);
  });

  it('is unset where the array begins with nothing, until it is written', () => {
    const array = new MachineArray(4n, null);
    expect([read(array, 1), array.peek(1n)]).toEqual(['uninitialized', null]);
    array.write(1, 7, range);
    expect([read(array, 1), array.peek(1n), read(array, 2)]).toEqual([7, 7n, 'uninitialized']);
  });

  it('keeps values that are no safe number', () => {
    const most = 2n ** 53n;
    const array = new MachineArray(null, [most - 1n, most, 1n - most, -most, BIG]);
    const values = [0, 1, 2, 3, 4].map((i) => read(array, i));
    expect(values).toEqual([Number(most - 1n), most, Number(1n - most), -most, BIG]);
    expect(array.peek(4n)).toBe(BIG);
  });

  it('may have an index that is no safe number', () => {
    const array = new MachineArray(null, [1n]);
    expect([read(array, BIG), array.peek(BIG + 1n)]).toEqual([0, 0n]);
    array.write(BIG, 3, range);
    expect([read(array, BIG), array.peek(BIG)]).toEqual([3, 3n]);
  });

  it('is asked for where contents are not known, once', () => {
    let next = 10;
    const array = new MachineArray(3n, [1n, 2n]);
    array.forget(() => next++);
    expect(array.peek(0n)).toBe(null);
    expect([read(array, 0), read(array, 0), read(array, 1)]).toEqual([10, 10, 11]);
    expect(array.peek(0n)).toBe(10n);
    expect(read(array, 3)).toBe('out-of-bounds');
  });

  it('may be given as an object, which is asked for again', () => {
    const objects: object[] = [];
    const array = new MachineArray(3n, [1n]);
    array.forget(() => {
      objects.push({});
      return objects.at(-1)!;
    });
    expect([read(array, 0), read(array, 0)]).toEqual(objects);
    expect(objects).toHaveLength(2);
    expect(array.peek(0n)).toBe(null);
  });

  it('is the one value that an array is filled with', () => {
    const array = new MachineArray(3n, null);
    array.write(0, 5, range);
    array.forget(() => 9);
    array.fill(4);
    expect([read(array, 0), read(array, 2), array.peek(1n)]).toEqual([4, 4, 4n]);
    expect(read(array, 3)).toBe('out-of-bounds');
  });
});

describe('an array ends', () => {
  it.each([-1, 3, BIG, -BIG])('where its length says so: %s', (index) => {
    const array = new MachineArray(3n, [1n, 2n, 3n]);
    expect([read(array, index), written(array, index, 1), array.peek(BigInt(index))]).toEqual([
      'out-of-bounds',
      'out-of-bounds',
      null,
    ]);
    expect([read(array, 0), written(array, 2, 8), read(array, 2)]).toEqual([1, 'written', 8]);
  });

  const value = (e: Expr) => () => (e.kind === 'const' ? toCell(e.value) : 5);
  const constant = (n: bigint): Expr => ({ kind: 'const', value: n, type: INT });
  const unknown: Expr = { kind: 'var', id: 0, type: INT } as unknown as Expr;

  it.each([
    [[constant(3n)], [0, 2], [-1, 3, 2n ** 60n]],
    [[unknown], [0, 4], [-1, 5]],
    // a row beside the other
    [
      [constant(2n), constant(3n)],
      [0, 2, 3, 5],
      [-1, 6],
    ],
    // rows of a length that isn't known: each by itself
    [
      [constant(2n), unknown],
      [0, 4, ROW, ROW + 4n],
      [-1, 5, ROW - 1n, ROW + 5n, 2n * ROW],
    ],
    [
      [constant(2n), unknown, constant(4n)],
      [0, 19, 4n * ROW],
      [-1, 20, 8n * ROW],
    ],
  ])('where its sizes say so: %#', (sizes, inside, outside) => {
    const within = withinSizes(sizes, value);
    expect(inside.map(within)).toEqual(inside.map(() => true));
    expect(outside.map(within)).toEqual(outside.map(() => false));
    const array = new MachineArray(null, [], within);
    expect(outside.map((i) => [read(array, i), array.peek(BigInt(i))])).toEqual(
      outside.map(() => ['out-of-bounds', null]),
    );
    expect(inside.map((i) => read(array, i))).toEqual(inside.map(() => 0));
  });
});

describe('seen from another element on', () => {
  it('is the same array', () => {
    const array = new MachineArray(6n, [0n, 1n, 2n, 3n, 4n, 5n]);
    expect(array.from(0)).toBe(array);
    const part = array.from(2);
    expect([read(part, 0), read(part, -2), part.peek(3n)]).toEqual([2, 0, 5n]);
    expect([read(part, 4), read(part, -3), part.peek(4n)]).toEqual(['out-of-bounds', 'out-of-bounds', null]);
    part.write(1, 9, range);
    expect([read(array, 3), written(part, 4, 1)]).toEqual([9, 'out-of-bounds']);
    // and so are parts of parts
    expect(read(part.from(1), 0)).toBe(9);
  });

  it('all of it changes at once', () => {
    const array = new MachineArray(4n, [1n, 2n, 3n, 4n]);
    array.from(1).fill(7);
    expect([read(array, 0), read(array, 3)]).toEqual([7, 7]);
    array.from(1).forget(() => 8);
    expect([array.peek(0n), read(array, 0)]).toEqual([null, 8]);
  });
});

it('tells which elements were touched, and what is kept', () => {
  const array = new MachineArray(6n, [1n, 2n]);
  array.read(1, range);
  array.write(4, 7, range);
  expect([...array.touched()]).toEqual([1n, 4n]);
  expect([...array.contents()]).toEqual([
    [1n, 2n],
    [4n, 7n],
  ]);
  array.forget(() => 3);
  array.read(5, range);
  expect([...array.touched()]).toEqual([1n, 4n, 5n]);
  expect([...array.contents()]).toEqual([[5n, 3n]]);
  array.peek(0n);
  expect(array.touched().has(0n)).toBe(false);
});
