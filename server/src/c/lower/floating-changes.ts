/**
 * What a loop assigns to objects of floating types, as it is written. Nothing of these is computed: ``Adds `x[i]` to
 * `s` `` is true of `s += x[i];` where each iteration executes that statement once.
 */
import type { FloatingChange } from '../../program/index.ts';
import { rangeOf, text, written } from '../objects/index.ts';
import type { Draft, DraftLoop } from '../objects/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, hasEffects } from '../syntax/index.ts';

type Told = NonNullable<FloatingChange['told']>;

/** The code that does it begins with the assignment, or with another one that tells it. */
interface Change {
  readonly told: Told;
  readonly by: { readonly start: number; readonly end: number };
}

/** Longer texts are read in the source as well. */
const MOST_READ = 50;

/** Those of the loop's own statements, in the order of the source. What an iteration declares is gone with it. */
export function floatingChanges(draft: Draft, { statement }: DraftLoop): readonly FloatingChange[] {
  if (!statement || draft.floating.size === 0) return [];
  const own = [...draft.floating.values()].filter((n) => isWithin(n, statement) && !isInLoopOf(n, statement));
  if (own.length === 0) return [];
  const declared = new Set(namesDeclared(draft, statement));
  const told = toldStatements(draft, child(statement, 'body'));
  return own.flatMap((node): readonly FloatingChange[] => {
    const place = placeOf(node);
    if (place === null || (isName(place) && declared.has(rootOf(draft, place)))) return [];
    const change = told.get(node);
    const found = { place: written(draft, place), isNamed: isName(place) };
    if (change === undefined) return [{ ...found, told: null, range: rangeOf(draft, node) }];
    const { start, end } = change.by;
    return start === node.start ? [{ ...found, told: change.told, range: rangeOf(draft, { start, end }) }] : [];
  });
}

const placeOf = (node: SyntaxNode): SyntaxNode | null => child(node, 'left') ?? child(node, 'argument');

const isWithin = (node: SyntaxNode, outer: SyntaxNode): boolean => node.start >= outer.start && node.end <= outer.end;

const isLoop = ({ type }: SyntaxNode): boolean => /^(for|while|do)_statement$/.test(type);

/** It stands in a loop within this one. */
function isInLoopOf(node: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.children.some((c) => isWithin(node, c) && (isLoop(c) || isInLoopOf(node, c)));
}

/** `s`, `p.x`: not a place that an index or a pointer leads to. */
const isName = (place: SyntaxNode): boolean =>
  place.type === 'identifier' ||
  (place.type === 'field_expression' && place.children[0] !== undefined && isName(place.children[0]));

const rootOf = (draft: Draft, place: SyntaxNode): string =>
  place.type === 'identifier' || !place.children[0] ? text(draft, place) : rootOf(draft, place.children[0]);

/** What stands in the loop's declarations: `double t = x[i];` declares `t`. */
function namesDeclared(draft: Draft, node: SyntaxNode): readonly string[] {
  if (node.type === 'declaration')
    return node.children.filter((c) => c.field === 'declarator').map((c) => declaredName(draft, c));
  return node.children.flatMap((c) => namesDeclared(draft, c));
}

function declaredName(draft: Draft, declarator: SyntaxNode): string {
  const inner = child(declarator, 'declarator');
  return inner === null ? text(draft, declarator) : declaredName(draft, inner);
}

/** Assignments that each iteration executes once, or each with some condition. */
function toldStatements(draft: Draft, body: SyntaxNode | null): ReadonlyMap<SyntaxNode, Change> {
  const told = new Map<SyntaxNode, Change>();
  if (body === null || jumpsInto(body)) return told;
  const statements = body.type === 'compound_statement' ? body.children : [body];
  for (const [at, statement] of statements.entries()) {
    const before = statements.slice(0, at);
    if (before.some(mayLeave)) break;
    const swap = swapAt(draft, statements, at);
    for (const node of swap?.of ?? []) if (swap) told.set(node, swap);
    const { when, assignment } = conditional(draft, statement);
    if (assignment === null || when === null || told.has(assignment)) continue;
    const change = changeOf(draft, assignment, when);
    if (change !== null && !before.some((b) => changesWhat(draft, b, statement)))
      told.set(assignment, { told: change, by: assignment });
  }
  return told;
}

/** A label or a case: an iteration may begin in its middle. */
const jumpsInto = (node: SyntaxNode): boolean =>
  node.type === 'labeled_statement' || node.type === 'case_statement' || node.children.some(jumpsInto);

/** What stands behind it isn't executed in every iteration. */
const mayLeave = (node: SyntaxNode): boolean =>
  /^(break|continue|return|goto)_statement$/.test(node.type) || node.error || node.children.some(mayLeave);

/** `s += x;` and `if (x > m) m = x;`; a condition with effects is none to tell. */
function conditional(
  draft: Draft,
  statement: SyntaxNode,
): { readonly when: string | null; readonly assignment: SyntaxNode | null } {
  const direct = assignmentOf(statement);
  if (direct !== null || statement.type !== 'if_statement') return { when: '', assignment: direct };
  const [condition, consequence] = [child(statement, 'condition'), child(statement, 'consequence')];
  if (condition === null || consequence === null || child(statement, 'alternative') !== null || hasEffects(condition))
    return { when: null, assignment: null };
  const [only, ...others] = consequence.type === 'compound_statement' ? consequence.children : [consequence];
  if (only === undefined || others.length > 0) return { when: null, assignment: null };
  const when = shortText(draft, condition)?.replace(/^\((.*)\)$/s, '$1') ?? null;
  return { when, assignment: assignmentOf(only) };
}

function assignmentOf(statement: SyntaxNode): SyntaxNode | null {
  const [only] = statement.type === 'expression_statement' ? statement.children : [];
  return only?.type === 'assignment_expression' || only?.type === 'update_expression' ? only : null;
}

function changeOf(draft: Draft, node: SyntaxNode, when: string): Told | null {
  const [place, value, operator] = [placeOf(node), child(node, 'right'), child(node, 'operator')];
  if (place === null || operator === null || hasEffects(place) || shortText(draft, place) === null) return null;
  const sign = text(draft, operator);
  if (value === null) return { operator: sign === '++' ? '+=' : '-=', value: '1', when };
  const said = hasEffects(value) ? null : shortText(draft, value);
  return said !== null && isOperator(sign) ? { operator: sign, value: said, when } : null;
}

type Operator = Told['operator'];

const isOperator = (sign: string): sign is Exclude<Operator, 'swap'> => /^[-+*/]?=$/.test(sign);

/** Null where it is long, or a macro's. */
function shortText(draft: Draft, node: SyntaxNode): string | null {
  const { locator } = draft.file;
  if (locator.expanded(node.start) || locator.expanded(node.end - 1)) return null;
  const said = written(draft, node);
  return said.length > MOST_READ ? null : said;
}

/** `t = a; a = b; b = t;`: the last two assignments are told by the first of them. */
function swapAt(
  draft: Draft,
  statements: readonly SyntaxNode[],
  at: number,
): (Change & { readonly of: readonly SyntaxNode[] }) | null {
  const [kept, second, third] = statements.slice(at, at + 3);
  if (!kept || !second || !third) return null;
  const [first, last] = [assignmentOf(second), assignmentOf(third)];
  const keeping = keptIn(draft, kept);
  const [to, back] = [partsOf(draft, first), partsOf(draft, last)];
  if (keeping === null || to === null || back === null || first === null || last === null) return null;
  const isSwap = keeping.value === to.place && to.value === back.place && back.value === keeping.place;
  if (!isSwap || statements.slice(0, at).some((b) => changesWhat(draft, b, second))) return null;
  const told: Told = { operator: 'swap', value: to.value, when: '' };
  return { told, by: { start: first.start, end: last.end }, of: [first, last] };
}

/** `t = a` of `t = a;` and `double t = a;` */
function keptIn(draft: Draft, statement: SyntaxNode): Parts | null {
  if (statement.type !== 'declaration') return partsOf(draft, assignmentOf(statement));
  const [only, ...others] = statement.children.filter((c) => c.field === 'declarator');
  const [name, value] =
    only === undefined || others.length > 0 ? [] : [child(only, 'declarator'), child(only, 'value')];
  return name && value && !hasEffects(value) ? { place: written(draft, name), value: written(draft, value) } : null;
}

interface Parts {
  readonly place: string;
  readonly value: string;
}

/** Of a plain assignment without other effects. */
function partsOf(draft: Draft, node: SyntaxNode | null): Parts | null {
  const [left, right] = node === null ? [] : [child(node, 'left'), child(node, 'right')];
  const operator = node && child(node, 'operator');
  if (!left || !right || !operator || text(draft, operator) !== '=' || hasEffects(left) || hasEffects(right))
    return null;
  const [place, value] = [shortText(draft, left), shortText(draft, right)];
  return place === null || value === null ? null : { place, value };
}

/** The statement assigns to something that is named there, and that isn't itself told as it is written. */
function changesWhat(draft: Draft, statement: SyntaxNode, named: SyntaxNode): boolean {
  const names = new Set(namesIn(draft, named));
  return assignments(statement).some((n) => {
    const place = placeOf(n);
    return place !== null && !draft.floating.has(n.start) && names.has(rootOf(draft, place));
  });
}

const namesIn = (draft: Draft, node: SyntaxNode): readonly string[] =>
  node.type === 'identifier' ? [text(draft, node)] : node.children.flatMap((c) => namesIn(draft, c));

const assignments = (node: SyntaxNode): readonly SyntaxNode[] => [
  ...(/^(assignment|update)_expression$/.test(node.type) ? [node] : []),
  ...node.children.flatMap(assignments),
];
