/** What the reader of a count checks: that somebody leaves something alone. */
import { listed } from '../source/index.ts';

/** The calls and stores of a loop, where there are too many to name them. */
export const ITS_BODY: readonly string[] = ['the calls', 'stores in its body'];

/** More are told together: a reader can't check them all. */
const MOST_NAMED = 2;

export const namedOrAll = (who: ReadonlySet<string>): readonly string[] =>
  who.size > MOST_NAMED ? ITS_BODY : [...who];

/** A store, by its line. */
export const theStoreIn = (line: number): string => `${THE_STORE} ${line}`;

const THE_STORE = 'the store in line';

/** "a() and b()", "the stores in lines 3 and 4". */
function allOf(who: readonly string[]): string {
  const lines = who.map((one) => (one.startsWith(THE_STORE) ? one.slice(THE_STORE.length + 1) : null));
  return who.length < 2 || lines.includes(null)
    ? listed(who, 'and')
    : `the stores in lines ${listed(lines as string[], 'and')}`;
}

/** "a() and b() don't change n". `doing`: a verb, and what is left alone. */
export const leavesAlone = (who: readonly string[], doing: string): string =>
  `${allOf(who)} ${who.length === 1 ? "doesn't" : "don't"} ${doing}`;
