/**
 * What the report's page can do beside being read: its list of loops is sorted and filtered, and shown a page at a time.
 * Rows are texts until they are shown: a table of all of them is more than a browser bears. Without scripts the first
 * page is there as it is.
 */
import { ROWS_SHOWN } from './loop-list.ts';

export const REPORT_SCRIPT = `
(() => {
  const table = document.getElementById('loops');
  if (!table) return;
  const body = table.tBodies[0];
  const held = document.getElementById('held');
  const texts = [...[...body.rows].map((row) => row.outerHTML), ...(held ? held.textContent.split('</tr>\\n') : [])];
  if (held) texts.pop();
  const fields = ['text', 'answer', 'class'].map((id) => document.getElementById('filter-' + id));
  const told = document.getElementById('shown');
  const pages = document.getElementById('pages');
  const letters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name) => letters[name]);
  const plain = (text) => decoded(text.replace(/<(?:"[^"]*"|[^>"])*>/g, ''));
  const attribute = (text, name) => {
    const found = text.match(new RegExp(name + '="([^"]*)"'));
    return found && decoded(found[1]);
  };
  const rows = texts.map((text) => ({ text, answer: attribute(text, 'data-answer'), type: attribute(text, 'data-class') }));
  const wordsOf = (row) => (row.words ??= plain(row.text).toLowerCase());
  const keysOf = (row) => (row.keys ??= [...row.text.matchAll(/<t[hd]((?:"[^"]*"|[^>"])*)>([^]*?)<[/]t[hd]>/g)]
    .map(([, attributes, inner]) => attribute(attributes, 'data-key') ?? plain(inner)));
  let order = rows;
  let fitting = rows;
  let first = 0;
  const show = () => {
    const shown = fitting.slice(first, first + ${ROWS_SHOWN});
    body.innerHTML = shown.map(({ text }) => text).join('');
    told.textContent = fitting.length + ' of ' + rows.length + ' loops';
    if (!pages) return;
    const [previous, which, next] = pages.children;
    pages.hidden = fitting.length <= ${ROWS_SHOWN};
    previous.disabled = first === 0;
    next.disabled = first + ${ROWS_SHOWN} >= fitting.length;
    which.textContent = shown.length === 0 ? '' : first + 1 + ' to ' + (first + shown.length);
  };
  const filter = () => {
    const [text, answer, type] = fields.map((field) => field.value.toLowerCase());
    fitting = order.filter((row) => (answer === '' || row.answer === answer) && (type === '' || row.type === type)
      && (text === '' || wordsOf(row).includes(text)));
    first = 0;
    show();
  };
  for (const field of fields) field.addEventListener('input', filter);
  const heads = [...table.tHead.rows[0].cells];
  const { compare } = new Intl.Collator('en', { numeric: true });
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const sign = down ? -1 : 1;
      order = [...rows].sort((a, b) => sign * compare(keysOf(a)[column], keysOf(b)[column]));
      filter();
    });
  });
  if (pages) [...pages.querySelectorAll('button')].forEach((button, k) => {
    button.addEventListener('click', () => {
      first += k === 0 ? -${ROWS_SHOWN} : ${ROWS_SHOWN};
      show();
      table.scrollIntoView();
    });
  });
  document.getElementById('filters').hidden = false;
  filter();
})();
`;
