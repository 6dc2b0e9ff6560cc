/**
 * Small arrays as variables, one for each element. Writing one leaves the others as they are, and loops say what
 * becomes of each. What an element holds at first is an input like others.
 */
import type { ArrayObject, IrFunction, Variable } from './program.ts';
import type { Block, Stmt } from './blocks.ts';
import type { Expr, VarId } from './expressions.ts';
import type { SourceRange } from '../source/index.ts';
import { INT } from '../machine/index.ts';
import type { IntType } from '../machine/index.ts';

/** Longest array that is taken apart, and the longest where some index isn't constant. */
const MOST_ELEMENTS = 32n;
const MOST_CHOICES = 9n;
/** Elements of all arrays of a function, and those that are chosen from at indices that aren't constant. */
const MOST_VARIABLES = 96;
const MOST_CHOSEN = 160;

const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };
const OBJECT: IntType = { bits: 1, signed: false, bool: false, name: 'object' };

/** The function with its small arrays taken apart; itself where there is none. Its calls are inlined. */
export function withElements(fn: IrFunction): IrFunction {
  const chosen = chooseArrays(fn);
  if (chosen.length === 0) return fn;
  const made = chosen
    .flatMap(({ array, indices }) => indices.map((index) => ({ array, index })))
    .map(({ array, index }, i) => ({
      array: array.id,
      index,
      variable: elementOf(array, index, fn.variables.length + i),
    }));
  const elements = new Map(
    chosen.map(({ array: { id } }) => {
      const own = made.filter(({ array }) => array === id);
      return [id, new Map(own.map(({ index, variable }) => [index, variable.id]))] as const;
    }),
  );
  const variables = [...fn.variables, ...made.map(({ variable }) => variable)];
  const rewriter = new Rewriter(fn, variables, elements);
  const blocks = fn.blocks.map((b): Block => ({ ...b, stmts: b.stmts.flatMap((s) => rewriter.stmt(s)) }));
  // nothing of them comes from outside any more
  const arrays = fn.arrays.map((a) => (elements.has(a.id) ? { ...a, scope: 'local' as const } : a));
  return { ...fn, variables, arrays, blocks };
}

interface Chosen {
  readonly array: ArrayObject;
  readonly indices: readonly number[];
}

interface Use {
  /** Accesses at indices that aren't constant. */
  open: number;
  readonly indices: Set<bigint>;
}

/** Arrays that are worth it, those with constant indices first. */
function chooseArrays(fn: IrFunction): readonly Chosen[] {
  const used = new Map<number, Use>();
  for (const b of fn.blocks)
    for (const s of b.stmts) {
      // something else may look at arrays as a whole
      if (s.kind === 'call' || s.kind === 'load-at' || s.kind === 'store-at') return [];
      if (s.kind !== 'load' && s.kind !== 'store') continue;
      const known = used.get(s.array) ?? { open: 0, indices: new Set() };
      used.set(s.array, known);
      if (s.index.kind === 'const') known.indices.add(s.index.value);
      else known.open++;
    }
  let left = MOST_VARIABLES;
  let choices = MOST_CHOSEN;
  return fn.arrays
    .flatMap((array) => {
      const use = used.get(array.id);
      const indices = use && indicesOf(array, use);
      return use && indices ? [{ array, indices, use }] : [];
    })
    .sort((x, y) => x.use.open - y.use.open)
    .filter(({ indices, use }) => {
      if (indices.length > left || use.open * indices.length > choices) return false;
      left -= indices.length;
      choices -= use.open * indices.length;
      return true;
    });
}

/**
 * Of the elements that are variables; null: it isn't taken apart. How long an array is that is handed over isn't known.
 */
function indicesOf(array: ArrayObject, { open, indices }: Use): readonly number[] | null {
  if (array.sizes !== undefined || (array.scope === 'local' && array.initial !== null)) return null;
  if (array.scope === 'param') {
    if (open > 0 || [...indices].some((k) => k < 0n || k >= MOST_ELEMENTS)) return null;
    return [...indices].map(Number).sort((x, y) => x - y);
  }
  if (array.length === null || array.length <= 0n || array.length > (open > 0 ? MOST_CHOICES : MOST_ELEMENTS))
    return null;
  return Array.from({ length: Number(array.length) }, (_, k) => k);
}

/** The variable that stands for an element. */
function elementOf(array: ArrayObject, index: number, id: VarId): Variable {
  return {
    id,
    name: nameOf(array, index),
    type: array.element,
    scope: array.scope,
    range: null,
    initial: array.initial === null ? null : (array.initial[index] ?? 0n),
    addressTaken: false,
    ...(array.unknownInitial && { unknownInitial: true as const }),
    ...(array.fixed && { fixed: true as const }),
    ...(array.scope === 'local' && { unset: true as const }),
    ...(array.scope === 'global' && { key: `${array.key ?? array.name}[${index}]` }),
  };
}

/** As C has it. */
function nameOf(array: ArrayObject, index: number): string {
  if (array.shape === undefined) return `${array.name}[${index}]`;
  let rest = BigInt(index);
  // how many rows there are may not be known
  const [, ...inner] = array.shape.dims;
  const within = inner
    .reverse()
    .map((d) => {
      const at = rest % d;
      rest /= d;
      return at;
    })
    .reverse();
  const indices = [rest, ...within];
  return array.shape.spelling.split('[]').reduce((text, part, i) => `${text}[${indices[i - 1] ?? 0n}]${part}`);
}

type Elements = ReadonlyMap<number, VarId>;

class Rewriter {
  private readonly fn: IrFunction;
  private readonly variables: Variable[];
  private readonly elements: ReadonlyMap<number, Elements>;

  constructor(fn: IrFunction, variables: Variable[], elements: ReadonlyMap<number, Elements>) {
    this.fn = fn;
    this.variables = variables;
    this.elements = elements;
  }

  stmt(statement: Stmt): readonly Stmt[] {
    if (
      statement.kind !== 'load' &&
      statement.kind !== 'store' &&
      statement.kind !== 'fill-array' &&
      statement.kind !== 'havoc-array'
    )
      return [statement];
    const elements = this.elements.get(statement.array);
    if (elements === undefined) return [statement];
    const { range } = statement;
    switch (statement.kind) {
      case 'load':
        return this.load(statement, elements);
      case 'store':
        return this.store(statement, elements);
      case 'fill-array':
        return [...elements.values()].map((target) => ({
          kind: 'assign',
          target,
          value: { kind: 'const', value: statement.all, type: this.typeOf(target) },
          range,
        }));
      case 'havoc-array':
        return [...elements.values()].map((target) => ({
          kind: 'havoc',
          target,
          reason: statement.reason,
          range,
          ...(statement.by && { by: statement.by }),
        }));
    }
  }

  private load(statement: Stmt & { readonly kind: 'load' }, elements: Elements): readonly Stmt[] {
    const type = this.typeOf(statement.target);
    const { range } = statement;
    const nowhere: Expr = cast(NOWHERE, type);
    const one = (id: VarId): Expr => cast(this.read(id), type);
    if (statement.index.kind === 'const') {
      const known = elements.get(Number(statement.index.value));
      return [{ kind: 'assign', target: statement.target, value: known === undefined ? nowhere : one(known), range }];
    }
    const { value: index, before } = this.kept(statement.index, range);
    const value = [...elements].reduceRight<Expr>(
      (rest, [k, id]) => ({ kind: 'ite', cond: is(index, k), then: one(id), else: rest, type }),
      nowhere,
    );
    return [...before, { kind: 'assign', target: statement.target, value, range }];
  }

  private store(statement: Stmt & { readonly kind: 'store' }, elements: Elements): readonly Stmt[] {
    const { range } = statement;
    if (statement.index.kind === 'const') {
      const target = elements.get(Number(statement.index.value));
      if (target !== undefined)
        return [{ kind: 'assign', target, value: cast(statement.value, this.typeOf(target)), range }];
      return [{ kind: 'assign', target: this.temporary(OBJECT), value: NOWHERE, range }];
    }
    const { value: index, before: indexFirst } = this.kept(statement.index, range);
    const element = this.fn.arrays[statement.array]!.element;
    const { value, before: valueFirst } = this.kept(cast(statement.value, element), range);
    const out: Stmt[] = [...indexFirst, ...valueFirst];
    const within: Expr = {
      kind: 'binary',
      op: 'land',
      left: compare('ge', index, 0n),
      right: compare('lt', index, BigInt(elements.size)),
      type: INT,
    };
    out.push({
      kind: 'assign',
      target: this.temporary(OBJECT),
      value: {
        kind: 'ite',
        cond: within,
        then: { kind: 'const', value: 0n, type: OBJECT },
        else: NOWHERE,
        type: OBJECT,
      },
      range,
    });
    for (const [k, target] of elements) {
      const type = this.typeOf(target);
      out.push({
        kind: 'assign',
        target,
        value: { kind: 'ite', cond: is(index, k), then: value, else: this.read(target), type },
        range,
      });
    }
    return out;
  }

  /** The value in a variable of its own, where it is no simple one; `before`: what gives it that. */
  private kept(expression: Expr, range: SourceRange): { readonly value: Expr; readonly before: readonly Stmt[] } {
    if (expression.kind === 'const' || expression.kind === 'var') return { value: expression, before: [] };
    const id = this.temporary(expression.type);
    const before: readonly Stmt[] = [{ kind: 'assign', target: id, value: expression, range }];
    return { value: { kind: 'var', id, type: expression.type }, before };
  }

  private temporary(type: IntType): VarId {
    const id = this.variables.length;
    this.variables.push({ id, name: `$e${id}`, type, scope: 'temp', range: null, initial: null, addressTaken: false });
    return id;
  }

  private read(id: VarId): Expr {
    return { kind: 'var', id, type: this.typeOf(id) };
  }

  private typeOf(id: VarId): IntType {
    return this.variables[id]!.type;
  }
}

/** Evaluated only where no element is meant: the run is undefined. */
const NOWHERE: Expr = { kind: 'cast', arg: { kind: 'const', value: 2n, type: INT }, type: OBJECT, exact: true };

function cast(arg: Expr, type: IntType): Expr {
  if (arg.type.bits === type.bits && arg.type.signed === type.signed && arg.type.bool === type.bool) return arg;
  return { kind: 'cast', arg, type };
}

function compare(op: 'eq' | 'ge' | 'lt', index: Expr, value: bigint): Expr {
  return { kind: 'binary', op, left: cast(index, INDEX), right: { kind: 'const', value, type: INDEX }, type: INT };
}

const is = (index: Expr, k: number): Expr => compare('eq', index, BigInt(k));
