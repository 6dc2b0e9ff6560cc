/** A pattern for just this text: `$left`, `*p`, `a[i]`. */
export const literally = (text: string): string => text.replace(/[^\w\s]/g, '\\$&');

/** Whether C text speaks of something by its name: `n`, `$left`, `*p`, `s->n`. */
export const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`).test(text);
