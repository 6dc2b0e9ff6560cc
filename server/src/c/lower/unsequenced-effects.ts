/**
 * Unsequenced side effects (C11 6.5p2): `i = i++ + i` is undefined, and its value depends on the compiler. Only named
 * variables and members of named structs are looked at.
 */
import { append } from '../sources/index.ts';
import { INT } from '../../machine/index.ts';
import { because, emit, rangeOf, text, unknownValue } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** What an expression does to variables. */
interface Effects {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** Written, and perhaps not yet done when the expression's value is known. */
  readonly pending: ReadonlySet<string>;
  /** Used by two parts in no order, and written by one of them. */
  readonly clashes: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();
const NONE: Effects = { reads: NOTHING, writes: NOTHING, pending: NOTHING, clashes: NOTHING };

/**
 * Lowers a full expression. Where it changes a variable twice, or changes and reads it without an order, all that it
 * changes is unknown before and after.
 */
export function sequenced<T>(draft: Draft, node: SyntaxNode, lower: () => T): T {
  if (draft.trial || !mayChangeTwice(node)) return lower();
  const { writes, clashes } = effectsOf(node, draft);
  const [name] = clashes;
  if (name === undefined) return lower();
  const reason = because(
    draft,
    'unsequenced',
    `\`${name}\` is changed here and used again in the same expression, in no order: this is undefined`,
    node,
  );
  const range = rangeOf(draft, node);
  const forget = (): void => {
    unknownValue(draft, INT, reason, node);
    for (const v of [...draft.variables])
      if (v.scope !== 'temp' && writes.has(v.name)) emit(draft, { kind: 'havoc', target: v.id, reason, range });
  };
  forget();
  const value = lower();
  forget();
  return value;
}

/** A quick check: a single assignment or increment at the top, as in `i++`, has nothing to be in conflict with. */
function mayChangeTwice(root: SyntaxNode): boolean {
  const stack =
    root.type === 'assignment_expression' || root.type === 'update_expression' ? [...root.children] : [root];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.type === 'assignment_expression' || node.type === 'update_expression') return true;
    append(stack, node.children);
  }
  return false;
}

/** The variable that an expression names; null where it names none. */
function named(node: SyntaxNode | null, draft: Draft): string | null {
  if (node === null) return null;
  if (node.type === 'parenthesized_expression') return named(node.children[0] ?? null, draft);
  if (node.type === 'identifier') return text(draft, node);
  if (node.type !== 'field_expression') return null;
  const base = named(child(node, 'argument'), draft);
  const member = child(node, 'field');
  return base === null || member === null || isThroughArrow(node) ? null : `${base}.${text(draft, member)}`;
}

function effectsOf(node: SyntaxNode, draft: Draft): Effects {
  const name = named(node, draft);
  if (name !== null) return { ...NONE, reads: new Set([name]) };
  switch (node.type) {
    case 'assignment_expression':
      return effectsOfAssignment(node, draft);
    case 'update_expression': {
      const argument = child(node, 'argument');
      const target = named(argument, draft);
      if (target === null) return argument === null ? NONE : effectsOf(argument, draft);
      return { ...NONE, reads: new Set([target]), writes: new Set([target]), pending: new Set([target]) };
    }
    case 'comma_expression': {
      const parts = node.children.map((c) => effectsOf(c, draft));
      return { ...joined(parts), pending: parts[parts.length - 1]?.pending ?? NOTHING };
    }
    case 'binary_expression': {
      const operator = child(node, 'operator');
      const parts = node.children.filter((c) => c !== operator).map((c) => effectsOf(c, draft));
      if (operator === null || !/^(&&|\|\|)$/.test(text(draft, operator))) return unordered(parts);
      return { ...joined(parts), pending: parts[1]?.pending ?? NOTHING };
    }
    case 'conditional_expression': {
      const parts = node.children.map((c) => effectsOf(c, draft));
      return { ...joined(parts), pending: joined(parts.slice(1)).pending };
    }
    case 'call_expression': {
      const parts = [child(node, 'function'), ...(child(node, 'arguments')?.children ?? [])]
        .filter((c) => c !== null)
        .map((c) => effectsOf(c, draft));
      return { ...unordered(parts), pending: NOTHING };
    }
    // these aren't evaluated, or contain full expressions of their own
    case 'sizeof_expression':
    case 'alignof_expression':
    case 'offsetof_expression':
    case 'generic_expression':
    case 'compound_statement':
      return NONE;
    case 'initializer_list':
    case 'initializer_pair':
      return joined(node.children.map((c) => effectsOf(c, draft)));
    default:
      return node.children.length === 0 ? NONE : unordered(node.children.map((c) => effectsOf(c, draft)));
  }
}

function effectsOfAssignment(node: SyntaxNode, draft: Draft): Effects {
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  if (left === null || right === null) return NONE;
  const target = named(left, draft);
  const value = effectsOf(right, draft);
  const compound = operator !== null && text(draft, operator) !== '=';
  // `x += e` also reads `x`, in no order with `e`; `x = e` doesn't read `x`; the address of `*p` in `*p = e` is
  // evaluated in no order with `e`
  const both = target !== null && !compound ? value : unordered([value, effectsOf(left, draft)]);
  if (target === null) return { ...both, pending: value.pending };
  return {
    reads: both.reads,
    writes: new Set([...both.writes, target]),
    pending: new Set([...value.pending, target]),
    clashes: value.pending.has(target) ? new Set([...both.clashes, target]) : both.clashes,
  };
}

function joined(parts: readonly Effects[]): Effects {
  const all = (of: (e: Effects) => ReadonlySet<string>): ReadonlySet<string> =>
    new Set(parts.flatMap((p) => [...of(p)]));
  return {
    reads: all((p) => p.reads),
    writes: all((p) => p.writes),
    pending: all((p) => p.pending),
    clashes: all((p) => p.clashes),
  };
}

/** Effects of operands that are unsequenced: what one writes must not be read or written by another. */
function unordered(parts: readonly Effects[]): Effects {
  const both = joined(parts);
  const clashing = parts.flatMap((a, i) =>
    [...a.writes].filter((name) => parts.some((b, j) => j !== i && (b.reads.has(name) || b.writes.has(name)))),
  );
  return clashing.length === 0 ? both : { ...both, clashes: new Set([...both.clashes, ...clashing]) };
}
