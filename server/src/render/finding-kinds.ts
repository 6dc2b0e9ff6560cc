/**
 * The kinds of findings: one row for each, with all that any output says of it. A new kind is a row here and a member
 * of `Finding` in `report/`. The compiler names the row that is missing. No output has cases of its own.
 */
import type { CertainFinding, Finding, Severity } from '../report/index.ts';
import { certainMessage, overflowMessage } from './finding-text.ts';

type OfKind<K extends Finding['kind']> = Finding & { readonly kind: K };

interface FindingKind<F extends Finding> {
  /** In diagnostics and as the rule of a SARIF log; `docs/reasons.md` explains it under this name. */
  readonly code: string;
  /** In JSON documents. */
  readonly kind: string;
  /** What the rule is about, in one sentence. */
  readonly rule: string;
  severity(finding: F): Severity;
  /** Editors fade the code. */
  readonly unnecessary: boolean;
  message(finding: F): string;
  /** What it is recognised by when lines have moved, beside kind and function. */
  mark(finding: F): string;
}

/** A kind of what every run does wrong that gets there. */
function certain<K extends string>(code: K, rule: string): FindingKind<CertainFinding<K> & Finding> {
  return {
    code,
    kind: code,
    rule,
    severity: () => 'warning',
    unnecessary: false,
    message: certainMessage,
    mark: ({ text }) => text,
  };
}

const KINDS: { readonly [K in Finding['kind']]: FindingKind<OfKind<K>> } = {
  overflow: {
    code: 'overflow',
    kind: 'signed-overflow',
    rule: 'Signed arithmetic overflows, which is undefined behaviour.',
    severity: ({ must }) => (must ? 'warning' : 'information'),
    unnecessary: false,
    message: overflowMessage,
    mark: ({ text }) => text,
  },
  'index-outside': certain(
    'index-outside',
    'An access leaves its array or other object, which is undefined behaviour.',
  ),
  'never-ends': certain('never-ends', 'A loop never ends, though it looks as if it should.'),
  'division-by-zero': certain('division-by-zero', 'A division by zero, which is undefined behaviour.'),
  'shift-too-far': certain(
    'shift-too-far',
    'A shift by a negative amount or by as many bits as there are, which is undefined behaviour.',
  ),
  uninitialised: certain('uninitialised', 'A variable or memory is read before it has a value.'),
  suspicion: {
    ...certain('suspicion', 'Something that is not wrong, but seldom meant.'),
    severity: () => 'hint',
  },
  unreachable: {
    code: 'unreachable',
    kind: 'unreachable',
    rule: 'No run executes a statement.',
    severity: () => 'hint',
    unnecessary: true,
    message: ({ message }) => message,
    mark: () => '',
  },
};

/** A finding as every output shows it. */
export interface ShownFinding {
  readonly code: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly unnecessary: boolean;
  readonly message: string;
  readonly mark: string;
}

export function showFinding<K extends Finding['kind']>(finding: OfKind<K>): ShownFinding {
  const { code, kind, unnecessary, severity, message, mark } = KINDS[finding.kind as K] as FindingKind<OfKind<K>>;
  return {
    code,
    kind,
    unnecessary,
    severity: finding.severity ?? severity(finding),
    message: message(finding),
    mark: mark(finding),
  };
}

/** SARIF knows three levels. */
export const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The rules of a log, by code. */
export const FINDING_RULES: readonly { readonly id: string; readonly text: string }[] = Object.values(KINDS).map(
  ({ code, rule }) => ({ id: code, text: rule }),
);
