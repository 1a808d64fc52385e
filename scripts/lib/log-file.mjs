import { appendFileSync, mkdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';

/** A judged answer takes about 330 bytes, so the file and the one before it keep the weekend of a large game. */
const logBytesMax = 64 * 1024 * 1024;

/**
 * JSON lines, rotated to `.old` at the size limit. Writing never throws: lines that a full disk refuses are dropped,
 * and their number is logged when there is room again.
 * @param {string} directory @param {string} name @param {number} [sizeBytesMax] after which it is rotated
 */
export function openLogFile(directory, name, sizeBytesMax = logBytesMax) {
  const file = path.join(directory, `${name}.log`);
  /** @type {number | undefined} */
  let size;
  let lost = 0;
  const toEntry = (/** @type {string} */ msg) => `${JSON.stringify({ time: Date.now(), name, msg })}\n`;

  function append(/** @type {string} */ entry) {
    if (size === undefined) {
      mkdirSync(directory, { recursive: true });
      size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (size > sizeBytesMax) {
      renameSync(file, `${file}.old`);
      size = 0;
    }
    appendFileSync(file, entry);
    size += Buffer.byteLength(entry);
  }

  /** A full disk may write half a line, which must not run into the next one. */
  function removeTorn() {
    try {
      if (size !== undefined && statSync(file).size > size) truncateSync(file, size);
    } catch {
      size = undefined;
    }
  }

  return {
    file,
    /** @param {string} line as a process printed it: JSON is kept, other text becomes the `msg` of an object */
    write(line) {
      const entry = line.startsWith('{') ? `${line}\n` : toEntry(line);
      try {
        append(lost === 0 ? entry : `${toEntry(`${lost} log lines before this one could not be written`)}${entry}`);
        lost = 0;
      } catch {
        lost += 1;
        removeTorn();
      }
    },
  };
}

/** @typedef {ReturnType<typeof openLogFile>} LogFile */

const errorLevel = 50;

/**
 * The text to show in the terminal, or null: errors, and output that is not JSON, such as a stack.
 * @param {string} line @returns {string | null}
 */
export function readError(line) {
  // Warnings of Node itself are for the log.
  if (!line.startsWith('{')) return /^\s*$|^\(node:\d+\)|^\(Use `node --/.test(line) ? null : line;
  try {
    const { level, msg, err } = JSON.parse(line);
    if (typeof level !== 'number' || level < errorLevel) return null;
    return [msg, err?.message].filter((text, index, all) => text && all.indexOf(text) === index).join(': ');
  } catch {
    return line;
  }
}
