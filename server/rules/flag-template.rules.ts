// Text between braces may be spelt in many ways, text outside is copied. Randomness is a parameter.

import {
  commonFlagLengthMax,
  commonTemplateLengthMax,
  flagLengthMax,
  flagTemplateLengthMax,
} from '@vexil/contract/flag.limits';
import { teamHashLength } from './team-hash.rules';

export const flagEntropyBitsMin = 32;

const testTeamHash = 'TestTeamHash';
const testFlag = 'flag{vexil_dynamic_flag_test}';

export type Substitution = 'none' | 'basic' | 'extended';

type TemplatePart =
  | { kind: 'plain'; text: string }
  | { kind: 'substitutable'; text: string }
  | { kind: 'guid' }
  | { kind: 'teamHash' };

export interface FlagTemplate {
  substitution: Substitution;
  parts: TemplatePart[];
}

export interface FlagSources {
  /** Uniform, 0 to below `bound`. */
  randomInt: (bound: number) => number;
  /** Lower case. */
  randomUuid: () => string;
}

export type TemplateRefusal = 'templateTooLong' | 'flagTooLong' | 'unstorable' | 'tooWeak';

const uuidLength = 36;

const markers = [
  { marker: '[LEET]', substitution: 'basic' },
  { marker: '[CLEET]', substitution: 'extended' },
] as const;

const placeholders = [
  { placeholder: '[GUID]', kind: 'guid' },
  { placeholder: '[TEAM_HASH]', kind: 'teamHash' },
] as const;

const basicSets =
  'Aa4 Bb68 Cc Dd Ee3 Ff1 Gg69 Hh Ii1l Jj Kk Ll1I Mm Nn Oo0 Pp Qq9 Rr Ss5 Tt7 Uu Vv Ww Xx Yy Zz2 0oO 1lI 2zZ 3eE 4aA 5Ss 6Gb 7T 8bB 9g';
const extendedSets = 'Aa4@ Bb6& Cc( Ii1l! Ll1I! Oo0# Ss5$ Zz2? 0oO# 1lI| 2zZ? 8B&';

/** By upper-case character, which is the first member of its set. */
export const substitutionSets: Record<Exclude<Substitution, 'none'>, ReadonlyMap<string, string>> = {
  basic: readSets(basicSets),
  extended: readSets(`${basicSets} ${extendedSets}`),
};

export function parseFlagTemplate(template: string): FlagTemplate {
  const marked = markers.find(({ marker }) => template.startsWith(marker));
  const parts = splitTemplate(marked ? template.slice(marked.marker.length) : template);
  const substitution = marked?.substitution ?? (hasPlaceholder(parts) ? 'none' : 'basic');
  return { substitution, parts };
}

/** A blank or missing template gives `flag{…}` around a random UUID. */
export function generateFlag(template: string | null, teamHash: string, sources: FlagSources): string {
  if (template === null || template.trim() === '') return `flag{${sources.randomUuid()}}`;
  const { substitution, parts } = parseFlagTemplate(template);
  return parts
    .map((part) => {
      if (part.kind === 'guid') return sources.randomUuid();
      if (part.kind === 'teamHash') return teamHash;
      return part.kind === 'plain' ? part.text : substitute(part.text, substitution, sources);
    })
    .join('');
}

export function generateTestFlag(template: string | null, sources: FlagSources): string {
  if (template === null || template.trim() === '') return testFlag;
  return generateFlag(template, testTeamHash, sources);
}

/** Null for a valid template. */
export function templateRefusal(template: string): TemplateRefusal | null {
  if (template.length > flagTemplateLengthMax) return 'templateTooLong';
  if (template.includes('\0')) return 'unstorable';
  const parsed = parseFlagTemplate(template);
  // Placeholders grow: three UUIDs fit into a template, not into a flag.
  if (expandedLength(parsed) > flagLengthMax) return 'flagTooLong';
  if (hasPlaceholder(parsed.parts)) return null;
  return templateEntropyBits(parsed) < flagEntropyBitsMin ? 'tooWeak' : null;
}

/** Whether other platforms take it, and can store its flags. */
export const isCommonTemplate = (template: string): boolean =>
  template.length <= commonTemplateLengthMax && expandedLength(parseFlagTemplate(template)) <= commonFlagLengthMax;

/** Bits from the spelling alone, without placeholders. */
export function templateEntropyBits({ substitution, parts }: FlagTemplate): number {
  if (substitution === 'none') return 0;
  const sets = substitutionSets[substitution];
  let bits = 0;
  for (const part of parts) {
    if (part.kind !== 'substitutable') continue;
    for (const character of part.text) bits += Math.log2(sets.get(upperCase(character))?.length ?? 1);
  }
  return bits;
}

/** Whether flags of one team differ each time, so that none can be guessed from an earlier one. */
export function isRenewable(template: string | null): boolean {
  if (template === null || template.trim() === '') return true;
  const parsed = parseFlagTemplate(template);
  return parsed.parts.some(({ kind }) => kind === 'guid') || templateEntropyBits(parsed) >= flagEntropyBitsMin;
}

/** In UTF-16 units. */
export function expandedLength({ parts }: FlagTemplate): number {
  return parts.reduce((length, part) => {
    if (part.kind === 'guid') return length + uuidLength;
    return length + (part.kind === 'teamHash' ? teamHashLength : part.text.length);
  }, 0);
}

/**
 * Plain text includes the outermost opening brace, substitutable text the closing one. A stray closing brace makes the
 * depth negative, so the next pair counts as plain.
 */
function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let depth = 0;
  let position = 0;
  while (position < text.length) {
    const found = placeholders.find(({ placeholder }) => text.startsWith(placeholder, position));
    if (found) {
      parts.push({ kind: found.kind });
      position += found.placeholder.length;
      continue;
    }
    const character = text.charAt(position);
    appendText(parts, depth > 0 ? 'substitutable' : 'plain', character);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    position += 1;
  }
  return parts;
}

function appendText(parts: TemplatePart[], kind: 'plain' | 'substitutable', text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

function substitute(text: string, substitution: Substitution, { randomInt }: FlagSources): string {
  if (substitution === 'none') return text;
  const sets = substitutionSets[substitution];
  let result = '';
  for (const character of text) {
    const set = sets.get(upperCase(character));
    if (set) result += set.charAt(randomInt(set.length));
    else result += character === ' ' ? '_' : character;
  }
  return result;
}

/** ASCII only: the long s has an upper case in the table but is not part of it. */
function upperCase(character: string): string {
  return /^[a-z]$/.test(character) ? character.toUpperCase() : character;
}

function hasPlaceholder(parts: readonly TemplatePart[]): boolean {
  return parts.some(({ kind }) => kind === 'guid' || kind === 'teamHash');
}

function readSets(sets: string): Map<string, string> {
  return new Map(sets.split(' ').map((set) => [set.charAt(0), set]));
}
