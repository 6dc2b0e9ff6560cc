/**
 * Assertions that are conditions on the callers: what they read is still as it was when the function was entered.
 * Example: `void put(struct buffer *b, int n) { assert(n < b->size); … }`. Its callee's `assert(n > 0)` is one, too,
 * where `n` is handed on as it came.
 */
import type { ExploredPath } from '../explore/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import { READ, TRUE, isConst, sym, symbolsOfFormula } from '../logic/index.ts';
import type { AssertionSite, Block, BlockId, Cfg, IrFunction, Stmt, Terminator, VarId } from '../program/index.ts';
import { readVariables, successors } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Decision } from './engine.ts';
import { leadingTo, statementsBefore } from './ways-to-assertion.ts';

/**
 * `kept`: it reads what is as it was; `reached`: it reads nothing, as in `default: assert(0);`, and only what is as it
 * was leads there.
 */
export type Precondition = 'kept' | 'reached';

/** On a path that fails the assertion; null: it is none. */
export function preconditionOn(
  site: AssertionSite,
  path: ExploredPath,
  { fn, symbols: names }: Cfg,
): Precondition | null {
  const read = readBy(site, fn);
  if (read === null) return null;
  const symbolsOfScope = (...scopes: readonly string[]): readonly Symbol[] =>
    fn.variables.flatMap(({ scope, id }) => (scopes.includes(scope) ? [names[id] as Symbol] : []));
  const found = path.fresh.flatMap((f) =>
    f.kind === 'unmodelled' && AS_FOUND.has(f.reason?.code ?? '') ? [f.symbol] : [],
  );
  if (read.length === 0) {
    const passed = new Set([...symbolsOfScope('param'), ...found]);
    const isPassed = path.guard !== TRUE && [...symbolsOfFormula(path.guard)].every((s) => passed.has(s));
    return isPassed ? 'reached' : null;
  }
  const given = new Set([...symbolsOfScope('param', 'global'), ...found]);
  const values = read.map((v) => path.env[v] as Term);
  const isKept = (v: VarId, value: Term): boolean => {
    const own = names[v] as Symbol;
    if (isHandedOn(v, fn)) return isGiven(value, given);
    if (value === sym(own) && given.has(own)) return true;
    // `int limit = b->size;`, and nothing else is stored to it before
    return fn.variables[v]?.scope === 'local' && !isConst(value) && isGiven(value, given) && isSetOnce(v, site, fn);
  };
  return values.some((t) => !isConst(t)) && read.every((v, i) => isKept(v, values[i] as Term)) ? 'kept' : null;
}

const isSetOnce = (v: VarId, site: AssertionSite, fn: IrFunction): boolean =>
  statementsBefore(site, fn).filter((s) => 'target' in s && s.target === v).length === 1;

/**
 * The same of any path: nothing on the way to the assertion writes to what it reads; or where it reads nothing, to the
 * parameters that alone decide whether it is come to.
 */
export function readsWhatStays(site: AssertionSite, fn: IrFunction): boolean {
  if (fn.name === 'main' || site.target) return false;
  const before = leadingTo(site, fn);
  const statements = statementsBefore(site, fn);
  const writes = new Map<VarId, Stmt[]>();
  for (const s of statements)
    if ('target' in s && s.target !== null) writes.set(s.target, [...(writes.get(s.target) ?? []), s]);
  const read = readBy(site, fn);
  if (read === null) return false;
  // globals may be as the program itself has left them
  const given = read.length > 0 ? /^(param|global)$/ : /^param$/;
  // what is read from memory that nothing has written to yet is as it was, too
  const isUntouched = read.length > 0 && !statements.some(changesMemory);
  const isFound = (v: VarId): boolean =>
    isUntouched && fn.variables[v]?.scope === 'temp' && (writes.get(v) ?? []).some(isLoad);
  const isPassed = (v: VarId): boolean => isFound(v) || (given.test(fn.variables[v]?.scope ?? '') && !writes.has(v));
  const isCopy = (v: VarId, depth: number): boolean =>
    isPassed(v) ||
    (depth > 0 &&
      /^(temp|local)$/.test(fn.variables[v]?.scope ?? '') &&
      writes.has(v) &&
      (writes.get(v) ?? []).every(
        (s) => s.kind === 'assign' && s.value.kind === 'var' && isCopy(s.value.id, depth - 1),
      ));
  const deciding = read.length > 0 ? read : before.flatMap(({ end }) => decidingOn(end));
  return deciding.length > 0 && deciding.every((v) => isCopy(v, MOST_CALLS));
}

const isLoad = (s: Stmt): boolean =>
  s.kind === 'load' || s.kind === 'load-at' || (s.kind === 'havoc' && s.by === undefined);

const changesMemory = (s: Stmt): boolean =>
  /^(store|store-at|fill-array|call)$/.test(s.kind) ||
  (s.kind === 'havoc-array' && s.initially !== true) ||
  (s.kind === 'note' && s.beyond === true) ||
  (s.kind === 'havoc' && s.by !== undefined);

const decidingOn = (end: Terminator): readonly VarId[] => (end.kind === 'branch' ? [...readVariables(end.cond)] : []);

/** A value is followed through so many callers. */
const MOST_CALLS = 8;

export function conditionOnCallers({ id, range }: AssertionSite): Decision {
  const reason = { code: 'precondition', message: 'The assertion is a condition on what the caller passes.', range };
  return { kind: 'undecided', assertion: id, reason, isFinal: true };
}

/**
 * It belongs to a callee, or is what the assertion itself reads from memory. The function has a name of its own for
 * everything else.
 */
function isHandedOn(v: VarId, { variables, range }: IrFunction): boolean {
  const of = variables[v];
  return of?.scope === 'temp' || (of?.scope === 'local' && of.range !== null && !isWithin(of.range, range));
}

/** Why what is read isn't known, where the function itself hasn't changed it. */
const AS_FOUND: ReadonlySet<string> = new Set(['memory', 'pointer', 'struct', 'layout', 'unknown-type']);

const CONVERSIONS: ReadonlySet<bigint> = new Set([8n, 16n, 32n, 64n].map((bits) => 1n << bits));

/** A value as it was given, an element of what was given, or either converted. */
function isGiven(term: Term, chosen: ReadonlySet<Symbol>): boolean {
  switch (term.kind) {
    case 'const':
      return true;
    case 'sym':
      return chosen.has(term.symbol);
    case 'mod':
      return CONVERSIONS.has(term.by) && isGiven(term.arg, chosen);
    case 'app':
      return term.fn === READ && term.args.every((t) => isGiven(t, chosen));
    default:
      return false;
  }
}

/**
 * What an assertion reads, its parts with `&&`, `||` and `?:` included: what its temporaries come of, and the branches
 * that choose between values of one. By these and not by places in the source, since all that a macro makes stands at
 * one. Null where it reads a call's result.
 */
function readBy({ id }: AssertionSite, fn: IrFunction): readonly VarId[] | null {
  const isTemporary = (v: VarId): boolean => fn.variables[v]?.scope === 'temp';
  const definitions = definitionsOf(fn, isTemporary);
  const read = fn.blocks.flatMap(({ stmts }) =>
    stmts.flatMap((s) => (s.kind === 'assert' && s.assertion === id ? [...readVariables(s.cond)] : [])),
  );
  const seen = new Set<VarId>();
  const out: VarId[] = [];
  for (let variable = read.pop(); variable !== undefined; variable = read.pop()) {
    if (seen.has(variable)) continue;
    seen.add(variable);
    const made = definitions.get(variable) ?? [];
    if (!made.every(({ statement }) => isReading(statement))) return null;
    for (const { statement } of made) if (statement.kind === 'assign') read.push(...readVariables(statement.value));
    if (made.length > 1)
      read.push(
        ...choosing(
          made.map(({ block }) => block.id),
          fn.blocks,
          isTemporary,
        ),
      );
    // what was read from memory, or is no temporary, has a value of its own
    if (made.length === 0 || made.some(({ statement }) => statement.kind !== 'assign')) out.push(variable);
  }
  return out;
}

interface Definition {
  readonly statement: Stmt;
  readonly block: Block;
}

function definitionsOf(
  { blocks }: IrFunction,
  isAsked: (v: VarId) => boolean,
): ReadonlyMap<VarId, readonly Definition[]> {
  const definitions = new Map<VarId, Definition[]>();
  for (const block of blocks)
    for (const statement of block.stmts)
      if ('target' in statement && statement.target !== null && isAsked(statement.target))
        definitions.set(statement.target, [...(definitions.get(statement.target) ?? []), { statement, block }]);
  return definitions;
}

/** What the branches read that lead to these blocks, as far back as nothing but temporaries is set. */
function choosing(
  chosen: readonly BlockId[],
  blocks: readonly Block[],
  isTemporary: (v: VarId) => boolean,
): readonly VarId[] {
  const read: VarId[] = [];
  const seen = new Set(chosen);
  const work = [...chosen];
  for (let at = work.pop(); at !== undefined; at = work.pop())
    for (const block of blocks) {
      if (seen.has(block.id) || !successors(block.end).includes(at)) continue;
      seen.add(block.id);
      if (block.end.kind === 'branch') read.push(...readVariables(block.end.cond));
      if (block.stmts.every((s) => 'target' in s && s.target !== null && isTemporary(s.target))) work.push(block.id);
    }
  return read;
}

/** What isn't followed is as it was, too, but for results of calls. */
const isReading = (s: Stmt): boolean =>
  s.kind === 'assign' || s.kind === 'load' || s.kind === 'load-at' || (s.kind === 'havoc' && s.by === undefined);
