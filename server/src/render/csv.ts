/** Comma-separated values (RFC 4180): quoted cells, CRLF or LF, a byte order mark in front. */

/**
 * All records, header included; empty lines are left out. Quotes that are never closed reach to the end of the text.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    record.push(cell);
    cell = '';
    wasQuoted = false;
  };
  const endRecord = (): void => {
    const blank = record.length === 0 && cell.trim() === '' && !wasQuoted;
    if (blank) cell = '';
    else {
      endCell();
      records.push(record);
    }
    record = [];
    wasQuoted = false;
  };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let i = 0; i < source.length; i++) {
    const character = source.charAt(i);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
      wasQuoted = true;
    } else if (character === ',') endCell();
    else if (character === '\n') endRecord();
    else if (character === '\r') {
      if (source.charAt(i + 1) !== '\n') endRecord();
    } else cell += character;
  }
  endRecord();
  return records;
}

/** One record with its line end; cells are quoted where they must be. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
