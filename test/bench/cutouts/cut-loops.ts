/**
 * Loops cut out of a file: each a function of its own, whose parameters are the variables of the function that the
 * loop stood in. A `return` in it ends the run.
 */
import { below, bodyOf, extentOf } from './clang-tree.ts';
import type { ClangFile, ClangNode } from './clang-tree.ts';

export interface CutVariable {
  readonly name: string;
  /** As Clang spells it. */
  readonly type: string;
}

export interface CutLoop {
  /** The function that it stood in. */
  readonly from: string;
  readonly parameters: readonly CutVariable[];
  /** Globals of other files' reach that it speaks of. */
  readonly globals: readonly CutVariable[];
  /** Its text up to its body, the body, and the rest. */
  readonly text: readonly [head: string, body: string, rest: string];
}

const LOOPS = new Set(['ForStmt', 'WhileStmt', 'DoStmt']);
const LONGEST = 3000;

export function cutLoops(file: ClangFile): readonly CutLoop[] {
  const settable = new Set(file.declarations.filter(isSettable).map((d) => d.id));
  return file.declarations.flatMap((f) => {
    const body = bodyOf(f);
    if (!body) return [];
    const locals = new Set(
      [...below(f)].filter((n) => n.kind === 'VarDecl' || n.kind === 'ParmVarDecl').map((n) => n.id),
    );
    return [...below(body)]
      .filter((n) => LOOPS.has(n.kind))
      .flatMap((n) => cutLoop(file, { from: f.name ?? '', locals, settable }, n) ?? []);
  });
}

/** Other files may have set it to anything. */
const isSettable = (d: ClangNode): boolean =>
  d.kind === 'VarDecl' && d.storageClass !== 'static' && !/\bconst\b|\[/.test(d.type?.qualType ?? '');

interface Surroundings {
  /** The function's name. */
  readonly from: string;
  readonly locals: ReadonlySet<string>;
  readonly settable: ReadonlySet<string>;
}

function cutLoop(file: ClangFile, { from, locals, settable }: Surroundings, loop: ClangNode): CutLoop | null {
  const nodes = [...below(loop)];
  const own = new Set(nodes.map((n) => n.id));
  const labels = new Set(nodes.flatMap((n) => n.declId ?? []));
  if (nodes.some((n) => n.targetLabelDeclId !== undefined && !labels.has(n.targetLabelDeclId))) return null;
  if (nodes.some((n) => n.kind === 'IndirectGotoStmt' || n.kind === 'GCCAsmStmt')) return null;
  const parts = partsOf(file.text, loop, nodes);
  if (!parts || parts.join('').length > LONGEST) return null;
  if (loop.kind === 'DoStmt' && /^while\s*\(\s*0\s*\)$/.test(parts[2].trim())) return null;
  const used = new Map<string, ClangNode>();
  for (const { referencedDecl: d } of nodes)
    if (d && (d.kind === 'VarDecl' || d.kind === 'ParmVarDecl') && !own.has(d.id)) used.set(d.id, d);
  const variable = (d: ClangNode): CutVariable => ({ name: d.name ?? '', type: d.type?.qualType ?? '' });
  const all = [...used.values()];
  const parameters = all.filter((d) => locals.has(d.id)).map(variable);
  if (new Set(parameters.map((p) => p.name)).size < parameters.length) return null;
  return { from, parameters, globals: all.filter((d) => settable.has(d.id)).map(variable), text: parts };
}

function partsOf(text: string, loop: ClangNode, nodes: readonly ClangNode[]): CutLoop['text'] | null {
  const body = loop.kind === 'DoStmt' ? loop.inner?.[0] : loop.inner?.at(-1);
  const [whole, inside] = [extentOf(loop), body && extentOf(body)];
  if (!body || !whole || !inside) return null;
  const [from, to] = inside;
  const end = withSemicolon(text, body, to);
  const returns = nodes.filter((n) => n.kind === 'ReturnStmt').map(extentOf);
  const cut = (a: number, b: number): string => {
    let out = '';
    let at = a;
    for (const place of returns) {
      if (!place || place[0] < a || place[1] > b) continue;
      const value = text.slice(place[0] + 'return'.length, place[1]).trim();
      out += `${text.slice(at, place[0])}{ ${value ? `(void)(${value}); ` : ''}return; }`;
      at = place[1];
      // the semicolon of the return would part an `else` from its `if`
      while (/[\s;]/.test(text[at] ?? '') && text[at] !== ';') at++;
      if (text[at] === ';') at++;
    }
    return out + text.slice(at, b);
  };
  return [text.slice(whole[0], from), cut(from, end), text.slice(end, Math.max(end, whole[1]))];
}

/** Clang's statements that are expressions end before their semicolon. */
function withSemicolon(text: string, body: ClangNode, end: number): number {
  if (body.kind === 'CompoundStmt' || body.kind === 'NullStmt') return end;
  let at = end;
  while (/\s/.test(text[at] ?? '')) at++;
  return text[at] === ';' ? at + 1 : end;
}
