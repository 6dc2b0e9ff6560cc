/** A readable dump of the IR, for tests and for finding out what a lowering did. Not for users. */
import type { IrFunction } from './program.ts';
import type { Access, Block, Stmt, Terminator, Within } from './blocks.ts';
import type { BinaryOp, Expr } from './expressions.ts';
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
export function printExpr(expression: Expr, fn: IrFunction): string {
  switch (expression.kind) {
    case 'const':
      return expression.type.name === 'int' ? String(expression.value) : `${expression.value}:${expression.type.name}`;
    case 'var':
      return nameOf(fn, expression.id);
    case 'unary':
      return `${{ neg: '-', bitnot: '~', lognot: '!' }[expression.op]}${inner(expression.arg, fn)}`;
    case 'binary':
      return `${inner(expression.left, fn)} ${SYMBOLS[expression.op]} ${inner(expression.right, fn)}`;
    case 'cast':
      return `(${expression.type.name})${inner(expression.arg, fn)}`;
    case 'ite':
      return `${inner(expression.cond, fn)} ? ${inner(expression.then, fn)} : ${inner(expression.else, fn)}`;
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
  const member = path === '' ? '' : `.${path.replaceAll('/', '.')}`;
  return `*(${printExpr(position, f)})${member}${index === null ? '' : `[${printExpr(index, f)}]`}`;
}

function printWithin(within: Within | undefined, f: IrFunction): string {
  return within === undefined ? '' : ` in ${within.least}..${printExpr(within.most, f)}`;
}

function printStmt(statement: Stmt, fn: IrFunction): string {
  const array = (id: number): string => fn.arrays[id]?.name ?? `?${id}`;
  switch (statement.kind) {
    case 'assign':
      return `${nameOf(fn, statement.target)} = ${printExpr(statement.value, fn)}`;
    case 'nondet':
      return `${nameOf(fn, statement.target)} = ${statement.callee}()`;
    case 'havoc':
      return `havoc ${nameOf(fn, statement.target)} because ${statement.reason.code}${printWithin(
        statement.within,
        fn,
      )}`;
    case 'load-at':
      return `${nameOf(fn, statement.target)} = ${printAccess(statement.access, fn)}`;
    case 'store-at':
      return `${printAccess(statement.access, fn)} = ${printExpr(statement.value, fn)}`;
    case 'load':
      return `${nameOf(fn, statement.target)} = ${array(statement.array)}[${printExpr(statement.index, fn)}]`;
    case 'store':
      return `${array(statement.array)}[${printExpr(statement.index, fn)}] = ${printExpr(statement.value, fn)}`;
    case 'havoc-array':
      return `havoc ${array(statement.array)}[] because ${statement.reason.code}`;
    case 'fill-array':
      return `${array(statement.array)}[] = ${statement.all}`;
    case 'call': {
      const args = statement.args.map((a, i) => {
        const handed = statement.arrays?.[i];
        return handed == null ? printExpr(a, fn) : array(handed);
      });
      const target = statement.target === null ? '' : `${nameOf(fn, statement.target)} = `;
      return `${target}${statement.callee}(${args.join(', ')})`;
    }
    case 'assume':
      return `assume ${printExpr(statement.cond, fn)}`;
    case 'assert':
      return `assert#${statement.assertion} ${printExpr(statement.cond, fn)}`;
    case 'go-through':
      return `through ${
        statement.position === null ? '?' : printExpr(statement.position, fn)
      }${statement.guard === null ? '' : ` if ${printExpr(statement.guard, fn)}`}`;
    case 'note':
      return `note ${statement.reason.code}`;
  }
}

function printEnd(end: Terminator, fn: IrFunction): string {
  switch (end.kind) {
    case 'goto':
      return `goto B${end.to}`;
    case 'branch':
      return `if ${printExpr(end.cond, fn)} goto B${end.then} else B${end.else}`;
    case 'return':
      if (end.members !== undefined) return `return { ${end.members.map((m) => printExpr(m, fn)).join(', ')} }`;
      return end.value === null ? 'return' : `return ${printExpr(end.value, fn)}`;
    case 'halt':
      return end.reason === null ? 'halt' : `halt because ${end.reason.code}`;
  }
}

function printBlock(b: Block, f: IrFunction): string {
  return [`B${b.id}:`, ...b.stmts.map((s) => `  ${printStmt(s, f)}`), `  ${printEnd(b.end, f)}`].join('\n');
}

/** `3:5-3:12`. */
export function printRange(r: SourceRange): string {
  return `${r.start.line}:${r.start.column}-${r.end.line}:${r.end.column}`;
}

export function printFunction(fn: IrFunction): string {
  const params = fn.params.map((p) => (p === null ? '_' : `${fn.variables[p]!.type.name} ${nameOf(fn, p)}`)).join(', ');
  const lines = [`function ${fn.name}(${params}): ${fn.returnType?.name ?? 'void'} entry B${fn.entry}`];
  for (const v of fn.variables)
    if (v.scope === 'local' || v.scope === 'global')
      lines.push(
        `  ${v.scope} ${v.type.name} ${nameOf(fn, v.id)}` +
          `${v.initial === null ? '' : ` = ${v.initial}`}${v.addressTaken ? ' &' : ''}`,
      );
  for (const a of fn.arrays) lines.push(`  ${a.scope} ${a.element.name} ${a.name}[${a.length ?? ''}]`);
  for (const l of fn.loops)
    lines.push(
      `  loop ${l.id} ${l.kind} at B${l.header} depth ${l.nested} ${printRange(l.range)} head ${printRange(l.head)}`,
    );
  for (const a of fn.assertions) lines.push(`  assertion ${a.id} ${printRange(a.range)} ${a.text}`);
  for (const b of fn.blocks) lines.push(printBlock(b, fn));
  return lines.join('\n');
}
