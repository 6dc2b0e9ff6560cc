/**
 * One walk over a function: what is certain of it, from its entry on. It follows the syntax as a run would. Objects
 * have known sizes. Values are known, lie between bounds or may be anything. What is undefined for all values that are
 * possible at a place is a misstep: every run that gets there has it. Source: abstract interpretation with widening
 * (Cousot and Cousot, POPL 1977).
 */
import type { Fix, Misstep, MisstepKind } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { CType, FileContext, FunctionDefinition, Scope } from '../types/index.ts';
import { WalkedMemory } from './walked-memory.ts';
import type { IntegerValue, Origin, WalkedObject, WalkedValue } from './walked-values.ts';

/** No run goes on here. Caught where ways part and at statements. */
export class WayEnds {}

/** The walk is over: it met what it doesn't follow, or took too long. */
export class WalkEnds {}

/** A part of the source that a build may have or not, with all its branches. */
export interface UndecidedPart {
  readonly start: number;
  readonly end: number;
  /** Names that a branch may declare. */
  readonly declares: readonly string[];
}

/** By where a row of statements begins: the parts that stand in it. */
export type UndecidedParts = ReadonlyMap<number, readonly UndecidedPart[]>;

/** A place in an object, counted in bits from its start. */
export type WalkedPlace =
  | {
      readonly kind: 'place';
      readonly object: WalkedObject;
      readonly low: bigint;
      readonly high: bigint;
      readonly free?: Origin;
      readonly type: CType;
      /** Of a bit-field. */
      readonly bits?: number;
    }
  | { readonly kind: 'nowhere'; readonly type: CType }
  | { readonly kind: 'value'; readonly value: WalkedValue; readonly type: CType };

/** Where a run goes on behind a loop, a switch or a function. */
export interface Exits {
  readonly states: WalkedMemory[];
}

/** What a loop is made of. */
export interface LoopParts {
  readonly node: SyntaxNode;
  /** Null: it has no test. */
  readonly test: SyntaxNode | null;
  readonly body: SyntaxNode | null;
  readonly update: SyntaxNode | null;
  /** The test comes after the body. */
  readonly late: boolean;
  /** Something to do stands behind the loop. */
  readonly goesOn: boolean;
}

/** A function that is being walked, called by the one before it. */
export interface Frame {
  readonly definition: FunctionDefinition;
  readonly returns: Exits;
  readonly returned: (WalkedValue | null)[];
  /** What waits at labels ahead. */
  readonly jumps: Map<string, WalkedMemory>;
}

/** What follows the parts of statements and expressions; handed in, so that no file needs one that needs it. */
export interface Follow {
  readonly value: (w: Walk, node: SyntaxNode) => WalkedValue;
  readonly place: (w: Walk, node: SyntaxNode) => WalkedPlace;
  readonly statement: (w: Walk, node: SyntaxNode) => void;
}

/** What runs were seen to do, in all walks over a file. */
export interface Habits {
  /** Where conditions begin that held some time, or failed. */
  readonly held: Set<number>;
  readonly failed: Set<number>;
  /** Where loops begin whose body comes to its end. */
  readonly round: Set<number>;
}

/**
 * By the nodes of accesses, as `walk-accesses.ts` numbers them: why they may leave their arrays, for all that is known;
 * null: they don't.
 */
export type Seen = Map<number, string | null>;

export interface Walk {
  readonly follow: Follow;
  readonly file: FileContext;
  readonly found: Map<string, Misstep>;
  readonly globals: Map<unknown, WalkedObject>;
  /** Objects by the symbols that name them. */
  readonly named: WeakMap<object, WalkedObject>;
  /** By where they are declared. */
  readonly declared: Map<number, WalkedObject>;
  readonly strings: Map<number, WalkedObject>;
  readonly frames: Frame[];
  /** Loops with something to do behind them. */
  readonly behind: Set<SyntaxNode>;
  /** By statement: the labels that are jumped to in it. */
  readonly targets: WeakMap<SyntaxNode, ReadonlySet<string>>;
  /** Integer constants that were read already. */
  readonly numbers: WeakMap<SyntaxNode, IntegerValue>;
  /** What is known of conditions and loops, by where they begin: see `walk-suspicions.ts`. */
  readonly habits: Habits;
  /** What `#if`s that aren't decided choose in the function. */
  readonly undecided: UndecidedParts;
  /** No header is missing, so that macros are what they are in the build. */
  readonly hasAllHeaders: boolean;
  /** Calls that are followed into one another. */
  readonly deepest: number;
  /** Where statements begin that some run may get to. */
  readonly visited: Set<number>;
  /** The function may be another in another build. */
  readonly isChosen: (definition: FunctionDefinition) => boolean;
  readonly isWalkable: (definition: FunctionDefinition) => boolean;
  /** Accesses in the function that the walk began with. */
  seen: Seen;
  memory: WalkedMemory;
  scope: Scope;
  breaks: Exits | null;
  continues: Exits | null;
  /**
   * In a loop that is followed round by round, or a function that is called. Nothing is certain there unless no open
   * condition lies between. Null: neither.
   */
  base: number | null;
  /** Nothing is noted while a loop's effects are looked for. */
  silent: number;
  /** Ways that left what they were in: by a jump, an end of the program, something undefined. */
  left: number;
  /** A way ended where something is undefined or asserted to fail: what stands behind is not dead for that. */
  cut: boolean;
  /** Calls that may do anything, or wait for others. */
  foreign: number;
  /** Addresses that became values. */
  exposures: number;
  /** The loops around in this function, outermost first. */
  loops: LoopParts[];
  /** The rounds of the loops around, outermost first; null: any. */
  rounds: (number | null)[];
  steps: { left: number };
}

/** Why the walk ends when its steps do: a function may loop for long. */
export function step(w: Walk, cost = 1): void {
  w.steps.left -= cost;
  if (w.steps.left < 0) throw new WalkEnds();
}

export const textOf = (w: Walk, node: SyntaxNode): string => w.file.types.text.slice(node.start, node.end);

/** What is in the parentheses. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = node.type === 'parenthesized_expression' ? node.children[0] : undefined;
  return inner === undefined || inner.type === 'compound_statement' ? node : bare(inner);
}

export function rangeOf(w: Walk, node: { readonly start: number; readonly end: number }): SourceRange {
  return w.file.locator.range(node.start, node.end);
}

/** Longer pieces of source are not quoted. */
const MOST_QUOTED = 60;

/** The source of a node as it is quoted in a message. */
export function quoted(w: Walk, node: SyntaxNode): string {
  const source = textOf(w, node).replace(/\s+/g, ' ');
  return source.length > MOST_QUOTED ? 'this' : `\`${source}\``;
}

/** `fixes`: worked out where it is noted only. */
type Extra = Partial<Pick<Misstep, 'extent' | 'related'>> & { readonly fixes?: () => readonly Fix[] };

/** Notes what happens on every run that gets to the node, where that is certain. */
export function note(walk: Walk, kind: MisstepKind, node: SyntaxNode, message: string, extra: Extra = {}): void {
  if (walk.silent > 0 || (walk.base !== null && walk.memory.open > walk.base)) return;
  const definition = walk.frames[walk.frames.length - 1]!.definition;
  const range = rangeOf(walk, node);
  const key = `${range.start.line}:${range.start.column}`;
  if (definition.inHeader || walk.found.has(key)) return;
  const iteration = walk.rounds.every((r) => r !== null) ? walk.rounds.map((r) => r ?? 0) : [];
  const calls = walk.frames.slice(0, -1);
  const root = walk.frames[0]!.definition;
  const fixes = extra.fixes?.() ?? [];
  const related = calls.length === 0 ? [] : [{ range: root.range, message: `called from \`${root.name}\`` }];
  walk.found.set(key, {
    kind,
    function: definition.name,
    range,
    text: textOf(walk, node),
    message,
    iteration,
    related: [...(extra.related ?? []), ...related],
    ...(extra.extent ? { extent: extra.extent } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  });
}

/** Says what is not wrong, but seldom meant: where the function's own walk is, from any state. */
export function suspect(walk: Walk, node: SyntaxNode, message: string): void {
  const [frame, ...called] = walk.frames;
  if (walk.silent > 0 || walk.base !== null || called.length > 0 || frame === undefined) return;
  if (frame.definition.inHeader || walk.file.locator.expanded(node.start)) return;
  const range = rangeOf(walk, node);
  const key = `suspicion ${range.start.line}:${range.start.column}`;
  if (walk.found.has(key)) return;
  walk.found.set(key, suspicion(walk.file, frame.definition, node, message));
}

/** As a finding is noted. */
export function suspicion(file: FileContext, { name }: FunctionDefinition, node: SyntaxNode, message: string): Misstep {
  const range = file.locator.range(node.start, node.end);
  const text = file.types.text.slice(node.start, node.end);
  return { kind: 'suspicion', function: name, range, text, message, iteration: [], related: [] };
}

/** A run that gets here goes no further. */
export function end(w: Walk): never {
  w.left++;
  throw new WayEnds();
}

/** A run that gets here is undefined, or fails. */
export function cut(w: Walk): never {
  w.cut = true;
  return end(w);
}

/** As `note`; then the run is over. */
export function misstep(w: Walk, kind: MisstepKind, node: SyntaxNode, message: string, extra: Extra = {}): never {
  note(w, kind, node, message, extra);
  return cut(w);
}

/** Does something on a way of its own; null: no run comes back from it. */
export function attempt<T>(run: () => T): { readonly result: T } | null {
  try {
    return { result: run() };
  } catch (e) {
    if (e instanceof WayEnds) return null;
    throw e;
  }
}

/** Others may have a pointer to the object from here on. */
export function expose(w: Walk, object: WalkedObject): void {
  if (object.exposed) return;
  object.exposed = true;
  w.exposures++;
}

/** All ways that get to a place as one; null: none does. */
export function meet(states: readonly (WalkedMemory | null)[]): WalkedMemory | null {
  return states.reduce((a, b) => (a === null ? b : b === null ? a : a.join(b)), null);
}
