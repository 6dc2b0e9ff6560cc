/** What is known while a program is being drawn: names in scope, types so far, what was produced, and the lines. */
import type { Random } from '../../differential/random.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { Nodes } from './linked.ts';
import type { CType, FunctionType, IntegerType, RecordType } from './types.ts';

/** Something with a name and a type that expressions may use. */
export interface Variable {
  readonly name: string;
  readonly type: CType;
  /**
   * 0: static storage; 1: parameters and the outermost block; more: blocks inside. A pointer never points at something
   * deeper than itself.
   */
  readonly depth: number;
  readonly writable: boolean;
  /** Its address is never taken, so that it is changed by its name alone and may be changed within expressions. */
  readonly private: boolean;
  /** It is at least 0 and less than this as long as it is in scope: an index. */
  readonly below?: number;
  /** A pointer: so many elements may be accessed. */
  readonly extent?: number;
  /** An array of variable length: what is known to be a valid index of it. */
  readonly index?: string;
}

/** A function as its caller sees it. */
export interface Entry {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly type: CType; readonly extent: number }[];
}

export interface FunctionDrawn extends Entry {
  readonly type: FunctionType;
  /** Elements that the pointer parameters must have. */
  readonly extents: readonly number[];
  /** Nothing changes when it is called: it may stand anywhere in an expression. */
  readonly pure: boolean;
  /** Calls itself; the first argument says how often. */
  readonly recursive: boolean;
  /** Defined in the old style: arguments must have the parameters' types. */
  readonly oldStyle: boolean;
}

/** Where values can be looked at, and what stands there in the end is an assertion. */
export interface Point {
  readonly values: readonly { readonly text: string; readonly type: IntegerType }[];
}

export interface Line {
  readonly text: string;
  /** A statement that can be asked about: whether it is reached. */
  readonly target: boolean;
  readonly point?: Point;
}

export interface Draft {
  readonly r: Random;
  /** Production -> how often. */
  readonly made: Map<string, number>;
  readonly lines: Line[];
  readonly integers: IntegerType[];
  readonly records: RecordType[];
  readonly enumerators: string[];
  functions: FunctionDrawn[];
  /** Names with external or file scope: what must be renamed where programs are put together. */
  readonly fileNames: string[];
  variables: Variable[];
  readonly linked: Nodes[];
  /** Functions of another file. */
  elsewhere: Elsewhere | null;
  /** The other file. */
  readonly definedElsewhere: string[];
  depth: number;
  indent: number;
  names: number;
  /** What the full expression reads and changes so far: nothing changed may be read or changed again in it. */
  readonly read: Set<string>;
  readonly changed: Set<string>;
  /** `break` and `continue` have something to leave. */
  inLoop: boolean;
  inSwitch: boolean;
  /** Blocks inside one another, loops counted twice: what limits the size. */
  nesting: number;
  /** Functions are entries with arbitrary globals (no `main`). */
  readonly entries: boolean;
  /** 0: small, 1: middling, 2: large. */
  readonly size: number;
  returns: CType | null;
  /** Nothing but own locals may be changed. */
  leaf: boolean;
}

export function newDraft(r: Random, entries: boolean, integers: readonly IntegerType[], size: number): Draft {
  return {
    r,
    made: new Map(),
    lines: [],
    integers: [...integers],
    records: [],
    enumerators: [],
    functions: [],
    fileNames: [],
    variables: [],
    linked: [],
    elsewhere: null,
    definedElsewhere: [],
    depth: 0,
    indent: 0,
    names: 0,
    read: new Set(),
    changed: new Set(),
    inLoop: false,
    inSwitch: false,
    nesting: 0,
    entries,
    size,
    returns: null,
    leaf: false,
  };
}

/** Counts a production; gives back what is given, so that it can stand around the text. */
export function made<T>(d: Draft, production: string, result: T): T {
  d.made.set(production, (d.made.get(production) ?? 0) + 1);
  return result;
}

export function fresh(d: Draft, stem: string): string {
  return `${stem}${d.names++}`;
}

export function emit(d: Draft, text: string, more: { target?: boolean; point?: Point } = {}): void {
  d.lines.push({
    text: `${'  '.repeat(d.indent)}${text}`,
    target: more.target ?? false,
    ...(more.point ? { point: more.point } : {}),
  });
}

/** The names in scope come back to what they were when `within` is through. */
export function scoped<T>(d: Draft, within: () => T): T {
  const { variables, depth } = d;
  d.variables = [...variables];
  d.depth = depth + 1;
  const result = within();
  d.variables = variables;
  d.depth = depth;
  return result;
}

export function newExpression(d: Draft): void {
  d.read.clear();
  d.changed.clear();
}

/** One of the alternatives, by weight; those that give null are left out. */
export function choose<T>(d: Draft, alternatives: readonly (readonly [number, () => T | null])[]): T | null {
  const open = [...alternatives];
  while (open.length > 0) {
    let at = (d.r.int(0, 9_999) / 10_000) * open.reduce((a, [w]) => a + w, 0);
    const k = open.findIndex(([w]) => (at -= w) < 0);
    const [[, make]] = open.splice(Math.max(0, k), 1) as [readonly [number, () => T | null]];
    const result = make();
    if (result !== null) return result;
  }
  return null;
}
