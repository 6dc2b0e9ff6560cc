/**
 * Defects that are put into the loops of a C file, by its text: a limit off by one, `<=` for `<`, a narrower counter, a
 * step dropped, an initialiser removed.
 */

const IDENTIFIER = '[A-Za-z_]\\w*';
const WHOLE = '(?:unsigned\\s+int|unsigned\\s+long|unsigned|size_t|int|long|ssize_t|ptrdiff_t)';

/** As long as the text, with blanks for comments, strings and directives: places in it are places in the text. */
function bareText(text: string): string {
  const blank = (s: string): string => s.replace(/[^\n]/g, ' ');
  return text
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g, blank)
    .replace(/^[ \t]*#(?:[^\n\\]|\\[^])*/gm, blank);
}

/** The place behind the bracket that closes the one at `open`; -1: none does. */
function behindBracket(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    else if (')]}'.includes(text[i]!) && --depth === 0) return i + 1;
  }
  return -1;
}

/** The parts of `for (a; b; c)`, with their places. */
function headParts(bare: string, open: number, close: number): readonly Span[] {
  const parts: Span[] = [];
  let [start, depth] = [open + 1, 0];
  for (let i = start; i < close - 1; i++) {
    if ('([{'.includes(bare[i]!)) depth++;
    else if (')]}'.includes(bare[i]!)) depth--;
    else if (bare[i] === ';' && depth === 0) {
      parts.push({ start, end: i });
      start = i + 1;
    }
  }
  return [...parts, { start, end: close - 1 }];
}

/** The body: in braces, or one statement. */
function bodyAt(bare: string, from: number): string {
  const start = from + /^\s*/.exec(bare.slice(from))![0].length;
  if (bare[start] === '{') return bare.slice(start, behindBracket(bare, start));
  return bare.slice(start, bare.indexOf(';', start) + 1);
}

/** `return f[i]` declares nothing. */
const NO_TYPE = '(?!(?:return|else|case|goto|sizeof|do|in)\\b)';

/**
 * Whether the body indexes, with the counter, an array that is declared with a length: in the function, or outside of
 * all.
 */
function showsSize(whole: string, at: number, body: string, counter: string): boolean {
  const begin = whole.lastIndexOf('\n}', at);
  const outside = [...whole.matchAll(/^[A-Za-z_].*(?:\n[A-Za-z_].*)?/gm)].map(([line]) => line).join('\n');
  const bare = `${outside}\n${whole.slice(Math.max(begin, 0), at)}`;
  const indexed = [...body.matchAll(new RegExp(`(${IDENTIFIER})\\s*\\[[^\\]]*\\b${counter}\\b`, 'g'))].map(
    (m) => m[1]!,
  );
  return indexed.some((name) =>
    new RegExp(`(?<![.>=(,]\\s*)\\b${NO_TYPE}${IDENTIFIER}[\\s*]+${name}\\s*\\[\\s*[^\\]\\s]`).test(bare),
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Mutation {
  readonly kind: string;
  readonly line: number;
  /** The loop indexes an array whose length the file shows. */
  readonly sized: boolean;
  /** The file afterwards. */
  readonly text: string;
}

/** The loops of a file that count up to a limit, each with all that can be done to it. */
export function mutationsOf(text: string): readonly Mutation[] {
  const bare = bareText(text);
  return [...bare.matchAll(/\bfor\s*\(/g)].flatMap((m) => mutationsAt(text, bare, m.index, m.index + m[0].length - 1));
}

function mutationsAt(text: string, bare: string, at: number, open: number): readonly Mutation[] {
  const close = behindBracket(bare, open);
  const [first, test, step, more] = close < 0 ? [] : headParts(bare, open, close);
  const compared =
    test === undefined
      ? null
      : new RegExp(`^(\\s*)(${IDENTIFIER})(\\s*)(<=?)(?!<)[^<>=&|]+$`).exec(bare.slice(test.start, test.end));
  if (compared === null || first === undefined || test === undefined || step === undefined || more !== undefined)
    return [];
  const [, before, counter, between, operator] = compared as unknown as readonly string[];
  const line = text.slice(0, at).split('\n').length;
  const sized = showsSize(bare, at, bodyAt(bare, close), counter!);
  const mutation = (kind: string, { start, end }: Span, by: string): Mutation => ({
    kind,
    line,
    sized,
    text: text.slice(0, start) + by + text.slice(end),
  });
  const less = test.start + `${before}${counter}${between}`.length;
  const counts = new RegExp(`^\\s*(?:${counter}\\s*\\+\\+|\\+\\+\\s*${counter})\\s*$`);
  const { type, value } = beginning(bare, at, first, counter!);
  return [
    ...(operator === '<' ? [mutation('<= for <', { start: less, end: less + 1 }, '<=')] : []),
    mutation('limit off by one', { start: test.end, end: test.end }, ' + 1'),
    ...(counts.test(bare.slice(step.start, step.end)) ? [mutation('step dropped', step, '')] : []),
    ...(type === null || isSmall(compared[0]) ? [] : [mutation('counter narrowed', type, 'signed char')]),
    ...(value === null ? [] : [mutation('initialiser removed', value, '')]),
  ];
}

/** Up to such a limit a narrow counter counts as a wide one does. */
const isSmall = (test: string): boolean => Number(/<=?\s*(\d+)\s*$/.exec(test)?.[1] ?? Number.NaN) < 127;

/** Declarations are looked for so far before a loop. */
const NEAR = 4000;

/** Where the counter gets its type and its first value, if nothing else is declared with it. */
function beginning(bare: string, at: number, first: Span, counter: string): { type: Span | null; value: Span | null } {
  const head = bare.slice(first.start, first.end);
  const declared = new RegExp(`^(\\s*)(${WHOLE})\\s+${counter}\\s*=[^,]+$`).exec(head);
  if (declared !== null) {
    const start = first.start + declared[1]!.length;
    return {
      type: { start, end: start + declared[2]!.length },
      value: { start: first.start + head.indexOf('='), end: first.end },
    };
  }
  const from = Math.max(0, at - NEAR);
  const found = [...bare.slice(from, at).matchAll(new RegExp(`(\\n\\s+)(${WHOLE})\\s+${counter}\\s*;`, 'g'))].pop();
  // of the same function
  if (found === undefined || /\n\}/.test(bare.slice(from + found.index, at))) return { type: null, value: null };
  const start = from + found.index + found[1]!.length;
  const isSet = new RegExp(`^\\s*${counter}\\s*=[^=,]+$`).test(head);
  return { type: { start, end: start + found[2]!.length }, value: isSet ? first : null };
}
