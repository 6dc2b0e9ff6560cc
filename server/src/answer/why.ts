/** Why not more is known of a loop: the one cause that stands for the rest, and what a reader can do about it. */
import type { LoopReport, WhyAnswer } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import { alike, listed, withoutCapital } from '../source/index.ts';

/**
 * By their weight: what ended the analysis, then what is lost with everything that it may touch, then single values.
 */
const CAUSES: readonly (readonly string[])[] = [
  ['defect', 'contradiction', 'timeout', 'effort', 'too-large', 'computed-goto', 'irreducible', 'returns-twice'],
  ['syntax-error', 'undeclared', 'unknown-macro', 'unknown-type', 'header', 'macro-too-large'],
  ['too-many-paths', 'too-many-traces', 'not-followed', 'call-too-large', 'recursion', 'nested-function'],
  ['unknown-call', 'call', 'call-effects', 'call-mismatch', 'inline-assembly', 'attribute'],
  ['pointer-store', 'alias', 'library-call'],
  ['irregular', 'no-closed-form', 'uncertified'],
];

const HEADERS = 'name the directory of its header: `-I DIR`, in the editor `looplens.includePaths`';
const TIME = 'a longer time limit may help: `--timeout 100`, in the editor `looplens.loopBudget`';
const SPLIT = "it helps to move what doesn't decide its way into a function of its own";

const HINTS: Readonly<Record<string, string>> = {
  defect: 'please report it',
  contradiction: 'please report it',
  timeout: TIME,
  effort: TIME,
  undeclared: HEADERS,
  'unknown-macro': HEADERS,
  'unknown-type': HEADERS,
  'too-many-paths': SPLIT,
  'not-followed': SPLIT,
  'unknown-call': 'a definition in this file helps',
  'pointer-store': 'it helps to set a pointer from one object only',
};

/** In other words than the reason's own, which are about how it is analysed. */
const PLAINLY: Readonly<Record<string, string>> = {
  alias: 'two names in it may be the same object',
  'computed-goto': 'the computed goto is not followed',
  irregular: 'which way an iteration goes follows no fixed pattern',
  'too-many-paths': 'one iteration can go too many ways to follow them all',
  'not-followed': 'one iteration can go too many ways to follow them all',
};

/** Where the number of iterations is bounded they are about values alone. */
const VALUES_ONLY: ReadonlySet<string> = new Set([
  'irregular',
  'no-closed-form',
  'uncertified',
  'too-large',
  'array-element',
  'input-dependent',
]);
const MOST_NAMES = 3;

/** What ended the analysis: more may be missing than is seen. */
const ENDED: ReadonlySet<string> = new Set(['defect', 'contradiction', 'timeout', 'effort']);

/** It is no cause of anything that a reader misses: where the loop asks for `errno`, what is unknown says so. */
const SETS_ERRNO = / may set `errno`\.?$/;

/** All iterations go one way. */
const NO_END = 'no formula says after how many iterations it ends';

/** Null where nothing is missing, or where no reason was given. */
export function whyOf(
  loop: Pick<LoopReport, 'count' | 'exactness' | 'afterwards' | 'reasons' | 'paths' | 'untold' | 'unknown' | 'tier'>,
): WhyAnswer | null {
  const { count, exactness, afterwards, paths, untold = [], unknown = [] } = loop;
  const reasons = loop.reasons.filter(({ message }) => !SETS_ERRNO.test(message));
  const isCounted = count.relation === 'exactly' || count.relation === 'endless';
  if (isCounted && (exactness === 'exact' || afterwards?.complete)) return null;
  const cause = heaviest(reasons);
  if (cause === null) return null;
  // all that it changes has been told
  if (isCounted && loop.tier > 1 && untold.length === 0 && unknown.length === 0 && !ENDED.has(cause.code)) return null;
  if (cause.code === 'irregular' && loop.tier === 1 && paths.filter((p) => p.kind === 'iterative').length === 1)
    return isCounted ? null : { code: cause.code, message: NO_END, hint: '', range: cause.range };
  const isBounded = count.relation !== 'none' && loop.tier > 1;
  if (isBounded && VALUES_ONLY.has(cause.code)) {
    // that the number of iterations has no formula is seen from its bound
    if (untold.length === 0) return null;
    const names = listed(
      untold.map((name) => `\`${name}\``),
      'and',
      MOST_NAMES,
    );
    const verb = untold.length === 1 ? 'is' : 'are';
    return {
      code: 'no-closed-form',
      message: `no formula says what ${names} ${verb} in the end`,
      hint: '',
      range: null,
    };
  }
  const same = reasons.filter(({ code }) => code === cause.code);
  const [message = ''] = alike(same.map((reason) => reason.message));
  return {
    code: cause.code,
    message: PLAINLY[cause.code] ?? withoutCapital(inPlainWords(message.replace(/\.$/, ''))),
    hint: HINTS[cause.code] ?? '',
    range: cause.range,
  };
}

/** Reasons speak of what the analysis does; a reader asks what the program does. */
const inPlainWords = (message: string): string =>
  message
    .replace(
      /^An element of (\S+) is read that may have been written before$/,
      'an element of `$1` may be written before it is read',
    )
    .replace(/ is a pointer$/, ' is a pointer: where it leads is not followed')
    .replace(/ is read from memory that isn't modelled$/, ' is in memory that is not followed')
    .replace(/^The value of (.+) after n iterations has no closed form$/, 'no formula says what `$1` is in the end');

function heaviest(reasons: readonly Reason[]): Reason | null {
  for (const codes of CAUSES) {
    const found = reasons.find(({ code }) => codes.includes(code));
    if (found) return found;
  }
  return reasons[0] ?? null;
}
