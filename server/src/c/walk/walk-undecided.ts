/**
 * `#if`s within a function that headers decide which weren't read. What they choose may be there in a build or not.
 * Where such a part stands between whole statements, nothing is known behind it but the sizes of objects.
 */
import {
  branchesOf,
  declaredTwice,
  endOfDecided,
  positionAt,
  textsOf,
  tokenize,
  withoutComments,
} from '../sources/index.ts';
import type { PreprocessorNote } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { Declared, FileContext, FunctionDefinition, Scope } from '../types/index.ts';
import { UNKNOWN, isAnyOf, lookup, OPAQUE } from '../types/index.ts';
import type { Exits, UndecidedPart, UndecidedParts, Walk } from './walk-state.ts';
import { attempt, WalkEnds } from './walk-state.ts';

/** What jumps elsewhere, or changes how what follows is read. */
const BEYOND = new RegExp(
  [
    /\b(?:goto|case|default|typedef|asm|__asm__|setjmp|sigsetjmp)\b/,
    /\b(?:struct|union|enum)\b[^;()]*\{/,
    /#\s*(?:define|undef|include)/,
  ]
    .map((part) => part.source)
    .join('|'),
);

/** Labels and jumps in what stands around. */
const MAY_LABEL = /\bgoto\b|\bcase\b|^\s*[A-Za-z_]\w*\s*:/m;
/** A macro that may be a statement: also a jump. */
const MAY_JUMP = /(?:^|[;{}])\s*[A-Z_][A-Z0-9_]*\s*(?:\([^;]*\)\s*)?;/m;

/** The undecided parts of a function; null: one of them isn't made of whole statements, or there is more to it. */
export function undecidedParts(file: FileContext, { range, body: bodyOf }: FunctionDefinition): UndecidedParts | null {
  const found = new Map<number, UndecidedPart[]>();
  const body = bodyOf();
  for (const note of file.notes) {
    const [first, last] = [positionAt(file.lines, note.start).line, positionAt(file.lines, note.end).line];
    if (first < range.start.line || last > range.end.line) continue;
    const placed = body === null ? null : placedIn(file, body, note);
    if (placed === null) return null;
    found.set(placed.row.start, [...(found.get(placed.row.start) ?? []), placed.part]);
  }
  return found;
}

/**
 * The part with the row that it stands in: some of its whole statements, or within one of them, which it extends to.
 */
function placedIn(
  file: FileContext,
  body: SyntaxNode,
  note: PreprocessorNote,
): { readonly row: SyntaxNode; readonly part: UndecidedPart } | null {
  const { start, branches } = note;
  if (branches === undefined) return null;
  const span = { start, end: endOfDecided(note) };
  const bare = withoutComments(branches);
  const jumps = hasLabels(body) && MAY_JUMP.test(bare);
  if (BEYOND.test(bare) || jumps || !holds(file, body, span)) return null;
  const row = rowAround(file, body, span);
  if (row === null) return null;
  const around = row.children.find((c) => holds(file, c, span));
  if (around === undefined) return isWhole(bare) ? { row, part: { ...span, declares: declaredIn(bare) } } : null;
  const { start: first, end: last } = extentOf(file, around);
  const whole = withoutComments(file.source.slice(first, last));
  if (!isBalanced(bare) || MAY_LABEL.test(whole)) return null;
  const declares = declaredIn(around.type === 'declaration' ? whole : bare);
  return { row, part: { start: first, end: last, declares } };
}

const wordsOfBranches = (code: string): readonly (readonly string[])[] => code.split(/^[ \t]*#.*$/m).map(textsOf);

/** Each branch closes what it opens. */
const isBalanced = (code: string): boolean =>
  wordsOfBranches(code).every((tokens) => {
    let depth = 0;
    for (const text of tokens) {
      if (/^[({[]$/.test(text)) depth++;
      else if (/^[)}\]]$/.test(text) && --depth < 0) return false;
    }
    return depth === 0;
  });

/** Each branch is a number of whole statements. */
const isWhole = (code: string): boolean =>
  isBalanced(code) &&
  wordsOfBranches(code).every((tokens) => {
    const [first, last] = [tokens[0], tokens[tokens.length - 1]];
    return first !== 'else' && (last === undefined || /^[;}]$/.test(last));
  });

/** A type, a star or a comma stands before a name that may be declared. */
function declaredIn(branches: string): readonly string[] {
  const tokens = tokenize(branches.replace(/^[ \t]*#.*$/gm, ''));
  const names = new Set<string>();
  let depth = 0;
  for (const [i, { kind, text }] of tokens.entries()) {
    if (/^[([]$/.test(text)) depth++;
    else if (/^[)\]]$/.test(text)) depth--;
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const isTyped = before !== undefined && (/^[*,]$/.test(before.text) || before.kind === 'identifier');
    if (
      depth === 0 &&
      kind === 'identifier' &&
      isTyped &&
      before.text !== 'return' &&
      /^[;=,[]$/.test(after?.text ?? '')
    )
      names.add(text);
  }
  return [...names];
}

const extentOf = ({ locator }: FileContext, { start, end }: SyntaxNode): { start: number; end: number } =>
  locator.offsets(start, end);

type Span = Pick<UndecidedPart, 'start' | 'end'>;

function holds(file: FileContext, node: SyntaxNode, part: Span): boolean {
  const { start, end } = extentOf(file, node);
  return start <= part.start && part.end <= end;
}

/** The innermost row that a part stands in. */
function rowAround(file: FileContext, node: SyntaxNode, part: Span): SyntaxNode | null {
  const around = node.children.find((c) => holds(file, c, part));
  const inner = around === undefined ? null : rowAround(file, around, part);
  if (inner !== null) return inner;
  const cases = node.children.filter((c) => c.type === 'case_statement');
  const isApart = (c: SyntaxNode): boolean => {
    const { start, end } = extentOf(file, c);
    return end <= part.start || part.end <= start;
  };
  // at the end of what stands behind a label
  if (node.type === 'compound_statement' && cases.length > 0)
    return node.children.every(isApart)
      ? (cases.filter((c) => extentOf(file, c).end <= part.start).pop() ?? null)
      : null;
  if (node.type !== 'compound_statement' && node.type !== 'case_statement') return null;
  const isWithin = (c: SyntaxNode): boolean => {
    const { start, end } = extentOf(file, c);
    return part.start <= start && end <= part.end;
  };
  return node.children.every((c) => c === around || isApart(c) || isWithin(c)) ? node : null;
}

const hasLabels = (node: SyntaxNode): boolean => node.type === 'labeled_statement' || node.children.some(hasLabels);

/** Follows the statements of a row in which parts are undecided; false: none are. */
export function followParts(walk: Walk, row: SyntaxNode, statements: readonly SyntaxNode[]): boolean {
  const parts = walk.undecided.get(row.start) ?? [];
  if (parts.length === 0) return false;
  const partAround = (n: SyntaxNode): UndecidedPart | undefined => {
    const { start, end } = extentOf(walk.file, n);
    return parts.find((p) => p.start <= start && end <= p.end);
  };
  const inOrder = [
    ...statements
      .filter((n) => partAround(n) === undefined)
      .map((n) => ({ at: extentOf(walk.file, n).start, follow: () => walk.follow.statement(walk, n) })),
    ...parts.map((part) => ({
      at: part.start,
      follow: () =>
        pass(
          walk,
          part,
          statements.filter((n) => partAround(n) === part),
        ),
    })),
  ];
  for (const { follow } of inOrder.sort((a, b) => a.at - b.at)) follow();
  return true;
}

/** The part may have done anything, also left the loop or the round. `chosen`: what it has where nothing is defined. */
function pass(walk: Walk, { declares }: UndecidedPart, chosen: readonly SyntaxNode[]): void {
  // what is named so behind it may be another object
  if (declares.some((name) => lookup(walk.scope, name) !== null)) throw new WalkEnds();
  const before = walk.memory.copy();
  walk.silent++;
  try {
    if (attempt(() => chosen.forEach((n) => walk.follow.statement(walk, n))) === null) walk.memory = before;
  } finally {
    walk.silent--;
  }
  for (const name of declares) walk.scope.names.set(name, { kind: 'local', place: OPAQUE, type: { kind: 'unknown' } });
  walk.memory.forgetAll();
  walk.memory.open++;
  walk.foreign++;
  for (const exits of [walk.breaks, walk.continues]) leaveTo(walk, exits);
}

function leaveTo(walk: Walk, exits: Exits | null): void {
  if (exits === null) return;
  exits.states.push(walk.memory.copy());
  walk.left++;
}

/** A declaration in a block, whose type isn't known where an `#if` around it chooses another one. */
export function localAsDeclared(file: FileContext, local: Declared, scope: Scope): Declared {
  const { types, notes, locator } = file;
  if (!types.decided.has(local.name)) return local;
  const { start } = locator.offsets(local.nameNode.start, local.nameNode.end);
  const isKnown = notes.every((note) => {
    const { branches = '', leftOut } = note;
    if (leftOut || start < note.start || start > endOfDecided(note)) return true;
    const told = declaredTwice(branchesOf(branches)).get(local.name) ?? [];
    return isAnyOf(types, told, local.type, scope);
  });
  return isKnown ? local : { ...local, type: UNKNOWN };
}
