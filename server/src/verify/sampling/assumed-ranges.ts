/**
 * What is assumed of a value right after it has been read: between which limits it is worth choosing one. A guess for
 * runs, never a claim.
 */
import type { BlockId, Expr, IrFunction, Stmt, VarId } from '../../program/index.ts';
import { placeKey } from '../../source/index.ts';
import { maxOf, minOf } from '../../machine/index.ts';

export interface Limits {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Blocks and statements behind a reading that are looked at. */
const MOST_BLOCKS = 12;

/** By place; only readings of which something is assumed. */
export function assumedRanges(fn: IrFunction): ReadonlyMap<string, Limits> {
  const out = new Map<string, Limits>();
  for (const b of fn.blocks)
    for (const [i, s] of b.stmts.entries()) {
      if (s.kind !== 'nondet') continue;
      const found = new Follower(fn, s.target).follow(b.id, i + 1);
      if (found && found.lo <= found.hi) out.set(placeKey(s.range), found);
    }
  return out;
}

/** Goes on from a reading as far as the way is certain. */
class Follower {
  private readonly fn: IrFunction;
  private readonly same: Set<VarId>;
  private readonly conditions = new Map<VarId, Expr>();
  private lo: bigint;
  private hi: bigint;

  constructor(fn: IrFunction, read: VarId) {
    this.fn = fn;
    this.same = new Set([read]);
    const type = fn.variables[read]?.type;
    this.lo = type ? minOf(type) : 0n;
    this.hi = type ? maxOf(type) : 0n;
  }

  follow(from: BlockId, at: number): Limits | null {
    const before = `${this.lo},${this.hi}`;
    let id: BlockId | null = from;
    let start = at;
    for (let blocks = 0; id !== null && blocks < MOST_BLOCKS; blocks++) {
      const block: IrFunction['blocks'][number] | undefined = this.fn.blocks[id];
      if (!block) break;
      for (const s of block.stmts.slice(start)) this.statement(s);
      start = 0;
      id = null;
      if (block.end.kind === 'goto') id = block.end.to;
      else if (block.end.kind === 'branch') {
        const { then, else: other, cond } = block.end;
        if (this.halts(other)) {
          this.assume(cond, true);
          id = then;
        } else if (this.halts(then)) {
          this.assume(cond, false);
          id = other;
        }
      }
    }
    return before === `${this.lo},${this.hi}` ? null : { lo: this.lo, hi: this.hi };
  }

  private halts(id: BlockId): boolean {
    const b = this.fn.blocks[id];
    return (
      b !== undefined && (b.end.kind === 'halt' || b.end.kind === 'return') && b.stmts.every((s) => s.kind !== 'assert')
    );
  }

  private statement(statement: Stmt): void {
    if (statement.kind === 'assume') this.assume(statement.cond, true);
    if (!('target' in statement) || statement.target === null) return;
    const copied = statement.kind === 'assign' && this.isRead(statement.value);
    this.same.delete(statement.target);
    this.conditions.delete(statement.target);
    if (statement.kind !== 'assign') return;
    if (copied) this.same.add(statement.target);
    else this.conditions.set(statement.target, statement.value);
  }

  private isRead(e: Expr): boolean {
    return e.kind === 'var'
      ? this.same.has(e.id)
      : e.kind === 'cast' && e.type.bits >= e.arg.type.bits && this.isRead(e.arg);
  }

  private assume(expression: Expr, holds: boolean): void {
    if (expression.kind === 'cast') this.assume(expression.arg, holds);
    else if (expression.kind === 'unary' && expression.op === 'lognot') this.assume(expression.arg, !holds);
    else if (expression.kind === 'var') {
      const meant = this.conditions.get(expression.id);
      this.conditions.delete(expression.id);
      if (meant) this.assume(meant, holds);
    } else if (expression.kind === 'binary') this.compare(expression, holds);
  }

  private compare({ op, left, right }: Expr & { kind: 'binary' }, holds: boolean): void {
    if (op === (holds ? 'land' : 'lor')) {
      this.assume(left, holds);
      this.assume(right, holds);
      return;
    }
    const [first, second] = [constantOf(left), constantOf(right)];
    if (op === 'ne' || op === 'eq') {
      // `(...) != 0`
      if (second === 0n && !this.isRead(left)) this.assume(left, holds === (op === 'ne'));
      else if (second !== null && this.isRead(left) && holds === (op === 'eq')) this.within(second, second);
      return;
    }
    const relation = holds ? op : NEGATED.get(op);
    if (second !== null && this.isRead(left)) this.bound(relation, second);
    else if (first !== null && this.isRead(right)) this.bound(relation && TURNED.get(relation), first);
  }

  private bound(relation: string | undefined, c: bigint): void {
    if (relation === 'lt') this.within(null, c - 1n);
    else if (relation === 'le') this.within(null, c);
    else if (relation === 'gt') this.within(c + 1n, null);
    else if (relation === 'ge') this.within(c, null);
  }

  private within(lo: bigint | null, hi: bigint | null): void {
    if (lo !== null && lo > this.lo) this.lo = lo;
    if (hi !== null && hi < this.hi) this.hi = hi;
  }
}

const NEGATED: ReadonlyMap<string, string> = new Map([
  ['lt', 'ge'],
  ['le', 'gt'],
  ['gt', 'le'],
  ['ge', 'lt'],
]);
const TURNED: ReadonlyMap<string, string> = new Map([
  ['lt', 'gt'],
  ['le', 'ge'],
  ['gt', 'lt'],
  ['ge', 'le'],
]);

function constantOf(expression: Expr): bigint | null {
  if (expression.kind === 'const') return expression.value;
  if (expression.kind === 'cast') return constantOf(expression.arg);
  if (expression.kind !== 'unary' || expression.op !== 'neg') return null;
  const c = constantOf(expression.arg);
  return c === null ? null : -c;
}
