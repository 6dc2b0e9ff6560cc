/** An operator as it stands in the source: for the same operation there may be another one, as `/ 2` for `>> 1`. */
import type { SourceRange } from '../source/index.ts';

export interface WrittenOperator {
  readonly operator: string;
  readonly range: SourceRange;
}
