/** The textbook's programs, and what is said of their loops beside what an expert would write (`ideal`). */
import { join } from 'node:path';
import { lensTitle } from '../../server/src/render/headline.ts';
import { hoverMarkdown } from '../../server/src/render/hover-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

export const PROGRAMS = join(import.meta.dirname, 'programs');

/** The comment before a function, by the function's name. */
function idealsOf(source: string): ReadonlyMap<string, string> {
  const all = source.matchAll(/\/\* ideal: ([^]*?) \*\/\n[^(;{]*?(\w+)\(/g);
  return new Map([...all].map(([, ideal = '', name = '']) => [name, ideal]));
}

const headOf = (source: string, { range }: LoopReport): string =>
  (source.split('\n')[range.start.line - 1] ?? '').trim();

export function told(source: string, loops: readonly LoopReport[]): string {
  const ideals = idealsOf(source);
  const sections = [...ideals].map(([name, ideal]) => {
    const own = loops.filter((l) => l.function === name);
    const each = own.map((l) => `\`${headOf(source, l)}\`\n\nlens: ${lensTitle(l)}\n\n${hoverMarkdown(l).trim()}\n`);
    return `# ${name}\n\nideal: ${ideal}\n\n${each.join('\n')}`;
  });
  return sections.join('\n');
}
