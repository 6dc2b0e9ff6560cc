/**
 * A translation unit with a function that is called again and again, and all that it needs; and what another unit
 * defines.
 */
import type { Random } from '../../differential/random.ts';
import { body } from './bodies.ts';
import type { UnitLoop } from './draft.ts';
import { newUnit, value } from './draft.ts';
import { helper } from './helpers.ts';
import { loop } from './loops.ts';
import { outside } from './outside.ts';
import { BOX, place } from './places.ts';

export interface Unit {
  /** With marks `@E k@`, `@B k@`, `@X k@`, and `@F@` where another function begins. */
  readonly marked: string;
  /** What the harness compiles behind it. */
  readonly foreign: readonly string[];
  readonly setup: readonly string[];
  readonly arguments: readonly string[];
  readonly loops: readonly UnitLoop[];
}

const INCLUDES = ['errno.h', 'stdlib.h', 'string.h', 'unistd.h'];

export const plainUnit = ({ marked }: Pick<Unit, 'marked'>): string => marked.replace(/@[EBX] \d+@ ?|@F@ ?/g, '');

/** The same for the same stream. */
export function drawUnit(r: Random, made: (what: string) => void): Unit {
  const d = newUnit(r, made);
  for (let k = r.int(1, 3); k > 0; k--) place(d);
  for (let k = r.int(0, 2); k > 0; k--) outside(d);
  if (r.chance(0.3)) place(d);
  if (r.chance(0.35)) helper(d);
  const lines: string[] = [];
  if (r.chance(0.3)) {
    d.depth = 2;
    lines.push(...body(d, []).filter((l) => !/break;|continue;/.test(l)));
    d.depth = 0;
  }
  for (let k = r.int(1, 2); k > 0; k--) lines.push(...loop(d));
  lines.push(`return ${value(d)};`);
  const head = [...INCLUDES.map((h) => `#include <${h}>`), BOX, ...d.head];
  const params = d.params.map((p) => p.declared).join(', ') || 'void';
  return {
    marked: `${head.join('\n')}\nint f(${params}) {\n${[...d.locals, ...lines].map((l) => `  ${l}`).join('\n')}\n}\n`,
    foreign: d.foreign,
    setup: d.setup,
    arguments: d.params.map((p) => p.argument),
    loops: d.loops,
  };
}
