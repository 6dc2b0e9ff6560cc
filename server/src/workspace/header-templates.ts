/**
 * Headers that the build of a project makes of templates: `config.h` of `config.h.in`, `gmp.h` of `gmp-h.in`. Where
 * nothing has been built there is only the template. What stands in it as it is stands in the header; lines that wait
 * to be filled in are left out, and names that they may define stay open.
 */

/** Where the template of a header may lie. */
export function templatesOf(path: string): readonly string[] {
  if (!path.endsWith('.h')) return [];
  const base = path.slice(0, -2);
  // the template of a numbered interface has no number: `zip2.h` of `zip.h.in`
  const unnumbered = base.replace(/\d+$/, '');
  const whole = unnumbered === base ? [] : [`${unnumbered}.h.in`];
  return [
    ...['.h.in', '.hin', '-h.in', '.in', '.h.cmake', '.h.cmake.in'].map((ending) => `${base}${ending}`),
    ...whole,
  ];
}

/** `@NAME@`, `${NAME}`, `--NAME--` */
const FILLED_IN = /@\w+@|\$\{\w+\}|(?<!-)--[A-Z][A-Z-]*--(?!-)/;
/** `#undef HAVE_X` stands for a line of its own making, too. */
const LEFT_OPEN = /^\s*#\s*(undef|cmakedefine\w*)\b/;
const CONDITION = /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b/;
const DIRECTIVE = /^\s*(#|$)/;

/** The text without what is filled in; null: what is left would say something else. */
export function withoutFilledIn(text: string): string | null {
  const lines = text.split('\n');
  const braces = new Braces();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (LEFT_OPEN.test(line)) lines[i] = '';
    else if (!FILLED_IN.test(line)) braces.pass(line);
    else {
      const isPart = !isWhole(line, braces) || isContinued(line) || isContinued(lines[i - 1] ?? '');
      if (isPart || opensComment(line) || braces.isComment) return null;
      const kind = CONDITION.exec(line)?.[1];
      const last = kind === undefined ? i : /^if/.test(kind) ? endOfMacros(lines, i) : null;
      if (last === null) return null;
      lines.fill('', i, last + 1);
      i = last;
    }
  }
  return lines.join('\n');
}

/** The `#endif` of a condition that is filled in and decides on macros alone; null: on more. */
function endOfMacros(lines: readonly string[], first: number): number | null {
  let depth = 0;
  const comments = new Braces();
  for (let i = first; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const wasComment = comments.isComment;
    comments.pass(line);
    if (wasComment) continue;
    const kind = CONDITION.exec(line)?.[1];
    if (kind !== undefined && /^if/.test(kind)) depth++;
    else if (kind === 'endif' && --depth === 0) return i;
    const code = line.replace(/\/\*.*?(\*\/|$)/g, '');
    if (!DIRECTIVE.test(code) && !isContinued(lines[i - 1] ?? '')) return null;
  }
  return null;
}

/** A directive, or a declaration that a line begins and ends. */
const isWhole = (line: string, before: Braces): boolean =>
  !before.isInside() && (DIRECTIVE.test(line) || (before.isBehindDeclaration() && /^[^{}]*(;|@)\s*$/.test(line)));

const isContinued = (line: string): boolean => /\\\r?$/.test(line);

const opensComment = (line: string): boolean => /\/\*|\*\//.test(line.replace(/\/\*.*?\*\//g, ''));

/** What stands in braces is a part of a declaration, but in those of `extern "C" {`. */
class Braces {
  isComment = false;
  private readonly open: boolean[] = [];
  /** The last character of code, directives aside. */
  private last = '';

  pass(line: string): void {
    let before = '';
    const isDirective = /^\s*#/.test(line);
    for (const token of line.match(/\/\*|\*\/|\/\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]|[^/*"'{}]+|./g) ?? []) {
      if (this.isComment) this.isComment = token !== '*/';
      else if (token === '//') return;
      else if (token === '/*') this.isComment = true;
      else if (token === '{') this.open.push(/\bextern\s*"C"\s*$/.test(before));
      else if (token === '}') this.open.pop();
      if (this.isComment || token === '*/') continue;
      before += token;
      if (!isDirective) this.last = token.trimEnd().at(-1) ?? this.last;
    }
  }

  isBehindDeclaration(): boolean {
    return this.last === '' || /[;{}@]/.test(this.last);
  }

  isInside(): boolean {
    return this.open.includes(false);
  }
}
