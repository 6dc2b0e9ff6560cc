/** Closed forms of a path's update, and after how many iterations its guard fails. */
export { accelerate } from './accelerate.ts';
export type { Acceleration, LeaveOption, PathLike } from './acceleration.ts';
export { closedForms, unwrap, valueOf, valuesAfter, valuesAfterSteps } from './closed-forms.ts';
export { geometricBound } from './geometric-progress.ts';
