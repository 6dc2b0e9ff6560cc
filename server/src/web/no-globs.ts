/** Stands for `project/file-globs.ts` in a browser, where there is no disk. */

export const matching = (): Promise<readonly string[]> => Promise.resolve([]);
