/** A call as it stands in the source. */
import { rangeOf, text, written } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { FromCall } from '../../program/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { lookup } from '../types/index.ts';

export interface Call {
  readonly node: SyntaxNode;
  /** The arguments with their parentheses. */
  readonly list: SyntaxNode | null;
  readonly args: readonly SyntaxNode[];
  /** Its value is used. */
  readonly wanted: boolean;
}

/** What is said of a value that comes from the call, or that the call may change. */
export const fromCall = (draft: Draft, callee: string | null, what: FromCall['what'], node: SyntaxNode): FromCall => ({
  callee,
  what,
  range: rangeOf(draft, node),
  ...(callee !== null && draft.file.locator.expanded(node.start) ? { writtenAs: calledAs(draft, callee, node) } : {}),
  ...(what === 'effect' ? { ...handedOver(draft, node), ...lentTo(draft, callee) } : {}),
});

/** Locals whose addresses it gets, of those that only such functions know. */
function lentTo({ lent }: Draft, callee: string | null): Pick<FromCall, 'lent'> {
  const names = callee === null ? [] : [...lent].flatMap(([name, to]) => (to.has(callee) ? [name] : []));
  return names.length === 0 ? {} : { lent: names };
}

/** Variables whose addresses are arguments as they stand: `get(&x)`. */
function handedOver(draft: Draft, call: SyntaxNode): Pick<FromCall, 'given'> {
  const given = (child(call, 'arguments')?.children ?? []).flatMap((argument) => {
    let named = argument.type === 'pointer_expression' ? child(argument, 'argument') : null;
    while (named?.type === 'parenthesized_expression') named = named.children[0] ?? null;
    if (named?.type !== 'identifier' || !text(draft, argument).startsWith('&')) return [];
    const symbol = lookup(draft.scope, text(draft, named));
    const place =
      symbol?.kind === 'local' ? symbol.place : symbol?.kind === 'global' && draft.globals.get(symbol.object.name);
    return place && place.kind === 'variable' ? [place.id] : [];
  });
  return given.length === 0 ? {} : { given };
}

/** The function's name, or that of the macro that calls it: what stands in the source. */
export function calledAs(f: Draft, callee: string, node: SyntaxNode): string {
  if (!f.file.locator.expanded(node.start)) return callee;
  return /^[A-Za-z_$][\w$]*/.exec(written(f, node))?.[0] ?? callee;
}
