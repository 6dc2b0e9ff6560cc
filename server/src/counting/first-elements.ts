/**
 * What a pointer parameter leads to, as a variable: `*n` of `while (*n < max) ++*n;`. Every statement that may change
 * an element names its array; a store through another pointer, or a call, does so as what may be one with it. Where all
 * of them are about the first element they are assignments to one variable.
 */
import type { ArrayObject, Expr, IrFunction, Stmt, VarId, Variable } from '../program/index.ts';

/** By array: the variable that stands for its first element. */
type FirstElements = ReadonlyMap<number, Variable>;

/** The function with such elements as variables. */
export function withFirstElements(fn: IrFunction): IrFunction {
  const elements = firstElements(fn);
  if (elements.size === 0) return fn;
  const blocks = fn.blocks.map((b) => ({ ...b, stmts: b.stmts.map((s) => ofVariable(s, elements)) }));
  return { ...fn, variables: [...fn.variables, ...elements.values()], blocks };
}

function firstElements(fn: IrFunction): FirstElements {
  const { arrays, blocks, variables } = fn;
  const [written, others] = [new Set<number>(), new Set<number>()];
  for (const s of blocks.flatMap((b) => b.stmts)) {
    if (s.kind === 'store') written.add(s.array);
    if (s.kind === 'fill-array') others.add(s.array);
    if ((s.kind === 'load' || s.kind === 'store') && !isZero(s.index)) others.add(s.array);
  }
  const found = arrays.filter((a) => written.has(a.id) && !others.has(a.id) && isBehindParameter(a, fn));
  return new Map(found.map((a, i) => [a.id, elementOf(a, variables.length + i)]));
}

const isZero = (e: Expr): boolean => e.kind === 'const' && e.value === 0n;

/**
 * The parameter always leads there, and its name means nothing else. Characters stay elements: a store of one may be to
 * a part of any object.
 */
function isBehindParameter(array: ArrayObject, { paramArrays, paramPointers, variables, blocks }: IrFunction): boolean {
  const { scope, flat, unspoken, name, element, id } = array;
  const pointer = paramPointers?.[paramArrays?.indexOf(id) ?? -1];
  if (scope !== 'param' || !flat || unspoken || element.bits === 8 || !/^\w+$/.test(name)) return false;
  if (pointer === undefined || variables.some((v) => v.name === name && v.id !== pointer)) return false;
  return !blocks.some((b) => b.stmts.some((s) => 'target' in s && s.target === pointer));
}

const elementOf = ({ name, element }: ArrayObject, id: VarId): Variable => ({
  id,
  name: `*${name}`,
  type: element,
  scope: 'param',
  range: null,
  initial: null,
  addressTaken: true,
  behindPointer: 'all',
});

function ofVariable(statement: Stmt, elements: FirstElements): Stmt {
  const element = 'array' in statement ? elements.get(statement.array) : undefined;
  if (!element) return statement;
  const { id, type } = element;
  switch (statement.kind) {
    case 'load':
      return { kind: 'assign', target: statement.target, value: { kind: 'var', id, type }, range: statement.range };
    case 'store':
      return { kind: 'assign', target: id, value: statement.value, range: statement.range };
    case 'havoc-array': {
      const { array, stored, ...rest } = statement;
      return { ...rest, kind: 'havoc', target: id, ...(stored !== undefined && { alias: { array: stored } }) };
    }
    default:
      return statement;
  }
}
