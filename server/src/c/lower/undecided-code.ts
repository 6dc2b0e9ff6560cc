/**
 * What an `#if` that headers decide which weren't read may do in a build that decides otherwise: behind
 * `n = 0; #ifdef K n = 10; #endif` n is unknown. Of loops that have such a condition within it is said that the macros
 * were taken for undefined; here it is what stands outside of loops.
 */
import type { Reason } from '../../source/index.ts';
import { anythingReached, havocPlace, rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { PreprocessorNote } from '../sources/index.ts';
import { changes, endOfDecided, isWord, textsOf, tokenize } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, libraryEffect } from '../syntax/index.ts';
import type { Place } from '../types/index.ts';
import { lookup, perhapsWritten, shapeOf } from '../types/index.ts';
import { NO_CALL, areWhole, shapeOfText } from './code-shape.ts';
import type { CodeShape } from './code-shape.ts';
import { forget } from './lost-code.ts';
import { changesIn } from './undecided-changes.ts';
import { undecidedReason } from './undecided-conditions.ts';

/** An undecided condition with its branches. */
interface Region {
  readonly note: PreprocessorNote;
  readonly branches: string;
  readonly start: number;
  readonly end: number;
  readonly shape: CodeShape;
}

const LOOP = /^(?:while|for|do)_statement$/;

/** By the statement of a list that is the last before or around them; -1: they stand before all. */
export function undecidedRegions(draft: Draft, list: SyntaxNode): ReadonlyMap<number, readonly Region[]> {
  const found = new Map<number, Region[]>();
  if (draft.continueTo !== null) return found;
  const { start, end } = draft.file.locator.offsets(list.start, list.end);
  for (const note of draft.file.notes) {
    const branches = note.missing ? '' : note.branches;
    if (branches === undefined || note.start < start || endOfDecided(note) > end) continue;
    const region = {
      note,
      branches,
      start: note.start,
      end: endOfDecided(note),
      shape: shapeOfNote(note),
    };
    const at = list.children.findLastIndex((c) => extentOf(draft, c).start < region.end);
    const last = list.children.length - 1;
    const next = Math.min(at + 1, last);
    // what is begun in the middle of a statement may end with it
    const isWithin = at >= 0 && extentOf(draft, list.children[at] as SyntaxNode).end > region.start;
    const begun = isWithin ? [at, next] : [next];
    const places = { statements: [at], 'a beginning': begun, unbalanced: [at, last] }[region.shape];
    for (const place of new Set(places)) found.set(place, [...(found.get(place) ?? []), region]);
  }
  return found;
}

function shapeOfNote({ branches = '', missing, until }: PreprocessorNote): CodeShape {
  if (missing) return 'unbalanced';
  if (until === undefined) return shapeOfText(branches);
  return areWhole(branches) ? 'statements' : 'unbalanced';
}

/** Undecided conditions within the same statements. */
interface Affected {
  readonly first: Region;
  /** Texts of these statements and of the branches, each to be read by itself. */
  readonly texts: string[];
  /** Whatever is named may have other values, since control may have come another way. */
  readonly all: boolean;
}

/** What they may have changed is unknown from here on. */
export function havocUndecided(draft: Draft, list: SyntaxNode, regions: readonly Region[]): void {
  const affected = new Map<string, Affected>();
  for (const region of regions) {
    const around = list.children.filter((c, i) => {
      const extent = extentOf(draft, c);
      const isNext = region.shape === 'a beginning' && extent.start >= region.end;
      return isNext ? followsAt(draft, list, region) === i : extent.start < region.end && extent.end > region.start;
    });
    if (around.some((c) => isTakenApart(draft, c, region))) continue;
    const isAlone = region.note.until !== undefined && !around.some((c) => isFollowed(draft, c, region));
    if (isAlone && havocChanges(draft, list, region, around)) continue;
    if (region.shape === 'unbalanced') {
      forget(draft, list, undecidedReason(draft.file, region.note));
      continue;
    }
    const all = around.length > 0 && !(around.length === 1 && around.every((c) => tellsNothing(draft, c, region)));
    const key = `${all} ${around.map((c) => extentOf(draft, c).start).join()}`;
    const together = affected.get(key);
    // a long statement with many conditions in it is read once
    if (together) together.texts.push(region.branches);
    else affected.set(key, { first: region, texts: [...around.map((c) => text(draft, c)), region.branches], all });
  }
  for (const one of affected.values()) havocText(draft, list, one);
}

/** What a macro may change with the statement that it stands in; false: anything. */
function havocChanges(draft: Draft, node: SyntaxNode, region: Region, around: readonly SyntaxNode[]): boolean {
  const found = changesIn(draft.file, region.note);
  if (found === null) return false;
  const reason = undecidedReason(draft.file, region.note);
  const statements = around.filter(({ type }) => type !== 'if_statement').map((n) => text(draft, n));
  const words = textsOf([...statements, region.branches].join(';'));
  const elements = words.filter((name, i) => words[i + 1] === '[' && subscriptsOf(draft, name) > 0);
  for (const name of new Set([...found.names, ...found.addressed, ...elements])) havocName(draft, name, reason, node);
  if (found.memory) anythingReached(draft, rangeOf(draft, node), reason);
  return true;
}

function havocName(draft: Draft, name: string, reason: Reason, node: SyntaxNode): void {
  const symbol = lookup(draft.scope, name);
  if (symbol?.kind === 'local' && !isConstant(draft, symbol.place)) havocPlace(draft, symbol.place, reason, node);
}

function havocText(draft: Draft, node: SyntaxNode, { first, texts, all }: Affected): void {
  const reason = undecidedReason(draft.file, first.note);
  const code = texts.map((t) => t.replace(/^[ \t]*#.*$/gm, ''));
  const tokens = tokenize(code.join(';'));
  const names = new Set(tokens.flatMap((t) => (t.kind === 'identifier' ? [t.text] : [])));
  const isFunction = (name: string): boolean => isFunctionNamed(draft, name);
  const isKnown = (name: string): boolean => lookup(draft.scope, name) !== null || isFunction(name);
  // a macro that isn't known may be any statement
  const isStatement = (i: number): boolean => /^[;{}]?$/.test(tokens[i - 1]?.text ?? '') && tokens[i + 1]?.text === ';';
  if (tokens.some((t, i) => t.kind === 'identifier' && /^[A-Z_]/.test(t.text) && isStatement(i) && !isKnown(t.text))) {
    forget(draft, node, reason);
    return;
  }
  const changed = all ? names : perhapsChanged(draft, texts, names, isFunction);
  for (const name of changed) havocName(draft, name, reason, node);
  const calls = tokens.some((t, i) => t.kind === 'identifier' && tokens[i + 1]?.text === '(' && !NO_CALL.test(t.text));
  const isElsewhere = [...changed].some((name) => lookup(draft.scope, name)?.kind === 'global');
  if (calls || isElsewhere || writesThrough(tokens.map((t) => t.text)))
    anythingReached(draft, rangeOf(draft, node), reason);
}

/** Something else than a variable is changed: an element, a member, what a pointer leads to. */
const writesThrough = (words: readonly string[]): boolean =>
  words.some((word, i) => {
    if (!changes(word)) return false;
    const [beforeThat = '', before = '', behind = '', behindThat = ''] = [i - 2, i - 1, i + 1, i + 2].map(
      (k) => words[k],
    );
    if (isWord(before) && !/^(?:else|do|return)$/.test(before)) return /^(?:\*|->|\.)$/.test(beforeThat);
    return !/^(?:\+\+|--)$/.test(word) || !isWord(behind) || /^(?:\[|->|\.)$/.test(behindThat);
  });

const isFunctionNamed = (draft: Draft, name: string): boolean =>
  lookup(draft.scope, name)?.kind === 'function' || libraryEffect(name) !== null;

function perhapsChanged(
  draft: Draft,
  texts: readonly string[],
  names: ReadonlySet<string>,
  isFunction: (name: string) => boolean,
): ReadonlySet<string> {
  const shapes = new Map([...names].map((name) => [name, { subscripts: subscriptsOf(draft, name), members: true }]));
  return new Set(texts.flatMap((t) => [...perhapsWritten({ text: t, isFunction }, shapes, false).written]));
}

/** The first statement behind. */
const followsAt = (draft: Draft, list: SyntaxNode, region: Region): number =>
  list.children.findIndex((c) => extentOf(draft, c).start >= region.end);

const extentOf = (draft: Draft, { start, end }: SyntaxNode): { readonly start: number; readonly end: number } =>
  draft.file.locator.offsets(start, end);

function holds(draft: Draft, node: SyntaxNode, region: Region): boolean {
  const { start, end } = extentOf(draft, node);
  return start <= region.start && region.end <= end;
}

/** Before the node ends, other statements may make something of what it changes. */
const isFollowed = (draft: Draft, node: SyntaxNode, region: Region): boolean =>
  LOOP.test(node.type) ||
  node.type === 'switch_statement' ||
  node.children.some((c) => holds(draft, c, region) && isFollowed(draft, c, region));

/**
 * Behind a loop its head tells what ended it. It doesn't where the part stands in the body, or where the head is about
 * something that the loop sets: whatever else it is about, that may have ended it.
 */
function tellsNothing(draft: Draft, node: SyntaxNode, region: Region): boolean {
  if (!LOOP.test(node.type)) return false;
  const [condition, body] = [child(node, 'condition'), child(node, 'body')];
  if (condition === null || (body !== null && holds(draft, body, region))) return true;
  const words = textsOf(`${text(draft, condition)} ; ${region.branches}`);
  if (words.some((word) => /^(?:\|\|?|[!?,])$/.test(word))) return false;
  const names = new Set(textsOf(text(draft, condition)).filter(isWord));
  return perhapsChanged(draft, [text(draft, node)], names, (name) => isFunctionNamed(draft, name)).size > 0;
}

/** It stands in a block within the statement, and is looked at there; or it decides about rows of a table. */
function isTakenApart(draft: Draft, node: SyntaxNode, region: Region): boolean {
  if (LOOP.test(node.type) || node.type === 'switch_statement' || !holds(draft, node, region)) return false;
  if (node.type === 'compound_statement' || node.type === 'initializer_list') return true;
  return node.children.some((c) => isTakenApart(draft, c, region));
}

function isConstant(draft: Draft, place: Place): boolean {
  if (place.kind === 'variable') return draft.constants.has(place.id);
  return place.kind === 'array' && draft.arrays.some((a) => a.id === place.id && a.isConst);
}

function subscriptsOf(draft: Draft, name: string): number {
  const symbol = lookup(draft.scope, name);
  const type = symbol?.kind === 'local' ? symbol.type : symbol?.kind === 'global' ? symbol.object.type : null;
  return (type && shapeOf(type)?.subscripts) ?? 0;
}
