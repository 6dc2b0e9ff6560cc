/** What stands before the body of a function. */
import { INT } from '../../machine/index.ts';
import { INCOMPLETE } from '../sources/index.ts';
import { child } from '../syntax/index.ts';
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

/** It isn't known which one. */
const SOME_CONDITION = '#if';

/** A type of the result that isn't known says nothing of the parameters. */
const begins = (head: SyntaxNode): number => child(head, 'declarator')?.start ?? head.start;

/** Why it isn't known how a definition begins. `head`: it without its body. */
export function headProblemOf({ types }: Declarations, name: string, head: SyntaxNode): HeadProblem | null {
  if (head.children.some((c) => c.hasError)) return { code: 'syntax-error', message: 'was not understood' };
  const chosen = types.decided.get(`${name}(`);
  const last = head.children[head.children.length - 1];
  const isOne =
    chosen === undefined
      ? !isIncomplete(types, { start: begins(head), end: last?.end ?? head.end })
      : new Set(chosen.types).size === 1;
  if (isOne) return null;
  const message = 'depends on headers that were not read';
  return { code: 'conditional-compilation', message, decidedBy: chosen?.condition ?? SOME_CONDITION };
}

/**
 * The parameters. Where headers choose the head that weren't read, nothing is known of the types of those that don't
 * stand before all that is chosen.
 */
export function parametersOf(
  file: Declarations,
  head: SyntaxNode,
  list: SyntaxNode,
  problem: HeadProblem | null,
): readonly Parameter[] {
  const params = oldStyle(file, head, parameterList(file.types, list, file.fileScope).params);
  if (problem?.decidedBy === undefined) return params;
  const { text } = file.types;
  const chosen = problem.decidedBy === SOME_CONDITION ? text.indexOf(INCOMPLETE, begins(head)) : 0;
  const isBefore = ({ declarator: own, node, untyped }: Parameter): boolean =>
    !untyped && text.slice((own ?? node).end, chosen).includes(',');
  return params.map((param) => {
    const { named: _, ...unknown } = { ...param, type: UNKNOWN };
    return isBefore(param) ? param : unknown;
  });
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
