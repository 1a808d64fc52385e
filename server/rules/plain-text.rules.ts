const link = /!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** The words of a Markdown text in one line, for previews that show no markup; cut at a word where it is too long. */
export function plainText(markdown: string, lengthMax: number): string {
  const words = markdown
    // A long text says what it is about in its beginning, and the patterns below need not see the rest.
    .slice(0, lengthMax * 8)
    .replace(/^(`{3,}|~{3,})[^\n]*$/gm, ' ')
    // Twice, for the picture in a link.
    .replace(link, '$1')
    .replace(link, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)]) +/gm, '')
    .replace(/^\[!\w+\]/gm, '')
    .replace(/<[^<>\n]*>/g, ' ')
    .replace(/(\*\*|__|~~|[*`])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= lengthMax) return words;
  const cut = words.slice(0, lengthMax - 1);
  const end = cut.lastIndexOf(' ');
  return `${end > lengthMax / 2 ? cut.slice(0, end) : cut}…`;
}
