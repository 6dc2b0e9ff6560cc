/** The words that the project file, options of the command line and settings of editors choose from. */

export const INTEGER_MODES = ['c', 'wrapv', 'mathematical'] as const;
export const DATA_MODELS = ['LP64', 'ILP32', 'LLP64'] as const;
export const CHAR_SIGNS = ['signed', 'unsigned'] as const;
export const ALIASING = ['strict', 'none'] as const;
export const OVERFLOWS = ['off', 'must', 'can'] as const;
/** What makes the exit status of `check` 1, besides a violated assertion. */
export const FAILURES = ['unknown', 'overflow', 'finding', 'never'] as const;
