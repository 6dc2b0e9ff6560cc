/** `looplens eval`: a table of parameter values in, a table of values at return out. */
import { csvRecord, parseCsv } from '../render/index.ts';
import type { Request } from './arguments.ts';
import { LONGEST_TABLE, readSource } from './input-files.ts';
import { complain } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import type { World } from './world.ts';

export async function evaluateRows(request: Request, world: World): Promise<Status> {
  const [file = ''] = request.paths;
  const [source, table] = await Promise.all([readSource(file), readSource(request.inputs ?? '', LONGEST_TABLE)]);
  for (const input of [source, table]) if (!input.ok) complain(world, input.message);
  if (!source.ok || !table.ok) return 2;
  const inputs = readInputs(table.text);
  if (!inputs.ok) {
    complain(world, `${request.inputs}: ${inputs.message}`);
    return 2;
  }
  const [engine] = await world.engines(0);
  if (engine === undefined) return 3;
  try {
    const result = await engine.evaluate(source.text, {
      path: file,
      function: request.options.function ?? '',
      rows: inputs.rows,
      options: request.options,
    });
    if ('missing' in result) {
      const others = result.missing.length > 0 ? `; there are ${result.missing.join(', ')}` : '';
      complain(world, `${file}: no function ${request.options.function}${others}`);
      return 2;
    }
    world.out(
      [
        csvRecord(result.columns),
        ...result.rows.map((row) => csvRecord(result.columns.map((name) => row?.get(name)?.toString() ?? ''))),
      ].join(''),
    );
    return 0;
  } finally {
    await engine.close();
  }
}

export type Inputs =
  | { readonly ok: true; readonly rows: readonly ReadonlyMap<string, bigint>[] }
  | { readonly ok: false; readonly message: string };

/** Rows of decimal integers under a header of names. */
export function readInputs(text: string): Inputs {
  const [header, ...records] = parseCsv(text);
  if (header === undefined)
    return { ok: false, message: 'is empty: a header with the names of the parameters is needed' };
  const names = header.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, message: `column ${twice} is there twice` };
  const rows: ReadonlyMap<string, bigint>[] = [];
  for (const [index, record] of records.entries()) {
    const row = new Map<string, bigint>();
    for (const [column, name] of names.entries()) {
      const cell = (record[column] ?? '').trim();
      if (!/^[+-]?\d+$/.test(cell))
        return { ok: false, message: `row ${index + 1}, column ${name}: '${cell}' is not a decimal integer` };
      row.set(name, BigInt(cell.replace(/^\+/, '')));
    }
    rows.push(row);
  }
  return { ok: true, rows };
}
