/**
 * Code that isn't understood. Behind it everything that it could touch is unknown, and every way that control could
 * take stays open. A hidden label may be jumped to, a hidden `goto`, `break` or `return` may be taken, the run may end.
 */
import { INT } from '../../machine/index.ts';
import type { BlockId, Expr } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import {
  because,
  binary,
  branch,
  constant,
  continueAt,
  anythingReached,
  finish,
  havocPlace,
  leavesOf,
  newBlock,
  rangeOf,
  text,
  unknownValue,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { jumpOut } from './cleanup-handlers.ts';
import { tokenize } from '../sources/index.ts';
import { lookup } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Words that say nothing of where control goes. */
const PLAIN = new Set(
  `auto char const double enum extern float inline int long register restrict short signed sizeof static struct
  typedef union unsigned void volatile _Bool _Alignas _Alignof _Atomic _Complex _Generic _Imaginary _Noreturn
  _Thread_local _Static_assert NULL true false __extension__ __attribute__ __attribute __inline __inline__
  __restrict __restrict__ __const __volatile__ __signed__ typeof __typeof__ __typeof alignas alignof bool
  constexpr nullptr static_assert thread_local typeof_unqual`.split(/\s+/),
);

/** Words whose statements shape others. */
const SHAPING = new Set(['if', 'else', 'while', 'for', 'do', 'switch', 'case', 'default']);

/** What a piece of text may hide. */
interface Hidden {
  /** `break`, `continue`, `return`. */
  readonly leaves: boolean;
  /** A `goto`, a label, or a macro that isn't known. */
  readonly jumps: boolean;
  /** It may be that what stands around isn't nested as it seems. */
  readonly shapes: boolean;
}

function hiddenIn(draft: Draft, node: Extent): Hidden {
  let [leaves, jumps, shapes] = [false, false, false];
  let depth = 0;
  const tokens = tokenize(draft.file.types.text.slice(node.start, node.end));
  tokens.forEach((token, index) => {
    if (token.text === '{') depth++;
    else if (token.text === '}' && --depth < 0) shapes = true;
    else if (token.text === '&&' && tokens[index + 1]?.kind === 'identifier') return;
    if (token.kind !== 'identifier') return;
    if (/^(break|continue|return)$/.test(token.text)) leaves = true;
    else if (token.text === 'goto' || tokens[index + 1]?.text === ':') jumps = true;
    else if (SHAPING.has(token.text)) shapes = true;
    else if (
      !PLAIN.has(token.text) &&
      !draft.file.types.standard.has(token.text) &&
      !draft.file.types.constants.has(token.text) &&
      lookup(draft.scope, token.text) === null
    )
      jumps = true;
  });
  if (depth !== 0) shapes = true;
  return { leaves: leaves || jumps || shapes, jumps: jumps || shapes, shapes };
}

/** All that the function knows may have changed, its locals too. */
export function forget(draft: Draft, node: Extent, reason: Reason): void {
  const at = node as SyntaxNode;
  for (const v of [...draft.variables])
    if (v.scope !== 'temp' && !draft.constants.has(v.id)) havocPlace(draft, { kind: 'variable', id: v.id }, reason, at);
  for (const a of draft.arrays) if (!a.isConst) havocPlace(draft, { kind: 'array', id: a.id, dims: [] }, reason, at);
  anythingReached(draft, rangeOf(draft, node), reason);
}

/** A condition of which nothing is known. */
export function perhaps(f: Draft, reason: Reason, node: Extent): Expr {
  return binary('ne', unknownValue(f, INT, reason, node as SyntaxNode), constant(0n, INT), null);
}

/** Goes on here or there. */
function fork(f: Draft, reason: Reason, node: Extent, there: BlockId): void {
  const on = newBlock(f);
  branch(f, perhaps(f, reason, node), on, there, rangeOf(f, node));
  f.current = on;
}

/** Where control goes that may go anywhere in the function. */
export function anywhere(f: Draft): BlockId {
  f.lost.anywhere ??= newBlock(f);
  return f.lost.anywhere;
}

/** The run may end here. */
export function mayEnd(f: Draft, node: Extent, reason: Reason): void {
  const end = newBlock(f);
  f.blocks[end]!.end = { kind: 'halt', reason };
  fork(f, reason, node, end);
}

/** This part of a function is not understood: what it does to variables (`state`), to control, or both. */
export function lose(draft: Draft, node: Extent, reason: Reason, what: 'all' | 'state' | 'control' = 'all'): void {
  if (what === 'state') {
    forget(draft, node, reason);
    return;
  }
  const hidden = what === 'all' ? hiddenIn(draft, node) : { leaves: true, jumps: false, shapes: false };
  if (hidden.jumps) {
    // it may hold a label, also one of the `switch` around
    const entry = newBlock(draft);
    continueAt(draft, entry);
    draft.lost.entries.push(entry);
    draft.switchTargets?.hidden.push({ block: entry, reason });
  }
  if (hidden.shapes) draft.lost.shapes = true;
  if (what === 'all') forget(draft, node, reason);
  mayEnd(draft, node, reason);
  if (hidden.leaves) {
    for (const jump of [draft.breakTo, draft.continueTo]) {
      if (jump === null) continue;
      const out = newBlock(draft);
      fork(draft, reason, node, out);
      const here = draft.current;
      draft.current = out;
      jumpOut(draft, jump.cleanups);
      finish(draft, { kind: 'goto', to: jump.block });
      draft.current = here;
    }
    fork(draft, reason, node, anywhere(draft));
  }
}

/** Control may come back to this place with all variables changed. */
export function loseState(draft: Draft, node: Extent, reason: Reason): void {
  const entry = newBlock(draft);
  continueAt(draft, entry);
  draft.lost.entries.push(entry);
  forget(draft, node, reason);
}

/** Control may go on at any place of the function that can be gone to. */
export function mayGoAnywhere(f: Draft, node: Extent, reason: Reason): void {
  fork(f, reason, node, anywhere(f));
}

/** `what`: which place isn't understood. */
export function loseSyntax(f: Draft, node: Extent, what = 'this part'): Reason {
  const reason = because(f, 'syntax-error', `${what} was not understood`, node);
  lose(f, node, reason);
  return reason;
}

/** Spells out where lost control may be found again, when the whole function has been lowered. */
export function closeLost(draft: Draft, node: Extent): void {
  for (const [name, label] of draft.labels) {
    if (label.defined) continue;
    because(draft, 'syntax-error', `the label \`${name}\` was not found`, node);
    draft.blocks[label.block]!.end = { kind: 'goto', to: anywhere(draft) };
  }
  const { anywhere: block, entries, shapes } = draft.lost;
  if (block === null) return;
  const reason =
    draft.reasons.find((r) => r.code === 'syntax-error' || r.code === 'computed-goto') ??
    because(draft, 'syntax-error', 'where control goes is not known', node);
  draft.current = block;
  const targets = new Set([
    ...entries,
    ...[...draft.labels.values()].flatMap((l) => (l.defined ? [l.block] : [])),
    ...(shapes ? draft.loops.map((l) => l.header) : []),
  ]);
  for (const target of targets) {
    const [next, into] = [newBlock(draft), newBlock(draft)];
    branch(draft, perhaps(draft, reason, node), into, next, rangeOf(draft, node));
    draft.current = into;
    if (shapes) forget(draft, node, reason);
    finish(draft, { kind: 'goto', to: target });
    draft.current = next;
  }
  mayEnd(draft, node, reason);
  returnAnything(draft, node, reason);
}

/** Returns, with a result of which nothing is known. */
export function returnAnything(draft: Draft, node: Extent, reason: Reason): void {
  const at = node as SyntaxNode;
  const range = rangeOf(draft, node);
  if (draft.returnRecord !== null) {
    const members = leavesOf(draft.returnRecord, draft.file.types.model).map((leaf) =>
      unknownValue(draft, leaf.type, reason, at),
    );
    finish(draft, { kind: 'return', value: null, range, members });
  } else
    finish(draft, {
      kind: 'return',
      value: draft.returnType === null ? null : unknownValue(draft, draft.returnType, reason, at),
      range,
    });
}

/** How the source text of a node reads. */
export function shown(f: Draft, node: SyntaxNode): string {
  const line = text(f, node).replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
