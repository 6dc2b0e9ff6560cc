/** Which classes of characters lie in which (C11 7.4.1), whatever the locale. */
import { app, applications, classifiedBy, eq0, ne0, or } from '../logic/index.ts';
import type { Formula } from '../logic/index.ts';
import type { Block } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

const WIDER: ReadonlyMap<string, readonly string[]> = new Map([
  ['isalpha', ['isalnum']],
  ['isdigit', ['isalnum', 'isxdigit']],
  ['isupper', ['isalpha', 'isalnum']],
  ['islower', ['isalpha', 'isalnum']],
  ['isalnum', ['isgraph']],
  ['ispunct', ['isgraph']],
  ['isgraph', ['isprint']],
]);

/** The loop asks for the class of a character. */
export const asksForClasses = ({ order, cfg }: LoopShape): boolean =>
  order.some((b) => (cfg.fn.blocks[b] as Block).stmts.some((s) => s.kind === 'havoc' && s.classified !== undefined));

/** Of the characters whose classes these speak of: in which other ones they are with that. */
export const widerClasses = (told: readonly Formula[]): readonly Formula[] =>
  [...WIDER].flatMap(([name, wider]) =>
    [...applications(told, classifiedBy(name)).values()].flatMap((within) =>
      wider.map((other) => or(eq0(within), ne0(app(classifiedBy(other), within.args)))),
    ),
  );
