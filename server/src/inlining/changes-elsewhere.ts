/**
 * What a call that isn't known, or a store through a pointer, may change in one function although only others name it.
 * Where these are inlined beside it, the change shows. In `int limit = 7; static int f(void) { return limit; } int
 * main(void) { unknown(); return f(); }` `main` has no `limit`. Its inlined `f` has.
 */
import type { ArrayObject, Stmt, Variable } from '../program/index.ts';
import type { Frame, Named } from './draft.ts';
import type { MemoryBlock } from './memory-function.ts';

/** The statement as one of this copy, by the notes in it and by what it stores through pointers. */
export function ofFrame<S extends Stmt>(stmt: S, { number, disguised }: OfFrame): S {
  switch (stmt.kind) {
    case 'note':
      return stmt.elsewhere ? { ...stmt, frame: number } : stmt;
    case 'store':
      return disguised.has(stmt.array) ? { ...stmt, frame: number } : stmt;
    case 'store-at':
      return { ...stmt, otherwise: stmt.otherwise.map((s) => ofFrame(s, { number, disguised })) };
    default:
      return stmt;
  }
}

/** `disguised`: arrays that are reached through pointers and may be parts of other objects. */
export interface OfFrame {
  readonly number: number;
  readonly disguised: ReadonlySet<number>;
}

/** What a copy of a function stores to in disguise, by the numbers that its arrays have there. */
export const disguisedIn = ({ fn, arrays, number }: Frame): OfFrame => ({
  number,
  disguised: new Set(fn.arrays.flatMap((a, i) => (a.apart === false ? [arrays[i] as number] : []))),
});

type Objects = { readonly variables: readonly Variable[]; readonly arrays: readonly ArrayObject[] };

/** Havocs behind each note what the copy that it stems from doesn't name. */
export function changeElsewhere(
  blocks: readonly MemoryBlock[],
  { variables, arrays }: Objects,
  named: readonly Named[],
): void {
  const open = variables.filter((v) => v.open !== undefined);
  const openArrays = arrays.filter((a) => a.open !== undefined);
  if (open.length + openArrays.length === 0) return;
  for (const { stmts } of blocks)
    for (let i = stmts.length - 1; i >= 0; i--) {
      const change = stmts[i] && changeOf(stmts[i] as Stmt, arrays);
      if (!change) continue;
      const own = named[change.frame];
      const reaches = (object: Variable | ArrayObject): boolean => change.byCall || object.open === 'to stores';
      const { how } = change;
      const changed: Stmt[] = [
        ...open
          .filter((v) => !own?.variables.has(v.id) && reaches(v))
          .map(({ id }): Stmt => ({ kind: 'havoc', target: id, ...how })),
        ...openArrays
          .filter((a) => !own?.arrays.has(a.id) && reaches(a))
          .map(({ id }): Stmt => ({ kind: 'havoc-array', array: id, ...how })),
      ];
      stmts.splice(i + 1, 0, ...changed);
    }
}

interface Change {
  readonly frame: number;
  readonly byCall: boolean;
  readonly how: Pick<Stmt & { readonly kind: 'havoc' }, 'reason' | 'range' | 'by'>;
}

function changeOf(stmt: Stmt, arrays: readonly ArrayObject[]): Change | null {
  if (stmt.kind === 'note' && stmt.elsewhere && stmt.frame !== undefined && stmt.reason.range !== null) {
    const how = { reason: stmt.reason, range: stmt.reason.range, ...(stmt.by && { by: stmt.by }) };
    return { frame: stmt.frame, byCall: stmt.elsewhere === 'call', how };
  }
  if (stmt.kind !== 'store' || stmt.frame === undefined || arrays[stmt.array]?.apart !== false) return null;
  const { frame, range } = stmt;
  const message = `\`${arrays[stmt.array]?.name}\` may overlap what is changed here`;
  return { frame, byCall: false, how: { reason: { code: 'alias', message, range }, range } };
}
