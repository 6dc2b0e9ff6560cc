/** Positions of objects, for people: the number where an object begins is written as its name. */

const FAR = 1n << 31n;

/** Replaces positions in a printed term or formula by the names of the objects that they lead into. */
export function nameObjects(
  text: string,
  positions: readonly { readonly name: string; readonly at: bigint }[],
): string {
  if (positions.length === 0) return text;
  return text.replace(/(-\s*)?(?<![\w.])\d{10,}/g, (found: string, minus: string | undefined) => {
    const value = BigInt(found.slice(minus?.length ?? 0));
    const object = positions.find((p) => value > p.at - FAR && value < p.at + FAR);
    if (object === undefined) return found;
    const offset = value - object.at;
    const further = minus === undefined ? offset : -offset;
    return `${minus ?? ''}${object.name}${offset === 0n ? '' : further < 0n ? ` - ${-further}` : ` + ${further}`}`;
  });
}
