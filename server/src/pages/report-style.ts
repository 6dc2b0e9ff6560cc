/** How the report's page looks: one column on a phone, the reader's choice of light or dark, nothing from elsewhere. */

export const REPORT_STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --page: #ffffff; --card: #f6f8fa; --line: #d0d7de;
  --link: #0550ae; --bad: #b3261e; --warn: #7a4d00; --good: #116329; --bar: #6e9bd8; --mark: #fff1c2; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --card: #161b22;
  --line: #30363d; --link: #79c0ff; --bad: #ff8f87; --warn: #e3b341; --good: #6fdd8b; --bar: #2f5f9e; \
--mark: #3d3312; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; } \
h3 { font-size: 1rem; margin: 0; font-weight: 600; }
p { margin: .3rem 0 .8rem; } a { color: var(--link); } .soft { color: var(--soft); }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
pre { background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: .5rem 0; \
margin: .5rem 0 0; overflow-x: auto; white-space: pre; overflow-wrap: normal; }
.line { display: block; padding: 0 .7rem; min-width: max-content; } .marked { background: var(--mark); }
.run { padding: .5rem .7rem; }
.number, pre > i { display: inline-block; min-width: 3.2em; text-align: right; color: var(--soft); padding-right: .6em; \
user-select: none; }
pre > i { font-style: normal; padding-left: .4rem; min-width: 3.6em; }
@media (min-width: 40.01rem) { #loops { table-layout: fixed; } #loops th:nth-child(1) { width: 24%; }
  #loops th:nth-child(2) { width: 17%; } #loops th:nth-child(4) { width: 13%; } #loops th:nth-child(5) { width: 7%; }
  #loops th:nth-child(6) { width: 9%; } }
.pages { display: flex; gap: 1rem; align-items: center; margin: 1rem 0; } .pages button { width: auto; cursor: pointer; }
.pages button:disabled { color: var(--soft); cursor: default; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .7rem; padding: 0; \
margin: 1rem 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2; }
.bad { color: var(--bad); } .warn { color: var(--warn); } .good { color: var(--good); }
.card { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--line); \
border-radius: 8px; padding: .7rem .9rem; margin: .7rem 0; \
content-visibility: auto; contain-intrinsic-size: auto 12rem; }
.card.error { border-left-color: var(--bad); } .card.warning { border-left-color: var(--warn); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 1rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
td.count, th.count { text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: block; height: .7rem; min-width: 2px; border-radius: 3px; background: var(--bar); margin-top: .4rem; }
td.wide { width: 40%; min-width: 6rem; }
.filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: .5rem 0 1rem; }
.filters label { display: block; font-size: .875rem; } .filters .grow { flex: 1 1 14rem; }
input, select, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); \
border-radius: 6px; padding: .4rem .6rem; width: 100%; }
th button { border: 0; background: none; padding: 0; width: auto; font-weight: 600; cursor: pointer; text-align: left; }
th[aria-sort=ascending] button::after { content: " ▲"; } th[aria-sort=descending] button::after { content: " ▼"; }
summary { cursor: pointer; } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) {
  #loops thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  #loops, #loops tbody, #loops tr, #loops td, #loops th { display: block; } \
#loops tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  #loops tr[hidden] { display: none; } #loops td, #loops th { border: 0; padding: .1rem 0; } \
#loops td[data-name]::before { content: attr(data-name) ": "; color: var(--soft); }
}
@media print { .filters { display: none; } }
`;
