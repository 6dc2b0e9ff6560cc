/**
 * The page around a loop's detail: the editor's own colours and fonts; one script and one style sheet, both our own.
 */
import type { PageData } from './page-messages.ts';

export interface PageParts {
  /** What VS Code's Markdown renderer made of the detail. */
  readonly body: string;
  readonly data: PageData;
  /** Where the bundled script and style sheet can be loaded from. */
  readonly script: string;
  readonly style: string;
  /** The origin of these. */
  readonly source: string;
  readonly language: string;
}

export function detailPage({ body, data, script, style, source, language }: PageParts): string {
  const nonce = crypto.randomUUID();
  // "<" could end the element that holds the data
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'; img-src 'none';`;
  return `<!DOCTYPE html>
<html lang="${language.replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${style}">
</head>
<body>
<main id="detail">${body}</main>
<script type="application/json" id="data">${json}</script>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
