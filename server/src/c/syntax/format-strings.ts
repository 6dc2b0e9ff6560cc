/**
 * `"%n"` in formats: the one way in which the functions of `printf`'s family write through what they are given to
 * print.
 */
import { TRANSLATING } from '../sources/index.ts';
import type { LibraryFunction } from './library-signature.ts';
import { child } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

const COUNT = /%[^%a-zA-Z]*[hlqjztL]*n/;
/**
 * Which arguments behind the format may be written. None, any (where the format says so), or pointers to integers,
 * where it isn't known.
 */
export function countsInto(
  called: LibraryFunction | null,
  args: readonly SyntaxNode[],
  text: string,
): 'nothing' | 'anything' | 'integers' {
  const at = called?.params.findIndex((p) => p.kind === 'format') ?? -1;
  const format = args[at];
  if (format === undefined || args.length <= at + 1) return 'nothing';
  const strings = literals(format, text);
  if (strings === null) return 'integers';
  return strings.some((s) => COUNT.test(text.slice(s.start, s.end).replaceAll('%%', ''))) ? 'anything' : 'nothing';
}

/** The string literals that the expression may be worth, translations of them aside; null: it may be another string. */
function literals(node: SyntaxNode, text: string): readonly SyntaxNode[] | null {
  const all = (nodes: readonly (SyntaxNode | null)[]): readonly SyntaxNode[] | null => {
    const found = nodes.map((n) => (n === null ? null : literals(n, text)));
    return found.every((f) => f !== null) ? found.flat() : null;
  };
  switch (node.type) {
    case 'string_literal':
    case 'concatenated_string':
      return [node];
    case 'parenthesized_expression':
      return all([node.children[0] ?? null]);
    case 'conditional_expression':
      return all([child(node, 'consequence'), child(node, 'alternative')]);
    case 'call_expression': {
      const callee = child(node, 'function');
      const isTranslated = callee !== null && TRANSLATING.test(text.slice(callee.start, callee.end));
      const strings = (child(node, 'arguments')?.children ?? []).filter((c) => /string/.test(c.type));
      return isTranslated && strings.length > 0 ? strings : null;
    }
    default:
      return null;
  }
}
