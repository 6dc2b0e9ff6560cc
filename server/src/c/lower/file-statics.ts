/** Static objects of a file: which nothing writes, and which functions store to which. */
import type { FunctionFacts } from '../syntax/index.ts';
import { withUndecided } from './undecided-conditions.ts';
import { lastInclude, neverWritten, shapeOf } from '../types/index.ts';
import type { Declarations, Shape } from '../types/index.ts';

/** The text as it is parsed, with where the file's own begins in it, and the text as it is written. */
interface WrittenFile {
  readonly full: string;
  readonly ownStart: number;
  readonly source: string;
  readonly outOfSight: ReadonlySet<string>;
}

/** Static objects of the file's own text that nothing in it writes. */
export function fixedStatics(ctx: Declarations, file: WrittenFile): ReadonlySet<string> {
  const { full, ownStart, source, outOfSight } = file;
  const shapes = new Map<string, Shape>();
  const included = lastInclude(source);
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind !== 'global' || !symbol.object.isStatic || symbol.object.external || symbol.object.isConst)
      continue;
    const shape = shapeOf(symbol.object.type);
    if (shape !== null && symbol.object.range.start.line > included) shapes.set(name, shape);
  }
  return neverWritten(
    shapes,
    withUndecided(full.slice(ownStart), ctx.notes),
    outOfSight,
    (n) => ctx.fileScope.names.get(n)?.kind === 'function',
    true,
  );
}

/** What the functions store to static objects of the file. */
export function storedStatics(ctx: Declarations, functions: readonly FunctionFacts[]): ReadonlyMap<string, boolean> {
  const out = new Map<string, boolean>();
  for (const { storedPaths, declared } of functions) {
    for (const [path, given] of storedPaths) {
      const [name = ''] = /^[^.[]*/.exec(path) ?? [];
      const symbol = ctx.fileScope.names.get(name);
      // the function may mean another object
      if (symbol?.kind !== 'global' || !symbol.object.isStatic || declared.has(name)) continue;
      out.set(path, given || out.get(path) === true);
    }
  }
  return out;
}
