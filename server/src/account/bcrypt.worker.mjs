/** One comparison in a thread of its own: it is JavaScript that computes for half a second. */
import { parentPort, workerData } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

const { password, hash, costMax } = /** @type {{ password: string, hash: string, costMax: number }} */ (workerData);
const isRight = compareSync(password, hash);
// Costs double: together with these every hash takes as long as one of the highest cost.
for (let cost = Number(hash.slice(4, 6)); cost < costMax; cost += 1) hashSync(password, cost);
parentPort?.postMessage(isRight);
