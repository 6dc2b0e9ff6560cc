/** HTML that can't be broken into: whatever is put into a template is text, unless it was made by a template itself. */

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Part[] | null;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** `` html`<td title="${anything}">${anything}</td>` ``: between quotes and between tags, nowhere else. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, k) => `${text}${textOf(parts[k - 1] ?? null)}${string}`));
}

/** Text with code in backticks, as sentences have it. */
export function prose(text: string): Html {
  const parts = text.split('`');
  // an odd number of backticks is none that pair
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, k) => (k % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

export const place = (file: string, line: number): Html => html`<code>${file}:${line}</code>`;
