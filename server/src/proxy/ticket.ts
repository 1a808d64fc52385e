// Tunnel clients have no session. A ticket in the URL gives one account access to one test container for some minutes;
// the account's rights are read from the database at each use.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '@vexil/http/deps';
import { ticketExpiry } from '@vexil/rules/proxy.rules';

const expiryLength = 6;
const idLength = 16;
const bodyLength = expiryLength + idLength;
const signatureLength = 32;

type TicketDeps = Pick<Deps, 'sealing' | 'clock'>;

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

function sign({ sealing }: TicketDeps, body: Buffer, containerId: string): Buffer {
  const key = sealing.deriveKey('proxy-ticket');
  return createHmac('sha256', key).update(body).update(bytesOf(containerId)).digest();
}

/** URL-safe, the same for some minutes. Both ids are UUIDs. */
export function createTicket(deps: TicketDeps, ids: { accountId: string; containerId: string }): string {
  const body = Buffer.alloc(bodyLength);
  body.writeUIntBE(ticketExpiry(deps.clock.now().getTime()), 0, expiryLength);
  bytesOf(ids.accountId).copy(body, expiryLength);
  return Buffer.concat([body, sign(deps, body, ids.containerId)]).toString('base64url');
}

/** Account id of a ticket; null when it is for another container, forged or expired. */
export function readTicket(deps: TicketDeps, text: string, containerId: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores characters outside the alphabet; only one text per ticket is valid.
  if (bytes.length !== bodyLength + signatureLength || bytes.toString('base64url') !== text) return null;
  const body = bytes.subarray(0, bodyLength);
  if (!timingSafeEqual(sign(deps, body, containerId), bytes.subarray(bodyLength))) return null;
  if (body.readUIntBE(0, expiryLength) <= deps.clock.now().getTime()) return null;
  return uuidOf(body.subarray(expiryLength));
}
