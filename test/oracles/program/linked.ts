/**
 * Linked records: a few static nodes that lead to each other or nowhere, gone through before and after it is asked
 * whether they are null. Runs that go through a null pointer are undefined there.
 */
import type { Draft } from './draft.ts';
import { choose, emit, fresh, made, newExpression } from './draft.ts';
import { condition, integer, place } from './expressions.ts';
import { LEVEL, within } from './levels.ts';
import { isInteger } from './places.ts';
import { INT } from './types.ts';

/** The nodes of one type. */
export interface Nodes {
  readonly type: string;
  readonly nodes: readonly string[];
  /** A static pointer to one of them, or null. */
  readonly head: string;
}

/** Defines a type of nodes, some of them, and a pointer to the first or to nothing. */
export function linkedNodes(d: Draft): void {
  const type = fresh(d, 'l');
  const nodes = Array.from({ length: d.r.int(2, 3) }, () => fresh(d, 'c'));
  const head = fresh(d, 'h');
  d.fileNames.push(type, ...nodes, head);
  emit(d, `struct ${type} { int v; struct ${type} *next; unsigned char b[2]; };`);
  nodes.forEach((name, k) =>
    emit(
      d,
      `static struct ${type} ${name} = { ${d.r.int(-2, 9)}${k > 0 && d.r.chance(0.6) ? `, &${nodes[k - 1]}` : ''} };`,
    ),
  );
  emit(d, `static struct ${type} *${head}${d.r.chance(0.5) ? ` = &${nodes.at(-1)}` : ''};`);
  d.linked.push({ type, nodes, head });
  // callers have no way to them
  for (const name of d.entries ? [] : nodes)
    d.variables.push({ name: `${name}.v`, type: INT, depth: 0, writable: true, private: false });
  made(d, 'type: linked records', 0);
}

/** A statement about them; null where there are none. */
export function linked(d: Draft): true | null {
  if (d.linked.length === 0 || d.leaf) return null;
  newExpression(d);
  const { type, nodes, head } = d.r.pick(d.linked);
  const node = (): string => d.r.pick(nodes);
  const pointer = (): string =>
    d.r.pick([
      head,
      head,
      `${node()}.next`,
      `${head}->next`,
      `(*${head}).next`,
      `(${within(condition(d, 0), LEVEL.or)} ? &${node()} : ${head})`,
    ]);
  const address = (): string => d.r.pick([`&${node()}`, `&${node()}`, `&${node()}`, '0', pointer()]);
  const value = (): string => within(integer(d, 1), LEVEL.assign);
  const member = (p: string): string => d.r.pick([`${p}->v`, `(*${p}).v`, `${p}->b[${d.r.int(0, 1)}]`]);
  const target = (): string | null => {
    const found = place(d, { accept: isInteger, write: true });
    return found && within(found, LEVEL.unary);
  };
  const say = (production: string, ...lines: readonly string[]): true => {
    if (lines.length === 1) emit(d, lines[0] ?? '', { target: true });
    else emit(d, `{ ${lines.join(' ')} }`);
    return made(d, `linked: ${production}`, true);
  };
  const p = pointer();
  return choose<true>(d, [
    [3, () => say('a pointer set', `${d.r.pick([head, `${node()}.next`])} = ${address()};`)],
    [2, () => say('a pointer behind a pointer set', `${p}->next = ${address()};`)],
    [3, () => say('a member written', `${member(p)} = ${value()};`)],
    [
      2,
      () => {
        const to = target();
        return to === null ? null : say('a member read', `${to} = ${member(p)};`);
      },
    ],
    [
      2,
      () =>
        say(
          'a member written and the pointer asked',
          `${member(p)} = ${value()};`,
          `if (!${p}) ${node()}.v = ${d.r.int(0, 9)};`,
        ),
    ],
    [
      2,
      () =>
        say(
          'asked and gone through',
          `if (${d.r.chance(0.5) ? p : `${p} != 0`}) ${member(p)} ${d.r.pick(['+=', '-=', '='])} ${value()};`,
        ),
    ],
    [
      1,
      () =>
        d.returns !== null && d.returns.kind !== 'integer'
          ? null
          : say(
              'asked the wrong way',
              `if (${p}) return${d.returns === null ? '' : ' 0'};`,
              `${member(p)} = ${value()};`,
            ),
    ],
    [2, () => say('two compared', `if (${p} ${d.r.pick(['==', '!='])} &${node()}) ${node()}.v = ${value()};`)],
    [
      2,
      () =>
        say(
          'a whole one copied',
          d.r.pick([
            `*${p} = ${node()};`,
            `${node()} = *${p};`,
            `*${p} = *${pointer()};`,
            `*${p} = (struct ${type}){ ${value()} };`,
            `memset(${p}, 0, sizeof *${p});`,
            `memcpy(${p}, &${node()}, sizeof *${p});`,
          ]),
        ),
    ],
    [
      2,
      () => {
        const at = fresh(d, 'q');
        const count = fresh(d, 'i');
        return say(
          'gone along',
          `int ${count} = 0;`,
          `for (struct ${type} *${at} = ${p}; ${at} && ${count} < 4; ${at} = ${at}->next) { ${at}->v ^= ${d.r.int(1, 3)}; ${count}++; }`,
        );
      },
    ],
    [
      2,
      () => {
        const to = fresh(d, 'q');
        return say(
          'a pointer to a pointer',
          `struct ${type} **${to} = ${d.r.pick([`&${head}`, `&${node()}.next`, `&${p}->next`])};`,
          d.r.chance(0.5) ? `*${to} = ${address()};` : `(*${to})->v = ${value()};`,
        );
      },
    ],
    [
      1,
      () => {
        const to = fresh(d, 'q');
        return say('the address of a member', `int *${to} = &${p}->v;`, `*${to} = ${value()};`);
      },
    ],
  ]);
}
