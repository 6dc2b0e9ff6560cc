/** Path counters of a loop on a backbone, and what going round so often takes (APC, section 2.1). */
export { schedule } from './iteration-schedule.ts';
export { loopingCondition } from './looping-condition.ts';
export { waysThrough } from './path-counters.ts';
