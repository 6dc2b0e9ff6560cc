/** What this server and its own client say to each other beyond the standard protocol. Types and names only. */
import type { LoopReport, NoReachReport, WatchReport } from '../report/index.ts';

export type {
  AutomatonReport,
  CertificateReport,
  LoopReport,
  PathReport,
  RunIteration,
  RunLine,
  RunReport,
  WatchReport,
} from '../report/index.ts';

/** Command of a code lens; arguments: a `DetailTarget`'s uri and position. */
export const SHOW_DETAIL = 'looplens.showDetail';
/** Command; argument: a uri, or none for all open documents. */
export const ANALYSE_NOW = 'looplens.analyseNow';

/** Command; argument: a uri. Analyses the document again, with more work for each question. */
export const ANALYSE_LONGER = 'looplens.analyseLonger';

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

/**
 * Command that a client may carry out: steps through a run that gets to a place, and fails there if one can. Arguments:
 * a uri and a position.
 */
export const SHOW_RUN = 'looplens.showRun';
/** Request: a loop's automaton and a run through it; a `WatchTarget` in, a `WatchResult` out. */
export const WATCH_REQUEST = 'looplens/watch';

export interface WatchTarget {
  readonly uri: string;
  /** In the loop that is to be watched, or behind it. */
  readonly position: DetailTarget['position'];
  /**
   * Values at the function's start by name; what is left out is chosen. Null: a run is wanted that gets to the place.
   */
  readonly inputs: Readonly<Record<string, string>> | null;
}

/** Lines and columns are those of reports: they count from 1. Null: no such document, or it has changed on the way. */
export type WatchResult = WatchReport | NoReachReport | null;

/** Request: the detail of the loop at a position. */
export const DETAIL_REQUEST = 'looplens/detail';
/** Notification to the client, where it asked for it: how far a document is. */
export const STATUS_NOTIFICATION = 'looplens/status';

/**
 * Request: analyses all C files of the folders that are open, behind everything else; a `WorkspaceWish` in, a
 * `WorkspaceOutcome` out. Results come as notifications. A new request ends the one before.
 */
export const WORKSPACE_REQUEST = 'looplens/workspace';
/** Command of the same, for clients that have no view for it: findings are published as diagnostics. */
export const ANALYSE_WORKSPACE = 'looplens.analyseWorkspace';
/** Notifications while it runs: `WorkspaceProgress`; a `WorkspaceFile` for each file, and later for those that are edited. */
export const WORKSPACE_PROGRESS = 'looplens/workspaceProgress';
export const WORKSPACE_FILE = 'looplens/workspaceFile';

export interface WorkspaceWish {
  /** Only what the cache has is wanted: nothing is analysed. */
  readonly keptOnly: boolean;
}

export interface WorkspaceOutcome {
  /** C files that there are. */
  readonly files: number;
  /** Results of so many were sent. */
  readonly told: number;
  readonly cancelled: boolean;
  /** Folders and files that could not be read. */
  readonly problems: readonly string[];
}

export interface WorkspaceProgress {
  readonly done: number;
  readonly total: number;
  /** Files in a second, and the time left (`1:33`); null: there is no telling yet. */
  readonly pace: { readonly rate: string; readonly left: string } | null;
}

/** What is known of a file. */
export interface WorkspaceFile {
  readonly uri: string;
  /** The folder that it lies in. */
  readonly folder: string;
  readonly items: readonly WorkspaceItem[];
  /** Why nothing is known. */
  readonly failure?: string;
}

/** `found`: something wrong; the others are of counts. */
export type ItemStatus = 'found' | 'bounded' | 'assuming' | 'until' | 'never-ends' | 'unknown';

export interface WorkspaceItem {
  readonly status: ItemStatus;
  /** Code of a finding, or the kind of a loop's count: `exact`, `upper`, `structural`, ... */
  readonly kind: string;
  /** Of a finding; null: it is a loop. */
  readonly severity: 'error' | 'warning' | 'information' | 'hint' | null;
  readonly function: string;
  /** The head of a loop as it stands in the source; the message of a finding. */
  readonly text: string;
  /** A loop's count. */
  readonly count: string;
  /** Zero-based, as in the protocol. */
  readonly range: { readonly start: DetailTarget['position']; readonly end: DetailTarget['position'] };
}

/**
 * Requests to the client, where it offers `files`: what is in a folder, and the text of a file, both by uri. Null: it
 * can't be read.
 */
export const FOLDER_REQUEST = 'looplens/folder';
export const TEXT_REQUEST = 'looplens/text';

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

export interface InitializationOptions {
  /** The settings, as under `looplens.` in an editor's configuration. */
  readonly settings?: unknown;
  /** The same for each folder that is open, by uri, where they differ. */
  readonly folderSettings?: Readonly<Record<string, unknown>>;
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
  /** It reads folders and files that don't lie on this machine (`looplens/folder`, `looplens/text`). */
  readonly files?: boolean;
  /** A directory of its own, for results of the workspace where `looplens.cache` is not set. */
  readonly storage?: string;
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
  /** The same as data, for clients that draw it themselves: its places count from 1. */
  readonly loop: LoopReport;
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
  /** They are all that there are to be. */
  readonly complete: boolean;
  /** Findings that are underlined, failing assertions among them. */
  readonly found: number;
  readonly message?: string;
}

/** What the analysis loads at run time, by name. */
export const WEB_FILES = ['web-tree-sitter.wasm', 'tree-sitter-c.wasm'] as const;

/** The first message to a server in a browser: it can't load anything by itself. */
export interface WebFiles {
  /** Source of the analysis worker. */
  readonly analysis: Uint8Array;
  readonly files: Readonly<Record<string, Uint8Array>>;
}
