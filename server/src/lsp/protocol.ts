/** What this server and its own client say to each other beyond the standard protocol. Types and names only. */

/** Command of a code lens; arguments: a `DetailTarget`'s uri and position. */
export const SHOW_DETAIL = 'looplens.showDetail';
/** Command; argument: a uri, or none for all open documents. */
export const ANALYSE_NOW = 'looplens.analyseNow';

/**
 * Commands; arguments: a uri and a position. Whether the line can be reached; a C program that gets there, or fails the
 * assertion there.
 */
export const REACH = 'looplens.reach';
export const GENERATE_TEST = 'looplens.generateTest';

/** Command that a client may carry out; argument: a text for the clipboard. */
export const COPY = 'looplens.copy';
/** Kind of the code actions on a loop. */
export const LOOP_ACTIONS = 'source.looplens';

/** Requests for what these commands are about: a `DetailTarget` in, a `ReachResult` or `TestResult` out. */
export const REACH_REQUEST = 'looplens/reach';
export const TEST_REQUEST = 'looplens/test';

export interface ReachResult {
  /** For people: several lines, the answer first. */
  readonly message: string;
  readonly verdict: 'reachable' | 'unreachable' | 'unknown' | 'none';
}

export interface TestResult {
  /** The program; null: there is none, as the message says. */
  readonly text: string | null;
  readonly message: string;
  /** A name for its file, which is to lie beside the one tested. */
  readonly name: string;
}

/** Request: the detail of the loop at a position. */
export const DETAIL_REQUEST = 'looplens/detail';
/** Notification to the client, where it asked for it: how far a document is. */
export const STATUS_NOTIFICATION = 'looplens/status';

export interface InitializationOptions {
  /** The settings, as under `looplens.` in an editor's configuration. */
  readonly settings?: unknown;
  /** Commands that the client carries out itself. */
  readonly clientCommands?: readonly string[];
  /** Whether it wants `looplens/status`. */
  readonly status?: boolean;
  /** Whether links in hovers may name its commands (`command:...`). */
  readonly commandLinks?: boolean;
  /** Its hovers show diagnostics anyway: no need to repeat what they say. */
  readonly hoversShowDiagnostics?: boolean;
  /** Whether programs may be run that the workspace names (the compiler, for `preprocess: compiler`). Missing: yes. */
  readonly trusted?: boolean;
  /** Where docs/reasons.md can be opened. */
  readonly reasonsPage?: string;
}

export interface DetailTarget {
  readonly uri: string;
  /** Zero-based, as in the protocol: anywhere in the loop. */
  readonly position: { readonly line: number; readonly character: number };
}

export interface DetailResult {
  readonly markdown: string;
  /** Zero-based line of the loop's head. */
  readonly line: number;
}

export interface StatusParams {
  readonly uri: string;
  readonly state: 'analysing' | 'idle' | 'failed';
  /** Of the results at hand; all zero where there are none. */
  readonly loops: number;
  readonly exact: number;
  readonly violated: number;
  /** The results are those of the document as it is. */
  readonly fresh: boolean;
  readonly message?: string;
}
