/** What the reader of a count checks: that somebody leaves something alone. */
import { listed } from '../source/index.ts';

/** The calls and stores of a loop, where there are too many to name them. */
export const ITS_BODY: readonly string[] = ['the calls', 'stores in its body'];

/** More are told together: a reader can't check them all. */
const MOST_NAMED = 2;

export const namedOrAll = (who: ReadonlySet<string>): readonly string[] =>
  who.size > MOST_NAMED ? ITS_BODY : [...who];

/** "a() and b() don't change n". `doing`: a verb, and what is left alone. */
export const leavesAlone = (who: readonly string[], doing: string): string =>
  `${listed(who, 'and')} ${who.length === 1 ? "doesn't" : "don't"} ${doing}`;
