/** What a bound rests on, for code that isn't in the graph: of builds that decide `#if`s otherwise. */
import { READ, applications, symbolsOf } from '../logic/index.ts';
import type { Symbol } from '../logic/index.ts';
import type { ArrayObject, Block, Cfg, Loop, Stmt, VarId, Variable } from '../program/index.ts';
import { expressionsRead, isBehindPointer, readVariables } from '../program/index.ts';
import { variablesReadBy } from './block-effects.ts';
import type { LoopShape } from './loop-shape.ts';
import { variablesWritten } from './loop-shape.ts';
import type { Told } from './joined-bounds.ts';

/** Objects by name, without what else is written of a member or an element. */
export interface Rests {
  readonly names: ReadonlySet<string>;
  /** Something that a store or a call may change. */
  readonly memory: boolean;
}

/** Null where the function has no such code. */
export function restsOf(told: readonly (Told | null)[], { cfg, order }: LoopShape): Rests | null {
  const { fn, symbols } = cfg;
  if (!fn.undecided?.length) return null;
  const found = told.filter((t) => t !== null);
  const terms = found.flatMap((t) => t.restsOn());
  const spoken = new Set(terms.flatMap((t) => [...symbolsOf(t)]));
  const first = fn.variables.flatMap((v, i) => (spoken.has(symbols[i] as Symbol) ? [v.id] : []));
  const blocks = order.map((b) => fn.blocks[b] as Block);
  const { variables, reads } = madeOf([...first, ...blocks.flatMap(decidingIn)], blocks);
  const named = [...variables].map((v) => fn.variables[v] as Variable).filter((v) => v.scope !== 'temp');
  return {
    names: new Set(named.map(wholeName)),
    memory:
      reads ||
      found.some((t) => t.structural) ||
      applications(terms, READ).size > 0 ||
      named.some((v) => v.scope === 'global' || v.addressTaken || isBehindPointer(v) || /\W/.test(v.name)),
  };
}

/** Objects that a loop names. */
export function namesWithin({ fn }: Cfg, { knot }: Loop): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { stmts, end } of [...knot].map((b) => fn.blocks[b] as Block)) {
    const read = [...stmts.flatMap(expressionsRead), ...(end.kind === 'branch' ? [end.cond] : [])];
    const variables = [...read.flatMap((e) => [...readVariables(e)]), ...stmts.flatMap(variablesWritten)];
    for (const v of variables) names.add(wholeName(fn.variables[v] as Variable));
    for (const s of stmts) if ('array' in s) names.add(wholeName(fn.arrays[s.array] as ArrayObject));
  }
  return names;
}

/** Without what else is written of a member or an element. */
const wholeName = ({ name }: Pick<Variable, 'name'>): string => /^[A-Za-z_$][\w$]*/.exec(name)?.[0] ?? '';

/** What decides where control goes, and what is taken to hold there. */
function decidingIn({ stmts, end }: Block): readonly VarId[] {
  const conditions = stmts.flatMap((s) => (s.kind === 'assume' || s.kind === 'assert' ? [s.cond] : []));
  return [...conditions, ...(end.kind === 'branch' ? [end.cond] : [])].flatMap((e) => [...readVariables(e)]);
}

/** These variables, and all that the blocks make them of: also where a constant came of it. `reads`: also memory. */
function madeOf(
  first: readonly VarId[],
  blocks: readonly Block[],
): { readonly variables: ReadonlySet<VarId>; readonly reads: boolean } {
  const writing = new Map<VarId, Stmt[]>();
  for (const { stmts } of blocks)
    for (const s of stmts) for (const v of variablesWritten(s)) writing.set(v, [...(writing.get(v) ?? []), s]);
  const variables = new Set<VarId>();
  const open = [...first];
  let reads = false;
  for (let v = open.pop(); v !== undefined; v = open.pop()) {
    if (variables.has(v)) continue;
    variables.add(v);
    for (const s of writing.get(v) ?? []) {
      reads ||= s.kind === 'load' || (s.kind === 'havoc' && s.from !== undefined);
      open.push(...variablesReadBy(s));
    }
  }
  return { variables, reads };
}
