/** The page around a loop's detail: the editor's own colours and fonts, no scripts, nothing from elsewhere. */

const STYLE = `
  body { padding: 0 1.5em 2em; line-height: 1.5; font-size: var(--vscode-font-size); }
  h1 { font-size: 1.4em; font-weight: 600; margin: 1em 0 .5em; }
  h2 { font-size: 1.1em; font-weight: 600; margin: 1.4em 0 .4em; }
  code, pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
  pre { background: var(--vscode-textCodeBlock-background); padding: .7em 1em; overflow-x: auto; border-radius: 4px; }
  pre code { background: none; color: var(--vscode-editor-foreground); }
  table { border-collapse: collapse; display: block; overflow-x: auto; }
  td code { white-space: pre; }
  th, td { border-bottom: 1px solid var(--vscode-editorWidget-border, #8884); padding: .3em 1.2em .3em 0; text-align: left; vertical-align: top; }
  th { font-weight: 600; }
  a { color: var(--vscode-textLink-foreground); }
`;

/** `body` is what VS Code's Markdown renderer made of the detail. */
export function detailPage(body: string): string {
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';">
<style>${STYLE}</style>
</head>
<body>${body}</body>
</html>`;
}
