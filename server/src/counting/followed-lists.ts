/** That every iteration moves a pointer on to what one member of it leads to. */
import { mayWriteMember } from '../explore/index.ts';
import type { Access, Block, BlockId, IrFunction, Stmt, VarId, Variable } from '../program/index.ts';
import { isBehindPointer, isLedTo, partsHeld } from '../program/index.ts';
import { theStoreIn } from './left-alone.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { isLinkBehind } from './links-behind.ts';
import { writesOf } from './loop-shape.ts';
import { memberNamed } from './memory-reads.ts';
import { isOfStore, liesApart } from './memory-writes.ts';
import { who } from './trusted-effects.ts';

export interface Followed {
  readonly member: string;
  /** Calls and stores in the loop that may write that member, of whatever object: they are asked to be trusted. */
  readonly trusted: readonly string[];
  /** What has been passed is taken out: a list that leads back to itself has an end then. */
  readonly unlinks: boolean;
  /** Null: the pointer leads to the node itself. */
  readonly link: LinkKept | null;
}

/** Where the link to the node is kept that an iteration begins with: the pointer leads there. */
export interface LinkKept {
  readonly kept: Access;
  /** The body is only begun where there is a node. */
  readonly isTested: boolean;
}

export interface Write {
  readonly block: BlockId;
  /** Its place in the block. */
  readonly at: number;
  readonly stmt: Stmt;
}

/**
 * `p = p->next;`, or `q = p->next; ... p = q;`, or `q = p; ... p = q->next;`. It happens once in every iteration and
 * nowhere else, leaving aside what is `ignored`. Null where that isn't so, or something certainly writes the member of
 * a node that is still to come.
 */
export function followedMember(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Followed | null {
  const step = stepAlong(shape, pointer, ignored);
  if (step === null) return null;
  const found = writersOfLink(shape, step, ignored);
  return found && { member: step.member, link: null, ...found };
}

/**
 * What may write the link that is followed, besides its `own` statements; null: something does write it in a node that
 * is still to come.
 */
export function writersOfLink(
  shape: LoopShape,
  step: Step,
  ignored: Trust['ignores'],
  own: ReadonlySet<Stmt> = new Set([step.own.stmt]),
): Pick<Followed, 'trusted' | 'unlinks'> | null {
  // a pointer that goes along the list is in none of the nodes that it leads to: they would go round
  const isAnother = (stmt: Stmt): boolean => ![...own].some((o) => isOf(stmt, o)) && !isResult(stmt, shape);
  const writes = shape.order.flatMap((block) =>
    (shape.cfg.fn.blocks[block] as Block).stmts.flatMap((stmt, at): Write[] =>
      isAnother(stmt) && mayWriteLink(stmt, step, shape) ? [{ block, at, stmt }] : [],
    ),
  );
  const others = writes.filter((w) => !isPassed(w, step, shape, ignored));
  const writers = others.map((w) => writerOf(w, step, shape, ignored));
  if (writers.includes(null)) return null;
  return { trusted: [...new Set(writers as string[])], unlinks: others.length < writes.length };
}

/** It is the statement, or what may change by other names as that is carried out. */
const isOf = (stmt: Stmt, own: Stmt): boolean =>
  stmt === own || (own.kind === 'note' && 'reason' in stmt && stmt.reason === own.reason);

/** It may write the member, or what lies in the same bytes: to that lead pointers to other types, too. */
function mayWriteLink(s: Stmt, { member, beside, read }: Step, { cfg }: LoopShape): boolean {
  // other names of what another statement writes, which is asked itself
  if ('alias' in s && s.alias) return false;
  const stored = s.kind === 'note' && s.by === undefined ? s.to : undefined;
  const link = read.stmt.kind === 'havoc' && beside.length === 0 ? read.stmt.from : undefined;
  if (stored && link && liesApart(stored, link, cfg.fn)) return false;
  const to = cfg.fn.punning ? undefined : stored;
  if (to && to.path !== '' && to.overlay === undefined) return [member, ...beside].includes(lastKey(to.path));
  if (writesOtherObject(s, [member, ...beside], cfg.fn)) return false;
  const array = s.kind === 'store' || s.kind === 'fill-array' ? cfg.fn.arrays[s.array] : undefined;
  const element = s.kind === 'assign' ? cfg.fn.variables[s.target] : undefined;
  const isAnywhere =
    array?.scope === 'param' ||
    (element !== undefined && isLedTo(element)) ||
    (s.kind === 'note' && s.stores !== undefined && s.stores !== 'anything' && s.stores.some((t) => t.member === null));
  return [member, ...beside].some((name) => mayWriteMember(cfg, s, name)) || (beside.length > 0 && isAnywhere);
}

/**
 * It sets a variable that is no such link: another member, or what is no pointer and has the link's bytes under no name
 * (C11 6.5p7).
 */
function writesOtherObject(s: Stmt, names: readonly string[], fn: IrFunction): boolean {
  // another name of what a store changes stands for nothing else
  const isAlone = s.kind === 'assign' || s.kind === 'nondet' || s.kind === 'load' || isOfStore(s);
  const target = !fn.punning && isAlone && 'target' in s ? s.target : null;
  const variable = target === null ? undefined : fn.variables[target];
  if (!variable) return false;
  const own = memberNamed(variable.name);
  if (own !== null) return !names.includes(own);
  const isNamed = /^\w+$/.test(variable.name) && !isBehindPointer(variable);
  return isNamed || (names.length === 1 && variable.pointer !== true && variable.type.bits !== 8);
}

/** How a pointer goes on. */
export interface Step {
  readonly pointer: VarId;
  readonly member: string;
  /** Names that the same bytes may go by. */
  readonly beside: readonly string[];
  /** What is read, and where it is put into the pointer. */
  readonly read: Write;
  readonly own: Write;
  /** Where the pointer leads, if a link is kept there. */
  readonly link: Access | null;
}

function stepAlong(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Step | null {
  const own = soleWrite(shape, pointer, ignored);
  const isNamed = (v: VarId): boolean => ownerOf(v, shape) !== null;
  const read = own && origin(shape, own, ignored, isNamed);
  const link = read && linkOf(read, shape, ignored);
  if (!own || !read || link?.position.kind !== 'var') return null;
  const { position, member, beside = [] } = link;
  const step: Step = { pointer, member, beside, read, own, link: null };
  if (position.id === pointer) return step;
  // it goes by another name: that is the pointer's value of before
  const copy = copyOf(position.id, step, shape, ignored);
  return copy && comesBefore(copy, read, shape) ? step : null;
}

/**
 * `*e->prev = e->next;`, where e is the node that a pointer leads to as the iteration begins: a step of that pointer, if
 * the store goes there. Null: another pointer is stored.
 */
export function linkPutBy(own: Write, pointer: VarId, shape: LoopShape, ignored: Trust['ignores']): Step | null {
  const put = own.stmt.kind === 'note' ? own.stmt.put : undefined;
  const found = put?.kind === 'var' ? linkIn(put.id, own, shape, ignored) : null;
  if (!found) return null;
  const { read, link } = found;
  const step: Step = { pointer, member: link.member, beside: link.beside ?? [], read, own, link: null };
  return isOfNode(link, step, shape, ignored) ? step : null;
}

/** It is a link of the node that the iteration begins with. */
const isOfNode = ({ position }: Link, step: Step, shape: LoopShape, ignored: Trust['ignores']): boolean =>
  position.kind === 'var' && (position.id === step.pointer || copyOf(position.id, step, shape, ignored) !== null);

/** The link that a variable is worth where a statement looks at it, and where that is read. */
function linkIn(
  variable: VarId,
  at: Write,
  shape: LoopShape,
  ignored: Trust['ignores'],
): { readonly read: Write; readonly link: Link } | null {
  const read = readInto(variable, at, shape, ignored);
  const link = read && (read === at ? ownerOf(variable, shape) : linkOf(read, shape, ignored));
  return read && link ? { read, link } : null;
}

/** Where the variable's value is read that a statement looks at: there itself, if it stands for memory. */
function readInto(variable: VarId, at: Write, shape: LoopShape, ignored: Trust['ignores']): Write | null {
  const isNamed = ownerOf(variable, shape) !== null;
  const writes = writesOf(shape, variable).filter(({ stmt }) => !ignored(stmt) && !isRenewal(stmt, variable));
  if (isNamed) return writes.length === 0 ? at : null;
  const set = soleWrite(shape, variable, ignored);
  return set && comesBefore(set, at, shape) ? origin(shape, set, ignored, () => false) : null;
}

/** `w = head;` once in every iteration, behind a statement, and nowhere else. */
export function setAfter(variable: VarId, first: Write, shape: LoopShape, ignored: Trust['ignores']): VarId | null {
  const set = soleWrite(shape, variable, ignored);
  const value = set?.stmt.kind === 'assign' ? set.stmt.value : null;
  return set && value?.kind === 'var' && comesBefore(first, set, shape) ? value.id : null;
}

type Link = NonNullable<(Stmt & { readonly kind: 'havoc' })['follows']>;

function linkOf(read: Write, shape: LoopShape, ignored: Trust['ignores']): Link | null {
  const { stmt } = read;
  if (stmt.kind === 'havoc') return stmt.follows ?? inFirst(stmt) ?? null;
  const variable = stmt.kind === 'assign' && stmt.value.kind === 'var' ? stmt.value.id : null;
  if (variable === null) return null;
  // it is what the pointer leads to where that has been set, in this iteration
  const writes = writesOf(shape, variable).filter(({ stmt: s }) => !ignored(s) && !isRenewal(s, variable));
  return writes.every((w) => isEarlier(read, w, shape)) ? ownerOf(variable, shape) : null;
}

/** The variable is only set to what another member of the pointer's node leads to: `data = p->data;`. */
export function isOtherMember(
  variable: VarId,
  pointer: VarId,
  { member }: Followed,
  shape: LoopShape,
  ignored: Trust['ignores'],
): boolean {
  const writes = writesOf(shape, variable).filter(({ stmt }) => !ignored(stmt));
  const links = writes.map((write) => linkOf(write, shape, ignored));
  return (
    links.length > 0 &&
    links.every((l) => l?.position.kind === 'var' && l.position.id === pointer && l.member !== member)
  );
}

/** Of a variable `c->next`: the pointer `c`, and the member; null: it stands for no memory behind a pointer. */
export function ownerOf(
  variable: VarId,
  { cfg: { fn } }: LoopShape,
): (Link & { readonly position: { readonly kind: 'var' } }) | null {
  if (!isBehindPointer(fn.variables[variable] as Variable)) return null;
  for (const { pointer, holds } of fn.behind ?? []) {
    const part = partsHeld(holds).find((p) => p.variable === variable);
    const { type } = fn.variables[pointer] as Variable;
    if (part) return { position: { kind: 'var', id: pointer, type }, member: lastKey(part.path) };
  }
  return null;
}

/** Its pointer has been set: it is another object's. */
export const isRenewal = (s: Stmt, variable: VarId): boolean =>
  s.kind === 'havoc' && s.alias !== undefined && 'variable' in s.alias && s.alias.variable === variable;

/** `p->level[0].next`: a link in an array, of which it is always the same. */
function inFirst({ from }: Stmt & { readonly kind: 'havoc' }): (Stmt & { readonly kind: 'havoc' })['follows'] {
  const isLink = from?.index?.kind === 'const' && from.type.name === 'pointer' && from.overlay === undefined;
  return isLink ? { position: from.position, member: lastKey(from.path) } : undefined;
}

/**
 * Where a variable is set to the pointer's value that the iteration begins with; null: it isn't, or something else sets
 * it.
 */
function copyOf(variable: VarId, { pointer, own }: Step, shape: LoopShape, ignored: Trust['ignores']): Write | null {
  const copy = soleWrite(shape, variable, ignored);
  const last = copy && origin(shape, copy, ignored, (v) => v === pointer);
  const isCopy = last?.stmt.kind === 'assign' && last.stmt.value.kind === 'var' && last.stmt.value.id === pointer;
  return isCopy && comesBefore(last, own, shape) ? copy : null;
}

/** Which pointer a store goes through; null: it isn't one, or not through a variable. */
function throughVariable({ stmt }: Write, shape: LoopShape): VarId | null {
  if (stmt.kind === 'assign') return ownerOf(stmt.target, shape)?.position.id ?? null;
  const to = stmt.kind === 'note' ? stmt.to : undefined;
  const position = to?.overlay === undefined ? to?.position : undefined;
  return position?.kind === 'var' ? position.id : null;
}

/**
 * `cur = p; p = p->next; cur->next = NULL;`: of a node whose member has been followed. In a list that ends no later
 * node is the same.
 */
function isPassed(write: Write, step: Step, shape: LoopShape, ignored: Trust['ignores']): boolean {
  const through = throughVariable(write, shape);
  if (through === null || shape.inner.has(write.block)) return false;
  const isHere = (node: VarId, at: Pick<Write, 'block' | 'at'>): boolean =>
    node === step.pointer && isEarlier(at, step.own, shape) && !shape.inner.has(at.block);
  const isRead = comesBefore(step.read, write, shape);
  if (isLinkBehind(through, isRead ? null : write, { ...step, isHere }, shape)) return true;
  if (!isRead) return false;
  if (through === step.pointer) return isEarlier(write, step.own, shape);
  const copy = copyOf(through, step, shape, ignored);
  return copy !== null && comesBefore(copy, write, shape);
}

/** No iteration does it behind the other. */
const isEarlier = (a: Pick<Write, 'block' | 'at'>, b: Write, { order }: LoopShape): boolean =>
  a.block === b.block ? a.at < b.at : order.indexOf(a.block) < order.indexOf(b.block);

/**
 * Where a value comes from that is handed on from one variable to the next. Each is written once in an iteration and
 * before it is read.
 */
function origin(shape: LoopShape, write: Write, ignored: Trust['ignores'], isEnd: (v: VarId) => boolean): Write | null {
  let at = write;
  while (at.stmt.kind === 'assign' && at.stmt.value.kind === 'var' && !isEnd(at.stmt.value.id)) {
    const from = soleWrite(shape, at.stmt.value.id, ignored);
    if (!from || !comesBefore(from, at, shape)) return null;
    at = from;
  }
  return at;
}

/** In every iteration; both are on the way through all of them. */
function comesBefore(a: Write, b: Write, { cfg, loop }: LoopShape): boolean {
  if (a.block === b.block) return a.at < b.at;
  for (let at = b.block; at !== loop.site.header; at = cfg.dominator(at))
    if (cfg.dominator(at) === a.block) return true;
  return false;
}

/**
 * A call, or a store through another pointer or to what has another name: who is asked to be trusted. Null: it writes
 * such a member of the list's own nodes.
 */
export function writerOf(write: Write, step: Step, shape: LoopShape, ignored: Trust['ignores']): string | null {
  const { stmt } = write;
  if ('by' in stmt && stmt.by) return who(stmt);
  const range = stmt.kind === 'note' ? stmt.reason.range : 'range' in stmt ? stmt.range : null;
  const through = throughVariable(write, shape);
  if (step.link !== null && through !== null && leadsToNode(through, step, shape, ignored)) return null;
  const next = 'target' in step.read.stmt ? step.read.stmt.target : null;
  const isElsewhere =
    through !== null &&
    through !== step.pointer &&
    through !== next &&
    copyOf(through, step, shape, ignored) === null &&
    !isReadFromNode(through, write, step, shape, ignored);
  const names = [step.member, ...step.beside];
  const isOther =
    isElsewhere ||
    (stmt.kind === 'note'
      ? names.every((name) => isToOther(stmt, name))
      : isOfNamed(stmt, shape.cfg.fn) || names.every((name) => writesOther(stmt, name, shape.cfg.fn)));
  return isOther && range ? theStoreIn(range.start.line) : null;
}

/** It is the next node, read once more: `p->next->next = p;`. */
function isReadFromNode(through: VarId, at: Write, step: Step, shape: LoopShape, ignored: Trust['ignores']): boolean {
  const link = linkIn(through, at, shape, ignored)?.link;
  return link?.member === step.member && isOfNode(link, step, shape, ignored);
}

/** It leads to the link, or was read there. */
function leadsToNode(through: VarId, { pointer }: Step, shape: LoopShape, ignored: Trust['ignores']): boolean {
  const write = through === pointer ? null : soleWrite(shape, through, ignored);
  const read = write && origin(shape, write, ignored, () => false);
  const from = read?.stmt.kind === 'havoc' ? read.stmt.from : undefined;
  return through === pointer || (from?.position.kind === 'var' && from.position.id === pointer);
}

/** Of what is stored through a pointer that may lead anywhere nothing is certain. */
function isToOther(s: Stmt & { readonly kind: 'note' }, member: string): boolean {
  if (s.member !== undefined) return s.member !== member;
  if (s.untyped !== undefined) return lastKey(s.untyped) !== member;
  if (s.to && s.to.overlay === undefined) return lastKey(s.to.path) !== member;
  return s.reason.code === 'pointer-store' && (s.stores ?? 'anything') === 'anything';
}

/** A member of a named object, which may be in the list or not. */
function isOfNamed(s: Stmt, fn: IrFunction): boolean {
  const variable = 'target' in s && s.target !== null ? fn.variables[s.target] : undefined;
  return variable !== undefined && !isBehindPointer(variable) && memberNamed(variable.name) !== null;
}

export const lastKey = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function writesOther(s: Stmt, member: string, fn: IrFunction): boolean {
  if ('array' in s) return !(fn.arrays[s.array]?.name ?? member).endsWith(member);
  if (!('target' in s) || s.target === null) return false;
  const variable = fn.variables[s.target];
  return variable !== undefined && !variable.name.endsWith(member);
}

/** Whenever the body is begun the pointer has been gone through, or is at once. */
export function goesThroughFirst(shape: LoopShape, pointer: VarId): boolean {
  const { cfg, loop } = shape;
  const { header, body } = loop.site;
  for (let at = body; ; at = cfg.dominator(at)) {
    if (leadsThrough(cfg.fn.blocks[at] as Block, pointer)) return true;
    if (at === header || at === cfg.dominator(at)) return false;
  }
}

/** Something is read or written where the pointer leads, before any call, which may not return. */
function leadsThrough({ stmts }: Block, pointer: VarId): boolean {
  for (const s of stmts) {
    if (s.kind === 'nondet' || ('by' in s && s.by)) return false;
    const positions =
      s.kind === 'havoc' ? [s.from?.position, s.follows?.position] : s.kind === 'note' ? [s.to?.position] : [];
    if (positions.some((p) => p?.kind === 'var' && p.id === pointer)) return true;
    if ('target' in s && s.target === pointer) return false;
  }
  return false;
}

function soleWrite(shape: LoopShape, variable: VarId, ignored: Trust['ignores']): Write | null {
  const writes = writesOf(shape, variable).filter(({ stmt }) => !ignored(stmt));
  const [only] = writes;
  return only && writes.length === 1 && shape.spine.has(only.block) ? only : null;
}

/** Only a variable of the function's own changes: by what a call returns. */
function isResult(s: Stmt, { cfg }: LoopShape): boolean {
  if (s.kind !== 'havoc' || s.by?.what !== 'result') return false;
  const variable = cfg.fn.variables[s.target];
  return variable !== undefined && variable.scope !== 'global' && !variable.addressTaken && !isBehindPointer(variable);
}
