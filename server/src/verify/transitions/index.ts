/** A function as backbones (APC, section 2) and as a transition system between its loops' heads. */
export { arrivals, backbones } from './backbone.ts';
export { Ideal, isPlain, isPlainFormula } from './polynomial-ideal.ts';
export { cutPointSystem, withoutConditionals } from './transition-system.ts';
export type { Cut, CutSystem, Transition } from './transition-system.ts';
