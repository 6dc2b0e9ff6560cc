/** What stands before the body of a function. */
import { INT } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import {
  UNKNOWN,
  adjusted,
  declarator,
  intType,
  isAsDeclared,
  isIncomplete,
  parameterList,
  specifiers,
} from '../types/index.ts';
import type { Declarations, HeadProblem, Parameter } from '../types/index.ts';

/** Why it isn't known how a definition begins. `head`: it without its body. */
export function headProblemOf({ types }: Declarations, name: string, head: SyntaxNode): HeadProblem | null {
  if (head.children.some((c) => c.hasError)) return { code: 'syntax-error', message: 'was not understood' };
  const chosen = types.decided.get(`${name}(`);
  const last = head.children[head.children.length - 1];
  const isOne =
    chosen === undefined
      ? !isIncomplete(types, { start: head.start, end: last?.end ?? head.end })
      : new Set(chosen.types).size === 1;
  if (isOne) return null;
  const message = 'depends on headers that were not read';
  return { code: 'conditional-compilation', message, decidedBy: chosen?.condition ?? '#if' };
}

/** The parameters, of whose types nothing is known where headers choose the head that weren't read. */
export function parametersOf(
  file: Declarations,
  head: SyntaxNode,
  list: SyntaxNode,
  problem: HeadProblem | null,
): readonly Parameter[] {
  const params = oldStyle(file, head, parameterList(file.types, list, file.fileScope).params);
  if (problem?.decidedBy === undefined) return params;
  return params.map(({ named: _, ...param }) => ({ ...param, type: UNKNOWN }));
}

/** Types of K&R parameters come from the declarations before the body. */
function oldStyle(ctx: Declarations, head: SyntaxNode, params: readonly Parameter[]): Parameter[] {
  const types = new Map<string, Parameter>();
  for (const part of head.children) {
    if (part.type !== 'declaration') continue;
    const spec = specifiers(ctx.types, part, ctx.fileScope);
    for (const declaratorNode of part.children) {
      if (declaratorNode.field !== 'declarator') continue;
      const declared = declarator(ctx.types, declaratorNode, spec.type, ctx.fileScope);
      if (declared !== null)
        types.set(declared.name, {
          name: declared.name,
          node: declared.nameNode,
          declarator: declaratorNode,
          type: isAsDeclared(ctx.types, declared.name, declared.type, ctx.fileScope)
            ? adjusted(declared.type)
            : UNKNOWN,
          isConst: false,
        });
    }
  }
  const old = types.size > 0 || params.some((p) => p.untyped === true);
  return params.map((p) =>
    p.untyped !== true || p.name === null ? p : (types.get(p.name) ?? { ...p, type: old ? intType(INT) : p.type }),
  );
}
