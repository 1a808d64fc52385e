import { parentPort, workerData } from 'node:worker_threads';

/** More of one window say nothing that these do not. */
const foundMax = 1000;
const regex = new RegExp(workerData.source, workerData.flags);

/** @param {{ window: Uint8Array, seenBytes: number }} request */
function find({ window, seenBytes }) {
  const text = Buffer.from(window.buffer, window.byteOffset, window.length).latin1Slice();
  const found = [];
  for (const match of text.matchAll(regex)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (end > start && end > seenBytes) found.push({ start, end });
    if (found.length === foundMax) break;
  }
  return found;
}

parentPort?.on('message', (request) => parentPort?.postMessage(find(request)));
