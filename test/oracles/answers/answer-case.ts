/** Functions whose last statement is a loop, cut out of those that the differential tests draw. */
import { TICK } from '../../differential/draft.ts';
import type { Declared } from '../../differential/draft.ts';
import type { Random } from '../../differential/random.ts';
import type { Generated } from '../../differential/shapes.ts';
import { generate } from '../../differential/shapes.ts';

export interface AnswerCase {
  readonly shape: string;
  readonly name: string;
  readonly params: readonly Declared[];
  /** What is compared behind the loop: parameters and locals. */
  readonly variables: readonly Declared[];
  /** Declarations before the function. */
  readonly file: readonly string[];
  /** Names of which no value is compared: facts about them are left out. */
  readonly hidden: readonly string[];
  /** Declarations and statements before the loop. */
  readonly before: readonly string[];
  readonly loop: readonly string[];
  /** As it was drawn, for inputs. */
  readonly generated: Generated;
}

/** Null where what was drawn has no loop in braces, or jumps out of it to what is cut off. */
export function answerCase(shape: string, name: string, random: Random): AnswerCase | null {
  const generated = generate(shape, name, random);
  const lines = generated.source.trimEnd().split('\n').slice(1, -2);
  const { loops, others } = topLevel(lines);
  const loop = loops.at(-1);
  if (!loop || loop.lines.some((l) => /\bgoto\b|^\s*\w+:/.test(l)) || !loop.lines[0]?.includes('{')) return null;
  const before = others.filter((o) => o.at < loop.at).map((o) => o.line);
  if (before.some((l) => /\bgoto\b|^\s*\w+:|\breturn\b/.test(l))) return null;
  return {
    shape,
    name,
    params: generated.params,
    variables: [...generated.params, ...generated.locals],
    file: [],
    hidden: [],
    before,
    loop: loop.lines.map((l) => l.replace(/\breturn\b[^;]*;/g, 'return;')),
    generated,
  };
}

/** Loops that stand in no other, and all other lines. */
function topLevel(lines: readonly string[]): {
  readonly loops: readonly { readonly at: number; readonly lines: readonly string[] }[];
  readonly others: readonly { readonly at: number; readonly line: string }[];
} {
  const loops: { at: number; lines: string[] }[] = [];
  const others: { at: number; line: string }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (!/^ {2}(?:while|for|do)\b/.test(line)) {
      others.push({ at, line });
      continue;
    }
    let end = at;
    while (end < lines.length && !/^ {2}\}/.test(lines[end] as string)) end++;
    loops.push({ at, lines: lines.slice(at, end + 1) });
    at = end;
  }
  return { loops, others };
}

export const parametersOf = ({ params }: AnswerCase): string =>
  params.map((p) => `${p.type.name} ${p.name}`).join(', ');

/** The function as it is analysed. */
export const plainSource = (c: AnswerCase): string =>
  `${c.file.map((l) => `${l}\n`).join('')}void ${c.name}(${parametersOf(c)}) {\n${[...c.before, ...c.loop].join('\n')}\n}\n`.replaceAll(
    TICK,
    ';',
  );
