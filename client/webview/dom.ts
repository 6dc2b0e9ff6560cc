/** Elements and texts of the page. */
import type { PageData } from '../src/page-messages.ts';

const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as PageData;

export const pageData = (): PageData => data;

/** A text in the reader's language; `{0}` and so on stand for the values. */
export function text(english: string, ...values: readonly (string | number)[]): string {
  const known = data.texts[english] ?? english;
  return known.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ''));
}

type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;
type Child = Node | string | null;

const SVG = 'http://www.w3.org/2000/svg';

/** An element. Attributes that are functions are listeners; `false` leaves one out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

export function drawn<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, name) as SVGElementTagNameMap[K], attributes, children);
}

function filled<T extends Element>(made: T, attributes: Attributes, children: readonly Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((c) => c !== null));
  return made;
}
