/** What Clang's spellings of types mean in one file. */
import type { ClangNode } from './clang-tree.ts';

export type TypeShape =
  | { readonly kind: 'real' | 'other' }
  /** `wide`: of 128 bits. */
  | { readonly kind: 'integer'; readonly wide?: true }
  | { readonly kind: 'pointer'; readonly to: string; readonly restricted: boolean }
  | { readonly kind: 'array'; readonly of: string; readonly length: number }
  | { readonly kind: 'record'; readonly record: ClangNode };

const INTEGERS = /^(?:_Bool|(?:(?:unsigned|signed|char|short|int|long|__int128)\s*)+)$/;
const REALS = /^(?:float|double|long double|_Float\d+|__float128)$/;

export class TypeTable {
  private readonly typedefs = new Map<string, ClangNode>();
  private readonly records = new Map<string, ClangNode>();
  private readonly byId = new Map<string, ClangNode>();

  constructor(declarations: readonly ClangNode[]) {
    const enter = (n: ClangNode): void => {
      if (n.kind === 'TypedefDecl' && n.name) this.typedefs.set(n.name, n);
      if (n.kind !== 'RecordDecl') return;
      this.byId.set(n.id, n);
      if (n.name && n.completeDefinition) this.records.set(`${n.tagUsed} ${n.name}`, n);
      for (const member of n.inner ?? []) enter(member);
    };
    for (const n of declarations) enter(n);
  }

  shape(type: string, depth = 0): TypeShape {
    const text = plain(type);
    if (depth > 20 || /\(\*|\)\s*\(|va_list|_Complex|_Atomic/.test(text)) return { kind: 'other' };
    const array = /^([^[]*?)\s*\[(\d+)\]((?:\[\d+\])*)$/.exec(text);
    if (array) return { kind: 'array', of: `${array[1]}${array[3]}`, length: Number(array[2]) };
    if (/[[\]()]/.test(text)) return { kind: 'other' };
    const pointer = /^(.*\S)\s*\*$/.exec(text) ?? /^(\S)\s*\*$/.exec(text);
    if (pointer) return { kind: 'pointer', to: pointer[1] ?? '', restricted: /restrict\s*$/.test(type.trim()) };
    if (INTEGERS.test(text) && text.includes('__int128')) return { kind: 'integer', wide: true };
    if (INTEGERS.test(text) || text.startsWith('enum ')) return { kind: 'integer' };
    if (REALS.test(text)) return { kind: 'real' };
    const record = this.records.get(text);
    if (record) return { kind: 'record', record };
    const named = this.typedefs.get(text);
    return named ? this.underlying(named, depth) : { kind: 'other' };
  }

  private underlying(named: ClangNode, depth: number): TypeShape {
    const tag = named.inner?.[0]?.ownedTagDecl ?? named.inner?.[0]?.decl;
    if (tag?.kind === 'EnumDecl') return { kind: 'integer' };
    const record = tag?.kind === 'RecordDecl' ? this.byId.get(tag.id) : undefined;
    if (record?.completeDefinition) return { kind: 'record', record };
    return this.shape(named.type?.qualType ?? '', depth + 1);
  }
}

/** Without the qualifiers of the type itself. */
export function plain(type: string): string {
  let text = type.trim();
  for (;;) {
    const next = text
      .replace(/\s*\b(?:const|volatile|restrict|__restrict)$/, '')
      .replace(/^(?:const|volatile)\s+(?![^*]*\*)/, '')
      .trim();
    if (next === text) return text;
    text = next;
  }
}

/** A declaration of `name`, which may have a `*` before it: a pointer to that type. */
export function declared(type: string, name: string): string {
  const pointer = /\(\*+(?:\s*const)?/.exec(type);
  const at = pointer ? pointer.index + pointer[0].length : type.search(/\[/);
  if (at < 0) return `${type} ${name}`;
  return `${type.slice(0, at)} ${name.startsWith('*') ? `(${name})` : name}${type.slice(at)}`;
}
