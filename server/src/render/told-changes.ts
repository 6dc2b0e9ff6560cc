/**
 * What a loop may change and nothing more is known of, as sentences: by calls and writes, then the rest by its causes.
 */
import type { LoopReport, UnknownReport } from '../report/index.ts';
import { isWithin, listed, withoutCapital } from '../source/index.ts';

/** So many sentences on what isn't known. */
const MOST_UNKNOWN = 3;

/** By calls and by writes in one sentence, then the rest by its causes. */
export function changedSentences(loop: LoopReport, why: string): readonly string[] {
  const { range } = loop;
  const all = untold(loop, why);
  const certain = all.filter(isOutside);
  // whose cause is said once
  const outside = certain.length > 0 ? all.filter((u) => isOutside(u) || u.variable === 'memory') : [];
  const byCause = new Map<string, string[]>();
  const said = new Set(outside.map((u) => u.variable));
  for (const u of all) {
    if (outside.includes(u) || said.has(u.variable)) continue;
    byCause.set(u.because, [...(byCause.get(u.because) ?? []), named(u)]);
    said.add(u.variable);
  }
  const own = [...byCause].map(([because, names]) => {
    const cause = withoutCapital(because.replace(/\.$/, ''));
    const said = names.length > 1 ? cause.replace(/ it is in the end$/, ' they are in the end') : cause;
    return `May change ${elements(names)}: ${said}.`;
  });
  const memory = outside.length > 0 ? [changedOutside(outside, range)] : [];
  if (own.length + memory.length <= MOST_UNKNOWN) return [...memory, ...own];
  const rest = `May change ${elements([...byCause.values()].flat())}: the detail has the causes.`;
  return [...memory, rest];
}

/** What has no formula is left out where an effect, a fact or the reason (`why`) speaks of it, or counts it. */
function untold(loop: LoopReport, why: string): readonly UnknownReport[] {
  const { unknown: all = [], untold: silent = [] } = loop;
  const isCounted = why !== '' && loop.why?.code === 'no-closed-form';
  return all.filter(
    ({ variable, code }) =>
      code !== 'no-closed-form' || (!isCounted && silent.includes(variable) && !why.includes(`\`${variable}\``)),
  );
}

/** A call or a write may do it; of memory without a name no more is said than where. */
export const isOutside = ({ variable, call, code }: UnknownReport): boolean =>
  call !== undefined || code === 'pointer-store' || (variable === 'memory' && (code === 'alias' || code === 'pointer'));

const named = ({ variable }: UnknownReport): string =>
  /^[A-Za-z_$][\w$]*$/.test(variable) && variable !== 'memory' ? `\`${variable}\`` : variable;

const ELEMENTS = 'elements of ';
const BEHIND = ' behind a pointer';

/** `x, elements of a, b and other memory`: each kind by some names; memory is always mentioned. */
function elements(names: readonly string[]): string {
  const all = [...new Set(names)].filter((n) => n !== 'memory');
  const of = all.filter((n) => n.startsWith(ELEMENTS)).map((n) => n.slice(ELEMENTS.length));
  const behind = all.filter((n) => n.endsWith(BEHIND)).map((n) => n.slice(0, -BEHIND.length));
  const plain = all.filter((n) => !n.startsWith(ELEMENTS) && !n.endsWith(BEHIND));
  const kinds = [
    ...(plain.length > 0 ? [some(plain)] : []),
    ...(of.length > 0 ? [`${ELEMENTS}${some(of)}`] : []),
    ...(behind.length > 0 ? [`${some(behind)} behind ${behind.length > 1 ? 'pointers' : 'a pointer'}`] : []),
    ...(names.includes('memory') ? [all.length > 0 ? 'other memory' : 'memory'] : []),
  ];
  return listed(kinds, 'and');
}

const some = (names: readonly string[]): string =>
  names.length > MOST_NAMES + 1
    ? `${names.slice(0, MOST_NAMES).join(', ')}, ${names.length - MOST_NAMES} others`
    : names.join(', ');

const MOST_NAMES = 3;

/** ``May change memory by calls of `f()` and `g()` and by the write to `p->n` (line 3).`` */
function changedOutside(all: readonly UnknownReport[], loop: LoopReport['range']): string {
  const calls = [...new Set(all.flatMap(({ call }) => (call === undefined ? [] : [calledAs(call)])))];
  const writes = all.filter((u) => isOutside(u) && u.call === undefined);
  const own = writes.filter(({ range }) => range === null || isWithin(range, loop));
  const by = [
    ...(calls.length > 0
      ? [`${calls.length === 1 ? 'the call' : 'calls'} of ${listed(calls, 'and', MOST_NAMES + 1)}`]
      : []),
    ...(own.length > 0 ? [writtenIn(own)] : []),
    ...(own.length < writes.length ? ['functions that it calls'] : []),
  ];
  return `May change ${elements(all.map(named))} by ${listed(by, 'and by')}.`;
}

const calledAs = (name: string): string => (name === '' ? 'function pointers' : `\`${name}()\``);

/** ``the write to `p->n` (line 3)``, ``writes to `p->n`, `p->m` and `*q` ``; by lines where they have no short text. */
function writtenIn(all: readonly UnknownReport[]): string {
  const at = [...new Set(all.flatMap(({ range }) => (range === null ? [] : [range.start.line])))]
    .sort((a, b) => a - b)
    .map(String);
  const places = [...new Set(all.map(placeWritten))];
  if (places.length > 0 && !places.includes('')) {
    const where = at.length === 1 ? ` (line ${at[0]})` : '';
    const names = places.map((place) => `\`${place}\``);
    return `${places.length === 1 ? 'the write' : 'writes'} to ${listed(names, 'and', MOST_NAMES + 1)}${where}`;
  }
  if (at.length === 0) return 'writes through pointers';
  return at.length > 1 ? `writes in lines ${listed(at, 'and', MOST_NAMES + 1)}` : `the write in line ${at[0]}`;
}

/** Longer ones are read in the source as well. */
const LONGEST_PLACE = 30;

/** `p->n` of `` `p->n = 0` writes through a pointer ``; empty where it is no plain assignment. */
function placeWritten({ because, place: named }: UnknownReport): string {
  const [, code = ''] = /^`([^`]+)` writes through /.exec(because) ?? [];
  const [, assigned = '', stepped = ''] =
    /^([^=]*?[^-+*/%&|^<>=!\s])\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|^([^=]+?)(?:\+\+|--)$/.exec(code) ?? [];
  const place = (named ?? (assigned || stepped)).trim();
  return place.length <= LONGEST_PLACE && !/[(),;"']/.test(place.replace(/\(\*\w+\)/g, '')) ? place : '';
}
