/**
 * What a pointer may lead to, as far as the function's own assignments tell. They are taken by names and in no order
 * (flow-insensitive). As in Andersen's analysis, restricted to pointers whose address is never taken.
 */
import type { VarId } from '../../program/index.ts';
import type { Draft, NamedObject } from './function-draft.ts';
import { OPAQUE } from '../types/index.ts';
import { globalPlace } from './named-objects.ts';
import { assignedLiteral } from './literal-arrays.ts';
import type { ArrayPlace, Origin } from '../types/index.ts';
import { child, sourceOf } from '../syntax/index.ts';
import type { Source, SyntaxNode } from '../syntax/index.ts';

/** The one array that the pointer variable can lead into; null: several, or unknown ones. */
export function targetOf(draft: Draft, id: VarId): ArrayPlace | null {
  const known = draft.targets.get(id);
  if (known !== undefined) return known;
  const { name, addressTaken } = draft.variables[id]!;
  const own = draft.objects.get(name)?.find((o) => o.place.kind === 'variable' && o.place.id === id);
  const isFollowed = own !== undefined && !addressTaken && !draft.facts.opaque;
  const target = isFollowed ? new TargetSearch(draft).onlyOne(name, own) : null;
  draft.targets.set(id, target);
  return target;
}

/** Goes from a pointer to what is assigned to it, each name once. */
class TargetSearch {
  private readonly draft: Draft;
  private readonly found = new Set<ArrayPlace>();
  private readonly seen = new Set<string>();

  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** The one array that the pointer may lead into; null: there may be others. */
  onlyOne(name: string, pointer: NamedObject): ArrayPlace | null {
    this.seen.add(name);
    return this.takeObject(name, pointer) && this.found.size === 1 ? [...this.found][0]! : null;
  }

  /** The arrays that the name stands for or leads to; false: there may be others. */
  private takeName(name: string): boolean {
    if (this.seen.has(name)) return true;
    this.seen.add(name);
    const row = name.endsWith('[]');
    const objects = objectsOf(this.draft, row ? name.slice(0, -2) : name);
    return objects?.every((o) => (row ? this.takeRows(o) : this.takeObject(name, o))) ?? false;
  }

  /** Rows of a nested array; elements of others are unknown pointers. */
  private takeRows({ place }: NamedObject): boolean {
    if (place.kind !== 'array' || place.dims.length <= 1) return false;
    this.found.add(flattened(this.draft, place));
    return true;
  }

  private takeObject(name: string, { place, root }: NamedObject): boolean {
    switch (place.kind) {
      case 'array':
        this.found.add(flattened(this.draft, place));
        return true;
      case 'pointer': {
        const { target } = place;
        if (target.kind !== 'array' || target.dims.length !== 1) return false;
        this.found.add(target);
        return true;
      }
      case 'variable':
        // an integer made a pointer, or what others assign to as well
        if (this.draft.variables[place.id]!.pointer !== true) return false;
        if (this.draft.variables[place.id]!.scope === 'global') return false;
        if (root === 'unknown') return false;
        if (root !== null) this.found.add(root);
        return (this.draft.facts.sources.get(name) ?? []).every((s) => this.takeSource(s));
      default:
        return false;
    }
  }

  private takeSource(source: Source): boolean {
    const { file } = this.draft;
    switch (source.kind) {
      case 'nothing':
        return true;
      case 'unknown':
      case 'address':
      case 'block':
        return false;
      case 'literal': {
        const array = assignedLiteral(this.draft, source.text);
        if (array !== null) this.found.add(array);
        return array !== null;
      }
      case 'name':
        return this.takeName(source.name);
      case 'through':
        if (file.definitions.has(source.callee) || file.strangers.has(source.callee)) return false;
        return this.takeSource(source.of);
      case 'either':
        return source.of.every((s) => this.takeSource(s));
      case 'sum': {
        const pointer = pointerIn(this.draft, source);
        return pointer !== undefined && this.takeSource(pointer);
      }
    }
  }
}

/**
 * Whose what is stored to is: in a block of memory that the function itself has made, or unknown. `node`: what is
 * written, through a pointer, or its assignment.
 */
export function originBehind(draft: Draft, node: SyntaxNode): Origin {
  if (draft.facts.opaque) return 'unknown';
  const pointer = pointerOf(node, draft.file.types.text);
  return pointer && new BlockSearch(draft).leadsToBlock(sourceOf(pointer, draft.file.types.text)) ? 'block' : 'unknown';
}

/** The pointer that is gone through last: `p` of `p->a.b`, `*p` and `p[i]`. */
function pointerOf(node: SyntaxNode, text: string): SyntaxNode | null {
  switch (node.type) {
    case 'parenthesized_expression':
      return node.children[0] ? pointerOf(node.children[0], text) : null;
    case 'assignment_expression':
    case 'update_expression': {
      const changed = child(node, 'left') ?? child(node, 'argument');
      return changed && pointerOf(changed, text);
    }
    case 'field_expression': {
      const [whole, operator] = [child(node, 'argument'), child(node, 'operator')];
      const isBehind = operator !== null && text.slice(operator.start, operator.end) === '->';
      return whole && (isBehind ? whole : pointerOf(whole, text));
    }
    case 'subscript_expression':
      return node.children[0] ?? null;
    case 'pointer_expression':
      return text[node.start] === '*' ? child(node, 'argument') : null;
    default:
      return null;
  }
}

/** Goes from a pointer to what is assigned to it: null, or blocks of the function's own. */
class BlockSearch {
  private readonly draft: Draft;
  private readonly seen = new Set<string>();

  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** It leads nowhere else. */
  leadsToBlock(source: Source): boolean {
    const { file } = this.draft;
    switch (source.kind) {
      case 'nothing':
        return true;
      case 'block':
        return !file.definitions.has(source.maker) && !file.strangers.has(source.maker);
      case 'either':
        return source.of.every((s) => this.leadsToBlock(s));
      case 'sum': {
        const pointer = pointerIn(this.draft, source);
        return pointer !== undefined && this.leadsToBlock(pointer);
      }
      case 'name':
        return this.isOfBlocks(source.name);
      default:
        return false;
    }
  }

  private isOfBlocks(name: string): boolean {
    if (this.seen.has(name)) return true;
    this.seen.add(name);
    const { facts } = this.draft;
    return (
      objectsOf(this.draft, name)?.every((o) => this.isOwn(o)) === true &&
      (facts.sources.get(name) ?? []).every((s) => this.leadsToBlock(s))
    );
  }

  /** A local pointer of which nobody else knows: what an earlier call has made, others may have got since then. */
  private isOwn({ place, root, param }: NamedObject): boolean {
    if (place.kind !== 'variable' || root !== null || param) return false;
    const { pointer, scope, addressTaken } = this.draft.variables[place.id]!;
    return pointer === true && scope === 'local' && !addressTaken;
  }
}

/** The operand of a sum that is the pointer. */
const pointerIn = (draft: Draft, { left, right }: Source & { readonly kind: 'sum' }): Source | undefined =>
  [left, right].find((s) => s.kind !== 'name' || isPointer(draft, s.name) !== false);

/** Null: not known. */
function isPointer(f: Draft, name: string): boolean | null {
  const objects = name.endsWith('[]') ? null : objectsOf(f, name);
  const kinds = new Set((objects ?? []).map((o) => o.type.kind === 'pointer' || o.type.kind === 'array'));
  return kinds.size === 1 ? kinds.has(true) : null;
}

/** All objects that the name may mean in the function; null: not known. */
function objectsOf(draft: Draft, name: string): readonly NamedObject[] | null {
  const own = draft.objects.get(name) ?? [];
  // some declaration of the name is further down and has not been lowered yet
  if (own.filter((o) => !o.param).length < (draft.facts.declared.get(name) ?? 0)) return null;
  const outside = draft.file.fileScope.names.get(name);
  if (outside === undefined) return own.length > 0 ? own : null;
  if (own.some((o) => o.param)) return own;
  if (outside.kind === 'constant')
    return [
      ...own,
      { place: OPAQUE, type: { kind: 'int', int: outside.type, volatile: false }, root: null, param: false },
    ];
  return outside.kind === 'global'
    ? [...own, { place: globalPlace(draft, outside.object), type: outside.object.type, root: null, param: false }]
    : null;
}

/** A nested array seen as one row of elements. */
export function flattened(draft: Draft, place: ArrayPlace): ArrayPlace {
  if (place.dims.length === 1) return place;
  let flat = draft.flat.get(place.id);
  if (flat === undefined) {
    flat = { kind: 'array', id: place.id, dims: [draft.arrays[place.id]!.length] };
    draft.flat.set(place.id, flat);
  }
  return flat;
}
