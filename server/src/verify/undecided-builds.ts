/** `#if`s that headers decide which weren't read: what holds of the code that is looked at may not hold in a build. */
import type { AssertionSite, IrFunction } from '../program/index.ts';
import { undecidedAt } from '../program/index.ts';
import type { Reason } from '../source/index.ts';

/** Why nothing is certain about the assertion: other builds may get there in other ways. */
export function dependsOnBuild(site: AssertionSite, fn: IrFunction): Reason | null {
  const condition = undecidedAt(fn, site.range);
  if (condition === null) return null;
  const names = condition.macros.map((m) => `\`${m}\``).join(' and ');
  const message = `headers that were not read decide whether ${names} ${condition.macros.length > 1 ? 'are' : 'is'} defined`;
  return { code: 'conditional-compilation', message, range: condition.range };
}
