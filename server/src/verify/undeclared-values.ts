/**
 * Names that nothing declares which was read: macros and objects of headers that weren't found; and constants whose
 * values such headers decide. A run that needs them to have some value, or some type, is no run of the program.
 */
import type { AssertionSite, IrFunction, VarId } from '../program/index.ts';
import { readIn, readVariables } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import { leadingTo } from './ways-to-assertion.ts';

/** Why nothing is certain that fails: what leads to the assertion, or it itself, reads such a name's value. */
export function dependsOnUndeclared(site: AssertionSite, fn: IrFunction): Reason | null {
  const guessed = fn.variables.filter((v) => v.undeclared);
  if (guessed.length === 0) return null;
  const before = leadingTo(site, fn);
  const read = new Set<VarId>();
  const written = new Set<VarId>();
  for (const { stmts, end } of before) {
    const expressions = [...stmts.flatMap(readIn), ...(end.kind === 'branch' ? [end.cond] : [])];
    for (const e of expressions) for (const v of readVariables(e)) read.add(v);
    for (const s of stmts) if ('target' in s && s.target !== null) written.add(s.target);
  }
  const names = guessed.filter(({ id }) => read.has(id) && !written.has(id)).map(({ name }) => name);
  const [name] = names;
  if (name === undefined) return null;
  const message = `no file that was read tells what \`${name}\` is`;
  return { code: 'undeclared', message, range: site.range };
}
