/** A readable dump of the IR, for tests and for finding out what a lowering did. Not for users. */
import type { Access, BinaryOp, Block, Expr, IrFunction, Stmt, Terminator, Within } from './program.ts';
import type { SourceRange } from '../source/index.ts';

const SYMBOLS: Readonly<Record<BinaryOp, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  shl: '<<',
  shr: '>>',
  and: '&',
  or: '|',
  xor: '^',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  eq: '==',
  ne: '!=',
  land: '&&',
  lor: '||',
};

/** An expression with every conversion shown: `(unsigned int)x`. */
export function printExpr(e: Expr, f: IrFunction): string {
  switch (e.kind) {
    case 'const':
      return e.type.name === 'int' ? String(e.value) : `${e.value}:${e.type.name}`;
    case 'var':
      return nameOf(f, e.id);
    case 'unary':
      return `${{ neg: '-', bitnot: '~', lognot: '!' }[e.op]}${inner(e.arg, f)}`;
    case 'binary':
      return `${inner(e.left, f)} ${SYMBOLS[e.op]} ${inner(e.right, f)}`;
    case 'cast':
      return `(${e.type.name})${inner(e.arg, f)}`;
    case 'ite':
      return `${inner(e.cond, f)} ? ${inner(e.then, f)} : ${inner(e.else, f)}`;
  }
}

function inner(e: Expr, f: IrFunction): string {
  return e.kind === 'binary' || e.kind === 'ite' ? `(${printExpr(e, f)})` : printExpr(e, f);
}

/** The source's name, with the id where several variables share it. */
function nameOf(f: IrFunction, id: number): string {
  const v = f.variables[id];
  if (v === undefined) return `?${id}`;
  return f.variables.some((o) => o.id !== id && o.name === v.name) ? `${v.name}#${id}` : v.name;
}

function printAccess({ position, path, index }: Access, f: IrFunction): string {
  return `*(${printExpr(position, f)})${path === '' ? '' : `.${path.replaceAll('/', '.')}`}${index === null ? '' : `[${printExpr(index, f)}]`}`;
}

function printWithin(within: Within | undefined, f: IrFunction): string {
  return within === undefined ? '' : ` in ${within.least}..${printExpr(within.most, f)}`;
}

function printStmt(s: Stmt, f: IrFunction): string {
  const array = (id: number): string => f.arrays[id]?.name ?? `?${id}`;
  switch (s.kind) {
    case 'assign':
      return `${nameOf(f, s.target)} = ${printExpr(s.value, f)}`;
    case 'nondet':
      return `${nameOf(f, s.target)} = ${s.callee}()`;
    case 'havoc':
      return `havoc ${nameOf(f, s.target)} because ${s.reason.code}${printWithin(s.within, f)}`;
    case 'load-at':
      return `${nameOf(f, s.target)} = ${printAccess(s.access, f)}`;
    case 'store-at':
      return `${printAccess(s.access, f)} = ${printExpr(s.value, f)}`;
    case 'load':
      return `${nameOf(f, s.target)} = ${array(s.array)}[${printExpr(s.index, f)}]`;
    case 'store':
      return `${array(s.array)}[${printExpr(s.index, f)}] = ${printExpr(s.value, f)}`;
    case 'havoc-array':
      return `havoc ${array(s.array)}[] because ${s.reason.code}`;
    case 'fill-array':
      return `${array(s.array)}[] = ${s.all}`;
    case 'call':
      return `${s.target === null ? '' : `${nameOf(f, s.target)} = `}${s.callee}(${s.args
        .map((a, i) => {
          const handed = s.arrays?.[i];
          return handed == null ? printExpr(a, f) : array(handed);
        })
        .join(', ')})`;
    case 'assume':
      return `assume ${printExpr(s.cond, f)}`;
    case 'assert':
      return `assert#${s.assertion} ${printExpr(s.cond, f)}`;
    case 'go-through':
      return `through ${s.position === null ? '?' : printExpr(s.position, f)}${s.guard === null ? '' : ` if ${printExpr(s.guard, f)}`}`;
    case 'note':
      return `note ${s.reason.code}`;
  }
}

function printEnd(e: Terminator, f: IrFunction): string {
  switch (e.kind) {
    case 'goto':
      return `goto B${e.to}`;
    case 'branch':
      return `if ${printExpr(e.cond, f)} goto B${e.then} else B${e.else}`;
    case 'return':
      if (e.members !== undefined) return `return { ${e.members.map((m) => printExpr(m, f)).join(', ')} }`;
      return e.value === null ? 'return' : `return ${printExpr(e.value, f)}`;
    case 'halt':
      return e.reason === null ? 'halt' : `halt because ${e.reason.code}`;
  }
}

function printBlock(b: Block, f: IrFunction): string {
  return [`B${b.id}:`, ...b.stmts.map((s) => `  ${printStmt(s, f)}`), `  ${printEnd(b.end, f)}`].join('\n');
}

/** `3:5-3:12`. */
export function printRange(r: SourceRange): string {
  return `${r.start.line}:${r.start.column}-${r.end.line}:${r.end.column}`;
}

export function printFunction(f: IrFunction): string {
  const params = f.params.map((p) => (p === null ? '_' : `${f.variables[p]!.type.name} ${nameOf(f, p)}`)).join(', ');
  const lines = [`function ${f.name}(${params}): ${f.returnType?.name ?? 'void'} entry B${f.entry}`];
  for (const v of f.variables)
    if (v.scope === 'local' || v.scope === 'global')
      lines.push(
        `  ${v.scope} ${v.type.name} ${nameOf(f, v.id)}${v.initial === null ? '' : ` = ${v.initial}`}${v.addressTaken ? ' &' : ''}`,
      );
  for (const a of f.arrays) lines.push(`  ${a.scope} ${a.element.name} ${a.name}[${a.length ?? ''}]`);
  for (const l of f.loops)
    lines.push(
      `  loop ${l.id} ${l.kind} at B${l.header} depth ${l.nested} ${printRange(l.range)} head ${printRange(l.head)}`,
    );
  for (const a of f.assertions) lines.push(`  assertion ${a.id} ${printRange(a.range)} ${a.text}`);
  for (const b of f.blocks) lines.push(printBlock(b, f));
  return lines.join('\n');
}
