/**
 * What is not wrong, but seldom meant, as far as a walk shows it. Conditions always or never hold, a loop's body runs
 * once, or a conversion changes a value. What is said of each is certain; whether it was meant is not.
 */
import { convert, maxOf } from '../../machine/index.ts';
import type { Misstep } from '../../program/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { commonType } from '../types/index.ts';
import type { CType, FileContext, FunctionDefinition } from '../types/index.ts';
import { hasChoices } from './walk-configured.ts';
import { isDeliberate, isIdle } from './walk-dead.ts';
import type { Habits, Walk } from './walk-state.ts';
import { bare, quoted, suspect, suspicion } from './walk-state.ts';
import type { WalkedValue } from './walked-values.ts';
import { known } from './walked-values.ts';

/** In a function that was followed to its end, from any state. */
export function suspiciousHabits(
  file: FileContext,
  definition: FunctionDefinition,
  visited: ReadonlySet<number>,
  habits: Habits,
): readonly Misstep[] {
  const body = definition.body();
  if (body === null || hasChoices(file, body)) return [];
  const found: Misstep[] = [];
  const work: SyntaxNode[] = [body];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    work.push(...node.children);
    if (!visited.has(node.start) || file.locator.expanded(node.start)) continue;
    const condition = child(node, 'condition');
    if (condition === null || isDeliberate(file, condition)) continue;
    const said =
      node.type === 'if_statement' ? oddCondition(file, node, condition, habits) : oddLoop(node, visited, habits);
    if (said !== null) found.push(suspicion(file, definition, bare(condition), said));
  }
  return found;
}

/** Where something is dead for it, that is a finding of its own. */
function oddCondition(file: FileContext, node: SyntaxNode, condition: SyntaxNode, habits: Habits): string | null {
  const [holds, fails] = [habits.held.has(condition.start), habits.failed.has(condition.start)];
  const consequence = child(node, 'consequence');
  if (holds && !fails && child(node, 'alternative') === null) return 'This condition always holds here';
  if (fails && !holds && consequence !== null && isIdle(file, consequence)) return 'This condition never holds here';
  return null;
}

function oddLoop(node: SyntaxNode, visited: ReadonlySet<number>, { round }: Habits): string | null {
  const body = child(node, 'body');
  if (!/^(for|while|do)_statement$/.test(node.type) || round.has(node.start)) return null;
  if (body === null || !visited.has(body.start)) return null;
  return 'The body of this loop runs once at most: no way through it comes to a second round';
}

/** A value that the type can't hold: another one is stored. */
export function suspectLoss(walk: Walk, type: CType, value: WalkedValue, from: SyntaxNode): void {
  const given = known(value);
  const node = bare(from);
  if (type.kind !== 'int' || type.int.bool || given === null || node.type === 'cast_expression') return;
  // `unsigned n = -1` and `char c = 0xff` are how all bits are set
  if (given < 0n ? !type.int.signed : given <= maxOf({ ...type.int, signed: false })) return;
  const stored = convert(given, type.int);
  if (stored !== given)
    suspect(
      walk,
      node,
      `${quoted(walk, node)} is ${given}, which \`${type.int.name}\` can't hold: ${stored} is stored`,
    );
}

/** `i < sizeof a`, where `i` may be negative. */
export function suspectComparison(walk: Walk, sides: readonly (readonly [SyntaxNode, WalkedValue])[]): void {
  const [first, second] = sides;
  if (first?.[1].kind !== 'integer' || second?.[1].kind !== 'integer') return;
  const type = commonType(first[1].type, second[1].type);
  if (type.signed) return;
  for (const [node, value] of sides)
    if (value.kind === 'integer' && value.type.signed && value.low < 0n && value.low < value.high)
      suspect(
        walk,
        bare(node),
        `${quoted(walk, bare(node))} becomes an \`${type.name}\` for this comparison: ` +
          'a negative value turns into a large one',
      );
}
