/**
 * Loops along the nodes of a list, to its null pointer or to a node that ends it, as the head of a ring does. Source:
 * Proteus, section 4.2, for traversals.
 */
import { READ, app, isConst, partsOf, printC, scale, sub, sym } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, Expr, VarId, Variable } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { inTermsBefore } from './count-text.ts';
import type { ExitTest } from './exit-tests.ts';
import type { Followed } from './followed-lists.ts';
import { followedMember, goesThroughFirst, isOtherMember, isRenewal } from './followed-lists.ts';
import { followedDown, followedOnEachWay } from './followed-ways.ts';
import { ITS_BODY, leavesAlone } from './left-alone.ts';
import { isPointerRead, placeOf, placeSymbol } from './memory-reads.ts';
import { moves } from './progress.ts';
import type { JustBefore } from './values-before-loop.ts';
import type { WalkCount } from './walk-counts.ts';
import { followedAlongLinks } from './walks-along-links.ts';

/** With more names than this a sentence is no use: a reader can't check them all. */
const MOST_TRUSTED = 2;

/** The pointer that goes along the list: `p` of `p != NULL`, and of `(q = p->next) != NULL`. */
function walkerOf(t: Term, { reading }: BlockEffects): Symbol | null {
  if (t.kind === 'sym') return t.symbol;
  const at = t.kind === 'app' && isPointerRead(t, reading.symbols) ? t.args[0] : undefined;
  return at?.kind === 'sym' ? at.symbol : null;
}

/** It is the pointer to a node: to that which the walk stands at, or to the next one. */
function isNode(t: Term, walker: Symbol, followed: Followed, effects: BlockEffects): boolean {
  if (followed.link !== null) return t === firstNode(sym(walker), followed, effects);
  return t.kind !== 'app' || placeOf(t.of, effects.reading.symbols)?.path === followed.member;
}

/**
 * `while (b->level > n) b = b->previous;`: each iteration goes through a pointer to the next node, which the last one
 * has not. Where the pointer is compared with others the list may end there, as one that leads back to its head does.
 */
export function countNodes(effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { shape } = effects;
  const { variables } = shape.cfg.fn;
  const { ignores } = effects.reading;
  for (const pointer of shape.written) {
    const followed = variables[pointer]?.pointer ? followedBy(pointer, effects) : null;
    if (followed === null) continue;
    const isOther = (e: Expr): boolean => e.kind === 'var' && isOtherMember(e.id, pointer, followed, shape, ignores);
    const mayEnd = (b: BlockId): boolean =>
      comparesPointers(shape.cfg.fn.blocks[b] as Block, variables, { pointer, isOther });
    if (shape.order.some(mayEnd)) continue;
    const walker = shape.cfg.symbols[pointer] as Symbol;
    const length = lengthOf(firstNode(sym(walker), followed, effects), null, followed, { effects, before });
    if (!length) continue;
    const { text, assuming } = length;
    return {
      text: (followed.link?.isTested ?? goesThroughFirst(shape, pointer)) ? text : `${text} + 1`,
      exact: false,
      assuming,
      restsOn: () => [sym(walker)],
    };
  }
  return null;
}

const followedBy = (pointer: VarId, { shape, reading: { ignores } }: BlockEffects): Followed | null =>
  followedMember(shape, pointer, ignores) ?? followedAlongLinks(shape, pointer, ignores);

/**
 * Two pointers are compared, or one with what isn't null, such as the address of a member. What another member of the
 * node leads to is no node, unless it is compared with one.
 */
function comparesPointers(
  { stmts, end }: Block,
  variables: readonly Variable[],
  { pointer, isOther }: { readonly pointer: VarId; readonly isOther: (e: Expr) => boolean },
): boolean {
  const isPointer = (e: Expr): boolean => e.kind === 'var' && variables[e.id]?.pointer === true;
  const isLost = (v: VarId): boolean =>
    stmts.some((s) => s.kind === 'havoc' && s.target === v && s.reason.code === 'pointer' && !s.by && !isRenewal(s, v));
  const compares = (e: Expr): boolean => {
    if (e.kind === 'var') return variables[e.id]?.pointer !== true && isLost(e.id);
    if (e.kind !== 'binary') return e.kind === 'unary' && compares(e.arg);
    const sides = [e.left, e.right];
    const isNull = sides.some((side) => side.kind === 'const' && side.value === 0n);
    const isWalker = sides.some((side) => side.kind === 'var' && side.id === pointer);
    if (!isWalker && sides.some(isOther) && sides.every((side) => side.kind === 'var')) return false;
    return sides.some(compares) || (!isNull && sides.some(isPointer));
  };
  return end.kind === 'branch' && compares(end.cond);
}

/** The pointer to the first node: `p`, or `*p` where p leads to where the link to it is kept. */
function firstNode(pointer: Term, { link }: Pick<Followed, 'link'>, { reading }: BlockEffects): Term {
  return link === null ? pointer : app(READ, [pointer], placeSymbol(link.kept, reading.symbols));
}

const printed = (told: Term | null, before: JustBefore): string | null =>
  told && printC(told, { ...before.names, nonNegative: () => false });

/** The address of an object is a number that says nothing: it goes by the name of what is there. */
function nameOf(pointer: Term, effects: BlockEffects, before: JustBefore): string | null {
  const first = inTermsBefore(namedAt(pointer, effects, before) ?? pointer, before);
  return first && isConst(first) ? null : printed(first, before);
}

/** What the whole of `*pp` is where pp is the address of a variable with a name. */
function namedAt(pointer: Term, { shape, reading }: BlockEffects, before: JustBefore): Term | null {
  const [position, ...others] = pointer.kind === 'app' && pointer.fn === READ ? pointer.args : [];
  if (pointer.kind !== 'app' || !position || others.length > 0) return null;
  if (placeOf(pointer.of, reading.symbols)?.path !== '') return null;
  const kept = inTermsBefore(position, before);
  const at = kept?.kind === 'sym' ? before.settled(kept.symbol) : kept;
  const { fn, symbols } = shape.cfg;
  const holds = at && isConst(at) ? fn.positions?.find((object) => object.at === at.value)?.holds : undefined;
  return holds?.kind === 'variable' ? sym(symbols[holds.id] as Symbol) : null;
}

function trustedWith(trusted: readonly string[], what: string): readonly string[] {
  const who = trusted.length > MOST_TRUSTED ? ITS_BODY : trusted;
  return who.length === 0 ? [] : [leavesAlone(who, what)];
}

/** How many nodes there are from a pointer on, up to the end; null: one of both has no name. */
function lengthOf(
  at: Term,
  end: Term | null,
  followed: Followed,
  { effects, before }: { readonly effects: BlockEffects; readonly before: JustBefore },
): { readonly text: string; readonly assuming: readonly string[] } | null {
  const name = nameOf(at, effects, before);
  const last = end && printed(inTermsBefore(end, before), before);
  if (!name || (end && !last)) return null;
  const assuming = trustedWith(followed.trusted, `relink the list at ${name}`);
  return { text: last ? `nodes_before(${name}, ${last})` : `length(${name})`, assuming };
}

/** From node to node of a list or a tree, to where there is no more. */
export const countLinked = (test: ExitTest, effects: BlockEffects, before: JustBefore): WalkCount | null =>
  countList(test, effects, before) ?? countTree(test, effects, before);

/**
 * `p != NULL` with `p = p->next` in every iteration; or `p != end`, where `end` stays the same: up to that node, as to
 * the head of a ring.
 */
function countList(test: ExitTest, effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { quantity, kind, block } = test;
  const { shape } = effects;
  if (kind !== 'ne' || test.behind || block !== shape.loop.site.header) return null;
  const { node, end } = nodeAndEnd(quantity, effects);
  const walker = walkerOf(node, effects);
  const pointer = walker && effects.variableOf(walker);
  if (!walker || pointer == null || shape.cfg.fn.variables[pointer]?.pointer !== true) return null;
  const along = followedBy(pointer, effects);
  const ways = along ? null : followedOnEachWay(shape, pointer, effects.reading.ignores);
  const followed = along ?? ways?.followed;
  if (!followed || !isNode(node, walker, followed, effects)) return null;
  const isOnce = ways?.isOnce ?? true;
  // two steps at once may pass the end; what is taken out of a ring may be come to again
  if (end !== null && (!isOnce || followed.unlinks)) return null;
  const length = lengthOf(node, end, followed, { effects, before });
  if (!length) return null;
  const { text, assuming } = length;
  return {
    text: test.begun ? `${text} + 1` : text,
    exact: isOnce && !followed.unlinks,
    assuming,
    restsOn: () => (end === null ? [sym(walker)] : [sym(walker), end]),
  };
}

/** `t != NULL`, where every iteration moves t to a node below. */
function countTree(test: ExitTest, effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { quantity, kind, block } = test;
  const { shape, reading } = effects;
  const walker = walkerOf(quantity, effects);
  const pointer = walker && effects.variableOf(walker);
  if (kind !== 'ne' || test.behind || block !== shape.loop.site.header || pointer == null) return null;
  const down = shape.cfg.fn.variables[pointer]?.pointer ? followedDown(shape, pointer, reading.ignores) : null;
  if (!walker || !down || quantity !== firstNode(sym(walker), down, effects)) return null;
  const name = nameOf(quantity, effects, before);
  if (!name) return null;
  const text = `height(${name})`;
  return {
    text: test.begun ? `${text} + 1` : text,
    exact: false,
    assuming: trustedWith(down.trusted, `relink the tree at ${name}`),
    restsOn: () => [quantity],
  };
}

/** Of `p - end`, which isn't 0: the node that moves, and the one that stays; null: it is the null pointer. */
function nodeAndEnd(quantity: Term, effects: BlockEffects): { readonly node: Term; readonly end: Term | null } {
  const moving = partsOf(quantity).parts.filter(({ mono }) => moves(mono, effects));
  const [only] = moving;
  if (!only || moving.length > 1 || (only.coef !== 1n && only.coef !== -1n)) return { node: quantity, end: null };
  const end = scale(-only.coef, sub(quantity, scale(only.coef, only.mono)));
  return { node: only.mono, end: isConst(end) && end.value === 0n ? null : end };
}
