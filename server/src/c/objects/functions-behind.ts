/**
 * Which functions a pointer may lead to, as far as the function's own assignments tell (flow-insensitive, by names): `f = c ? inc : dec` leads to two.
 */
import { sourceOf } from '../syntax/index.ts';
import type { Source, SyntaxNode } from '../syntax/index.ts';
import type { Draft } from './function-draft.ts';

/** Names of functions of the file; null: there may be others. */
export function functionsBehind(f: Draft, pointer: SyntaxNode): ReadonlySet<string> | null {
  const found = new Set<string>();
  return fromSource(f, sourceOf(pointer, f.file.types.text), found, new Set()) ? found : null;
}

function fromSource(draft: Draft, source: Source, found: Set<string>, seen: Set<string>): boolean {
  switch (source.kind) {
    case 'nothing':
      return true;
    case 'either':
      return source.of.every((one) => fromSource(draft, one, found, seen));
    case 'name':
      return fromName(draft, source.name, found, seen);
    // `&f` of a function is the same as `f`; the address of a pointer to a function is no function
    case 'address':
      return (draft.objects.get(source.name) ?? []).length === 0 && fromName(draft, source.name, found, seen);
    default:
      return false;
  }
}

/** A function of the file, or a local whose address nobody has, by what is assigned to it. */
function fromName(draft: Draft, name: string, found: Set<string>, seen: Set<string>): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  const own = draft.objects.get(name) ?? [];
  if (own.length === 0) {
    if (
      draft.file.fileScope.names.get(name)?.kind !== 'function' ||
      !draft.file.definitions.has(name) ||
      draft.file.elsewhere.has(name)
    )
      return false;
    found.add(name);
    return true;
  }
  const known =
    own.length === 1 &&
    (draft.facts.declared.get(name) ?? 0) === 1 &&
    own.every(({ place, param }) => place.kind === 'variable' && !param && !draft.variables[place.id]!.addressTaken);
  return (
    known &&
    !draft.facts.opaque &&
    (draft.facts.sources.get(name) ?? []).every((source) => fromSource(draft, source, found, seen))
  );
}
