/**
 * A mutant that no test can distinguish from the original, and why.
 * @typedef {{ file: string, line: string, change: string, reason: string }} Equivalent
 *   `line` is the trimmed source line it begins on, `change` what `changeOf` says
 * @typedef {{ file: string, line: string, lineNumber: number, change: string, status: string }} Mutant
 * @typedef {{ start: { line: number, column: number }, end: { line: number, column: number } }} Location
 *   lines from 1, columns from 1, the end not included
 */

const shownLength = 100;
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
 * One line that stays the same when the code moves.
 * @param {string} was @param {string} becomes
 */
export function changeOf(was, becomes) {
  return [was, becomes].map((text) => collapse(text).slice(0, shownLength)).join(' → ');
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

/**
 * @param {readonly Mutant[]} mutants
 * @param {readonly Equivalent[]} equivalents
 * @returns {{ killed: number, counted: number, percent: number, survivors: Mutant[], stale: Equivalent[] }}
 *   `counted` leaves out equivalent mutants and those that do not compile; `stale` are listed but did not survive
 */
export function judge(mutants, equivalents) {
  const isListed = (/** @type {Mutant} */ mutant) =>
    equivalents.some(
      ({ file, line, change }) => mutant.file === file && mutant.line === line && mutant.change === change,
    );
  const killed = mutants.filter(({ status }) => caught.includes(status)).length;
  const survived = mutants.filter(({ status }) => missed.includes(status));
  const survivors = survived.filter((mutant) => !isListed(mutant));
  const counted = killed + survivors.length;
  const stale = equivalents.filter(
    ({ file, line, change }) =>
      mutants.some((mutant) => mutant.file === file) &&
      !survived.some((mutant) => mutant.file === file && mutant.line === line && mutant.change === change),
  );
  return { killed, counted, percent: counted === 0 ? 0 : (100 * killed) / counted, survivors, stale };
}
