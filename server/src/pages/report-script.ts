/**
 * What the report's page can do beside being read: its list of loops is sorted and filtered. Without scripts the list
 * is there as it is.
 */

export const REPORT_SCRIPT = `
(() => {
  const table = document.getElementById('loops');
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const fields = ['text', 'answer', 'class'].map((id) => document.getElementById('filter-' + id));
  const told = document.getElementById('shown');
  const filter = () => {
    const [text, answer, type] = fields.map((field) => field.value.toLowerCase());
    let shown = 0;
    for (const row of rows) {
      const fits = (answer === '' || row.dataset.answer === answer) && (type === '' || row.dataset.class === type)
        && (text === '' || row.textContent.toLowerCase().includes(text));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    told.textContent = shown + ' of ' + rows.length + ' loops';
  };
  for (const field of fields) field.addEventListener('input', filter);
  const heads = [...table.tHead.rows[0].cells];
  const keyOf = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const order = (a, b) => keyOf(a, column).localeCompare(keyOf(b, column), 'en', { numeric: true });
      const place = new Map(rows.map((row, k) => [row, k]));
      body.append(...[...rows].sort((a, b) => (down ? order(b, a) : order(a, b)) || place.get(a) - place.get(b)));
    });
  });
  document.getElementById('filters').hidden = false;
  filter();
})();
`;
