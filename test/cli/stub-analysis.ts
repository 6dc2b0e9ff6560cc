/**
 * Takes the place of `analysis/analyze-file.ts` in the command line's bundle: quick, and misbehaving on demand
 * (test/lsp/stub-analysis.ts).
 */
import type { EvaluateRequest, EvaluateResult } from '../../server/src/cli/engine-interface.ts';

export { DEFAULT_OPTIONS } from '../../server/src/analysis/analyze-file.ts';
export { analyze } from '../lsp/stub-analysis.ts';

/** Returns the parameters, for negative ones nothing. */
export async function evaluate(_source: string, request: EvaluateRequest): Promise<EvaluateResult> {
  const columns = [...(request.rows[0]?.keys() ?? [])];
  return {
    columns,
    rows: request.rows.map((row) => ([...row.values()].some((value) => value < 0n) ? null : row)),
    exact: [],
  };
}
