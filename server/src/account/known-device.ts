// A browser that signed in to an account before is recognised by a cookie, so that wrong passwords sent from elsewhere
// never keep its owner out. The cookie opens nothing: it only gives the browser a budget of guesses of its own.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '@vexil/http/deps';

export const deviceAccountsMax = 5;
const idBytes = 16;
const markBytes = 18;
const form = /^[\w-]{22}(?:\.[\w-]{24}){1,5}$/;

type Recognised = { id: string; passwordHash: string };

/** The device's random id, then one mark per account, the newest first. */
interface Device {
  id: string;
  marks: string[];
}

function readDevice(text: string | undefined): Device | null {
  if (text === undefined || !form.test(text)) return null;
  const [id = '', ...marks] = text.split('.');
  return { id, marks };
}

/** The stored hash is part of it: a new password ends the recognition of every device. */
function markOf({ sealing }: Pick<Deps, 'sealing'>, deviceId: string, { id, passwordHash }: Recognised): string {
  const hmac = createHmac('sha256', sealing.deriveKey('known-device'));
  return hmac.update(`${deviceId}\n${id}\n${passwordHash}`).digest().subarray(0, markBytes).toString('base64url');
}

export function recogniseDevice(
  deps: Pick<Deps, 'sealing'>,
  text: string | undefined,
  account: Recognised | undefined,
): string | null {
  const device = readDevice(text);
  if (!device || !account) return null;
  const expected = Buffer.from(markOf(deps, device.id, account));
  return device.marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected)) ? device.id : null;
}

export function addToDevice(
  deps: Pick<Deps, 'sealing' | 'random'>,
  text: string | undefined,
  account: Recognised,
): string {
  const device = readDevice(text) ?? { id: deps.random.bytes(idBytes).toString('base64url'), marks: [] };
  const mark = markOf(deps, device.id, account);
  const marks = [mark, ...device.marks.filter((other) => other !== mark)].slice(0, deviceAccountsMax);
  return [device.id, ...marks].join('.');
}

/** What its sessions store of a browser. */
export const hashDevice = ({ sealing }: Pick<Deps, 'sealing'>, text: string): string =>
  createHmac('sha256', sealing.deriveKey('device'))
    .update(readDevice(text)?.id ?? '')
    .digest('hex');
