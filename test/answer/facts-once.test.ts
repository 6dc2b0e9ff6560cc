/** Facts that say the same are told once. */
import { describe, expect, it } from 'vitest';
import { factsOnce } from '../../server/src/answer/facts-once.ts';

describe('facts are told once', () => {
  it.each<[what: string, facts: readonly string[], told: readonly string[]]>([
    ['an equality the other way round', ['r->tail == r->head', 'r->head == r->tail'], ['r->tail == r->head']],
    ['a bound that a number includes or not', ['x < 256', 'x <= 255'], ['x < 256']],
    ['the same of what is greater', ['x > 9', 'x >= 10'], ['x > 9']],
    ['a bound that is farther away', ['x <= 256', 'x < 256', 'x >= 0'], ['x < 256', 'x >= 0']],
    ['a number that has a name', ['err != Z_OK', 'err != 0'], ['err != Z_OK']],
    ['a bound at a named number', ['n < MAXLEN', 'n <= 5'], ['n < MAXLEN', 'n <= 5']],
    ['a bound of what is settled', ['t >= n', 't == max(0, n)', 't >= 0'], ['t == max(0, n)']],
    ['a strict bound of what is settled', ['i > n', 'i == max(2, n + 1)'], ['i == max(2, n + 1)']],
    ['a strict bound below', ['i < n', 'i == min(before(i), n - 1)'], ['i == min(before(i), n - 1)']],
    ['not the other bound', ['t <= n', 't == max(0, n)'], ['t <= n', 't == max(0, n)']],
    ['both bounds', ['len <= 0', 'k >= 1', 'len >= 0'], ['len == 0', 'k >= 1']],
    ['the number last', ['0 <= before(size)'], ['before(size) >= 0']],
    ['one of two ways', ['a == b || a <= c', 'b == a'], ['b == a']],
    ['more ways', ['x == 0 || x >= n', 'x <= 0 || x >= n'], ['x == 0 || x >= n']],
    ['not other ways', ['x == 0 || x > n', 'x <= 0 || m > n'], ['x == 0 || x > n', 'x <= 0 || m > n']],
  ])('%s', (_, facts, told) => expect(factsOnce(facts)).toEqual(told));
});
