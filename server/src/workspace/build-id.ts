/** Which build of LoopLens this is: two that may answer differently never have the same. */
declare const LOOPLENS_BUILD: string | undefined;

/** Run from its sources, which may change at any time, a process trusts only itself. */
const OWN = `source ${process.pid} ${Date.now()}`;

export const buildId = (): string => `${typeof LOOPLENS_BUILD === 'string' ? LOOPLENS_BUILD : OWN} ${process.version}`;
