/** A preprocessed file as Clang reads it: its syntax tree, in Clang's JSON. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Place {
  readonly offset?: number;
  readonly tokLen?: number;
}

interface NamedType {
  readonly qualType: string;
}

export interface ClangNode {
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly range?: { readonly begin: Place; readonly end: Place };
  readonly type?: NamedType;
  readonly storageClass?: string;
  readonly tagUsed?: string;
  readonly completeDefinition?: boolean;
  readonly isUsed?: boolean;
  readonly isReferenced?: boolean;
  readonly isBitfield?: boolean;
  readonly init?: string;
  readonly inner?: readonly ClangNode[];
  readonly referencedDecl?: ClangNode;
  readonly ownedTagDecl?: ClangNode;
  readonly decl?: ClangNode;
  readonly declId?: string;
  readonly targetLabelDeclId?: string;
  readonly value?: string;
}

export interface ClangFile {
  /** Preprocessed, without line markers; a byte is a character. */
  readonly text: string;
  readonly declarations: readonly ClangNode[];
}

/** Preprocesses `file` into `to` and reads that; null where Clang has an error in it. Its `main` gets another name. */
export function clangFile(file: string, to: string, flags: readonly string[]): ClangFile | null {
  if (spawnSync('clang', ['-E', '-P', '-w', '-Dmain=looplens_other_main', ...flags, file, '-o', to]).status !== 0)
    return null;
  const args = ['-w', '-fsyntax-only', '-Xclang', '-ast-dump=json', to];
  const { status, stdout } = spawnSync('clang', args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  if (status !== 0) return null;
  return { text: readFileSync(to, 'latin1'), declarations: (JSON.parse(stdout) as ClangNode).inner ?? [] };
}

/** The node and all below it; children that Clang leaves empty aren't there. */
export function* below(node: ClangNode): Generator<ClangNode> {
  if (!node.kind) return;
  yield node;
  for (const child of node.inner ?? []) yield* below(child);
}

/** From its first character to behind its last token; null where it has no text of its own. */
export function extentOf({ range }: ClangNode): readonly [number, number] | null {
  const [from, last, length] = [range?.begin.offset, range?.end.offset, range?.end.tokLen];
  return from === undefined || last === undefined || length === undefined ? null : [from, last + length];
}

export function bodyOf(declaration: ClangNode): ClangNode | undefined {
  return declaration.kind === 'FunctionDecl' ? declaration.inner?.find((n) => n.kind === 'CompoundStmt') : undefined;
}
