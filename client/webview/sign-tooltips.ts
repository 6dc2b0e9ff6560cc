/** Says what the signs of the formal notation mean: each gets a tooltip where it stands. */
import { element, text } from './dom.ts';

/** In order: the first that fits is the one. */
function meanings(): readonly (readonly [RegExp, string])[] {
  return [
    [/π\d+/, text('A path: one way through an iteration')],
    [/κ\d+/, text('A counter: how often a path is taken')],
    [/\bexit\b/, text('The path that leaves the loop')],
    [/[A-Za-z_]\w*′|[A-Za-z_]\w*'/, text('The value behind the loop')],
    [/∧/, text('and')],
    [/∨/, text('or')],
    [/¬/, text('not')],
    [/≤/, text('at most')],
    [/≥/, text('at least')],
    [/≠/, text('is not')],
    [/∞/, text('for ever')],
    [/⌊|⌋/, text('The quotient, rounded down')],
    [/∈/, text('is one of')],
    [/∀/, text('for all')],
    [/∃/, text('there is')],
    [/\bany [A-Za-z_]\w*/, text('A value that is not known')],
    [/\bnondet[₀-₉]*/, text('A value from outside')],
    [/\bmod\b/, text('The remainder, never negative')],
    [/\^/, text('In a trace: repeated so many times. In a value: to the power of')],
  ];
}

export function explainSigns(root: ParentNode): void {
  const known = meanings();
  const any = new RegExp(known.map(([sign]) => `(${sign.source})`).join('|'), 'gu');
  for (const code of root.querySelectorAll('code')) {
    if (code.closest('.hljs, .language-c, [data-c]')) continue;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
    for (const node of nodes) node.replaceWith(...explained(node.data, any, known));
  }
}

function explained(content: string, any: RegExp, known: ReturnType<typeof meanings>): readonly (Node | string)[] {
  const out: (Node | string)[] = [];
  let from = 0;
  for (const match of content.matchAll(any)) {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    out.push(content.slice(from, match.index));
    out.push(element('abbr', { title: known[which]?.[1] ?? '' }, match[0]));
    from = match.index + match[0].length;
  }
  out.push(content.slice(from));
  return out.filter((part) => part !== '');
}
