/** One variable's share of what a loop does: the statements that it takes, what holds of it, what isn't known of it. */
import type { LoopReport } from '../report/index.ts';
import { listed } from '../source/index.ts';
import { codeSpan, fence, sentenceMarkdown } from './markdown.ts';
import { effectSentence } from './told-loop.ts';

/** Null where nothing is said of it. */
export function variableHover(loop: LoopReport, name: string): string | null {
  const code = loop.afterwards ? slice(loop.afterwards.c, name) : '';
  const facts = (loop.facts ?? []).filter((fact) => names(fact).has(name));
  const because = (loop.unknown ?? []).filter((u) => u.variable === name).map((u) => u.because);
  const effects = (loop.effects ?? []).map(effectSentence).filter((text) => codeOf(text).has(name));
  const parts = [
    ...effects.map((text) => `- ${sentenceMarkdown(text)}`),
    ...(code === '' ? [] : [fence('c', code)]),
    ...(facts.length === 0
      ? []
      : [
          `- ${listed(
            facts.map((fact) => codeSpan(fact)),
            'and',
          )}`,
        ]),
    ...(because.length === 0 ? [] : [`- not known: ${sentenceMarkdown(listed([...new Set(because)], 'and'))}`]),
  ];
  if (parts.length === 0) return null;
  return `${[`${codeSpan(name)} behind the loop in line ${loop.range.start.line}:`, ...parts].join('\n')}\n`;
}

const names = (code: string): ReadonlySet<string> => new Set(code.match(/(?<![\w.]|->)[A-Za-z_$][\w$]*/g));

const codeOf = (sentence: string): ReadonlySet<string> =>
  names(
    sentence
      .split('`')
      .filter((_, i) => i % 2 === 1)
      .join(' '),
  );

/**
 * The statements that the variable's value behind them depends on, from the last to the first; an `if` with all that is
 * in it.
 */
function slice(c: string, name: string): string {
  const needed = new Set([name]);
  const kept: string[] = [];
  for (const statement of statements(c).reverse()) {
    const set = assigned(statement);
    if (![...set].some((n) => needed.has(n))) continue;
    kept.unshift(statement);
    for (const n of names(statement)) needed.add(n);
  }
  return kept.some((statement) => assigned(statement).has(name)) ? kept.join('\n') : '';
}

/** Lines that belong together: an `if` goes to its last brace. */
function statements(code: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let open = false;
  for (const line of code.split('\n')) {
    if (open) out.push(`${out.pop()}\n${line}`);
    else out.push(line);
    depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length;
    // without braces the statement stands in the next line, or behind the condition
    open = depth > 0 || /^\s*(if \(.*\)|(\} )?else)$/.test(line);
  }
  return joinedElse(out);
}

/** `else` goes with its `if`. */
const joinedElse = (all: readonly string[]): string[] =>
  all.reduce<string[]>((out, s) => {
    if (/^else\b/.test(s) && out.length > 0) out.push(`${out.pop()}\n${s}`);
    else out.push(s);
    return out;
  }, []);

const assigned = (statement: string): ReadonlySet<string> =>
  new Set(
    [...statement.matchAll(/(?<![\w.]|->)([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g)].map(
      ([, n]) => n as string,
    ),
  );
