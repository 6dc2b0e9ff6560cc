/**
 * Arrays in which a loop only swaps elements: all that is written to them stands in blocks
 * `t = a[i]; a[i] = a[j]; a[j] = t`. They have the same elements afterwards, in another order. By the statements alone,
 * so that inner loops don't matter.
 */
import type { Block, Cfg, Expr, Loop, Stmt } from '../program/index.ts';
import { spelled } from '../program/index.ts';
import type { EffectReport } from '../report/index.ts';

interface Swapped {
  readonly effects: readonly EffectReport[];
  readonly arrays: ReadonlySet<number>;
}

/** Of the arrays that nothing else is said of. */
export function swappedArrays(cfg: Cfg, loop: Loop, described: ReadonlySet<number>): Swapped {
  const blocks = [...loop.blocks].flatMap((b) => cfg.fn.blocks[b] ?? []);
  const written = new Set(blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'store' ? [s.array] : []))));
  const arrays = new Set([...written].filter((a) => !described.has(a) && blocks.every((b) => isKeptOrSwapped(b, a))));
  const effects = [...arrays].flatMap((a): EffectReport[] => {
    const of = cfg.fn.arrays[a];
    if (!of || of.unspoken) return [];
    const name = `\`${spelled(of)}\``;
    const sentence = `Swaps elements of ${name}: it has the same ones afterwards, in another order`;
    return [{ words: `swaps elements of ${name}`, formula: '', sentence, assuming: [] }];
  });
  return { effects, arrays: effects.length === arrays.size ? arrays : new Set() };
}

/** Two elements change places in it at most, and nothing else happens to the array. */
function isKeptOrSwapped({ stmts }: Block, array: number): boolean {
  const stores = stmts.filter((s): s is Stmt & { readonly kind: 'store' } => s.kind === 'store' && s.array === array);
  if (stmts.some((s) => mayWriteOtherwise(s, array))) return false;
  if (stores.length === 0) return true;
  const [first, second, ...more] = stores;
  if (!first || !second || more.length > 0) return false;
  const values = new Values(array);
  for (const s of stmts) values.step(s);
  const [a, b] = values.stored;
  return a !== undefined && b !== undefined && a.value === b.at && b.value === a.at && a.at !== '' && b.at !== '';
}

const mayWriteOtherwise = (s: Stmt, array: number): boolean =>
  (s.kind === 'fill-array' && s.array === array) ||
  (s.kind === 'havoc-array' && s.array === array) ||
  s.kind === 'call' ||
  s.kind === 'store-at';

/** What variables are worth within a block, as texts that are equal only where the values are. */
class Values {
  private readonly array: number;
  private readonly known = new Map<number, string>();
  private steps = 0;
  /**
   * Where elements were stored, and the place at which the value was before the block: empty where that isn't known.
   */
  readonly stored: { readonly at: string; readonly value: string }[] = [];

  constructor(array: number) {
    this.array = array;
  }

  step(s: Stmt): void {
    this.steps++;
    if (s.kind === 'store' && s.array === this.array)
      this.stored.push({ at: this.text(s.index), value: placeIn(this.text(unwidened(s.value))) });
    else if (s.kind === 'load' && s.array === this.array) this.known.set(s.target, this.loaded(this.text(s.index)));
    else if (s.kind === 'assign') this.known.set(s.target, this.text(unwidened(s.value)));
    else if ('target' in s && s.target !== null) this.known.set(s.target, `?${this.steps}`);
  }

  /** An element as it was before the block; behind a store only where that is surely another one's or its own. */
  private loaded(at: string): string {
    return this.stored.length === 0 ? `${ELEMENT}${at}` : `?${this.steps}`;
  }

  private text(expression: Expr): string {
    switch (expression.kind) {
      case 'const':
        return `${expression.value}`;
      case 'var':
        return this.known.get(expression.id) ?? `v${expression.id}`;
      case 'unary':
        return `${expression.op}(${this.text(expression.arg)})`;
      case 'cast':
        return `${expression.type.signed ? 's' : 'u'}${expression.type.bits}(${this.text(expression.arg)})`;
      case 'binary':
        return `(${this.text(expression.left)} ${expression.op} ${this.text(expression.right)})`;
      case 'ite':
        return `(${this.text(expression.cond)} ? ${this.text(expression.then)} : ${this.text(expression.else)})`;
    }
  }
}

const ELEMENT = 'element at ';
const placeIn = (value: string): string => (value.startsWith(ELEMENT) ? value.slice(ELEMENT.length) : '');

/** A value that has gone through a type that holds all of its own is the same. */
function unwidened(e: Expr): Expr {
  if (e.kind !== 'cast') return e;
  const inner = unwidened(e.arg);
  const [from, to] = [inner.type, e.type];
  const holds = from.signed === to.signed ? to.bits >= from.bits : !from.signed && to.bits > from.bits;
  return holds || isBack(e) ? inner : e;
}

/** `(char)(int)c` is c. */
function isBack({ arg, type }: Expr & { readonly kind: 'cast' }): boolean {
  const inner = unwidened(arg);
  return inner.type.bits === type.bits && inner.type.signed === type.signed && arg.type.bits >= type.bits;
}
