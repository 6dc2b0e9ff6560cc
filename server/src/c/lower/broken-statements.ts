/**
 * Statements that aren't understood: syntax errors, blocks behind unknown macros, nested functions. The statements in
 * them may run or not; their loops are still analysed.
 */
import { INT } from '../../machine/index.ts';
import { literally } from '../../source/index.ts';
import {
  because,
  binary,
  branch,
  constant,
  continueAt,
  anythingReached,
  havocPlace,
  newBlock,
  rangeOf,
  unknownValue,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { OPAQUE, UNKNOWN, declarator, parameterList, specifiers } from '../types/index.ts';
import { forget, loseSyntax, perhaps } from './lost-code.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { inScope, withTargets } from './statement-scopes.ts';

/** A declaration that isn't understood: what it declares gets an unknown type. */
export function declareUnknown(draft: Draft, node: SyntaxNode): void {
  for (const d of node.children) {
    const declared = d.field === 'declarator' ? declarator(draft.file.types, d, UNKNOWN, draft.scope) : null;
    if (declared !== null) draft.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: UNKNOWN });
  }
}

export function isUnended(node: SyntaxNode): boolean {
  return (
    node.type === 'expression_statement' && node.children.length > 1 && node.children[node.children.length - 1]!.error
  );
}

/** A statement without inner statements: an error in it makes it an error as a whole. */
export function lowerWithErrors(f: Draft, node: SyntaxNode, lower: () => void): void {
  if (node.hasError) lowerError(f, node);
  else lower();
}

/**
 * A statement that the parser didn't understand. The statements in it may run or not; their loops are still analysed.
 */
export function lowerError(draft: Draft, node: SyntaxNode): void {
  const reason = loseSyntax(draft, node);
  for (const c of node.children) {
    if (!/_statement$|^else_clause$/.test(c.type)) continue;
    const on = newBlock(draft);
    const inner = newBlock(draft);
    branch(draft, perhaps(draft, reason, c), inner, on, rangeOf(draft, c));
    draft.current = inner;
    draft.lower.statement(draft, c);
    continueAt(draft, on);
  }
}

/** Whether there is an error between the parts of a statement, so that it isn't known in which order they run. */
export function isBroken(node: SyntaxNode): boolean {
  return (
    /^(if|switch|case|labeled|attributed)_statement$|^else_clause$/.test(node.type) &&
    node.children.some((c) => c.error)
  );
}

/** A braced block behind an unknown macro, e.g. `list_for_each(p, l) { ... }`: runs any number of times. */
export function lowerUnknownBlock(f: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  unknownBlock(f, node, body, f.file.types.text.slice(node.start, body?.start ?? node.end));
}

/** GNU: a nested function, called from anywhere behind this; or a macro before a block that looks like one. */
export function lowerNested(draft: Draft, node: SyntaxNode): void {
  const spec = child(node, 'type') === null ? null : specifiers(draft.file.types, node, draft.scope);
  const declaratorNode = child(node, 'declarator');
  const declared =
    declaratorNode === null || spec === null
      ? null
      : declarator(draft.file.types, declaratorNode, spec.type, draft.scope);
  const body = child(node, 'body');
  if (declared === null || declared.type.kind !== 'function' || body === null) {
    lowerUnknownBlock(draft, node);
    return;
  }
  draft.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: declared.type });
  const reason = because(
    draft,
    'nested-function',
    'what this nested function does to the variables around it is not followed',
    node,
  );
  const [on, out] = [newBlock(draft), newBlock(draft)];
  branch(draft, perhaps(draft, reason, node), out, on, rangeOf(draft, node));
  draft.current = on;
  forget(draft, node, reason);
  const before = [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] as const;
  [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] = [
    null,
    null,
    { block: out, cleanups: draft.cleanups },
    null,
  ];
  const jumps = draft.gotos.length;
  inScope(draft, node, () => {
    for (const p of declared.parameters === null
      ? []
      : parameterList(draft.file.types, declared.parameters, draft.scope).params) {
      if (p.name !== null) draft.scope.names.set(p.name, { kind: 'local', place: OPAQUE, type: p.type });
    }
    draft.lower.statement(draft, body);
  });
  [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] = before;
  if (draft.gotos.length > jumps || draft.lost.anywhere !== null) draft.lost.nested = true;
  forget(draft, node, reason);
  continueAt(draft, out);
}

export function unknownBlock(draft: Draft, node: SyntaxNode, body: SyntaxNode | null, head: string): void {
  const reason = because(
    draft,
    'unknown-macro',
    'the macro before this block is not known: it may run any number of times',
    node,
  );
  const [header, inner, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  continueAt(draft, header);
  for (const v of [...draft.variables]) {
    if (v.scope !== 'temp' && new RegExp(`(^|[^\\w.])${literally(v.name)}\\b`).test(head))
      havocPlace(draft, { kind: 'variable', id: v.id }, reason, node);
  }
  anythingReached(draft, rangeOf(draft, node), reason);
  const may = unknownValue(draft, INT, reason, node);
  branch(draft, binary('ne', may, constant(0n, INT), null), inner, exit, rangeOf(draft, node));
  draft.current = inner;
  if (body !== null) withTargets(draft, exit, header, () => draft.lower.statement(draft, body));
  continueAt(draft, header);
  draft.current = exit;
}
