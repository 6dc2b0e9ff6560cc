/**
 * Static objects that no function stores to by their names. When a function is called they are worth what they are
 * initialised with, or what was stored through their addresses. Who calls the function doesn't choose it.
 */
import type { Variable } from '../../program/index.ts';
import type { Draft, DraftArray } from '../objects/index.ts';

/** Whether the variable is one, or a member of one. */
export function isKept(draft: Draft, variable: Variable): boolean {
  const { id, name, scope, range, pointer } = variable;
  if (scope !== 'global') return false;
  const symbol = draft.file.fileScope.names.get(baseOf(name));
  const isOfFile = symbol?.kind === 'global' && symbol.object.range === range;
  // a union without a name is stored to by any of its members
  return (draft.unionMembers.get(id) ?? [name]).every((spelled) =>
    keptStatic(draft, spelled, isOfFile, (path, given) => (given || pointer !== true) && partsOf(path)),
  );
}

/** The same of an array; one that is static in a function has a key. */
export function isKeptArray(f: Draft, { name, scope, origin, key }: DraftArray): boolean {
  if (scope !== 'global' || origin !== 'global') return false;
  return keptStatic(f, name, key === undefined, (path) => partsOf(path.replaceAll('[]', '')));
}

const partsOf = (path: string): readonly string[] => path.split('.');
const baseOf = (name: string): string => partsOf(name)[0]!;

/** `counts`: the object that is stored to under a path, if that changes who may choose the value. */
function keptStatic(
  draft: Draft,
  name: string,
  isOfFile: boolean,
  counts: (path: string, given: boolean) => readonly string[] | false,
): boolean {
  if (!/^[\w$]+(?:\.[\w$]+)*$/.test(name)) return false;
  const base = baseOf(name);
  const own = partsOf(name);
  const isKeptBy = (stored: ReadonlyMap<string, boolean>): boolean =>
    ![...stored].some(([path, given]) => {
      // to it, to what it is a part of, or to a part of it
      const other = counts(path, given);
      return other !== false && other.every((part, i) => i >= own.length || own[i] === part);
    });
  if (!isOfFile) {
    // which one is stored to is not told by a name that is declared twice
    return draft.objects.has(base) && ((draft.facts.declared.get(base) ?? 0) > 1 || isKeptBy(draft.facts.storedPaths));
  }
  const symbol = draft.file.fileScope.names.get(base);
  return (
    symbol?.kind === 'global' && symbol.object.isStatic && !symbol.object.external && isKeptBy(draft.file.storedStatics)
  );
}
