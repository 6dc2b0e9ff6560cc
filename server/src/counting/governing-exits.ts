/** What ends a loop that no number bounds: a call's result, a volatile object, a return or break somewhere in its body. In words that follow "until". */
import type { BinaryOp, Block, Expr, Stmt, VarId } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { Exit, LoopShape } from './loop-shape.ts';

/** Null where none of these ends it. */
export function governedBy(shape: LoopShape): string | null {
  const exits = shape.exits.flatMap((exit) => ending(exit, shape) ?? []);
  const byCall = new Set(exits.flatMap((e) => e.call ?? []));
  const [first, ...others] = byCall;
  if (first !== undefined) return others.length > 0 && others.length < 3 ? [first, ...others].join(' or ') : first;
  const [flag] = exits.flatMap((e) => e.flag ?? []);
  if (flag !== undefined) return `${flag}, which is volatile, changes`;
  return hasOwnTest(shape) ? null : placesOf(shape);
}

interface Ending {
  readonly call: string | null;
  readonly flag: string | null;
}

function ending(exit: Exit, shape: LoopShape): Ending | null {
  const { end } = shape.cfg.fn.blocks[exit.from] as Block;
  if (end.kind !== 'branch') return null;
  const leavesIf = exit.to === end.then;
  for (const v of variablesIn(end.cond)) {
    for (const s of writesTo(v, shape)) {
      const callee =
        s.kind === 'nondet' ? s.callee : s.kind === 'havoc' && s.by?.what === 'result' ? s.by.callee : null;
      if (callee) return { call: `${callee}() ${returned(end.cond, v, leavesIf)}`, flag: null };
      if (s.kind === 'havoc' && s.reason.code === 'volatile') return { call: null, flag: objectOf(v, s, shape) };
    }
  }
  return null;
}

const objectOf = (v: VarId, s: Stmt, { cfg }: LoopShape): string => {
  const variable = cfg.fn.variables[v];
  return variable && variable.scope !== 'temp'
    ? variable.name
    : `what is read in line ${'range' in s ? s.range.start.line : 0}`;
};

/** Where something else is tested too, or the test isn't one against a number, the words stay general. */
const RELATIONS: Readonly<Partial<Record<BinaryOp, readonly [string, string]>>> = {
  eq: ['returns', 'returns something other than'],
  ne: ['returns something other than', 'returns'],
  lt: ['returns less than', 'returns at least'],
  le: ['returns at most', 'returns more than'],
  gt: ['returns more than', 'returns at most'],
  ge: ['returns at least', 'returns less than'],
};

function returned(cond: Expr, v: VarId, leavesIf: boolean): string {
  if (isValueOf(cond, v)) return leavesIf ? 'returns something other than 0' : 'returns 0';
  if (cond.kind === 'unary' && cond.op === 'lognot') return returned(cond.arg, v, !leavesIf);
  if (cond.kind === 'binary' && isValueOf(cond.left, v) && cond.right.kind === 'const') {
    const words = RELATIONS[cond.op];
    if (words) return `${words[leavesIf ? 0 : 1]} ${cond.right.value}`;
  }
  return 'returns what ends it';
}

const isValueOf = (e: Expr, v: VarId): boolean =>
  (e.kind === 'var' && e.id === v) ||
  (e.kind === 'cast' && !e.type.bool && e.type.bits >= e.arg.type.bits && isValueOf(e.arg, v));

function writesTo(v: VarId, { order, cfg }: LoopShape): Stmt[] {
  return order.flatMap((b) => (cfg.fn.blocks[b] as Block).stmts.filter((s) => 'target' in s && s.target === v));
}

function variablesIn(e: Expr): VarId[] {
  switch (e.kind) {
    case 'const':
      return [];
    case 'var':
      return [e.id];
    case 'unary':
    case 'cast':
      return variablesIn(e.arg);
    case 'binary':
      return [...variablesIn(e.left), ...variablesIn(e.right)];
    case 'ite':
      return [...variablesIn(e.cond), ...variablesIn(e.then), ...variablesIn(e.else)];
  }
}

/** The head, or the end of a `do`, has a condition that may end the loop. */
function hasOwnTest({ exits, cfg, loop: { site } }: LoopShape): boolean {
  if (site.kind === 'goto') return false;
  const isOwn = (r: SourceRange): boolean =>
    site.kind === 'do' ? r.start.line === site.range.end.line : r.start.line <= site.head.end.line;
  return exits.some(({ from }) => {
    const { end } = cfg.fn.blocks[from] as Block;
    return end.kind === 'branch' && isOwn(end.range);
  });
}

/** More lines than this aren't listed. */
const MOST_LINES = 3;

function placesOf({ exits, cfg }: LoopShape): string | null {
  const lines = [
    ...new Set(
      exits.flatMap(({ from, to }) => {
        const [leaving, there] = [cfg.fn.blocks[from] as Block, cfg.fn.blocks[to] as Block];
        if (there.end.kind === 'return') return [there.end.range.start.line];
        return leaving.end.kind === 'branch' ? [leaving.end.range.start.line] : [];
      }),
    ),
  ].sort((a, b) => a - b);
  const [last, ...others] = [...lines].reverse();
  if (last === undefined) return null;
  if (lines.length > MOST_LINES) return `one of ${lines.length} ways out in its body is taken`;
  return `it is left in line ${others.length > 0 ? `${others.reverse().join(', ')} or ` : ''}${last}`;
}
