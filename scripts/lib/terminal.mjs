/** @type {NodeJS.WritableStream} */
let output = process.stdout;
const fancy = Boolean(process.stdout.isTTY) && process.env.TERM !== 'dumb';
const colour = fancy && !process.env.NO_COLOR;

const print = (/** @type {string} */ text) => output.write(`${text}\n`);

/** For a command whose standard output is a result. */
export function printToErrors() {
  output = process.stderr;
}

/** @param {number} code @param {string} text */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (/** @type {string} */ text) => paint(1, text);
export const dim = (/** @type {string} */ text) => paint(2, text);
export const red = (/** @type {string} */ text) => paint(31, text);
export const yellow = (/** @type {string} */ text) => paint(33, text);

/** The status line that is rewritten in place; other lines are printed above it. */
let running = '';

/** @param {string} text */
function rewrite(text) {
  running = text;
  output.write(`\r\u001b[2K${text}`);
}

/** @param {string} [text] */
export function say(text = '') {
  if (running === '') {
    print(text);
    return;
  }
  const below = running;
  rewrite('');
  print(text);
  rewrite(below);
}

/** @param {string} text */
export function warn(text) {
  say(yellow(text));
}

/** @param {number} since milliseconds */
const seconds = (since) => Math.round((Date.now() - since) / 1000);

/**
 * Steps over a second print how long they took. Without a terminal a long step prints every ten seconds, so that an
 * installation does not look like a hang.
 * @template T @param {string} doing such as "Installing packages" @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(doing, work) {
  const since = Date.now();
  if (fancy) rewrite(dim(`  ${doing} …`));
  else print(`${doing} …`);
  const ticker = setInterval(
    () => (fancy ? rewrite(dim(`  ${doing} … ${seconds(since)} s`)) : print(`${doing} … ${seconds(since)} s`)),
    fancy ? 1000 : 10_000,
  );
  try {
    const result = await work();
    const took = seconds(since) > 0 ? ` (${seconds(since)} s)` : '';
    if (fancy) rewrite('');
    if (fancy) print(`  ${doing}${dim(`: done${took}`)}`);
    else if (took !== '') print(`${doing}: done${took}`);
    return result;
  } finally {
    clearInterval(ticker);
    if (fancy) rewrite('');
    running = '';
  }
}
