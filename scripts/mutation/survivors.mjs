import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

/**
 * Mutants of one file that no test can distinguish from the original, and why.
 * @typedef {{ file: string, reason: string, changes: Record<string, readonly string[]> }} Equivalent
 *   `changes` by the trimmed source line they begin on, as `changeOf` says them
 * @typedef {{ file: string, line: string, change: string }} Listed
 * @typedef {{ file: string, line: string, lineNumber: number, change: string, status: string }} Mutant
 * @typedef {{ start: { line: number, column: number }, end: { line: number, column: number } }} Location
 *   lines from 1, columns from 1, the end not included
 */

const shownLength = 100;
const shownBefore = 20;
const caught = ['Killed', 'Timeout'];
const missed = ['Survived', 'NoCoverage'];

const collapse = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();

/** @param {string} source @param {Location} location */
export function textAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}

/**
 * One line that stays the same when the code moves. Of long texts, what is around their first difference.
 * @param {string} was @param {string} becomes
 */
export function changeOf(was, becomes) {
  const texts = [was, becomes].map(collapse);
  if (texts.every(({ length }) => length <= shownLength)) return texts.join(' → ');
  // Stryker breaks lines elsewhere.
  const [before = '', after = ''] = texts.map((text) => text.replaceAll(' ', ''));
  const difference = [...before].findIndex((letter, at) => letter !== after[at]);
  const start = Math.max(0, difference - shownBefore);
  const cut = (/** @type {string} */ text) => `${start > 0 ? '…' : ''}${text.slice(start, start + shownLength)}`;
  return `${cut(before)} → ${cut(after)}`;
}

/**
 * @param {{ files: Record<string, { source: string, mutants: { mutatorName: string, replacement?: string, status: string, location: Location }[] }> }} report
 * @returns {Mutant[]}
 */
export function readMutants({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ mutatorName, replacement, status, location }) => ({
      file,
      line: lines[location.start.line - 1]?.trim() ?? '',
      lineNumber: location.start.line,
      change: changeOf(textAt(source, location), replacement ?? mutatorName),
      status,
    }));
  });
}

/** @returns {Equivalent[]} */
export const readEquivalents = () => JSON.parse(readFileSync(inRoot('scripts/mutation/equivalent.json'), 'utf8'));

/**
 * @param {readonly Equivalent[]} equivalents
 * @returns {Listed[]}
 */
export function listChanges(equivalents) {
  return equivalents.flatMap(({ file, changes }) =>
    Object.entries(changes).flatMap(([line, list]) => list.map((change) => ({ file, line, change }))),
  );
}

/**
 * @param {readonly Mutant[]} mutants
 * @param {readonly Equivalent[]} equivalents
 * @returns {{ killed: number, excused: number, survivors: Mutant[], stale: Listed[] }}
 *   `excused` counts survivors that are listed; `stale` are listed but did not survive
 */
export function judge(mutants, equivalents) {
  const keyOf = (/** @type {Listed} */ { file, line, change }) => JSON.stringify([file, line, change]);
  const listed = listChanges(equivalents);
  const listedKeys = new Set(listed.map(keyOf));
  const survived = mutants.filter(({ status }) => missed.includes(status));
  const survivedKeys = new Set(survived.map(keyOf));
  const mutated = new Set(mutants.map(({ file }) => file));
  const survivors = survived.filter((mutant) => !listedKeys.has(keyOf(mutant)));
  return {
    killed: mutants.filter(({ status }) => caught.includes(status)).length,
    excused: survived.length - survivors.length,
    survivors,
    stale: listed.filter((one) => mutated.has(one.file) && !survivedKeys.has(keyOf(one))),
  };
}
