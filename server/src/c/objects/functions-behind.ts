/**
 * Which functions a pointer may lead to, as far as the function's own assignments tell (flow-insensitive, by names):
 * `f = c ? inc : dec` leads to two.
 */
import { sourceOf } from '../syntax/index.ts';
import type { Source, SyntaxNode } from '../syntax/index.ts';
import type { Draft } from './function-draft.ts';

/** Names of functions of the file; null: there may be others. */
export function functionsBehind(draft: Draft, pointer: SyntaxNode): ReadonlySet<string> | null {
  const search = new FunctionSearch(draft);
  return search.isWhole(sourceOf(pointer, draft.file.types.text)) ? search.found : null;
}

/** Goes from a pointer to what is assigned to it, each name once. */
class FunctionSearch {
  readonly found = new Set<string>();
  private readonly draft: Draft;
  private readonly seen = new Set<string>();

  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** All that the source may lead to has been found. */
  isWhole(source: Source): boolean {
    switch (source.kind) {
      case 'nothing':
        return true;
      case 'either':
        return source.of.every((one) => this.isWhole(one));
      case 'name':
        return this.isNameWhole(source.name);
      // `&f` of a function is the same as `f`; the address of a pointer to a function is no function
      case 'address':
        return (this.draft.objects.get(source.name) ?? []).length === 0 && this.isNameWhole(source.name);
      default:
        return false;
    }
  }

  /** A function of the file, or a local whose address isn't taken, with what is assigned to it. */
  private isNameWhole(name: string): boolean {
    if (this.seen.has(name)) return true;
    this.seen.add(name);
    const { objects, file, facts, variables } = this.draft;
    const own = objects.get(name) ?? [];
    if (own.length === 0) {
      if (
        file.fileScope.names.get(name)?.kind !== 'function' ||
        !file.definitions.has(name) ||
        file.elsewhere.has(name)
      )
        return false;
      this.found.add(name);
      return true;
    }
    const isLocal =
      own.length === 1 &&
      (facts.declared.get(name) ?? 0) === 1 &&
      own.every(({ place, param }) => place.kind === 'variable' && !param && !variables[place.id]!.addressTaken);
    return isLocal && !facts.opaque && (facts.sources.get(name) ?? []).every((source) => this.isWhole(source));
  }
}
