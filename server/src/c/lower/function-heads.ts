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
import type { Declarations, HeadProblem, Parameter, TypeContext } from '../types/index.ts';

/** Why it isn't known how a definition begins. `head`: it without its body. */
export function headProblemOf({ types }: Declarations, name: string, head: SyntaxNode): HeadProblem | null {
  if (head.children.some((c) => c.hasError)) return { code: 'syntax-error', message: 'was not understood' };
  const chosen = chosenFrom(types, name, head);
  const message = 'depends on headers that were not read';
  return chosen === null ? null : { code: 'conditional-compilation', message, chosen };
}

/** Null: headers choose nothing of it, or heads that say the same. */
function chosenFrom(types: TypeContext, name: string, head: SyntaxNode): Required<HeadProblem>['chosen'] | null {
  const heads = types.decided.get(`${name}(`);
  if (heads !== undefined) return new Set(heads.types).size === 1 ? null : { by: heads.condition, from: 0 };
  // a type of the result that isn't known says nothing of the parameters
  const start = child(head, 'declarator')?.start ?? head.start;
  const last = head.children[head.children.length - 1];
  if (!isIncomplete(types, { start, end: last?.end ?? head.end })) return null;
  return { by: '#if', from: types.text.indexOf(INCOMPLETE, start) };
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
  const chosen = problem?.chosen;
  if (chosen === undefined) return params;
  const isBefore = ({ declarator: own, node, untyped }: Parameter): boolean =>
    !untyped && file.types.text.slice((own ?? node).end, chosen.from).includes(',');
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
