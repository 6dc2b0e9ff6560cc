/** How much work something may take, counted in units that the input alone fixes. Imports `source`. */
export { Budget, Exhausted, Stopped, exhausted, stopped } from './budget.ts';
export type { Clock } from './budget.ts';
export { COST, lookUp, work } from './work.ts';
