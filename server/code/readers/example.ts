const token =
  /\(\?i\)|\((?:\?(?::|P?<[A-Za-z_]\w{0,40}>))?|\[(\^?)(\]?(?:\\[\s\S]|[^\]\\])*)\]|\\x([\da-fA-F]{2})|\\([\s\S])|[\s\S]/y;
const quantifier = /(?:[*?]|\+|\{(\d{1,3})(?:,\d{0,3})?\})\??/y;
const classes: Record<string, string> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  t: '\t',
  A: '',
  z: '',
  Z: '',
};
/** In none of the classes that a set may exclude. */
const marks = '-!.,:;#%&@~';
const lengthMax = 255;

interface Group {
  text: string;
  first: string | null;
}

/** The shortest answer to an expression; null where the expression has more than this knows. */
export function exampleOf(expression: string): string | null {
  const groups: Group[] = [{ text: '', first: null }];
  token.lastIndex = 0;
  while (token.lastIndex < expression.length) {
    const found = token.exec(expression);
    const atom = found && readAtom(groups, found);
    const outer = groups.at(-1);
    if (atom === null || !outer) return null;
    outer.text += atom.repeat(countAt(expression));
    if (outer.text.length > lengthMax) return null;
  }
  const [{ text, first } = { text: '', first: null }, ...open] = groups;
  const example = first ?? text;
  return open.length > 0 || example.trim() === '' || /[\r\n]/.test(example) ? null : example;
}

function readAtom(groups: Group[], found: RegExpExecArray): string | null {
  const [whole] = found;
  const group = groups.at(-1);
  if (whole === '|' && group) {
    group.first ??= group.text;
    group.text = '';
    return '';
  }
  if (whole === ')') {
    groups.pop();
    return group?.first ?? group?.text ?? null;
  }
  if (!whole.startsWith('(') || whole === '(?i)') return atomOf(found);
  if (/[*+?{]/.test(found.input[token.lastIndex] ?? '')) return null;
  groups.push({ text: '', first: null });
  return '';
}

/** How often the last token is repeated at least. */
function countAt(expression: string): number {
  quantifier.lastIndex = token.lastIndex;
  const found = quantifier.exec(expression);
  if (!found) return 1;
  token.lastIndex = quantifier.lastIndex;
  return found[1] === undefined ? Number(found[0].startsWith('+')) : Number(found[1]);
}

function atomOf([whole, not, set, hex, escaped]: RegExpExecArray): string | null {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (escaped !== undefined) return classes[escaped] ?? (/[A-Za-z0-9]/.test(escaped) ? null : escaped);
  if (set !== undefined) return memberOf(set, not === '^');
  if (whole === '^' || whole === '$' || whole === '(?i)') return '';
  return whole === '.' ? 'a' : /^[*+?[\\]$/.test(whole) ? null : whole;
}

function memberOf(set: string, isNot: boolean): string | null {
  if (set.includes('[:') || (isNot && /\\[DWSx]|[^\\]-./.test(set))) return null;
  if (isNot) return [...marks].find((mark) => !set.includes(mark)) ?? null;
  const [, escaped, plain] = /^(?:\\([^x])|([^\\]))/.exec(set) ?? [];
  return escaped === undefined ? (plain ?? null) : (classes[escaped] ?? escaped);
}
