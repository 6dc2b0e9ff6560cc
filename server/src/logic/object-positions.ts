/** Positions of objects, for people: the number where an object begins is written as its name. */

const FAR = 1n << 31n;

interface Named {
  readonly name: string;
  readonly at: bigint;
}

/** The object that a position leads into, or near. */
export const objectAt = <T extends Named>(position: bigint, objects: readonly T[]): T | undefined =>
  objects.find(({ at }) => position > at - FAR && position < at + FAR);

/** Replaces positions in a printed term or formula by the names of the objects that they lead into. */
export function nameObjects(text: string, positions: readonly Named[]): string {
  if (positions.length === 0) return text;
  return text.replace(/(-\s*)?(?<![\w.])\d{10,}/g, (found: string, minus: string | undefined) => {
    const value = BigInt(found.slice(minus?.length ?? 0));
    const object = objectAt(value, positions);
    if (object === undefined) return found;
    const offset = value - object.at;
    const further = minus === undefined ? offset : -offset;
    return `${minus ?? ''}${object.name}${offset === 0n ? '' : further < 0n ? ` - ${-further}` : ` + ${further}`}`;
  });
}
