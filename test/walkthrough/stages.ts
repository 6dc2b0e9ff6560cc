/**
 * What the stages of the analysis make of one loop, one function each: printed data, in the order in which the stages
 * run.
 */
import type { Node } from 'web-tree-sitter';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { Budget } from '../../server/src/budget/budget.ts';
import { DEFAULT_FRONTEND_OPTIONS, loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { lineStarts } from '../../server/src/c/sources/text-positions.ts';
import { parseText } from '../../server/src/c/syntax/parser.ts';
import { countLoops } from '../../server/src/counting/count-loops.ts';
import { comparable } from '../../server/src/logic/comparable-formulas.ts';
import { and } from '../../server/src/logic/formula.ts';
import { printFormula, printTerm } from '../../server/src/logic/print-terms.ts';
import { Symbols } from '../../server/src/logic/symbol-table.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { sym } from '../../server/src/logic/term.ts';
import { feasible } from '../../server/src/decide/conjunctions.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { buildCfg, exitBlocks, successors } from '../../server/src/program/control-flow-graph.ts';
import type { Cfg } from '../../server/src/program/control-flow-graph.ts';
import { printFunction } from '../../server/src/program/dump-program.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import type { FileReport, LoopReport } from '../../server/src/report/report.ts';
import { assertionHover } from '../../server/src/render/assertion-text.ts';
import { lensTitle } from '../../server/src/render/headline.ts';
import { hoverMarkdown } from '../../server/src/render/hover-text.ts';
import { accelerate } from '../../server/src/summary/acceleration/accelerate.ts';
import type { Acceleration, PathLike } from '../../server/src/summary/acceleration/acceleration.ts';
import { valueOf } from '../../server/src/summary/acceleration/closed-forms.ts';
import type { Segment, Summary } from '../../server/src/summary/loop-summary.ts';
import { Automaton } from '../../server/src/summary/path-dependency-automaton.ts';
import { Summarizer } from '../../server/src/summary/summarize-loops.ts';
import { TerminationAnalysis } from '../../server/src/termination/termination.ts';
import { arrivals, backbones } from '../../server/src/verify/transitions/backbone.ts';

/** Enough for one small function. */
const WORK = 50_000_000;

/** What is carried from one stage to the next. */
export interface Followed {
  readonly source: string;
  readonly fn: IrFunction;
  readonly cfg: Cfg;
  readonly summarizer: Summarizer;
  readonly summary: Summary;
  readonly budget: Budget;
  readonly report: FileReport;
}

/** Follows the first loop of the named function. */
export async function follow(source: string, name: string): Promise<Followed> {
  const parsed = parseC(await loadParser(), source);
  const program = lowerC(parsed, DEFAULT_FRONTEND_OPTIONS);
  parsed.dispose();
  const fn = program.functions.find((f) => f.name === name);
  if (!fn) throw new Error(`no function ${name}`);
  if (fn.loops.length === 0) throw new Error(`no loop in ${name}`);
  const cfg = buildCfg(inlineCalls(program, fn));
  const budget = Budget.of(WORK);
  const summarizer = new Summarizer(cfg, new Symbols(), { mode: 'c', assertions: 'ignore', budget });
  arrivals(cfg, summarizer, [0], 'c', budget);
  const summary = summarizer.summaryFrom(0, summarizer.entryOf(0));
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, function: name },
    { now: () => 0, cancelled: () => false },
  );
  return { source, fn, cfg, summarizer, summary, budget, report };
}

/** The text of a function. */
export function sourceOf({ source, fn }: Followed): string {
  const lines = source.split('\n').slice(fn.range.start.line - 1, fn.range.end.line);
  return lines.join('\n');
}

const LOOPS = ['while_statement', 'for_statement', 'do_statement'];

/** The first loop of the function: a node a line, a leaf with its text. */
export async function syntaxTree({ source, fn }: Followed): Promise<string> {
  const tree = parseText(await loadParser(), source, lineStarts(source));
  const loop = tree?.rootNode
    .descendantsOfType('function_definition')
    .find((f) => f?.childForFieldName('declarator')?.text.includes(`${fn.name}(`))
    ?.descendantsOfType(LOOPS)[0];
  if (!loop) throw new Error('no loop in the tree');
  const show = (node: Node, depth: number, field: string | null): string[] => {
    const own = `${'  '.repeat(depth)}${field === null ? '' : `${field}: `}${node.type}`;
    const inner = node.children.flatMap((child, i) =>
      child?.isNamed ? show(child, depth + 1, node.fieldNameForChild(i)) : [],
    );
    return inner.length === 0 ? [`${own} \`${node.text}\``] : [own, ...inner];
  };
  const text = show(loop, 0, null).join('\n');
  tree.delete();
  return text;
}

export const intermediateRepresentation = ({ fn }: Followed): string => printFunction(fn);

export function controlFlowGraph({ cfg }: Followed): string {
  const edges = cfg.fn.blocks
    .filter((b) => cfg.reachable.has(b.id))
    .map(
      (b) =>
        `B${b.id} -> ${
          successors(b.end)
            .map((s) => `B${s}`)
            .join(', ') || '(end)'
        }`,
    );
  const loops = cfg.loops.map((loop, i) =>
    [
      `loop ${i}: head B${loop.site.header}`,
      `blocks ${[...loop.blocks]
        .sort((a, b) => a - b)
        .map((b) => `B${b}`)
        .join(', ')}`,
      `left to ${exitBlocks(cfg, loop)
        .map((b) => `B${b}`)
        .join(', ')}`,
    ].join('; '),
  );
  return [...edges, '', ...loops].join('\n');
}

/** What counting alone says of the loop. */
export function counting({ cfg }: Followed): string {
  const [count] = countLoops(cfg, 'c');
  return [
    `bound     ${count?.bound ? `${count.bound.text} (${count.bound.kind})` : 'none'}`,
    `until     ${count?.until ?? '-'}`,
    `assuming  ${count?.assuming.join(', ') || 'nothing'}`,
    `endless   ${count?.endless ? 'yes' : 'no'}`,
  ].join('\n');
}

export function loopPaths({ cfg, summary }: Followed): string {
  return summary.paths
    .map((p) => {
      const update = [...p.update].map(([v, t]) => `${cfg.symbols[v]?.display}' = ${printTerm(t)}`).join(', ');
      return [
        `${p.id}  ${p.kind}`,
        `    guard    ${printFormula(p.guard)}`,
        `    update   ${update || 'nothing'}`,
        `    defined  ${printFormula(p.defined)}`,
      ].join('\n');
    })
    .join('\n');
}

function printAcceleration(title: string, like: PathLike, a: Acceleration): string {
  const forms = [...a.closed.forms].map(([x, f]) => `${x.display} = ${printTerm(valueOf(f))}`).join(', ');
  return [
    title,
    `    guard         ${printFormula(and(...like.guard))}`,
    `    update        ${[...like.update].map(([x, t]) => `${x.display}' = ${printTerm(t)}`).join(', ')}`,
    `    closed forms  ${forms}`,
    ...a.leaves.map(
      (l) => `    leaves        after ${printTerm(l.count)} iterations, when ${printFormula(l.condition)}`,
    ),
    `    never leaves  when ${printFormula(a.forever)}`,
  ].join('\n');
}

/** The iterative paths, and the first word of paths that a case repeats. */
export function acceleration({ cfg, summarizer, summary, budget }: Followed): string {
  const entry = summarizer.entryOf(0);
  const request = {
    paths: summary.paths,
    names: cfg.symbols,
    entry: entry.values,
    facts: entry.facts,
    symbols: summarizer.symbols,
    budget,
    oscillation: null,
  };
  const automaton = new Automaton(request);
  const single = summary.paths.flatMap((p, i) => {
    const option = automaton.optionOf(i);
    return p.kind === 'iterative' && option.kind === 'accelerated'
      ? [printAcceleration(`${p.id}`, automaton.likes[i] as PathLike, option.acceleration)]
      : [];
  });
  const cycle = summary.cases
    .flatMap((c) => c.trace ?? [])
    .find((s): s is Segment & { kind: 'cycle' } => s.kind === 'cycle');
  if (!cycle) return single.join('\n');
  const state = new Map<Symbol, Term>(cfg.symbols.map((s) => [s, sym(s)]));
  const word = automaton.contractedPath(cycle.word, state);
  const option = word && accelerate(word, automaton.stableFacts(), summarizer.symbols.range);
  const name = cycle.word.map((w) => summary.paths[w.path]?.id).join(' ');
  return [
    ...single,
    ...(option?.kind === 'accelerated'
      ? [printAcceleration(`${name}, one after the other`, word as PathLike, option.acceleration)]
      : []),
  ].join('\n');
}

const segmentText = (summary: Summary, s: Segment): string => {
  const id = (path: number): string => summary.paths[path]?.id ?? '?';
  return s.kind === 'path'
    ? `${id(s.path)} × ${printTerm(s.count)}`
    : `(${s.word.map((w) => id(w.path)).join(' ')}) × ${printTerm(s.count)}`;
};

/** Which path follows which on some trace, and the traces. */
export function traces({ summary }: Followed): string {
  const id = (path: number): string => summary.paths[path]?.id ?? '?';
  const arrows = new Set<string>();
  for (const c of summary.cases) {
    const visits = (c.trace ?? []).flatMap((s) =>
      s.kind === 'path' ? [s.path] : [...s.word, ...s.word].map((w) => w.path),
    );
    const stops = [...visits, ...(c.exit === null ? [] : [c.exit])];
    arrows.add(`entry -> ${stops[0] === undefined ? 'nothing' : id(stops[0])}`);
    for (const [i, from] of stops.slice(0, -1).entries())
      if (from !== stops[i + 1]) arrows.add(`${id(from)} -> ${id(stops[i + 1] as number)}`);
  }
  const words = summary.cases.map((c, i) => {
    const segments = (c.trace ?? []).map((s) => segmentText(summary, s));
    const order = c.trace === null ? ['in any order'] : segments;
    return `trace ${i + 1}: ${[...order, c.exit === null ? 'for ever' : id(c.exit)].join(', then ')}`;
  });
  return [...[...arrows].sort(), '', ...words].join('\n');
}

export function cases({ cfg, summary }: Followed): string {
  return summary.cases
    .map((c, i) =>
      [
        `case ${i + 1}: ${c.exact ? 'exact' : 'over'}`,
        `    guard       ${printFormula(c.guard)}`,
        `    iterations  ${c.iterations === null ? 'without end' : printTerm(c.iterations)}`,
        `    values      ${[...c.post].map(([v, t]) => `${cfg.symbols[v]?.display}' = ${printTerm(t)}`).join(', ')}`,
      ].join('\n'),
    )
    .join('\n');
}

export function certificates({ summary }: Followed): string {
  const print = (title: string, certificate: Summary['coverage']): string[] =>
    certificate
      ? [
          `${title}: ${certificate.strength}`,
          ...certificate.obligations.map(
            (o) => `    ${o.duty}: ${o.about}${o.rule ? `, ${o.rule}` : ''} [${o.discharge}]`,
          ),
        ]
      : [];
  return [
    ...summary.cases.flatMap((c, i) => print(`case ${i + 1}`, c.certificate)),
    ...print('all cases together', summary.coverage),
  ].join('\n');
}

export function termination({ summarizer, summary, budget, report }: Followed): string {
  const solver = openSolver();
  const found = new TerminationAnalysis(summarizer, solver.within(budget), true, budget).of(0);
  solver.close();
  const bound = firstLoop(report).bound;
  const { ranking } = found;
  const none =
    found.termination === 'always' && summary.exact
      ? 'none: the summary is exact, and no case is without end'
      : 'none was found';
  const ranked = ranking && `${printTerm(ranking.term)}, smaller by at least ${ranking.step} each iteration`;
  return [
    `termination       ${found.termination}`,
    `ranking function  ${ranked ?? none}`,
    `bound             ${bound ? `${bound.text} (${bound.kind})` : 'none'}`,
  ].join('\n');
}

/** The backbones that fail an assertion, and what becomes of each. */
export function verdict({ cfg, budget, report }: Followed): string {
  const summarizer = new Summarizer(cfg, new Symbols(), { mode: 'c', assertions: 'exit', budget });
  const explored = backbones({ cfg, summarizer, mode: 'c', assertions: 'exit', budget });
  const failing = explored.paths.filter((p) => p.end.kind === 'fail');
  const shown = explored.paths.map((p, i) => {
    const can = feasible(comparable(and(p.guard, p.defined)), summarizer.symbols.range);
    const loops = p.inner.map((use) => `case ${use.case + 1} of the loop`).join(', ');
    return [
      `backbone ${i + 1}: ${loops}; ${p.end.kind === 'fail' ? 'the assertion fails' : 'the function ends'}`,
      `    guard     ${printFormula(p.guard)}`,
      `    possible  ${can}`,
    ].join('\n');
  });
  const [assertion] = report.assertions;
  return [
    ...shown,
    '',
    `${failing.length} of ${explored.paths.length} backbones fail the assertion`,
    assertion ? `verdict: ${assertion.verdict} (engine: ${assertion.engine})` : 'there is no assertion',
  ].join('\n');
}

function firstLoop(report: FileReport): LoopReport {
  const [loop] = report.loops;
  if (!loop) throw new Error('no loop');
  return loop;
}

/** What a person is told of the loop, as data. */
export function told({ report }: Followed): string {
  const { count, afterwards, facts = [], effects = [] } = firstLoop(report);
  return [
    `count       ${count.sentence}`,
    `afterwards  ${afterwards ? `${afterwards.c.split('\n').join('\n            ')}` : '-'}`,
    `facts       ${facts.join(', ') || '-'}`,
    `effects     ${effects.map(({ words }) => words).join(', ') || '-'}`,
  ].join('\n');
}

/** The loop's report, its certificates left out: they stand above. */
export function reportData({ report }: Followed): string {
  const { coverage: _, ...loop } = firstLoop(report);
  const text = JSON.stringify({ ...loop, cases: loop.cases.map(({ certificate: __, ...c }) => c) }, null, 1);
  // one line for what is small
  return text.replace(/\{[^{}[\]]*\}/g, (part) => {
    const line = part.replace(/\s*\n\s*/g, ' ');
    return line.length < 170 ? line : part;
  });
}

export const lens = ({ report }: Followed): string => lensTitle(firstLoop(report));
export const hover = ({ report }: Followed): string => hoverMarkdown(firstLoop(report));
export function assertionText({ report }: Followed): string {
  const [assertion] = report.assertions;
  return assertion ? assertionHover(assertion) : 'There is no assertion.';
}
