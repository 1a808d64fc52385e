/** Up to the closing quote; a doubled one is part of the text. */
const quotedText = /[^"]*(?:""[^"]*)*/y;

/** Rows of a CSV text: commas, semicolons or tabs, whichever the first line has; quotes as spreadsheets write them. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const firstLine = source.slice(0, source.search(/\r?\n|$/));
  const separator = [';', '\t'].find((mark) => firstLine.includes(mark) && !firstLine.includes(',')) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  // A trim for each quote would read a long cell again and again.
  let isBlank = true;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
    isBlank = true;
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === '"' && isBlank) {
      quotedText.lastIndex = at + 1;
      const text = quotedText.exec(source)?.[0] ?? '';
      cell = text.replaceAll('""', '"');
      isBlank = cell.trim() === '';
      at += text.length + 1;
    } else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') {
      cell += char;
      isBlank &&= char?.trim() === '';
    }
  }
  endRow();
  return rows;
}
