/** Whether C text speaks of something by its name: `n`, `$left`, `*p`, `s->n`. */
export const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replace(/[^\w\s]/g, '\\$&')}(?![\\w$])`).test(text);
