/**
 * The intermediate representation: one control-flow graph per function over typed integer variables.
 *
 * Expressions are pure: no side effects, no calls. The front end hoists side effects into statements and temporaries,
 * in an order that C allows. Every conversion of C is an explicit `cast`, so that operators need no typing rules. Both
 * operands of a binary operator have the same type, and so has its result. But comparisons and logical operators yield
 * `int` 0 or 1, and a shift's right operand may differ.
 *
 * Meaning of operators, on values of their type: `add`, `sub`, `mul`, `neg`, `shl` wrap around for unsigned types and are
 * undefined on overflow for signed ones (mode `c`); `div` and `rem` truncate towards zero, division by zero is undefined;
 * `shr` is arithmetic for signed types; `land`, `lor` and `ite` evaluate lazily, so that undefined behaviour in an operand
 * which is not evaluated does not count.
 */
import type { IntType } from '../machine/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';

/** Index into `IrFunction.variables`. */
export type VarId = number;
/** Index into `IrFunction.blocks`. */
export type BlockId = number;

export type UnaryOp = 'neg' | 'bitnot' | 'lognot';
export type BinaryOp =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'shl'
  | 'shr'
  | 'and'
  | 'or'
  | 'xor'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'eq'
  | 'ne'
  | 'land'
  | 'lor';

export type Expr =
  | { readonly kind: 'const'; readonly value: bigint; readonly type: IntType }
  | { readonly kind: 'var'; readonly id: VarId; readonly type: IntType }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly arg: Expr; readonly type: IntType }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Expr;
      readonly right: Expr;
      readonly type: IntType;
      readonly range?: SourceRange;
    }
  /** `exact`: the run is undefined where the value doesn't fit (a pointer moved out of every object); else it is converted. */
  | { readonly kind: 'cast'; readonly arg: Expr; readonly type: IntType; readonly exact?: true }
  | { readonly kind: 'ite'; readonly cond: Expr; readonly then: Expr; readonly else: Expr; readonly type: IntType };

export interface Variable {
  readonly id: VarId;
  /** As in the source. */
  readonly name: string;
  readonly type: IntType;
  readonly scope: 'param' | 'local' | 'global' | 'temp';
  /** Where it is declared; null for temporaries. */
  readonly range: SourceRange | null;
  /** `static` or global with a known initial value (used when the function is `main`); null: none or unknown. */
  readonly initial: bigint | null;
  /** Of a global or static: it has an initial value, but that could not be worked out. */
  readonly unknownInitial?: true;
  /** Nothing can write it (it is const, or nothing does): it is worth what it is initially whenever a function is entered. */
  readonly fixed?: true;
  /**
   * It is static, and no function stores to it by its name; to a pointer only null and what is behind it. So the
   * environment never chose its value. When a function is called it is worth its initial value, or what was stored
   * through its address. `static int calls;` that is only read is one.
   */
  readonly kept?: true;
  /** Its address is taken somewhere: calls and stores through pointers may change it (as explicit `havoc` statements). */
  readonly addressTaken: boolean;
  /** Of an object that has no name in C: a compound literal. */
  readonly unnamed?: true;
  /**
   * It is a pointer, and its value a position: an address counted in elements of what it points at, 0 for the null pointer. What
   * foreign pointers are worth is arbitrary; positions of objects of the function are `IrFunction.positions`.
   */
  readonly pointer?: true;
  /** It is what a foreign pointer leads to, or a member of that. */
  readonly behindPointer?: true;
  /** Made by the analysis, not by the front end: what it stands for. */
  readonly made?: 'index' | 'element' | 'auxiliary';
  /** It is where this array begins. */
  readonly begins?: number;
  /** Of a global: what tells it from others, where that isn't its place. */
  readonly key?: string;
  /** Of a global: functions that aren't known may change it, or stores through pointers as well. */
  readonly open?: 'to calls' | 'to stores';
  /** Of an array: where nothing was written to it a run may not rest on what it holds. */
  readonly unset?: true;
}

/** Distance of rows whose length isn't constant: no row has as many elements. */
export const ROW = 1n << 64n;

export const isBehindPointer = (v: Variable): boolean => v.behindPointer === true;

/** An array of integers with a name; anything else that is indexed or pointed at is havocked. Index into `IrFunction.arrays`. */
export interface ArrayObject {
  readonly id: number;
  readonly name: string;
  /** It stands for what a called function names so: in no words of its caller's. */
  readonly ofCallee?: true;
  readonly element: IntType;
  /** Number of elements where it is a constant. */
  readonly length: bigint | null;
  /** Of a variable length array: all its dimensions, constants or variables. Rows whose length is variable are `ROW` apart in the indices. */
  readonly sizes?: readonly Expr[];
  /** An array of integers, not of arrays or structs: an element has one index in C, too. */
  readonly flat?: true;
  /** How its elements are spelled in C where they have several indices: all of them, each a `[]` in the spelling. The first of `dims` is 0 where it isn't known. */
  readonly shape?: { readonly dims: readonly bigint[]; readonly spelling: string };
  readonly scope: 'param' | 'local' | 'global';
  /** Initial contents (a brace initialiser or string), padded with zeros; null: unknown (or zero for a global: then []). */
  readonly initial: readonly bigint[] | null;
  /** As `Variable.kept`. */
  readonly kept?: true;
  /** Of a global or static: it has initial contents, but these could not be worked out. */
  readonly unknownInitial?: true;
  /** Nothing writes it: it always contains what it does initially. */
  readonly fixed?: true;
  /** Of a static local: what tells it from other global arrays of the name. */
  readonly key?: string;
  /** As `Variable.open`. */
  readonly open?: 'to calls' | 'to stores';
  /** No other array with this mark is the same object, or a part of it. */
  readonly apart?: boolean;
}

/** As C has it: `s->m` where its elements are `s->m[][]`. */
export const spelled = ({ name, shape }: ArrayObject): string =>
  shape === undefined ? name : shape.spelling.replace(/(?:\[\])+$/, '');

/**
 * Memory behind a pointer: which object it is shows once calls are inlined (`inlining/resolve-memory.ts`). `unit`: what the position counts, as a key;
 * `path`: the way to a member, its keys joined by `/`; `index`: the element of that member where it is an array.
 */
export interface Access {
  readonly position: Expr;
  readonly unit: string;
  readonly path: string;
  readonly index: Expr | null;
  readonly type: IntType;
}

/** What stands at a position, in elements of the unit. */
export type Held =
  | { readonly kind: 'variable'; readonly id: VarId }
  /** The array's elements one after the other. */
  | {
      readonly kind: 'elements';
      readonly array: number;
      /** It is an array of arrays: what the position counts are rows. */
      readonly nested?: true;
    }
  /** Runs of a variable's bits, from `offset` on. */
  | { readonly kind: 'bits'; readonly id: VarId; readonly offset: number; readonly count: number }
  | {
      readonly kind: 'members';
      readonly parts: readonly {
        readonly path: string;
        readonly variable: VarId | null;
        readonly array: number | null;
      }[];
    }
  /** Of structs in an array of this length; each member takes `size` elements of its array for one struct. */
  | {
      readonly kind: 'rows';
      readonly length?: bigint;
      readonly parts: readonly { readonly path: string; readonly array: number; readonly size: bigint }[];
    };

/** As an `Alias`: an object that is known, whichever. */
export const KNOWN = -1;

/** The object whose changed value may show under this name too: the change is nothing to it where both are known. */
export type Alias = { readonly variable: VarId } | { readonly array: number };

/** The call that a value comes from, or that may have changed what holds it. */
export interface FromCall {
  /** Null: through a pointer, or of a name that isn't what it seems. */
  readonly callee: string | null;
  /** The macro that stands in its place in the source; missing: none. */
  readonly writtenAs?: string;
  /** The call's result goes into the target, or else the call may have changed it. */
  readonly what: 'result' | 'effect';
  /** The whole call. */
  readonly range: SourceRange;
  /** Of a function of the file: what it and those that it calls store where pointers may lead. */
  readonly stores?: Stores;
}

/** What is stored where pointers may lead. */
export type Stores = 'anything' | readonly EffectiveType[];

/**
 * An object, or what is stored, as far as effective types tell (C11 6.5p7). It is so many bits or a pointer, and of
 * which member. Null: of none that is known.
 */
export interface EffectiveType {
  readonly element: number | 'pointer';
  readonly member: string | null;
  /** The member itself, no element of it: bytes of such a name are no way to other members. */
  readonly whole?: true;
}

/** An object that a call may change if the callee stores such things. */
export interface TypedObject extends EffectiveType {
  /** What a pointer to plain integers leads to: it may be a member. */
  readonly pointed: boolean;
}

/** What a value is at least and at most, as numbers; `most` is evaluated before the statement. */
export interface Within {
  readonly least: bigint;
  readonly most: Expr;
}

export type Stmt =
  | { readonly kind: 'assign'; readonly target: VarId; readonly value: Expr; readonly range: SourceRange }
  /** A fresh value of the target's type: `__VERIFIER_nondet_*`, in the order of execution. `callee` names the function called. */
  | {
      readonly kind: 'nondet';
      readonly target: VarId;
      readonly callee: string;
      readonly range: SourceRange;
      readonly by?: FromCall;
    }
  /** The target may have any value of its type from here on, for a reason. */
  | {
      readonly kind: 'havoc';
      readonly target: VarId;
      readonly reason: Reason;
      readonly range: SourceRange;
      readonly follows?: Followed;
      /** Of a pointer: what is known of where it leads. */
      readonly leads?: Leads;
      /** It is read from memory that isn't modelled. */
      readonly from?: Access;
      /** Changed only if it is one with this, which has just been assigned. */
      readonly alias?: Alias;
      /** Missing: no call is why. */
      readonly by?: FromCall;
      /** Of what a call may change: it does so only where the callee stores something of the kind. */
      readonly object?: TypedObject;
      /** By a store through a pointer: what is stored, and what that may change as far as types tell. */
      readonly storing?: EffectiveType;
      readonly stores?: Stores;
      /** What is promised of the value: who doesn't look at it takes it for any of its type. */
      readonly within?: Within;
    }
  | {
      readonly kind: 'load';
      readonly target: VarId;
      readonly array: number;
      readonly index: Expr;
      readonly range: SourceRange;
    }
  | {
      readonly kind: 'store';
      readonly array: number;
      readonly index: Expr;
      readonly value: Expr;
      readonly range: SourceRange;
      /** Where calls are inlined, of what may be another object in disguise: the number of the copy that it stems from. */
      readonly frame?: number;
    }
  /** All elements are worth this from here on. */
  | { readonly kind: 'fill-array'; readonly array: number; readonly all: bigint; readonly range: SourceRange }
  /** `stored`: changed only if it is one with this array, which has just been stored to. */
  | {
      readonly kind: 'havoc-array';
      readonly array: number;
      readonly stored?: number;
      readonly storing?: EffectiveType;
      readonly alias?: Alias;
      readonly by?: FromCall;
      readonly object?: TypedObject;
      readonly reason: Reason;
      readonly range: SourceRange;
    }
  /** A call of a function of the same file that `inlining/inline-calls.ts` may inline; `target` is null where the result is not used. */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly args: readonly Expr[];
      readonly target: VarId | null;
      readonly range: SourceRange;
      /** For parameters that are arrays: the caller's array that is handed over whole; null: another pointer. Missing: none. */
      readonly arrays?: readonly (number | null)[];
      /** For each of `arrays`: the element that the pointer leads to; null: the first. Missing: all the first. */
      readonly offsets?: readonly (Expr | null)[];
      /** For parameters that are pointers: their position; null: not known. Missing: none is. */
      readonly positions?: readonly (Expr | null)[];
      /** For a struct that is returned: the variables that take its members, in the order of `members` of `return`. */
      readonly results?: readonly VarId[];
      /** What the callee may change behind pointers where it can't be told what these lead to; and where it can. */
      readonly otherwise?: readonly Stmt[];
      readonly beside?: readonly Stmt[];
    }
  /** What is read behind a pointer; `otherwise`: where it can't be told what that is. Only before calls are inlined. */
  | {
      readonly kind: 'load-at';
      readonly target: VarId;
      readonly access: Access;
      readonly otherwise: readonly Stmt[];
      readonly range: SourceRange;
    }
  /** `beside`: what may change under other names even where it can be told what is written. */
  | {
      readonly kind: 'store-at';
      readonly access: Access;
      readonly value: Expr;
      readonly otherwise: readonly Stmt[];
      readonly beside: readonly Stmt[];
      readonly range: SourceRange;
    }
  /** The run ends silently where the condition is zero. */
  /** `start`: so it is where a program starts, but not where `main` is called. */
  | { readonly kind: 'assume'; readonly cond: Expr; readonly range: SourceRange; readonly start?: true }
  /** The run fails where the condition is zero. `assertion` indexes `IrFunction.assertions`. */
  | { readonly kind: 'assert'; readonly assertion: number; readonly cond: Expr; readonly range: SourceRange }
  /**
   * A pointer is gone through where the guard (if any) holds: undefined where it is null (C11 6.5.3.2p4). `position`: with all that is added to
   * the pointer; null: not known. It is for runs only: what matters to paths becomes an assignment (`null-checks.ts`).
   */
  | {
      readonly kind: 'go-through';
      readonly position: Expr | null;
      readonly guard: Expr | null;
      readonly range: SourceRange;
    }
  /** Something was executed that changes no variable or array of ours, but which we don't model (a note, for reports). */
  | {
      readonly kind: 'note';
      readonly reason: Reason;
      /** Memory may be written for which the function has no object; what it has one for is havocked beside it. */
      readonly beyond?: true;
      /** So may globals that only other functions name, by what isn't known: a call, or a store through a pointer. */
      readonly elsewhere?: 'call' | 'store';
      /** Where calls are inlined: the number of the copy that it stems from. */
      readonly frame?: number;
      /** The call that may write it. */
      readonly by?: FromCall;
      /** Missing: anything may be. */
      readonly stores?: Stores;
      /** What was written, of memory that isn't modelled. */
      readonly to?: Access;
      /** Nothing but a member of this name was written. */
      readonly member?: string;
      /** It is the member of what is at this position, and a pointer to there is what was written to it; null: not known. */
      readonly written?: { readonly position: Expr; readonly value: Expr | null };
      /** What was written is this variable of the function's own, whose type isn't known. */
      readonly local?: LocalObject;
    };

/** Where a pointer is read: the member so called of what is at this position. */
export interface Followed {
  readonly position: Expr;
  readonly member: string;
  /** It is a part of a member, as in `p->u.next`: names on the way there, and of all that lies in the same bytes. */
  readonly beside?: readonly string[];
}

/** A local variable whose type isn't known. */
export interface LocalObject {
  readonly name: string;
  /** Where it is declared. */
  readonly range: SourceRange;
}

/**
 * What is known of a pointer whose position isn't. An `object` is there. A block of `memory` is there, as large as it
 * needs to be. The environment chose it (`given`), and what is in the memory behind it. It is null just `as` another
 * one is, and of what that leads to it leads to the whole or to a `part`.
 */
export type Leads =
  | { readonly kind: 'object' | 'memory' | 'given' }
  | { readonly kind: 'as'; readonly position: Expr; readonly part: boolean };

export type Terminator =
  | { readonly kind: 'goto'; readonly to: BlockId }
  | {
      readonly kind: 'branch';
      readonly cond: Expr;
      readonly then: BlockId;
      readonly else: BlockId;
      readonly range: SourceRange;
    }
  /** `members`: of a struct, all its integer members in order of declaration. */
  | {
      readonly kind: 'return';
      readonly value: Expr | null;
      readonly range: SourceRange;
      readonly members?: readonly Expr[];
    }
  /** The run ends silently: abort, exit, or the end of code that can't be modelled (`reason` then). */
  /** `range`: the call that doesn't return. */
  | { readonly kind: 'halt'; readonly reason: Reason | null; readonly range?: SourceRange };

export interface Block {
  readonly id: BlockId;
  readonly stmts: readonly Stmt[];
  readonly end: Terminator;
}

/** A `return` or a `goto` out of a loop. */
export interface WayOut {
  /** The statement, without its semicolon. */
  readonly how: string;
  /** The condition of the `if` that it stands in alone, with nothing in between; empty: none. */
  readonly when: string;
  readonly range: SourceRange;
}

/**
 * An assignment in a loop to an object of a floating type. No variable stands for such an object, so it is told as it is
 * written: `s += x[i]` has the place `s`, the operator `+=`, the value `x[i]`.
 */
export interface FloatingChange {
  /** The object, as C in the source's words. */
  readonly place: string;
  /** It has a name, and not only a place in memory. */
  readonly isNamed: boolean;
  /** What is done to it, and in which iterations; null: the source has to be read. `swap`: `value` gets what the place held. */
  readonly told: {
    readonly operator: '=' | '+=' | '-=' | '*=' | '/=' | 'swap';
    readonly value: string;
    /** The condition of the iterations that do it; empty: all of them. */
    readonly when: string;
  } | null;
  readonly range: SourceRange;
}

/** A loop as written. Its body is the natural loop of `header`; a loop whose body never comes back has no back edge. */
export interface LoopSite {
  readonly id: number;
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  /** Target of the back edges: where an iteration starts. */
  readonly header: BlockId;
  /** Where the body begins: an iteration that gets here has been begun. For `do` and loops made by `goto` the header. */
  readonly body: BlockId;
  /** The whole statement. */
  readonly range: SourceRange;
  /** From the keyword to the closing parenthesis of the head (for `do`: the keyword; for `goto`: the label). */
  readonly head: SourceRange;
  /** From the body's closing brace to the end of the statement; null: the body has no braces. */
  readonly tail: SourceRange | null;
  /** Ways out of it to another place than the statement behind it, as they are written. */
  readonly leaves: readonly WayOut[];
  /** What it assigns to floating objects, but in the loops within it. In the order of the source. */
  readonly floating: readonly FloatingChange[];
  /** A macro makes it: nothing of it stands at its place. */
  readonly fromMacro: boolean;
  /** Depth of nesting within the function: 0 for outermost. */
  readonly nested: number;
  /** The condition in its head, or at the end of a `do`; null where it has none. */
  readonly test: LoopTest | null;
  /** Its own test never leads back: `do { } while (0)`. What jumps into it goes round with what is around it. */
  readonly once: boolean;
  /** The loops that it stands in; in a copy of a function that was called, also those around the call. */
  readonly around: Around | null;
}

export interface LoopTest {
  readonly range: SourceRange;
  /** The condition with which it ends the loop, as C in the source's words: `p == NULL`. Empty where that is long or a macro's. */
  readonly endsWhen: string;
  /** False where the test also ends it otherwise. */
  readonly isWhole: boolean;
  /** What it is compared with, as the source has it: `EOF`. Empty where it is no comparison. */
  readonly against: string;
}

/** Ids of loops, innermost first; shared by the loops that stand in the same ones. */
export interface Around {
  readonly loop: number;
  readonly around: Around | null;
}

/** Whether a loop stands in another one. */
export function standsIn(site: LoopSite, loop: number): boolean {
  for (let a = site.around; a !== null; a = a.around) if (a.loop === loop) return true;
  return false;
}

export interface AssertionSite {
  readonly id: number;
  /** The call or macro, whole. */
  readonly range: SourceRange;
  /** The asserted expression as in the source; empty for `reach_error()`. */
  readonly text: string;
  /** Loops (ids) that the assertion stands in, outermost first. */
  readonly loops?: readonly number[];
  /** Not in the source: a question about the place where it stands, never a condition on the callers. */
  readonly target?: boolean;
}

/** `shared`: the same object in all functions. */
export interface Positioned {
  readonly name: string;
  readonly at: bigint;
  readonly unit?: string;
  readonly holds?: Held;
  readonly shared?: true;
  /** Of a local object: the block that it lives in, and in which frame of an inlined function that is. */
  readonly lives?: SourceRange;
  readonly frame?: number;
}

export interface Behind {
  readonly pointer: VarId;
  readonly unit: string;
  readonly holds: Held;
}

export interface IrFunction {
  readonly name: string;
  /** It is `main`, and called in the file, or known as a pointer: globals may hold anything when it is entered. */
  readonly again?: true;
  /** It stands in a header, all of it at the place of the `#include`: nothing is reported about it. */
  readonly inHeader?: true;
  /** It is `static`: only this file calls it by its name. */
  readonly internal?: true;
  readonly range: SourceRange;
  readonly nameRange: SourceRange;
  /** Value returned; null for void or a type that is not an integer. */
  readonly returnType: IntType | null;
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
  /** Parameters in order: the variable, or null where a parameter is no integer. Behind them, the integer members of structs among them. */
  readonly params: readonly (VarId | null)[];
  /** For parameters that are pointers to integers: the array that they stand for. By position; missing: none. */
  readonly paramArrays?: readonly (number | null)[];
  /** For parameters that are pointers: the variable of their position. By position; missing: none. */
  readonly paramPointers?: readonly (VarId | null)[];
  /** Where objects begin whose positions are computed with: arbitrary, far from each other, never null. */
  readonly positions?: readonly Positioned[];
  /** What pointers lead to that never change: the names stand for what is at the position. */
  readonly behind?: readonly Behind[];
  /** What it stores itself, calls aside, where pointers may lead; missing: anything. */
  readonly stores?: Stores;
  /** Its pointers lead to objects of other types, too: effective types tell nothing. */
  readonly punning?: true;
  /** It changes memory of which nothing is known but that pointers lead there. */
  readonly unseen?: true;
  /** Character constants in its text, by their values. */
  readonly characters?: ReadonlyMap<bigint, string>;
  readonly blocks: readonly Block[];
  readonly entry: BlockId;
  readonly loops: readonly LoopSite[];
  readonly assertions: readonly AssertionSite[];
  /** What was lost in lowering the function (each also stands as a havoc, note or halt where it happens). */
  readonly reasons: readonly Reason[];
  /** Where a line was asked about: whether a statement of the function begins there, and the next line on which one does. */
  readonly asked?: { readonly found: boolean; readonly next: number | null };
}

/** Where every program begins, and only then: what is static holds its initial value. */
export const isProgramStart = (fn: IrFunction): boolean => fn.name === 'main' && fn.again !== true;

/** A variable that holds its initial value whenever the function is entered. */
export const startsInitial = (fn: IrFunction, v: Variable): v is Variable & { readonly initial: bigint } =>
  v.initial !== null && (v.fixed === true || isProgramStart(fn));

/**
 * The function as it is entered where a program starts, if it is `main`; any other as it is entered in some program.
 * What nobody hands in and nothing here tells is no input: `static struct s a = { &x };`.
 */
export function atProgramStart({ again: _, ...fn }: IrFunction): IrFunction {
  const why = (o: Variable | ArrayObject): Reason | null => {
    if (o.kept && fn.name !== 'main') return whyKept(fn, o.name);
    const isInitial = o.fixed === true || (fn.name === 'main' && o.scope === 'global');
    return isInitial && o.unknownInitial ? whyInitial(fn, o.name) : null;
  };
  const range = fn.nameRange;
  const stmts = [
    ...fn.variables.flatMap((v): Stmt[] => {
      const reason = why(v);
      return reason ? [{ kind: 'havoc', target: v.id, reason, range }] : [];
    }),
    ...fn.arrays.flatMap((a): Stmt[] => {
      const reason = why(a);
      return reason ? [{ kind: 'havoc-array', array: a.id, reason, range }] : [];
    }),
  ];
  if (stmts.length === 0) return fn;
  const first = fn.blocks.length;
  return { ...fn, blocks: [...fn.blocks, { id: first, stmts, end: { kind: 'goto', to: fn.entry } }], entry: first };
}

const whyKept = (fn: IrFunction, name: string): Reason => ({
  code: 'static-object',
  message: `no function assigns to \`${name}\`: its value when \`${fn.name}\` is called is not known`,
  range: fn.nameRange,
});

const whyInitial = (fn: IrFunction, name: string): Reason => ({
  code: 'initializer',
  message: `the initial value of \`${name}\` is not worked out`,
  range: fn.nameRange,
});

/** The function as it is entered by any call. */
export function atAnyCall(fn: IrFunction): IrFunction {
  return fn.again
    ? {
        ...fn,
        blocks: fn.blocks.map((b) => ({ ...b, stmts: b.stmts.filter((s) => !(s.kind === 'assume' && s.start)) })),
      }
    : fn;
}

export interface SyntaxError {
  readonly message: string;
  readonly range: SourceRange;
}

export type MisstepKind =
  | 'index-outside'
  | 'never-ends'
  | 'signed-overflow'
  | 'division-by-zero'
  | 'shift-too-far'
  | 'uninitialised'
  /** A sum in a narrow type that doesn't fit it: not undefined. */
  | 'narrowed'
  | 'unreachable'
  /** Not wrong, but seldom meant: what is said of it is certain. */
  | 'suspicion';

/** What every run does wrong that gets to a place. */
export interface Misstep {
  readonly kind: MisstepKind;
  /** The function that it stands in. */
  readonly function: string;
  readonly range: SourceRange;
  /** The whole loop, of what is said at its head. */
  readonly extent?: SourceRange;
  readonly text: string;
  /** A sentence without its full stop. */
  readonly message: string;
  /** The rounds of the loops around, outermost first, from 0; empty: any. */
  readonly iteration: readonly number[];
  readonly related: readonly { readonly range: SourceRange; readonly message: string }[];
  /** Changes that mend it, where there is no doubt. */
  readonly fixes?: readonly Fix[];
}

/** A change of the source. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

/** A function that a defect of ours has cost an answer. */
export interface FailedFunction {
  readonly name: string;
  readonly range: SourceRange;
  readonly error: unknown;
}

/** What is certainly wrong in the functions of a file. */
export interface Missteps {
  readonly found: readonly Misstep[];
  /** Functions that were not looked at to the end, by a defect of ours. */
  readonly failed: readonly FailedFunction[];
}

export interface IrProgram {
  readonly functions: readonly IrFunction[];
  /**
   * Functions that could not be lowered by a defect of ours. They are not among the others, so that calls of them are
   * of unknown functions.
   */
  readonly failed?: readonly FailedFunction[];
  /** Functions of the file that were not lowered, since nobody asked about them. */
  readonly left?: readonly { readonly name: string; readonly range: SourceRange }[];
  readonly errors: readonly SyntaxError[];
}
