/**
 * Loops that go along the places where links are kept, and may take nodes out: `while ((e = *pp) != NULL) { if (...) {
 * *pp = e->next; free(e); } else pp = &e->next; }`. Each iteration begins with the node that the link leads to, and
 * either goes on to that node's own link or puts the next node in its place. So it goes down a tree, by one of some
 * links.
 * Source: our own.
 */
import type { Access, Block, BlockId, Expr, Stmt, VarId } from '../program/index.ts';
import { successors } from '../program/index.ts';
import type { Followed, LinkKept, Step, Write } from './followed-lists.ts';
import { isRenewal, lastKey, ownerOf, writerOf, writersOfLink } from './followed-lists.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { variablesWritten, writesOf } from './loop-shape.ts';
import { mayWrite } from './memory-writes.ts';
import { comparedWithNull } from './text-cursors.ts';
import type { Along } from './within-iteration.ts';
import { MOST_BLOCKS, withinIteration } from './within-iteration.ts';

/** How the pointer to a link goes on. */
export interface AlongLinks {
  readonly link: LinkKept;
  readonly steps: readonly Step[];
  /** Who is asked to be trusted not to write the links that are still to come. */
  readonly trusted: readonly string[];
  /** Nodes are taken out; and their own links are written then. */
  readonly takesOut: boolean;
  readonly relinks: boolean;
}

/** Null where an iteration may do neither of both, or something else. */
export function alongLinks(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): AlongLinks | null {
  const first = shape.order.length <= MOST_BLOCKS ? firstRead(shape, pointer, ignored) : null;
  return first && new Following(shape, pointer, first, ignored).found();
}

/** By the same link everywhere: along a list. */
export function followedAlongLinks(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Followed | null {
  const along = alongLinks(shape, pointer, ignored);
  const [first, ...others] = along?.steps ?? [];
  if (!along || !first || others.some(({ member }) => member !== first.member)) return null;
  return { member: first.member, trusted: along.trusted, unlinks: along.relinks, link: along.link };
}

interface Cell extends Write {
  readonly link: Access;
}

/** `e = *pp`: where the link is read to which the pointer leads. */
function firstRead(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Cell | null {
  if (writesOf(shape, pointer).length === 0 && !putsSomething(shape)) return null;
  for (const block of shape.order) {
    const { stmts } = shape.cfg.fn.blocks[block] as Block;
    for (const [at, stmt] of stmts.entries()) {
      const link = stmt.kind === 'havoc' && !ignored(stmt) ? stmt.from : undefined;
      if (link && isCellOf(link, pointer)) return { block, at, stmt, link };
    }
  }
  return null;
}

const putsSomething = ({ order, cfg }: LoopShape): boolean =>
  order.some((b) => (cfg.fn.blocks[b] as Block).stmts.some((s) => s.kind === 'note' && s.put !== undefined));

/** It is the whole of what the pointer leads to, a pointer. */
const isCellOf = ({ position, path, index, type, overlay }: Access, pointer: VarId): boolean =>
  position.kind === 'var' &&
  position.id === pointer &&
  path === '' &&
  index === null &&
  overlay === undefined &&
  type.name === 'pointer';

/** A member of the node that the iteration began with: its value, or where it is kept. */
interface OfNode {
  readonly member: string;
  readonly beside: readonly string[];
  readonly at: Write;
}

/**
 * Where the pointer is: where it was at the head (`here`), there with the next node in that place (`put`), or at the
 * node's own link (`link`).
 */
type Place = 'here' | 'put' | 'link';

interface Stand {
  /** It is one of these. */
  readonly pointer: ReadonlySet<Place>;
  /** Variables that lead to the node that the iteration began with, to the next one, or to the node's own link. */
  readonly nodes: ReadonlySet<VarId>;
  readonly next: ReadonlyMap<VarId, OfNode>;
  readonly links: ReadonlyMap<VarId, readonly OfNode[]>;
  /** Members of the node that have been written. */
  readonly written: ReadonlySet<string>;
  /** There is a node: it has been looked at. */
  readonly isThere: boolean;
}

const HERE: ReadonlySet<Place> = new Set(['here']);
const PUT: ReadonlySet<Place> = new Set(['put']);
const LINK: ReadonlySet<Place> = new Set(['link']);

const isAsSet = (a: ReadonlySet<Place>, b: ReadonlySet<Place>): boolean =>
  a.size === b.size && [...a].every((place) => b.has(place));

const HEAD: Stand = {
  pointer: HERE,
  nodes: new Set(),
  next: new Map(),
  links: new Map(),
  written: new Set(),
  isThere: false,
};

/** The whole of a node, or a part that shares its bytes with others. */
const ALL = '';

const isWritten = (member: string, beside: readonly string[], { written }: Stand): boolean =>
  written.size > 0 && [ALL, member, ...beside].some((name) => written.has(name));

class Following {
  private readonly shape: LoopShape;
  private readonly pointer: VarId;
  private readonly cell: Cell;
  private readonly ignored: Trust['ignores'];
  private readonly steps: Step[] = [];
  /** Stores to links of nodes that have been taken out. */
  private readonly harmless = new Set<Stmt>();
  /** What may write where the pointer leads, while that is looked at once more. */
  private readonly writers = new Map<Stmt, Write>();
  private takesOut = false;

  constructor(shape: LoopShape, pointer: VarId, cell: Cell, ignored: Trust['ignores']) {
    this.shape = shape;
    this.pointer = pointer;
    this.cell = cell;
    this.ignored = ignored;
  }

  found(): AlongLinks | null {
    const { shape, ignored, harmless, takesOut, steps } = this;
    const onwards: Along<Stand>['onwards'] = (block, before) => this.onwards(block, before);
    const ways = withinIteration(shape, HEAD, { onwards, join, isSame });
    if (!ways || ways.back.some(({ pointer }) => pointer.has('here')) || steps.length === 0) return null;
    const own = new Set([...harmless, ...steps.map((step) => step.own.stmt)]);
    const named = [
      ...steps.map((step) => writersOfLink(shape, { ...step, read: this.cell }, ignored, own)?.trusted ?? null),
      ...[...this.writers.values()].map((w) => {
        const writer = writerOf(w, { ...(steps[0] as Step), read: this.cell }, shape, ignored);
        return writer === null ? null : [writer];
      }),
    ];
    if (named.includes(null)) return null;
    const isTested = ways.at.get(shape.loop.site.body)?.isThere === true;
    const link = { kept: this.cell.link, isTested };
    return {
      link,
      steps,
      takesOut,
      relinks: harmless.size > 0,
      trusted: [...new Set(named.flatMap((names) => names ?? []))],
    };
  }

  private onwards(block: BlockId, before: Stand): readonly { readonly to: BlockId; readonly stand: Stand }[] | null {
    const { shape } = this;
    const { stmts, end } = shape.cfg.fn.blocks[block] as Block;
    const stores = stmts.filter((s) => s.kind === 'note' && s.to !== undefined);
    let stand: Stand | null = before;
    for (const [at, stmt] of stmts.entries()) {
      if (stand === null || this.ignored(stmt)) continue;
      // a store is told by what else it may change, and then by itself
      const isBeside = stmt.kind !== 'note' && stores.some((store) => isOfOne(store, stmt));
      stand = isBeside ? this.without(stand, stmt) : this.behind(stand, { block, at, stmt });
    }
    if (stand === null || (shape.inner.has(block) && !isAsSet(stand.pointer, before.pointer))) return null;
    const behind = stand;
    const test = end.kind === 'branch' && end.then !== end.else ? comparedWithNull(end.cond) : null;
    const isNode = test !== null && behind.nodes.has(test.variable);
    return successors(end).flatMap((to) => {
      const isThere = isNode && end.kind === 'branch' && (test.op === 'ne') === (to === end.then);
      return shape.loop.blocks.has(to) ? [{ to, stand: isThere ? { ...behind, isThere } : behind }] : [];
    });
  }

  /** `*pp = ...;` */
  private isPut(s: Stmt): s is Stmt & { readonly kind: 'note'; readonly put: Expr } {
    return s.kind === 'note' && s.put !== undefined && s.to !== undefined && isCellOf(s.to, this.pointer);
  }

  /** Null: the pointer goes elsewhere, or what it leads to is lost. */
  private behind(stand: Stand, write: Write): Stand | null {
    const { stmt } = write;
    if (this.isPut(stmt)) return this.put(stand, stmt.put, write);
    const target = 'target' in stmt ? stmt.target : null;
    if (target === this.pointer) return this.moved(stand, write);
    const stored = storedMember(stmt, this.shape);
    if (stored && stand.nodes.has(stored.of)) {
      if (stand.pointer.has('link')) return this.doubted(stand, write);
      if (!stand.pointer.has('here')) this.harmless.add(stmt);
      return { ...forgotten(stand, target), written: new Set([...stand.written, stored.member]) };
    }
    const doubted = isAsSet(stand.pointer, LINK) ? stand : this.doubted(stand, write);
    return doubted && target !== null ? this.assigned(doubted, target, write) : doubted;
  }

  /** Variables have other values; null: the pointer has. */
  private without(stand: Stand, stmt: Stmt): Stand | null {
    const written = variablesWritten(stmt);
    return written.includes(this.pointer) ? null : written.reduce(forgotten, stand);
  }

  /** What may write where the pointer leads. */
  private doubted(stand: Stand, write: Write): Stand | null {
    const { stmt } = write;
    const { fn } = this.shape.cfg;
    const target = 'target' in stmt ? stmt.target : null;
    if (!mayWrite(stmt, this.cell.link, this.shape.cfg) || (target !== null && isRenewal(stmt, target))) return stand;
    if (stmt.kind !== 'havoc' && target !== null && fn.variables[target]?.addressTaken) return null;
    this.writers.set(stmt, write);
    return stand;
  }

  private put(stand: Stand, value: Expr, own: Write): Stand | null {
    const next = value.kind === 'var' ? this.nextIn(stand, value.id, own) : null;
    if (!next || stand.pointer.has('link')) return null;
    this.takesOut = true;
    this.stepped(next, own);
    return { ...stand, pointer: PUT };
  }

  private moved(stand: Stand, own: Write): Stand | null {
    const { stmt } = own;
    const links = stmt.kind === 'assign' ? this.linksIn(stmt.value, stand, own) : linkLed(stmt, stand, own);
    if (!links) return null;
    for (const link of links) {
      if (isWritten(link.member, link.beside, stand)) return null;
      this.stepped(link, own);
    }
    return { ...stand, pointer: LINK };
  }

  private stepped({ member, beside, at }: OfNode, own: Write): void {
    const { pointer, cell, steps } = this;
    if (steps.some((step) => step.read.stmt === at.stmt && step.own.stmt === own.stmt)) return;
    steps.push({ pointer, member, beside, read: at, own, link: cell.link });
  }

  /** The next node, as a variable's value or as what the variable stands for. */
  private nextIn(stand: Stand, variable: VarId, at: Write): OfNode | null {
    const known = stand.next.get(variable);
    const owner = known ? null : ownerOf(variable, this.shape);
    if (!owner || !stand.nodes.has(owner.position.id)) return known ?? null;
    const { member, beside = [] } = owner;
    return isWritten(member, beside, stand) ? null : { member, beside, at };
  }

  /** The place of a link of the node: a variable's value, or the address of what has a name. */
  private linksIn(value: Expr, stand: Stand, at: Write): readonly OfNode[] | null {
    if (value.kind === 'var') return stand.links.get(value.id) ?? null;
    const holds =
      value.kind === 'const'
        ? this.shape.cfg.fn.positions?.find((object) => object.at === value.value)?.holds
        : undefined;
    const owner = holds?.kind === 'variable' ? ownerOf(holds.id, this.shape) : null;
    if (!owner || !stand.nodes.has(owner.position.id)) return null;
    return [{ member: owner.member, beside: owner.beside ?? [], at }];
  }

  private assigned(stand: Stand, target: VarId, at: Write): Stand {
    const { stmt } = at;
    const rest = forgotten(stand, target);
    if (stmt.kind === 'assign') {
      const from = stmt.value.kind === 'var' ? stmt.value.id : null;
      return withValue(rest, target, {
        isNode: from !== null && stand.nodes.has(from),
        next: from === null ? null : this.nextIn(stand, from, at),
        links: this.linksIn(stmt.value, stand, at),
      });
    }
    if (stmt.kind !== 'havoc') return rest;
    const isNode = stmt.from !== undefined && isCellOf(stmt.from, this.pointer) && isAsSet(stand.pointer, HERE);
    return withValue(rest, target, {
      isNode,
      next: nextRead(stmt, stand, at) ?? linkRead(stmt, stand, at),
      links: linkLed(stmt, stand, at),
    });
  }
}

/** They stand for one store of the program. */
const isOfOne = (a: Stmt, b: Stmt): boolean => 'reason' in a && 'reason' in b && a.reason === b.reason;

/** What is stored to, if that is behind a variable. Of what may be stored to nothing is said. */
function storedMember(s: Stmt, shape: LoopShape): { readonly of: VarId; readonly member: string } | null {
  if (s.kind === 'note') {
    const { position, path, overlay } = (s.by ? null : s.to) ?? {};
    return position?.kind === 'var' && path !== undefined
      ? { of: position.id, member: overlay === undefined ? lastKey(path) : ALL }
      : null;
  }
  const isStore = s.kind === 'assign' || s.kind === 'nondet' || s.kind === 'load';
  const owner = isStore ? ownerOf(s.target, shape) : null;
  return owner && { of: owner.position.id, member: (owner.beside ?? []).length > 0 ? ALL : owner.member };
}

/** `e->next`, of the node. */
function nextRead(stmt: Stmt & { readonly kind: 'havoc' }, stand: Stand, at: Write): OfNode | null {
  const { follows, from } = stmt;
  if (follows?.position.kind !== 'var' || !stand.nodes.has(follows.position.id) || from?.index) return null;
  const { member, beside = [] } = follows;
  return isWritten(member, beside, stand) ? null : { member, beside, at };
}

/** `*q`, of the place of the node's link. */
function linkRead({ from }: Stmt & { readonly kind: 'havoc' }, stand: Stand, at: Write): OfNode | null {
  const place = from?.position.kind === 'var' ? from.position.id : null;
  const [link, ...others] = (place !== null && stand.links.get(place)) || [];
  if (!from || place === null || !link || others.length > 0 || !isCellOf(from, place)) return null;
  return isWritten(link.member, link.beside, stand) ? null : { ...link, at };
}

/** `&e->next`, of the node. */
function linkLed(stmt: Stmt, { nodes }: Stand, at: Write): readonly OfNode[] | null {
  const leads = stmt.kind === 'havoc' ? stmt.leads : undefined;
  if (leads?.kind !== 'as' || !leads.of || leads.position.kind !== 'var' || !nodes.has(leads.position.id)) return null;
  return [{ member: leads.of.member, beside: leads.of.beside ?? [], at }];
}

interface Value {
  readonly isNode: boolean;
  readonly next: OfNode | null;
  readonly links: readonly OfNode[] | null;
}

const withValue = (stand: Stand, target: VarId, { isNode, next, links }: Value): Stand => ({
  ...stand,
  nodes: isNode ? new Set([...stand.nodes, target]) : stand.nodes,
  next: next ? new Map([...stand.next, [target, next]]) : stand.next,
  links: links ? new Map([...stand.links, [target, links]]) : stand.links,
});

function forgotten(stand: Stand, variable: VarId | null): Stand {
  if (variable === null) return stand;
  const { nodes, next, links } = stand;
  if (!nodes.has(variable) && !next.has(variable) && !links.has(variable)) return stand;
  const others = <T>(of: ReadonlyMap<VarId, T>): ReadonlyMap<VarId, T> =>
    new Map([...of].filter(([v]) => v !== variable));
  return {
    ...stand,
    nodes: new Set([...nodes].filter((v) => v !== variable)),
    next: others(next),
    links: others(links),
  };
}

function join(a: Stand, b: Stand): Stand {
  return {
    pointer: new Set([...a.pointer, ...b.pointer]),
    nodes: new Set([...a.nodes].filter((v) => b.nodes.has(v))),
    next: new Map([...a.next].filter(([v, { member }]) => b.next.get(v)?.member === member)),
    links: new Map(
      [...a.links].flatMap(([v, links]) => {
        const others = b.links.get(v)?.filter(({ at }) => !links.some((link) => link.at.stmt === at.stmt));
        return others ? [[v, [...links, ...others]] as const] : [];
      }),
    ),
    written: new Set([...a.written, ...b.written]),
    isThere: a.isThere && b.isThere,
  };
}

const isSame = (a: Stand, b: Stand): boolean =>
  isAsSet(a.pointer, b.pointer) &&
  a.written.size === b.written.size &&
  a.isThere === b.isThere &&
  a.nodes.size === b.nodes.size &&
  a.next.size === b.next.size &&
  a.links.size === b.links.size &&
  [...a.links].every(([v, links]) => b.links.get(v)?.length === links.length);
