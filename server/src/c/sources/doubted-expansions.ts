/** What a macro's call may stand for in builds that define macros otherwise. */
import { changes } from './acting-macros.ts';
import { spelledOut } from './expanded-tokens.ts';
import { expandAll } from './if-expression.ts';
import { tokenize } from './lexer.ts';
import type { Doubt } from './macro-definition.ts';
import type { Macros } from './macro-table.ts';

/** Texts that differ, as branches of the condition that decides which it is. */
interface DoubtedExpansion extends Pick<Doubt, 'condition' | 'asked'> {
  readonly branches: string;
}

/** Numbers of lines and the like make no difference. */
const dynamic = { line: () => 0, counter: () => 0 };

/** One for each doubt by which the call may stand for something else; `doubts`: by the macros that it is about. */
export function doubtedExpansions(
  call: string,
  macros: Macros,
  doubts: ReadonlyMap<string, Doubt>,
): readonly DoubtedExpansion[] {
  const tokens = tokenize(call);
  const expanded = (table: Macros): string =>
    spelledOut(expandAll(tokens, { macros: table, dynamic })).replaceAll('\n', ' ');
  const chosen = expanded(macros);
  return [...doubts].flatMap(([name, { condition, asked, alternatives }]) => {
    if (TRANSLATING.test(name) || FUNCTION_NAME.test(name)) return [];
    const others = alternatives.map((macro) =>
      expanded({
        has: (n) => n === name || macros.has(n),
        get: (n) => (n === name ? macro : macros.get(n)),
      }),
    );
    const texts = [chosen, ...others.filter((other) => !meansTheSame(other, chosen))];
    return texts.length > 1 ? [{ condition, asked, branches: `\n${texts.join('\n#else\n')}\n` }] : [];
  });
}

/** Functions that translate texts, or only mark them: they are taken for what they are everywhere. */
export const TRANSLATING = /^(_|N_|(d|dc)?n?gettext)$/;

/** The name of the function around; which text it is makes no difference. */
const FUNCTION_NAME = /^__(func|FUNCTION)__$/;

/** An assertion, whatever it is called. */
const ASSERTION = /assert/i;

/** The other one says the same in other words, or it asserts something besides. */
function meansTheSame(other: string, chosen: string): boolean {
  if (other === chosen) return true;
  const [words, own] = [other, chosen].map((text) => groupsOf(tokenize(text).map((t) => t.text))) as [Group, Group];
  // what an assertion of the build that is looked at tells isn't true of the other one
  const asserts = ASSERTION.test(chosen);
  return spelled(plainly(words, !asserts)) === spelled(plainly(own, false));
}

/** Words, and what stands in parentheses. */
type Group = readonly (string | Group)[];

function groupsOf(words: readonly string[]): Group {
  const open: (string | Group)[][] = [[]];
  for (const word of words) {
    const top = open[open.length - 1]!;
    if (word === '(') open.push([]);
    else if (word === ')' && open.length > 1) open[open.length - 2]!.push(open.pop()!);
    else top.push(word);
  }
  return open.flat();
}

/** Without parentheses around parentheses, what has no effect before a comma, and what compilers are told of odds. */
function plainly(group: Group, dropAssertions: boolean, isCalled = false): Group {
  const parts = separated(group).map((part) => plainPart(part, dropAssertions));
  const left = isCalled ? parts : parts.filter((part, i) => i === parts.length - 1 || !isNothing(part));
  const [first = [], ...others] = left;
  if (others.length === 0) {
    if (isNothing(first)) return NOTHING;
    const [inner] = first;
    // an argument is not several
    const isBare = first.length === 1 && typeof inner === 'object' && !(isCalled && inner.includes(','));
    return isBare ? inner : first;
  }
  return left.flatMap((part, i) => (i === 0 ? part : [',', ...part]));
}

/** What stands between commas. */
function separated(group: Group): readonly Group[] {
  const parts: (string | Group)[][] = [[]];
  for (const item of group) {
    if (item === ',') parts.push([]);
    else parts[parts.length - 1]!.push(item);
  }
  return parts;
}

function plainPart(part: Group, dropAssertions: boolean): Group {
  const out: (string | Group)[] = [];
  for (let i = 0; i < part.length; i++) {
    const item = part[i]!;
    const behind = part[i + 1];
    const isCall = typeof item === 'string' && /^[A-Za-z_]/.test(item) && typeof behind === 'object';
    if (!isCall) out.push(typeof item === 'string' ? item : plainly(item, dropAssertions));
    else {
      if (item === '__builtin_expect') out.push(plainly(asTruth(separated(behind)[0] ?? []), dropAssertions));
      else if (dropAssertions && ASSERTION.test(item) && !sets(behind)) out.push(NOTHING);
      else out.push(item, plainly(behind, dropAssertions, true));
      i++;
    }
  }
  return out;
}

/** `(x) != 0`, `!!(x)` as `(x)`: whether odds are told makes no difference to a program. */
function asTruth(group: Group): Group {
  const [first, ...others] = group;
  if (others.length === 0 && typeof first === 'object') return asTruth(first);
  if (group.at(-2) === '!=' && group.at(-1) === '0') return group.slice(0, -2);
  return first === '!' && others[0] === '!' ? others.slice(1) : group;
}

const NOTHING: Group = [['void'], '0'];
const NO_EFFECT = /^(?:\( void \) (?:\( \w+ \)|\w+)|\( \( void \) 0 \)|do \{ ?;? ?\} while \( 0 \)|0|)$/;

function isNothing(group: Group): boolean {
  if (NO_EFFECT.test(spelled(group))) return true;
  const [question, colon] = [group.indexOf('?'), group.lastIndexOf(':')];
  if (question < 0 || colon < question || !isQuiet(group.slice(0, question))) return false;
  return isNothing(group.slice(question + 1, colon)) && isNothing(group.slice(colon + 1));
}

const sets = (group: Group): boolean => group.some((item) => (typeof item === 'string' ? changes(item) : sets(item)));

/** It neither changes anything nor calls: no parenthesis stands behind a name, or behind another one. */
const isQuiet = (group: Group): boolean =>
  group.every((item, i) => {
    if (typeof item === 'string') return !changes(item);
    const before = group[i - 1] ?? '';
    return typeof before === 'string' && !/^[\w$]/.test(before) && isQuiet(item);
  });

const spelled = (group: Group): string =>
  group.map((item) => (typeof item === 'string' ? item : `( ${spelled(item)} )`)).join(' ');
