// Names that look like another's, or like nothing, deceive readers. Shared with the web's forms.

const blanks = /[\p{Zs}\u2028\u2029]+/gu;
/** Only choose a form of the sign before them. */
const variationSelectors = /[\ufe00-\ufe0f]/gu;
/**
 * Control, formatting, private use, unassigned, lone surrogates, U+FFFD (which replaces them in requests) and fillers.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;

/** Far above every limit of a name. To sort its marks takes the square of their number, so longer texts are left alone. */
const sortedLengthMax = 1024;

/** NFKC with single inner blanks. */
export const normaliseName = (text: string): string =>
  text.length > sortedLengthMax
    ? text
    : text.normalize('NFKC').replace(variationSelectors, '').replace(blanks, ' ').trim();

/** For normalised names. */
export const isVisibleName = (name: string): boolean => !unseen.test(name);

/** Keeps a name from before the rules when a client sends it back unchanged. */
export const nextName = (present: string, given: string | null | undefined): string =>
  !given || given === normaliseName(present) ? present : given;

/** Characters that look like letters of a to z. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ғ: 'f',
  ԍ: 'g',
  һ: 'h',
  н: 'h',
  і: 'i',
  ӏ: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ү: 'y',
  ѵ: 'v',
  ԝ: 'w',
  ш: 'w',
  х: 'x',
  з: 'e',
  и: 'n',
  л: 'n',
  α: 'a',
  β: 'b',
  ϲ: 'c',
  δ: 'd',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  ς: 'c',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  ζ: 'z',
  ı: 'i',
  ȷ: 'j',
  ł: 'i',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʀ: 'r',
  ᴀ: 'a',
  ᴅ: 'd',
  ᴇ: 'e',
  ɪ: 'i',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ꜱ: 's',
  ᴛ: 't',
  ʏ: 'y',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '|': 'i',
  '!': 'i',
  '€': 'e',
  // Small l, capital I and 1 look alike.
  l: 'i',
};

/** Where capitals look like other letters than their small forms. */
const capitals: Readonly<Record<string, string>> = {
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  Ζ: 'z',
  Η: 'h',
  Ι: 'i',
  Κ: 'k',
  Μ: 'm',
  Ν: 'n',
  Ο: 'o',
  Ρ: 'p',
  Τ: 't',
  Υ: 'y',
  Χ: 'x',
};

const marks = /\p{M}/gu;
const others = /[^\p{L}\p{N}]/gu;

/** Equal for names that look alike; not for display. */
export function nameSkeleton(text: string): string {
  const letters = [...text.slice(0, sortedLengthMax).normalize('NFKD').replace(marks, '')];
  const mapped = letters
    .map((letter) => capitals[letter] ?? letter.toLowerCase())
    .map((letter) => lookalikes[letter] ?? letter)
    .join('');
  return mapped.replace(others, '').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

export const reservedNames = [
  'admin',
  'administrator',
  'moderator',
  'monitor',
  'organiser',
  'organizer',
  'staff',
  'system',
] as const;

const reserved = new Set(reservedNames.map(nameSkeleton));

/** Or like a reserved name. */
export function looksLikeStaff(name: string, staffNames: readonly string[]): boolean {
  const skeleton = nameSkeleton(name);
  if (skeleton === '') return false;
  return reserved.has(skeleton) || staffNames.some((other) => nameSkeleton(other) === skeleton);
}
