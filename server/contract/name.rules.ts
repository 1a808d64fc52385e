// What people may call themselves. Names stand on boards, in notices and in logs, where one that looks like another
// person's, or like nothing, deceives. Rules without a service, shared by the forms of the web client.

const blanks = /[\p{Zs}\u2028\u2029]+/gu;
/** They only choose between forms of the sign before them. */
const variationSelectors = /[\ufe00-\ufe0f]/gu;
/**
 * Control and formatting characters (zero width, bidirectional), private use, unassigned, halves of pairs and U+FFFD, which
 * requests have in place of such halves; fillers.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;

/** The form in which a name is stored: NFKC, single blanks, none around it. Gives what has no such form unchanged. */
export const normaliseName = (text: string): string =>
  text.normalize('NFKC').replace(variationSelectors, '').replace(blanks, ' ').trim();

/** Whether every character of a normalised name is one that readers see. */
export const isVisibleName = (name: string): boolean => !unseen.test(name);

/**
 * The name to store: the present one where none is given, or only the normalised form of the present one. Clients that
 * send back all they read so leave a name from before the rules as it is.
 */
export const nextName = (present: string, given: string | null | undefined): string =>
  !given || given === normaliseName(present) ? present : given;

/** Letters of other scripts, and signs, that look like one or more letters of a to z; Latin letters map to themselves. */
const lookalikes: Readonly<Record<string, string>> = {
  // Cyrillic
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
  // Greek
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
  // Latin letters that lose no mark when decomposed
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
  // Digits and signs
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
  // Small l, capital I and 1 look alike in most fonts.
  l: 'i',
};

/** Greek capitals look like other letters than their small forms do. */
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

/** The same text for names that readers take for each other; not for display. */
export function nameSkeleton(text: string): string {
  const letters = [...text.normalize('NFKD').replace(marks, '')];
  const mapped = letters
    .map((letter) => capitals[letter] ?? letter.toLowerCase())
    .map((letter) => lookalikes[letter] ?? letter)
    .join('');
  return mapped.replace(others, '').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Names that say their bearer runs the platform. */
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

/** Whether readers would take the name for one of the given names of staff, or for a reserved one. */
export function looksLikeStaff(name: string, staffNames: readonly string[]): boolean {
  const skeleton = nameSkeleton(name);
  if (skeleton === '') return false;
  return reserved.has(skeleton) || staffNames.some((other) => nameSkeleton(other) === skeleton);
}
