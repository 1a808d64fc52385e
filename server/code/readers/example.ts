// Makes an answer to an expression: the shortest way through it. Null where the expression has more than this knows.

const classes: Record<string, string> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
const lengthMax = 255;
/** In none of the classes that a set may exclude. */
const marks = '-!.,:;#%&@~';

class Unknown extends Error {}

class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  all(): string {
    const result = this.#alternatives(0);
    if (this.#at < this.text.length) throw new Unknown();
    return result;
  }

  #alternatives(depth: number): string {
    if (depth > 20) throw new Unknown();
    const first = this.#sequence(depth);
    while (this.#take('|')) this.#sequence(depth);
    return first;
  }

  #sequence(depth: number): string {
    let result = '';
    while (this.#at < this.text.length && !'|)'.includes(this.#peek())) {
      const atom = this.#atom(depth);
      result += atom.repeat(this.#count());
      if (result.length > lengthMax) throw new Unknown();
    }
    return result;
  }

  #atom(depth: number): string {
    const letter = this.#next();
    switch (letter) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '(':
        return this.#group(depth);
      case '[':
        return this.#set();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new Unknown();
      default:
        return letter;
    }
  }

  #group(depth: number): string {
    const kind = /^\?(?::|P?<[A-Za-z_]\w*>|i\))/.exec(this.text.slice(this.#at))?.[0];
    if (kind === undefined && this.#peek() === '?') throw new Unknown();
    this.#at += kind?.length ?? 0;
    if (kind === '?i)') return '';
    const inner = this.#alternatives(depth + 1);
    if (!this.#take(')')) throw new Unknown();
    return inner;
  }

  #escape(): string {
    const letter = this.#next();
    if ('AzZ'.includes(letter)) return '';
    const known = classes[letter] ?? escapes[letter];
    if (known !== undefined) return known;
    if (letter === 'x') return this.#hex();
    if (/[A-Za-z0-9]/.test(letter)) throw new Unknown();
    return letter;
  }

  #hex(): string {
    const digits = /^[\da-fA-F]{2}/.exec(this.text.slice(this.#at))?.[0];
    if (!digits) throw new Unknown();
    this.#at += 2;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** One of the characters of a set. */
  #set(): string {
    const isNot = this.#take('^');
    let within = '';
    do {
      const from = this.#member(isNot);
      if (this.#peek() === '-' && this.text[this.#at + 1] !== ']') {
        this.#next();
        if (isNot || from > this.#member(isNot)) throw new Unknown();
      }
      within += from;
    } while (this.#peek() !== ']');
    this.#next();
    const found = isNot ? [...marks].find((letter) => !within.includes(letter)) : within[0];
    if (!found) throw new Unknown();
    return found;
  }

  #member(isNot: boolean): string {
    // A class within another, and what is not in a class that means "not".
    if (this.#peek() === '[' || (isNot && /^\\[DWS]/.test(this.text.slice(this.#at, this.#at + 2))))
      throw new Unknown();
    const letter = this.#next();
    return letter === '\\' ? this.#escape() : letter;
  }

  #count(): number {
    const form = /^(?:[*?]|\+|\{(\d{1,3})(?:,\d{0,3})?\})\??/.exec(this.text.slice(this.#at));
    if (!form) return 1;
    this.#at += form[0].length;
    if (/^[*?]/.test(form[0])) return 0;
    return form[1] === undefined ? 1 : Number(form[1]);
  }

  #peek = () => this.text[this.#at] ?? '';
  #next(): string {
    const letter = this.text[this.#at++];
    if (letter === undefined) throw new Unknown();
    return letter;
  }
  #take(letter: string): boolean {
    if (this.#peek() !== letter) return false;
    this.#at++;
    return true;
  }
}

export function exampleOf(expression: string): string | null {
  try {
    const example = new Reader(expression).all();
    return example.trim() === '' || example.length > lengthMax || /[\r\n]/.test(example) ? null : example;
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}
