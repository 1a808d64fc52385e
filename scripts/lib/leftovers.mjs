import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';

const timeoutMs = 20_000;

/**
 * Lets the next start stop the child if this process is killed.
 * @param {string} run @param {string} name @param {number} pid @param {NodeJS.Signals} stopSignal
 * @returns {() => void} to call when the child has ended
 */
export function rememberChild(run, name, pid, stopSignal) {
  const file = path.join(run, `${name}.child`);
  try {
    mkdirSync(run, { recursive: true });
    writeFileSync(file, JSON.stringify({ pid, identity: processIdentity(pid), stopSignal }));
  } catch {
    // On a full disk the child runs unrecorded; failing here would leave it running and unstoppable.
  }
  return () => rmSync(file, { force: true });
}

/**
 * Stops the children of a killed start in the given order; unnamed ones come first.
 * @param {string} run @param {readonly string[]} order names; others come first
 */
export async function stopLeftovers(run, order) {
  const files = readdirSync(run).filter((file) => file.endsWith('.child'));
  const rank = (/** @type {string} */ file) => order.indexOf(path.basename(file, '.child'));
  for (const file of files.sort((a, b) => rank(a) - rank(b))) {
    const { pid, identity, stopSignal } = JSON.parse(readFileSync(path.join(run, file), 'utf8') || '{}');
    const runs = () => identity && processIdentity(pid) === identity;
    const until = Date.now() + timeoutMs;
    if (runs()) process.kill(pid, stopSignal);
    while (runs() && Date.now() < until) await delay(50);
    if (runs()) process.kill(pid, 'SIGKILL');
    while (runs()) await delay(50);
    rmSync(path.join(run, file), { force: true });
  }
}
