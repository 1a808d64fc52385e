// Where something came from, so that equal origins are seen and none can be read: keyed hashes, which differ from game to
// game. The device is the random id of a browser that signed in here before.

import { createHmac } from 'node:crypto';
import type { Sealing } from '@vexil/db/sealing';
import { addressGroup } from '@vexil/runtime/address.rules';

export interface Origin {
  addressHash: string;
  /** null for a token, and where the session began without one. */
  deviceHash: string | null;
}

export interface Client {
  ip: string;
  /** Of the session. */
  deviceHash?: string | null | undefined;
}

const hashBytes = 12;
/** Addresses and devices of one game, mostly: a hash takes as long as the rest of storing a submission's row. */
const knownMax = 20_000;

const hashers = new WeakMap<Sealing, (text: string) => string>();

function hasherOf(sealing: Sealing): (text: string) => string {
  const existing = hashers.get(sealing);
  if (existing) return existing;
  const key = sealing.deriveKey('origin');
  const known = new Map<string, string>();
  const hash = (text: string): string => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= knownMax) known.clear();
    const made = createHmac('sha256', key).update(text).digest().subarray(0, hashBytes).toString('base64url');
    known.set(text, made);
    return made;
  };
  hashers.set(sealing, hash);
  return hash;
}

export function originOf({ sealing }: { sealing: Sealing }, gameId: number, { ip, deviceHash }: Client): Origin {
  const hash = hasherOf(sealing);
  return {
    addressHash: hash(`${gameId}\naddress\n${addressGroup(ip)}`),
    deviceHash: deviceHash ? hash(`${gameId}\ndevice\n${deviceHash}`) : null,
  };
}
