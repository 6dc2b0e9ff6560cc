/**
 * Results of earlier versions of a file: what an edit didn't touch is moved to its new place instead of being lowered
 * again.
 */
import type { IrFunction } from '../../program/index.ts';
import type { Position, SourceRange } from '../../source/index.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';

/** What is remembered of a function by its text. */
export interface Remembered {
  /** The definition without its body, with offsets as from `start`. */
  readonly header: SyntaxNode;
  readonly start: number;
  readonly facts: FunctionFacts;
  lowered: { readonly context: string; readonly at: Position; readonly ir: IrFunction } | null;
}

export type Memory = Map<string, Remembered>;

/**
 * The function as if lowered where it stands now, some lines further down (or up). Objects declared outside of it get
 * their places from `globalRange`, by the name of the object.
 */
export function moved(ir: IrFunction, lines: number, globalRange: (name: string) => SourceRange | null): IrFunction {
  const move = mover(lines);
  const inside = (r: SourceRange): boolean => r.start.line >= ir.range.start.line && r.end.line <= ir.range.end.line;
  const { variables, ...rest } = ir;
  return {
    ...move(rest),
    variables: variables.map((v) => {
      if (v.range === null || inside(v.range)) return move(v);
      return { ...v, range: globalRange(v.name.split('.')[0]!) ?? v.range };
    }),
  };
}

/**
 * Plain data with each range in it moved. What has no range in it stays the same object, and what was one object in two
 * places is one still.
 */
function mover(lines: number): <T>(value: T) => T {
  const known = new Map<object, object>();
  const move = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    let found = known.get(value);
    if (found === undefined) {
      found = isRange(value) ? movedRange(value, lines) : movedParts(value, move);
      known.set(value, found);
    }
    return found;
  };
  return move as <T>(value: T) => T;
}

const isRange = (value: object): value is SourceRange => 'start' in value && 'end' in value;

const movedRange = ({ start, end }: SourceRange, lines: number): SourceRange => ({
  start: { line: start.line + lines, column: start.column },
  end: { line: end.line + lines, column: end.column },
});

function movedParts(value: object, move: (part: unknown) => unknown): object {
  if (Array.isArray(value)) {
    const parts = value.map(move);
    return parts.every((part, i) => part === value[i]) ? value : parts;
  }
  let changed: Record<string, unknown> | null = null;
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    const found = move(part);
    if (found !== part) (changed ??= { ...value })[key] = found;
  }
  return changed ?? value;
}
