// Names that look like another's, or like nothing, deceive readers. Shared with the web's forms.

import { teamNameLengthMax } from './team.limits';

const blanks = /[\p{Zs}\u2028\u2029]+/gu;
/** Joiners that readers see: within an emoji, and where letters would join differently without them (RFC 5892, A). */
const seenJoiners = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  // Behind the sign that takes the vowel from a letter of India or its neighbours.
  /(?<=\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d|\u0dca|\u1039|\u17d2)[\u200c\u200d]/gu,
  /(?<=\p{Script=Arabic}\p{M}?)\u200c(?=\p{Script=Arabic})/gu,
];
/** Behind letters that never join the next one. */
const needlessJoiner =
  /(?<=[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0688-\u0699\u06c0-\u06cb])\u200c(?=\p{Script=Arabic})/gu;
/** Only choose a form of the sign before them, which some emoji need. */
const variationSelectors = /(?<!(?!\p{Emoji_Presentation})\p{Extended_Pictographic})\ufe0f|[\ufe00-\ufe0e]/gu;
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
    : text.normalize('NFKC').replace(variationSelectors, '').replace(needlessJoiner, '').replace(blanks, ' ').trim();

/** For normalised names. */
export const isVisibleName = (name: string): boolean =>
  !unseen.test(seenJoiners.reduce((rest, joiner) => rest.replace(joiner, ''), name).replaceAll('\ufe0f', ''));

const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Of any text: whether a reader sees something. */
export const hasVisible = (text: string): boolean => visible.test(text);

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

/** Names without letters and digits are compared as they are. */
export const teamNameKey = (name: string): string => nameSkeleton(name) || `=${normaliseName(name).toLowerCase()}`;

/** The name, cut to the length of one; with a number where the keys have one that looks like it. */
export function freeTeamName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const cut = [...wanted].slice(0, teamNameLengthMax - end.length).join('');
    const free = `${cut.trimEnd()}${end}`;
    if (!taken.has(teamNameKey(free))) return free;
  }
}
