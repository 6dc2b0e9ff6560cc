/** Whether a run has undefined behaviour, by the interpreter: a witness that shares nothing with the summarizer. */
import { DEFAULT_FRONTEND_OPTIONS, loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import type { Generated } from './shapes.ts';

const MAX_STEPS = 20_000_000;

/** The function that was asked about last: many rows in a row are about the same. */
let last: { readonly generated: Generated; readonly fn: IrFunction | null } | null = null;

async function lowered(generated: Generated): Promise<IrFunction | null> {
  if (last?.generated !== generated) {
    const parsed = parseC(await loadParser(), generated.source);
    last = {
      generated,
      fn: lowerC(parsed, DEFAULT_FRONTEND_OPTIONS).functions.find((f) => f.name === generated.name) ?? null,
    };
    parsed.dispose();
  }
  return last.fn;
}

export async function isUndefined(generated: Generated, row: ReadonlyMap<string, bigint>): Promise<boolean> {
  const fn = await lowered(generated);
  if (!fn) return false;
  const inputs = new Map<number, bigint>(
    fn.variables.flatMap((v): [number, bigint][] =>
      v.scope === 'param' && row.has(v.name) ? [[v.id, row.get(v.name) as bigint]] : [],
    ),
  );
  return run(fn, { mode: 'c', inputs, maxSteps: MAX_STEPS }).kind === 'undefined';
}
