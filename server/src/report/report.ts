/** What the analysis says of a file: plain data that crosses threads, caches and JSON unchanged. No behaviour here. */
import type { Reason, SourceRange } from '../source/index.ts';
import type { WatchReport } from './watch-report.ts';

export const LOOPS_SCHEMA = 'looplens/loops/2';
export const CHECK_SCHEMA = 'looplens/check/1';
export const COMPARE_SCHEMA = 'looplens/compare/1';
/** A part of a run, for `looplens merge` alone. */
export const PART_SCHEMA = 'looplens/part/1';
export const REPORT_SCHEMA = 'looplens/report/1';
export const REACH_SCHEMA = 'looplens/reach/1';

/** `exact`: this is what the loop does. `over`: contains all that it can do. `unknown`: no claim. */
export type Exactness = 'exact' | 'over' | 'unknown';
export type Termination = 'always' | 'never' | 'conditional' | 'unknown';
export type Verdict = 'holds' | 'violated' | 'unknown';
export type LoopType = 1 | 2 | 3 | 4;
export type Pattern = 'sequential' | 'periodic' | 'irregular';

/** What a count is assumed to rest on that is of the runs which leave the loop alone: others never do. */
export const IT_ENDS = 'it ends';

/** A number of iterations. Texts use the source's names for the values before the loop. */
export interface Bound {
  readonly text: string;
  /** `exact`: so many; `upper`: at most; `structural`: in terms of a data structure's size. */
  readonly kind: 'exact' | 'upper' | 'structural';
  /** Of a structural one: the loop may be left earlier. */
  readonly upper?: true;
  /** Where it is a constant. */
  readonly value?: string;
  /** Nothing but the end of a type bounds it so. */
  readonly ofType?: true;
  /** An upper bound that is shorter, where the text of this one is long. */
  readonly shorter?: string;
  /**
   * What is known of the runs in which its counter wraps around, which it rests on not to happen: that is all it rests
   * on. Missing: nothing is.
   */
  readonly wrapping?: WrappingRuns;
  /** Where some runs never end: what happens in them. */
  readonly endlessIf?: string;
  /** Runs from such values never end, or only where something else in them is undefined at last: `n < 0`. */
  readonly endlessFrom?: string;
  /** How the sentence tells a bound of two parts; missing: as its text. */
  readonly inParts?: {
    readonly text: string;
    /** Where it is so many instead. */
    readonly unless: string;
    readonly most: string;
  };
  /** What it rests on and isn't proven; missing: nothing. */
  readonly assuming?: readonly string[];
  /** Where the values before the loop are others than it rests on, the text may be false. */
  readonly partial?: true;
  /**
   * Variables in the text that are meant as the loop's head sets them; missing: none, all are as just before the loop.
   */
  readonly first?: readonly string[];
}

export interface WrappingRuns {
  /** So many values has the counter: a run that takes more iterations never ends. Or a lesser number that none exceeds. */
  readonly values: string;
  /** A number of iterations that holds for all runs that end; missing: none can be told. */
  readonly text?: string;
  /** They take no fewer iterations; missing: nothing is known of that. */
  readonly least?: string;
}

/** How often a loop's body is begun, as a person is told. */
export interface CountAnswer {
  readonly relation: 'exactly' | 'at-most' | 'until' | 'endless' | 'none';
  /**
   * A C expression over the values just before the loop, true for all of them, never negative; empty where there is
   * none.
   */
  readonly text: string;
  readonly value?: string;
  readonly assuming: readonly string[];
  /** What ends it, where that is no number. */
  readonly until?: string;
  /** `type`: only a type's limit ends it, which is no bound to a reader. */
  readonly source: 'counted' | 'structural' | 'type';
  /** What lens and headline show. */
  readonly sentence: string;
}

/**
 * Straight-line C that leaves what the loop leaves, executed in its place, on runs that reach the statement behind it.
 * Integers in it are unbounded and reduced only where a cast says so. Helpers: `min`, `max`, `floor_div`, `mod` (never
 * negative), `power`, `popcount`, `gcd`.
 */
export interface AfterwardsAnswer {
  /** At most 8 lines of 90 characters. */
  readonly c: string;
  /** Every variable and element that the loop may change is in it. */
  readonly complete: boolean;
}

/**
 * For code that is to be compiled: operands are widened where types could overflow or signs are mixed, helpers are
 * spelled out.
 */
export interface CompilableAnswer {
  /** Stands in the loop's place; missing: it has no such text. */
  readonly c?: string;
  /** Conditions that hold behind it. */
  readonly assertions: readonly string[];
}

/** A return, a goto or a break of an outer loop. */
export interface LeaveAnswer {
  /** A C condition, where one is known. */
  readonly when: string;
  readonly how: string;
  readonly range: SourceRange;
}

/** One sentence on what stands in the way of knowing more, and what the reader can do. */
export interface WhyAnswer {
  /** Of the reason behind it. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly range: SourceRange | null;
}

export interface PathReport {
  /** `π1`, `π2`, ... in the order of the source. */
  readonly id: string;
  readonly kind: 'iterative' | 'exit';
  readonly guard: string;
  /** Changes only, e.g. `x += 1, z = 0`; empty where nothing changes. */
  readonly update: string;
  readonly bound: string | null;
}

export interface CaseReport {
  readonly guard: string;
  /** A regular expression over path ids with counters: `π1^(z - x) (π2 π1)^(n - z) exit`. */
  readonly trace: string;
  /** Path id -> how often. */
  readonly counts: Readonly<Record<string, string>>;
  /** Total iterations; `∞` where it never ends. */
  readonly iterations: string;
  /** Variable -> value afterwards, for the variables that the loop can change. */
  readonly post: Readonly<Record<string, string>>;
  readonly exactness: Exactness;
  /** Where the condition holds this may happen, and may not: another case allows the same states. */
  readonly perhaps?: true;
  /** One of the first few runs, step by step, of a loop that has no form: left to the detail. */
  readonly single?: true;
  /** What the independent checker made of it, where it claims to be exact. */
  readonly certificate?: CertificateReport;
}

/** What is known of a run without the way that it goes. */
export type OutcomeReport = Pick<CaseReport, 'guard' | 'iterations' | 'post' | 'exactness' | 'perhaps'>;

/** `proven`: every obligation. */
export interface CertificateReport {
  readonly strength: 'proven' | 'open';
  readonly obligations: readonly ObligationReport[];
}

export interface ObligationReport {
  /** `closed form`, `guard`, `exit`, `values`, `counts`, `covered`, ... */
  readonly duty: string;
  /** The path, word or variable that it is about. */
  readonly about: string;
  /** `identity`, `decided`, `residues`, `solver`, `assumed` or `open`. */
  readonly discharge: string;
  /** The rule of the acceleration calculus, for guards. */
  readonly rule?: string;
}

export interface LoopReport {
  readonly function: string;
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  readonly range: SourceRange;
  readonly head: SourceRange;
  /** From the closing brace of its body to its end; missing: it has none. */
  readonly tail?: SourceRange;
  /** A macro makes it: nothing of it stands at its place. */
  readonly fromMacro?: true;
  readonly nested: number;
  readonly type: LoopType | null;
  readonly pattern: Pattern | null;
  readonly exactness: Exactness;
  readonly bound: Bound | null;
  readonly count: CountAnswer;
  /** The loop as straight-line C, where that fits. */
  readonly afterwards?: AfterwardsAnswer;
  /**
   * C conditions that hold whenever the statement behind the loop is reached from it; `before(x)` is the value before.
   */
  readonly facts?: readonly string[];
  /** The two as code that compiles. */
  readonly compilable?: CompilableAnswer;
  /** Other ways out than to the statement behind it. */
  readonly leaves?: readonly LeaveAnswer[];
  /** Why not more is known, and what would help. */
  readonly why?: WhyAnswer;
  /** Variables that it changes of which none of this speaks. */
  readonly untold?: readonly string[];
  /** The deepest engine that was asked: 1 counts on the graph, 2 summarises. */
  readonly tier: 1 | 2;
  /** A `do { } while (0)`: no loop to a reader. */
  readonly pseudo?: true;
  readonly paths: readonly PathReport[];
  readonly cases: readonly CaseReport[];
  /** Where there are fewer outcomes than cases: those that lead to the same as one. */
  readonly outcomes?: readonly OutcomeReport[];
  /**
   * What the head of a `for` sets to no constant. Paths and cases speak of it as it is behind that, bounds and effects
   * as it is before.
   */
  readonly initialised?: readonly string[];
  /** That the cases are all there is. */
  readonly coverage?: CertificateReport;
  readonly termination: Termination;
  readonly terminationCondition?: string;
  /** The same in C, where it has an expression for it. */
  readonly neverEndsWhen?: string;
  /** What it does to arrays and lists. */
  readonly effects?: readonly EffectReport[];
  /** What it may change and nothing more is said of: memory above all. */
  readonly unknown?: readonly UnknownReport[];
  /** Of its elements' accesses, those of inner loops left to these: missing where it wasn't asked for. */
  readonly accesses?: readonly AccessReport[];
  /** What the function's parameters must be, else something in the loop is undefined. */
  readonly requires?: readonly LoopRequirement[];
  /** What the summary presupposes, e.g. "no signed overflow". */
  readonly assumptions: readonly string[];
  readonly reasons: readonly Reason[];
  /** What was proven to hold at its head, where a verdict took that. */
  readonly invariants?: readonly string[];
  readonly solverQueries: number;
  readonly ms: number;
}

/** Whether an access to an element may leave its array. */
export interface AccessReport {
  readonly range: SourceRange;
  readonly text: string;
  /**
   * `no`: it is proven that no run does, up to where it is undefined. `yes`: every run that gets there some time does,
   * or without what `unless` says. `unknown`: neither is shown.
   */
  readonly leaves: 'no' | 'yes' | 'unknown';
  /** With `no`: within its array, or within the object that its pointer leads into, of which that may be a part. */
  readonly within?: 'array' | 'object';
  /** A condition in C on a parameter of the function, as it is called. */
  readonly unless?: string;
  /** How it leaves it, or what isn't known: a sentence without its full stop. */
  readonly message?: string;
}

/** What a loop does to an array or finds there, in words and as a formula over the values before it. */
export interface EffectReport {
  /**
   * In C's words, true of every run: also of one that leaves the loop early or doesn't enter it. Code stands in
   * backticks.
   */
  readonly sentence?: string;
  readonly words: string;
  readonly formula: string;
  /** The same as a C statement, where one says it. */
  readonly c?: string;
  /** The formula for machines; missing where C has no expression for a part of it. */
  readonly claim?: EffectClaim;
  /** What it takes beside what the summary presupposes. */
  readonly assuming: readonly string[];
}

/**
 * What a sentence about arrays says, in C expressions over the values just before the loop: `k` (or what `index` says)
 * is the number that it is about. `after(i)` is a value behind the loop, `iterations` how often the body is begun.
 * Ranges go from `from` up to but not including `to`. `counter` is the variable that runs through the range with the
 * iterations.
 */
export type EffectClaim =
  /** Elements at these places have these values (where `when` holds); all other elements of the array keep theirs. */
  | {
      readonly kind: 'elements';
      readonly index: string;
      readonly counter?: string;
      readonly from: string;
      readonly to: string;
      readonly parts: readonly {
        readonly array: string;
        readonly at: string;
        /** What stands behind the index: `.n` of `q[k].n`. */
        readonly behind?: string;
        readonly value: string;
        readonly when?: string;
      }[];
    }
  /** The variable is `start` and the sum of `by` over the range (where `when` holds), reduced by the modulus. */
  | {
      readonly kind: 'sum';
      readonly variable: string;
      readonly index: string;
      readonly counter?: string;
      readonly from: string;
      readonly to: string;
      readonly start: string;
      readonly by: string;
      readonly when?: string;
      readonly modulus?: string;
    }
  /** The largest (least) of `start` and the elements of the range. */
  | {
      readonly kind: 'extreme';
      readonly variable: string;
      readonly index: string;
      readonly counter?: string;
      readonly from: string;
      readonly to: string;
      readonly start: string;
      readonly element: string;
      readonly least: boolean;
    }
  /** `shift` more than the first number from `start` on, going up or down, for which `when` holds. */
  | {
      readonly kind: 'first';
      readonly variable: string;
      readonly index: string;
      readonly start: string;
      readonly up: boolean;
      readonly shift: string;
      readonly when: string;
    };

/** Something that a loop changes, in words, and why it isn't known what it is afterwards. */
export interface UnknownReport {
  readonly variable: string;
  readonly because: string;
  readonly range: SourceRange | null;
  /** The code of the reason behind it. */
  readonly code?: string;
  /** The function whose call may do it; empty: behind a pointer. */
  readonly call?: string;
  /** What is written, where the source has a name for it: `q->n`. */
  readonly place?: string;
}

export interface AssertionReport {
  readonly function: string;
  readonly range: SourceRange;
  /** The asserted expression as in the source. */
  readonly assertion: string;
  readonly verdict: Verdict;
  /** Of one that is unknown: how often the solver was asked about the function's assertions. */
  readonly solverQueries?: number;
  /** Parameters and globals of the entry, by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Nondet values in the order in which they are read; [value, count] for repetitions. */
  readonly nondet?: readonly (string | readonly [string, number])[];
  /** The first of these with the places of their calls, where a witness is wanted. */
  readonly readings?: readonly { readonly value: string; readonly range: SourceRange }[];
  /** One number per enclosing loop, 0-based, outermost first. */
  readonly iteration?: readonly number[];
  readonly conjunct?: string;
  /** How the run goes, for people, e.g. `line 4: 10 iterations`. */
  readonly trace?: string;
  /** Values at the assertion, by variable. */
  readonly values?: Readonly<Record<string, string>>;
  readonly reason?: Reason;
  /** It doesn't count: a comment on it says so (`source`), or a baseline does. */
  readonly accepted?: 'source' | 'baseline';
  readonly engine: string;
  readonly ms: number;
}

/** What holds whenever a loop's head is passed: each part with its text for people and as a C expression. */
export interface InvariantReport {
  readonly function: string;
  /** The loop. */
  readonly range: SourceRange;
  readonly parts: readonly { readonly text: string; readonly c: string }[];
  /** Together with the others of the function, the parts are inductive: nothing had to be left out that C can't say. */
  readonly complete: boolean;
}

/** Another place that a finding is about. */
export interface RelatedPlace {
  readonly range: SourceRange;
  readonly message: string;
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What somebody else than the analysis says of a finding. */
interface Judged extends Pick<AssertionReport, 'accepted'> {
  /** Instead of what is usual for its kind. */
  readonly severity?: Severity;
}

/** What every run does wrong that gets to a place, or any that reads what makes it so. */
export interface CertainFinding<K extends string> extends Pick<AssertionReport, 'iteration'>, Judged {
  readonly kind: K;
  readonly function: string;
  readonly range: SourceRange;
  /** The whole loop, of what is said at its head. */
  readonly extent?: SourceRange;
  readonly text: string;
  /** A sentence without its full stop and without the iteration. */
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  /** Changes that mend it, where there is no doubt. */
  readonly fixes?: readonly SourceFix[];
}

/** A change of the source. */
export interface SourceFix {
  readonly title: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

/** What is said beside the verdicts. */
export type Finding =
  /** Signed arithmetic that overflows: on every run that gets there (`must`), or on the one shown. */
  | ({
      readonly kind: 'overflow';
      readonly function: string;
      readonly range: SourceRange;
      /** The expression as in the source. */
      readonly text: string;
      readonly must: boolean;
      /** How it overflows, where that is known: a sentence without its full stop. */
      readonly message?: string;
      readonly related?: readonly RelatedPlace[];
    } & Pick<AssertionReport, 'inputs' | 'nondet' | 'iteration' | 'values'> &
      Judged)
  /** What every run does wrong that gets there. */
  | CertainFinding<'index-outside'>
  | CertainFinding<'never-ends'>
  | CertainFinding<'division-by-zero'>
  | CertainFinding<'shift-too-far'>
  | CertainFinding<'uninitialised'>
  /** Not wrong, but seldom meant; only if it was asked for. */
  | CertainFinding<'suspicion'>
  /** Statements that no run executes. */
  | ({
      readonly kind: 'unreachable';
      readonly function: string;
      readonly range: SourceRange;
      readonly message: string;
    } & Judged);

/**
 * What every run satisfies that gets to a place. Counters (κ1, ...) are numbers of iterations: there are values for
 * them.
 */
export interface NecessaryCondition {
  readonly text: string;
  readonly counters: readonly string[];
  /** A weaker condition that speaks of no counters. */
  readonly withoutCounters: string;
}

/** Whether a line can be reached, from the entry that the line's function is analysed in. */
export interface ReachReport
  extends Pick<AssertionReport, 'inputs' | 'nondet' | 'iteration' | 'values' | 'reason' | 'engine' | 'ms'> {
  /** The function that the line is in, and the one that a run starts in. */
  readonly function: string;
  readonly entry: string;
  /** The statement that was taken for the line: one on a later line where none begins on the line itself. */
  readonly range: SourceRange;
  readonly verdict: 'reachable' | 'unreachable' | 'unknown';
  /** Not only the run with these inputs gets there: every one does. */
  readonly everyRun?: true;
  readonly condition?: NecessaryCondition;
  /** A C program that gets there, where one was asked for; else why there is none. */
  readonly driver?: string;
  readonly undriven?: string;
}

/** Why nothing was asked about a line. */
export interface NoReachReport {
  readonly missing: string;
}

/** A defect of ours in what was asked about one function. */
export interface Defect {
  readonly function: string;
  /** What was thrown, with the place in our code. */
  readonly message: string;
}

/** A condition in C on a parameter. It is necessary: else is done what the message tells, if a run gets there. */
export interface Requirement {
  readonly condition: string;
  readonly message: string;
  /** Where that is done. */
  readonly range: SourceRange;
}

/** With what a person is told of it at the loop: a sentence that is true by itself. */
export interface LoopRequirement extends Requirement {
  readonly sentence: string;
}

export interface FileReport {
  readonly loops: readonly LoopReport[];
  readonly assertions: readonly AssertionReport[];
  readonly findings?: readonly Finding[];
  readonly invariants?: readonly InvariantReport[];
  /** To what was asked about a line. */
  readonly answer?: ReachReport | NoReachReport;
  /** To what was asked about a loop and its runs. */
  readonly watched?: WatchReport | NoReachReport;
  readonly syntaxErrors: readonly { readonly message: string; readonly range: SourceRange }[];
  /** Functions found, with what was lost in lowering each. */
  readonly functions: readonly {
    readonly name: string;
    readonly range: SourceRange;
    readonly reasons: readonly Reason[];
    /** What its parameters must be, else something undefined is done. */
    readonly requires?: readonly Requirement[];
  }[];
  /** What went wrong with the file as a whole: its headers, its compilation database, its compiler. */
  readonly messages?: readonly string[];
  /** Paths of the headers that were read. */
  readonly headers?: readonly string[];
  /** Where the analysis itself failed; what it was asked there is unknown, with the reason `defect`. */
  readonly defects?: readonly Defect[];
  readonly ms: number;
}
