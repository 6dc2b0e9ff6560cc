/** What is known of a file before its functions are lowered: its types, objects, prototypes, and who changes what. */
import type { SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { CType } from './c-types.ts';
import type { Initial } from './initial-value.ts';
import type { Parameter } from './declarations.ts';
import type { Elsewhere } from './declared-attributes.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';
import type { Locator, PreprocessorNote } from '../sources/index.ts';
import type { Remembered } from './remembered-functions.ts';
import type { GlobalObject, Scope, TypeContext } from './scope.ts';

/** A function defined in the file. */
export interface FunctionDefinition {
  readonly name: string;
  /** The compound statement; copied from the tree when it is first asked for. */
  readonly body: () => SyntaxNode | null;
  /** What the function is remembered by. */
  readonly memory: Remembered;
  /** How far it has moved since it was remembered. */
  readonly offset: number;
  readonly nameNode: SyntaxNode;
  /** Where it stands in the text that is parsed. */
  readonly extent: { readonly start: number; readonly end: number };
  readonly range: SourceRange;
  readonly type: CType;
  /** Null where they could not be made out. */
  readonly parameters: readonly Parameter[] | null;
  readonly facts: FunctionFacts;
  /** It stands in a header: nothing is reported about it. */
  readonly inHeader: boolean;
  /** Other files can't name it. */
  readonly isStatic: boolean;
  /** Why it isn't known what stands before its body, for people. */
  readonly headProblem: HeadProblem | null;
  /** The file as seen from where the function stands. */
  readonly scope: Scope;
}

/** `message`: behind `the head of f`. */
export interface HeadProblem {
  readonly code: 'syntax-error' | 'conditional-compilation';
  readonly message: string;
  /** Headers choose it that weren't read: by which condition, and from where on; 0: all of it. */
  readonly chosen?: { readonly by: string; readonly from: number };
}

/** What a call of a function of the file may do beside what its own IR shows, itself and those it calls. */
export interface Effects {
  /** Calls code that we don't see: all that foreign code reaches may change. */
  readonly foreign: boolean;
  /** Stores through pointers that may lead anywhere. */
  readonly stores: boolean;
  /** Stores through its own pointer parameters. */
  readonly storesToArguments: boolean;
  /** Changes objects of the file. */
  readonly storesGlobals: boolean;
  /** Positions of arguments that it may keep pointers from. */
  readonly kept: ReadonlySet<number>;
}

/** What is declared at file scope; while the file is read, what has been declared so far. */
export interface Declarations {
  readonly types: TypeContext;
  /** Where the file's own text begins; what headers declare stands before. */
  readonly ownStart: number;
  /** The file as the user sees it. */
  readonly source: string;
  readonly locator: Locator;
  /** What the preprocessor did otherwise than a compiler, with offsets in the file. */
  readonly notes: readonly PreprocessorNote[];
  /** Where the file's lines start. */
  readonly lines: Int32Array;
  /** Names at file scope. */
  readonly fileScope: Scope;
  readonly definitions: ReadonlyMap<string, FunctionDefinition>;
  /** Globals whose address is taken anywhere in the file. */
  readonly addressTaken: ReadonlySet<string>;
  /** Of these, whose own address: of a pointer, not of what it leads to. */
  readonly ownAddressTaken: ReadonlySet<string>;
  readonly bare: ReadonlySet<string>;
  readonly asserting: ReadonlySet<string>;
  readonly assuming: ReadonlySet<string>;
  /** Whether objects are only read and written as what they are. */
  readonly aliasing: 'strict' | 'none';
  /** Functions declared never to return. */
  readonly noReturn: ReadonlySet<string>;
  /** Names in declarations that were not understood. */
  readonly hidden: Set<string>;
  /** Functions whose calls may run other code than their definitions here, with why. */
  readonly elsewhere: Map<string, Elsewhere>;
  /** Names that something else goes by, too. */
  readonly otherNames: Map<string, string>;
  /** Functions that may return more than once for one call. */
  readonly returnsTwice: Set<string>;
  /** Functions that run before `main`, by priority. */
  readonly constructors: Map<string, bigint>;
  readonly size: IntType;
  readonly difference: IntType;
  readonly long: IntType;
}

/** A file that has been read to its end. */
export interface FileContext extends Declarations {
  /** All that lowering a function depends on beside its own text. */
  readonly key: string;
  /** Names of library functions that are something else here. */
  readonly strangers: ReadonlySet<string>;
  /** A function but `main` may set the locale. */
  readonly setsLocale: boolean;
  readonly effects: ReadonlyMap<string, Effects>;
  /** Static objects that nothing in the file writes. */
  readonly fixed: ReadonlySet<string>;
  /** Names with which something is done that isn't seen. */
  readonly outOfSight: ReadonlySet<string>;
  /** Initial values of objects, as far as they were asked for; missing while the file isn't read to its end. */
  readonly initials?: Map<GlobalObject, Initial | null>;
  /**
   * Static objects and their members that are stored to by their names. Is that anything but null and what is behind
   * them?
   */
  readonly storedStatics: ReadonlyMap<string, boolean>;
  /** Somebody in the file calls `main`, or knows where it is: it is entered in other states than a program's first. */
  readonly mainAgain: boolean;
  /** A line that is asked about; null: none. */
  readonly target: Target | null;
}

export interface Target {
  /** 1-based line of the source. */
  readonly line: number;
  /** Offset of the file's own text: what comes before is from headers. */
  readonly from: number;
}
