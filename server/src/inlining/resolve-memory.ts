/**
 * Memory behind pointers, once calls are inlined: where it can be told which objects a pointer may lead to, reading and writing through
 * it is reading and writing these, one way for each; elsewhere the statements that were prepared for that case take its place. What a
 * parameter leads to is so what the caller handed over.
 */
import { rewriteMemory } from './memory-rewrite.ts';
import type { MemoryFunction } from './memory-function.ts';
import { Analysis } from './pointer-analysis.ts';

/** Resolves all accesses of the function in place. */
export function resolveMemory(fn: MemoryFunction): void {
  if (
    fn.behind.length === 0 &&
    !fn.blocks.some((b) =>
      b.stmts.some((s) => s.kind === 'load-at' || s.kind === 'store-at' || s.kind === 'after-call'),
    )
  )
    return;
  rewriteMemory(fn, new Analysis(fn).run());
}
