import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} RetiredWord
 * @property {string} word a regular expression
 * @property {string} say
 * @property {string[]} [allow] regular expressions of contexts in which the word is right
 * @property {string[]} [in] beginnings of the paths in which it is retired; everywhere without them
 *
 * @typedef {object} Exception
 * @property {string} path a file, or a folder with a slash at its end
 * @property {string[]} [words] all of them when absent
 * @property {string} reason
 *
 * @typedef {object} WordList
 * @property {RetiredWord[]} words
 * @property {Exception[]} exceptions
 * @typedef {{ line: number, word: string, say: string }} Finding line 0 is the path itself
 */

/**
 * So that `boardCache`, `board-cache` and `Board cache` are the same.
 * @param {string} text
 */
const splitNames = (text) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

/** @param {string} source */
const wholeWords = (source) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu');

/** @param {string} text @param {RegExp} pattern */
const findAll = (text, pattern) =>
  [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));

/** @param {readonly RetiredWord[]} words @returns {(file: string, text: string) => Finding[]} */
function createFinder(words) {
  const anyWord = wholeWords(words.map(({ word }) => word).join('|'));
  const rules = words.map(({ word, say, allow = [], in: places = [''] }) => ({
    say,
    places,
    pattern: wholeWords(word),
    allowed: allow.map(wholeWords),
  }));
  return (file, text) =>
    [file, ...text.split('\n')].flatMap((raw, line) => {
      const split = splitNames(raw);
      if (split.search(anyWord) < 0) return [];
      return rules.flatMap(({ say, places, pattern, allowed }) => {
        if (!places.some((place) => file.startsWith(place))) return [];
        const spans = allowed.flatMap((one) => findAll(split, one));
        return findAll(split, pattern)
          .filter(({ from, to }) => !spans.some((span) => span.from <= from && to <= span.to))
          .map(({ word }) => ({ line, word, say }));
      });
    });
}

const isText = /\.(ts|tsx|mts|js|mjs|cjs|css|html|md|json|sql|ya?ml)$|(^|\/)Dockerfile$/;
/** Generated files, migrations that have run, the list itself, and languages other than English. */
const isSkipped =
  /(^|\/)(package-lock\.json|routeTree\.gen\.ts|retired-words\.json)$|^server\/client\/|^db\/migrations\/|(^|[/.])(?!en-US)[a-z]{2}-[A-Z]{2}([/.]|$)/;

/**
 * Includes files that are not committed yet.
 * @param {string} root @param {readonly string[]} chosen @returns {string[]} also files that are not committed yet
 */
function listTexts(root, chosen) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...chosen];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return [...new Set(listed)]
    .filter((file) => isText.test(file) && !isSkipped.test(file) && existsSync(path.join(root, file)))
    .sort();
}

/**
 * Finds retired words in names of files, code and English texts of a repository.
 * @param {string} root @param {WordList} list
 * @param {readonly string[]} chosen files and folders; none: all, and exceptions that cover nothing are reported too
 * @returns {string[]} `path:line: word → what to say`
 */
export function checkWords(root, { words, exceptions }, chosen) {
  const findWords = createFinder(words);
  const unused = new Set(exceptions);
  const found = listTexts(root, chosen).flatMap((file) => {
    const isIn = (/** @type {{ path: string }} */ { path: place }) =>
      place.endsWith('/') ? file.startsWith(place) : file === place;
    const own = exceptions.filter(isIn);
    return findWords(file, readFileSync(path.join(root, file), 'utf8'))
      .filter(({ word }) => {
        const covering = own.filter((one) => one.words?.includes(word) ?? true);
        for (const one of covering) unused.delete(one);
        return covering.length === 0;
      })
      .map(({ line, word, say }) => `${file}:${line}: ${word} → ${say}`);
  });
  if (chosen.length > 0) return found;
  return [...found, ...[...unused].map((one) => `The exception for ${one.path} covers nothing (any more)`)];
}
