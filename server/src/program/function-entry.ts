/** How a function is entered: where a program starts, or by any call. What objects hold then depends on it. */
import type { Reason } from '../source/index.ts';
import type { Variable, ArrayObject, IrFunction } from './program.ts';
import type { Stmt } from './blocks.ts';

/** Where every program begins, and only then: what is static holds its initial value. */
export const isProgramStart = (fn: IrFunction): boolean => fn.name === 'main' && fn.again !== true;

/** A variable that holds its initial value whenever the function is entered. */
export const startsInitial = (fn: IrFunction, v: Variable): v is Variable & { readonly initial: bigint } =>
  v.initial !== null && (v.fixed === true || isProgramStart(fn));

/**
 * The function as it is entered where a program starts, if it is `main`; any other as it is entered in some program.
 * A value that no caller passes and no text gives is no input: `static struct s a = { &x };`. For runs, what is static
 * and nobody stores to is what it is initially: some call is the first, if no constructor comes before it.
 */
export function atProgramStart({ again: _, ...fn }: IrFunction): IrFunction {
  const why = (o: Variable | ArrayObject): Reason | null => {
    if (o.kept && fn.name !== 'main') return whyKept(fn, o.name);
    const isInitial = o.fixed === true || (fn.name === 'main' && o.scope === 'global');
    return isInitial && o.unknownInitial ? whyInitial(fn, o.name) : null;
  };
  const range = fn.nameRange;
  const stmts = [
    ...fn.variables.flatMap((v): Stmt[] => {
      const reason = why(v);
      if (reason === null) return [];
      const first = v.kept && fn.constructed !== true ? v.initial : null;
      const computed = first === null ? {} : { computed: { kind: 'const', value: first, type: v.type } as const };
      return [{ kind: 'havoc', target: v.id, reason, range, ...computed }];
    }),
    ...fn.arrays.flatMap((a): Stmt[] => {
      const reason = why(a);
      if (reason === null) return [];
      const isFirst = a.kept === true && a.unknownInitial !== true && fn.constructed !== true;
      return [{ kind: 'havoc-array', array: a.id, reason, range, ...(isFirst && { initially: true as const }) }];
    }),
  ];
  if (stmts.length === 0) return fn;
  const first = fn.blocks.length;
  return { ...fn, blocks: [...fn.blocks, { id: first, stmts, end: { kind: 'goto', to: fn.entry } }], entry: first };
}

const whyKept = (fn: IrFunction, name: string): Reason => ({
  code: 'static-object',
  message: `no function assigns to \`${name}\`: its value when \`${fn.name}\` is called is not known`,
  range: fn.nameRange,
});

const whyInitial = (fn: IrFunction, name: string): Reason => ({
  code: 'initializer',
  message: `the initial value of \`${name}\` is not worked out`,
  range: fn.nameRange,
});

/** The function as it is entered by any call. */
export function atAnyCall(fn: IrFunction): IrFunction {
  return fn.again
    ? {
        ...fn,
        blocks: fn.blocks.map((b) => ({ ...b, stmts: b.stmts.filter((s) => !(s.kind === 'assume' && s.start)) })),
      }
    : fn;
}
