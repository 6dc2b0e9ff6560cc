/**
 * Loops that take the first node out of a list, each time: `while ((e = head->first) != NULL) { *e->prev = e->next; }`,
 * as the lists of BSD's `queue.h` have it. That the store goes to the pointer to the first node can't be seen: it is for
 * the reader to check. Source: our own.
 */
import { conjuncts, isLiteral, not, printC, sym } from '../logic/index.ts';
import type { Block, Stmt, VarId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { inTermsBefore } from './count-text.ts';
import { isBegun } from './exit-tests.ts';
import type { Write } from './followed-lists.ts';
import { linkPutBy, setAfter, writersOfLink } from './followed-lists.ts';
import { leavesAlone, namedOrAll, theStoreIn } from './left-alone.ts';
import { who } from './trusted-effects.ts';
import type { JustBefore } from './values-before-loop.ts';
import type { WalkCount } from './walk-counts.ts';

/** Null where no such store bounds the loop. */
export function countUnlinked(effects: BlockEffects, before: JustBefore): WalkCount | null {
  const stores = pointersPut(effects);
  for (const { pointer, begun } of stores.length > 0 ? pointersTested(effects) : []) {
    const first = nameOf(pointer, effects, before);
    if (!first) continue;
    for (const store of stores) {
      const assuming = assumedOf(store, pointer, effects, before);
      if (!assuming) continue;
      const text = begun ? `length(${first}) + 1` : `length(${first})`;
      return { text, exact: false, assuming, restsOn: () => [] };
    }
  }
  return null;
}

/**
 * What makes the store go on to the next node: that it sets the pointer to the first one. Null: it does no such thing,
 * or certainly goes elsewhere.
 */
function assumedOf(own: Write, pointer: VarId, effects: BlockEffects, before: JustBefore): readonly string[] | null {
  const { shape, reading } = effects;
  const head = shape.written.has(pointer) ? setAfter(pointer, own, shape, reading.ignores) : pointer;
  const name = head === null || shape.written.has(head) ? null : nameOf(head, effects, before);
  const step = name && linkPutBy(own, pointer, shape, reading.ignores);
  const links = step && writersOfLink(shape, step, reading.ignores);
  const { reason } = own.stmt as Stmt & { readonly kind: 'note' };
  const changes = statements(effects).filter((s) => 'target' in s && s.target === head);
  const others = changes.filter((s) => !('reason' in s && s.reason === reason));
  if (!links || !reason.range || others.length === changes.length) return null;
  const trusted = new Set([...links.trusted, ...others.map(who)]);
  const sets = `${theStoreIn(reason.range.start.line)} sets ${name}`;
  return trusted.size === 0 ? [sets] : [sets, leavesAlone(namedOrAll(trusted), `relink the list at ${name}`)];
}

const statements = ({ shape: { order, cfg } }: BlockEffects): readonly Stmt[] =>
  order.flatMap((b) => (cfg.fn.blocks[b] as Block).stmts);

function nameOf(pointer: VarId, { shape }: BlockEffects, before: JustBefore): string | null {
  const symbol = shape.cfg.symbols[pointer];
  const told = symbol && inTermsBefore(sym(symbol), before);
  return told ? printC(told, { ...before.names, nonNegative: () => false }) : null;
}

/** Pointers that aren't null wherever an iteration gets to its end. */
function pointersTested(effects: BlockEffects): readonly { readonly pointer: VarId; readonly begun: boolean }[] {
  const { shape } = effects;
  return shape.exits.flatMap(({ from, to }) => {
    const { end } = shape.cfg.fn.blocks[from] as Block;
    if (!shape.spine.has(from) || end.kind !== 'branch' || end.then === end.else) return [];
    const cond = effects.conditionAtEnd(from, end.cond);
    const stays = cond ? conjuncts(end.then === to ? not(cond) : cond) : [];
    return stays.flatMap((f) => {
      const symbol = isLiteral(f) && f.kind === 'ne' && f.term.kind === 'sym' ? f.term.symbol : null;
      const variable = symbol ? shape.cfg.symbols.indexOf(symbol) : -1;
      const isPointer = shape.cfg.fn.variables[variable]?.pointer === true;
      return isPointer ? [{ pointer: variable, begun: isBegun(from, effects) }] : [];
    });
  });
}

/** Stores of pointers through others that every iteration makes. */
function pointersPut({ shape }: BlockEffects): readonly Write[] {
  return [...shape.spine].flatMap((block) =>
    (shape.cfg.fn.blocks[block] as Block).stmts.flatMap((stmt, at): Write[] =>
      stmt.kind === 'note' && stmt.put !== undefined ? [{ block, at, stmt }] : [],
    ),
  );
}
