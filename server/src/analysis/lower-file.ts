/** A file's text lowered to a program, as its compiler reads it; which functions lead where in that program. */
import type { FrontendOptions, LoweredSource } from '../c/index.ts';
import { loadParser, lowerSource, parseC } from '../c/index.ts';
import { calledNames, functionsOf } from '../program/index.ts';
import type { IrFunction, IrProgram } from '../program/index.ts';
import type { AnalysisOptions } from '../report/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { AnalysisHost } from './analysis-host.ts';

interface Lowered {
  readonly program: IrProgram;
  readonly messages: readonly string[];
  readonly headers: readonly string[];
}

/** What of the file is asked about; missing: all of it. */
interface Asked {
  /** A statement that begins there gets a mark. */
  readonly line?: number;
  /** Functions without loops are left out, unless others call them. */
  readonly looping?: boolean;
}

/** A file's program alone. */
export async function lower(
  source: string,
  options: AnalysisOptions,
  host: AnalysisHost,
  asked: Asked = {},
): Promise<Lowered> {
  const { close, ...lowered } = await openFile(source, options, host, asked);
  close();
  return lowered;
}

/** With its syntax at hand, to be closed when nothing is left to be asked. */
export async function openFile(
  source: string,
  options: AnalysisOptions,
  host: AnalysisHost,
  { line, looping = false }: Asked,
): Promise<Lowered & LoweredSource> {
  const parser = await loadParser();
  const compilation = host.compilation?.(source, options);
  const frontend: FrontendOptions = {
    dataModel: compilation?.dataModel ?? options.dataModel,
    charSigned: compilation?.charSigned ?? options.charSigned,
    aliasing: compilation?.aliasing ?? options.aliasing ?? 'strict',
    assertNames: options.assertNames,
    assumeNames: options.assumeNames,
    looping,
    ...(compilation === undefined ? {} : { macros: compilation.macros, before: compilation.before }),
    ...(line === undefined ? {} : { line }),
  };
  const parsed = parseC(parser, source, host.memory?.parsed, frontend, compilation);
  const { program, missteps, close } = lowerSource(parsed, frontend);
  host.memory?.parsed?.dispose();
  if (host.memory) host.memory.parsed = parsed;
  return {
    program,
    missteps,
    close: () => {
      close();
      if (!host.memory) parsed.dispose();
    },
    messages: compilation?.messages ?? [],
    headers: parsed.headers,
  };
}

/**
 * For a function, or the name of one: the functions of the file that it calls, directly or not; without itself. While
 * somebody copies code there may be two of a name.
 */
export function calleesOf(program: IrProgram): (from: IrFunction | string) => readonly IrFunction[] {
  const byName = functionsOf(program);
  return (from) => {
    const first = typeof from === 'string' ? byName.get(from) : from;
    const out = new Set<IrFunction>();
    const work = first === undefined ? [] : [first];
    for (let fn = work.pop(); fn !== undefined; fn = work.pop())
      for (const called of calledNames(fn)) {
        const callee = byName.get(called);
        if (!callee || callee === first || out.has(callee)) continue;
        out.add(callee);
        work.push(callee);
      }
    return [...out];
  };
}

/** For a place: why the calls were not all followed that may lead there; null where they were. */
export function notFollowed(program: IrProgram, inlined: IrFunction): (place: SourceRange) => Reason | null {
  const refused = inlined.reasons.filter((r) => r.code === 'recursion' || r.code === 'call-too-large');
  if (refused.length === 0) return () => null;
  const callees = calleesOf(program);
  const at = (r: SourceRange | null): string => (r ? `${r.start.line}:${r.start.column}` : '');
  const calls = program.functions.flatMap((f) =>
    f.blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'call' ? [s] : []))),
  );
  const within = refused.map((reason) => ({
    reason,
    ranges: calls
      .filter((c) => at(c.range) === at(reason.range))
      .flatMap((c) => [...program.functions.filter((f) => f.name === c.callee), ...callees(c.callee)])
      .map((f) => f.range),
  }));
  return (place) =>
    within.find(({ ranges }) => ranges.some((r) => r.start.line <= place.start.line && place.start.line <= r.end.line))
      ?.reason ?? null;
}
