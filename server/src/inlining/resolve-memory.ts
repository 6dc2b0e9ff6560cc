/**
 * Memory behind pointers, once calls are inlined. Where the objects that a pointer may lead to are known, an access
 * through it becomes an access to them. There is one branch for each. Elsewhere it becomes the statements that were
 * prepared for that case. For example, with `void inc(int *p) { (*p)++; }` the call `inc(&n)` becomes `n++`.
 */
import { rewriteMemory } from './memory-rewrite.ts';
import type { MemoryFunction } from './memory-function.ts';
import { Analysis } from './pointer-analysis.ts';
import type { Behind } from '../program/index.ts';

/** Resolves all accesses of the function in place. Returned are the names for memory that stay variables of their own. */
export function resolveMemory(fn: MemoryFunction): readonly Behind[] {
  if (
    fn.behind.length === 0 &&
    !fn.blocks.some((b) =>
      b.stmts.some((s) => s.kind === 'load-at' || s.kind === 'store-at' || s.kind === 'after-call'),
    )
  )
    return [];
  const found = new Analysis(fn).run();
  rewriteMemory(fn, found);
  return fn.behind.filter((b) => found.opaque.has(b));
}
