/** The scalars that an object is made of, and the way to each. */
import { partOf } from '../objects/index.ts';
import type { Draft, Lvalue } from '../objects/index.ts';
import { fieldType, keyOf } from '../types/index.ts';
import type { CType, Step } from '../types/index.ts';

/** A part of an object; null: it has no place of its own. */
export function partAt(f: Draft, whole: Lvalue, path: readonly Step[]): Lvalue | null {
  return path.reduce<Lvalue | null>((at, step) => (at === null ? null : partOf(f, at, step)), whole);
}

/** The paths to all scalars in a type; null: too many, or their number isn't known. */
export function leafPaths(type: CType, most: number): readonly (readonly Step[])[] | null {
  const found: (readonly Step[])[] = [];
  const walk = (at: CType, path: readonly Step[]): boolean => {
    if (at.kind === 'array') {
      if (at.length === null || at.length > BigInt(most)) return false;
      for (let i = 0n; i < at.length; i++) if (!walk(at.of, [...path, i])) return false;
      return true;
    }
    if (at.kind === 'record' && !at.union)
      return (at.fields ?? []).every(
        (field, i) => field.name === '' || walk(fieldType(field), [...path, keyOf(field, i)]),
      );
    if (at.kind === 'int' || at.kind === 'pointer' || at.kind === 'record') found.push(path);
    return found.length <= most;
  };
  return walk(type, []) ? found : null;
}
