/** A scalar without quotes. */
export class Plain {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  // js-yaml makes keys of it.
  get [Symbol.toStringTag]() {
    return 'Plain';
  }
  toString() {
    return this.#text;
  }
}

const truths = new Set(['yes', 'on', 'true']);
const lies = new Set(['no', 'off', 'false']);
const bases: [RegExp, number][] = [
  [/^0b([01]+)$/, 2],
  [/^0x([\da-f]+)$/i, 16],
  [/^0([0-7]+)$/, 8],
];

/** The value of a plain scalar in YAML 1.1. */
export function plainValue(text: string): string | number | boolean | null {
  const word = text.toLowerCase();
  if (text === '' || text === '~' || word === 'null') return null;
  if (truths.has(word)) return true;
  if (lies.has(word)) return false;
  return number(text) ?? text;
}

function number(text: string): number | null {
  if (text.length > 60 || !/^[-+]?[\d.]/.test(text)) return null;
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '');
  for (const [form, base] of bases) {
    const found = form.exec(digits)?.[1];
    if (found) return sign * Number.parseInt(found, base);
  }
  if (/^\d+(:[0-5]?\d)+(\.\d*)?$/.test(digits))
    return sign * digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return /^(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? sign * Number(digits) : null;
}
