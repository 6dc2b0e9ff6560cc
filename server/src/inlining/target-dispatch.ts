/**
 * Blocks under construction, where an access through a pointer becomes one way for each object that it may mean:
 * `if (p == &a) x = a; else if (p == &b) x = b; else` what is said of any other.
 */
import type { MemoryBlock, MemoryFunction } from './memory-function.ts';
import type { MemoryTarget } from './memory-targets.ts';
import { meant, undefinedAt } from './target-accesses.ts';
import type { Access, Stmt, Terminator } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';

export class BlockWriter {
  private readonly fn: MemoryFunction;
  private block: MemoryBlock;

  constructor(fn: MemoryFunction) {
    this.fn = fn;
    this.block = fn.blocks[fn.entry]!;
  }

  /** Writes a block anew. */
  begin(block: MemoryBlock): void {
    this.block = block;
    block.stmts = [];
    block.end = null;
  }

  emit(s: Stmt): void {
    this.block.stmts.push(s);
  }

  end(end: Terminator | null): void {
    this.block.end = end;
  }

  /** One way for each object that may be meant; null at the end: there is no other. */
  dispatch(
    access: Access,
    found: readonly MemoryTarget[],
    range: SourceRange,
    way: (t: MemoryTarget) => readonly Stmt[],
    other: Stmt | null,
  ): void {
    const [first] = found;
    if (first !== undefined && found.length === 1 && first.certain) {
      for (const s of way(first)) this.emit(s);
      return;
    }
    const join = this.newBlock();
    for (const t of found) {
      const [then, next] = [this.newBlock(), this.newBlock()];
      this.block.end = { kind: 'branch', cond: meant(access, t), then: this.id(then), else: this.id(next), range };
      then.stmts.push(...way(t));
      then.end = { kind: 'goto', to: this.id(join) };
      this.block = next;
    }
    this.emit(other ?? undefinedAt(this.fn, range));
    this.block.end = { kind: 'goto', to: this.id(join) };
    this.block = join;
  }

  private newBlock(): MemoryBlock {
    const block: MemoryBlock = { stmts: [], end: null, frame: this.block.frame };
    this.fn.blocks.push(block);
    return block;
  }

  private id(block: MemoryBlock): number {
    return this.fn.blocks.lastIndexOf(block);
  }
}
