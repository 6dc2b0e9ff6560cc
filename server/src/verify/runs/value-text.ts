/** Values of a run for people: characters beside their codes, pointers by what they lead into. */
import { isWithin } from '../../source/index.ts';
import type { IrFunction, Variable } from '../../program/index.ts';

/** Objects lie further apart. */
const NEAR = 1n << 31n;

/** Variables of the source whose values say something. */
export function isTold({ scope, made, name, range }: Variable, fn: IrFunction): boolean {
  const isOwn = scope === 'global' || (range !== null && isWithin(range, fn.range));
  return scope !== 'temp' && made === undefined && isOwn && /^[A-Za-z_][\w.>[\]-]*$/.test(name);
}

/** Null: nothing to tell. `given`: values at the start of the run. */
export function valueText(
  fn: IrFunction,
  variable: Variable,
  value: bigint | null,
  given: ReadonlyMap<number, bigint>,
): string | null {
  if (value === null) return null;
  if (variable.pointer === true) {
    // where it has always led says nothing
    return value === given.get(variable.id) && value !== 0n ? null : pointerText(fn, value, given);
  }
  return numberText(value, variable.type.bits);
}

export function numberText(value: bigint, width: number): string {
  const isPrinting = width === 8 && value >= 32n && value < 127n && value !== 39n && value !== 92n;
  return isPrinting ? `${value} '${String.fromCharCode(Number(value))}'` : `${value}`;
}

function pointerText(fn: IrFunction, value: bigint, given: ReadonlyMap<number, bigint>): string | null {
  if (value === 0n) return 'NULL';
  const near = (at: bigint): boolean => value > at - NEAR && value < at + NEAR;
  const object = fn.positions?.find((p) => near(p.at));
  if (object !== undefined) return offsetText(object.name, value - object.at);
  const handed = fn.variables.find((v) => v.pointer === true && near(given.get(v.id) ?? 0n));
  return handed === undefined ? null : offsetText(`${handed.name} as given`, value - (given.get(handed.id) ?? 0n));
}

const offsetText = (name: string, offset: bigint): string =>
  offset === 0n ? name : offset < 0n ? `${name} - ${-offset}` : `${name} + ${offset}`;
