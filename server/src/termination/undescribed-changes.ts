/** What a loop may change and nothing more is said of: memory, and variables that may be anything afterwards. */
import type { Cfg, FromCall, IrFunction, Loop, Stmt } from '../program/index.ts';
import { isBehindPointer, spelled } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { Symbol } from '../logic/index.ts';
import { isDeclared } from '../logic/index.ts';
import type { UnknownReport } from '../report/index.ts';

type Cause = Pick<UnknownReport, 'code' | 'call' | 'place'>;
type Say = (variable: string, because: string, range: SourceRange | null, cause?: Cause) => void;

/** Each once, in the order in which they are said. */
function collected(run: (say: Say) => void): readonly UnknownReport[] {
  const found = new Map<string, UnknownReport>();
  run((variable, because, range, cause) => {
    // of writes each line is told
    const key = JSON.stringify([variable, because, cause?.code === 'pointer-store' ? range?.start.line : null]);
    if (!found.has(key)) found.set(key, { variable, because, range, ...cause });
  });
  return [...found.values()];
}

/** A loop that never comes back has no blocks but its test: its statements are told by where they stand. */
function statementsIn(cfg: Cfg, loop: Loop): readonly Stmt[] {
  const blocks = loop.repeats ? loop.blocks : cfg.reachable;
  const all = [...blocks].sort((x, y) => x - y).flatMap((b) => cfg.fn.blocks[b]?.stmts ?? []);
  if (loop.repeats) return all;
  const placeOf = (s: Stmt): SourceRange | null => ('range' in s ? s.range : s.kind === 'note' ? s.reason.range : null);
  return all.filter((s) => {
    const place = placeOf(s);
    return place !== null && isWithin(place, loop.site.range);
  });
}

/**
 * `leaving`: statements that it executes on its way out. Elements and memory that the loop writes, but for the arrays
 * that are described. Each once, in the order of the source.
 */
export function undescribed(
  cfg: Cfg,
  loop: Loop,
  described: ReadonlySet<number>,
  leaving: readonly Stmt[],
): readonly UnknownReport[] {
  return collected((say) => {
    const statements = [...statementsIn(cfg, loop), ...leaving];
    const sayThere = inScope(say, cfg, loop, statements);
    for (const s of statements) {
      if (isGone(s, cfg, loop)) continue;
      sayMember(cfg, loop, s, say);
      sayMemory(cfg.fn, s, (array) => described.has(array) && !leaving.includes(s), sayThere);
    }
  });
}

/**
 * `q->n = 3` where q is another one behind the loop, or none: nothing has that name there, but the object is written.
 */
function sayMember({ fn }: Cfg, { site, blocks }: Loop, statement: Stmt, say: Say): void {
  const target = statement.kind === 'havoc' ? null : targetOf(statement);
  const member = target === null ? undefined : fn.variables[target];
  if (!member || !isBehindPointer(member) || !('range' in statement)) return;
  const [, pointer = '', name = ''] = /^(.+)->(.+?)$/.exec(member.name) ?? [];
  if (name === '') return;
  const stays = fn.variables.some(
    (v) => v.name === pointer && (v.range === null || !isWithin(v.range, site.range)) && !isSetIn(blocks, v.id, fn),
  );
  if (!stays)
    say(
      `\`${name}\` behind a pointer`,
      `\`${member.name}\` is written, \`${pointer}\` being set in the loop`,
      statement.range,
      { code: 'pointer-store', place: member.name },
    );
}

const isSetIn = (blocks: ReadonlySet<number>, variable: number, fn: IrFunction): boolean =>
  [...blocks].some((b) => fn.blocks[b]?.stmts.some((s) => targetOf(s) === variable));

/** All that a loop may change, variables first, where nothing at all was found out of it. */
export function everythingChanged(
  cfg: Cfg,
  loop: Loop,
  leaving: readonly Stmt[],
  { message, range }: Reason,
): readonly UnknownReport[] {
  const statements = [...statementsIn(cfg, loop), ...leaving];
  // what is declared within it, or is a local of a function that it calls, is gone afterwards
  const isVisible = (variable: number): boolean => {
    const of = cfg.fn.variables[variable];
    return (
      of !== undefined &&
      isDeclared(cfg.symbols[variable] as Symbol) &&
      (of.scope === 'global' ||
        of.range === null ||
        (isWithin(of.range, cfg.fn.range) && !isWithin(of.range, loop.site.range)))
    );
  };
  return collected((say) => {
    for (const v of statements.flatMap((s) => targetOf(s) ?? []))
      if (isVisible(v)) say(cfg.fn.variables[v]?.name ?? '', message, range);
    const sayThere = inScope(say, cfg, loop, statements);
    for (const s of statements) if (!isGone(s, cfg, loop)) sayMemory(cfg.fn, s, () => false, sayThere);
  });
}

/** Memory, where anything in the function may change it: of a loop whose flow of control is not known either. */
export function memoryChangedIn(fn: IrFunction, { message, range }: Reason): readonly UnknownReport[] {
  const written = collected((say) => {
    for (const b of fn.blocks) for (const s of b.stmts) sayMemory(fn, s, () => false, say);
  });
  return written.length === 0 ? [] : [{ variable: 'memory', because: message, range }];
}

/** `isTold`: more is said of this array; on the way out nothing is described. */
function sayMemory(fn: IrFunction, statement: Stmt, isTold: (array: number) => boolean, say: Say): void {
  switch (statement.kind) {
    case 'store':
    case 'fill-array':
      if (!isTold(statement.array))
        say(elementsOf(fn, statement.array), 'what is written to them has no short formula', statement.range);
      break;
    case 'havoc-array':
      // only where it is the same as an array that is stored to, which is said there
      if (statement.stored === undefined && !isTold(statement.array))
        say(elementsOf(fn, statement.array), statement.reason.message, statement.range, causeOf(statement));
      break;
    case 'note':
      say(writtenIn(statement), statement.reason.message, statement.reason.range, causeOf(statement));
      break;
    case 'call':
      say('memory', `the call of \`${statement.callee}\` is not analysed`, statement.range, {
        code: 'call',
        call: statement.callee,
      });
      break;
    case 'store-at':
      say('memory', 'what is written through a pointer is not followed', statement.range, { code: 'pointer-store' });
      break;
    default:
  }
}

/**
 * Elements of what is declared behind the loop have no name in it. What the loop neither speaks of nor hands to a call is
 * no more than memory to the calls that may reach it.
 */
function inScope(say: Say, { fn }: Cfg, { site }: Loop, statements: readonly Stmt[]): Say {
  const isReached = (s: Stmt): boolean => s.kind === 'havoc-array' && s.by?.reached === true;
  const spoken = new Set(statements.flatMap((s) => ('array' in s && !isReached(s) ? [s.array] : [])));
  const nameless = new Set(fn.arrays.flatMap(({ id }) => (spoken.has(id) ? [] : [elementsOf(fn, id)])));
  for (const { name, range } of fn.variables)
    if (range && isWithin(range, fn.range) && range.start.line > site.range.end.line)
      nameless.add(`elements of \`${name}\``);
  return (variable, ...rest) => say(nameless.has(variable) ? 'memory' : variable, ...rest);
}

const writtenIn = ({ member, local }: Stmt & { readonly kind: 'note' }): string =>
  local?.name ?? (member === undefined ? 'memory' : `\`${member}\` behind a pointer`);

/** What is written is gone behind the loop. */
function isGone(statement: Stmt, { fn }: Cfg, { site }: Loop): boolean {
  const declaredAt =
    statement.kind === 'note'
      ? statement.local?.range
      : 'array' in statement
        ? fn.arrays[statement.array]?.declaredAt
        : undefined;
  return declaredAt !== undefined && (isWithin(declaredAt, site.range) || !isWithin(declaredAt, fn.range));
}

const causeOf = ({ reason, by }: { readonly reason: Reason; readonly by?: FromCall }): Cause => ({
  code: reason.code,
  ...(by ? { call: by.writtenAs ?? by.callee ?? '' } : {}),
});

/** What a called function has a name for is memory to its caller. */
function elementsOf(fn: IrFunction, array: number): string {
  const of = fn.arrays[array];
  return of && !of.unspoken ? `elements of \`${spelled(of)}\`` : 'memory';
}

function targetOf(statement: Stmt): number | null {
  switch (statement.kind) {
    case 'assign':
    case 'nondet':
    case 'havoc':
    case 'load':
    case 'call':
    case 'load-at':
      return statement.target;
    default:
      return null;
  }
}
