import { randomBytes } from 'node:crypto';

// Random once per process and counted after that: unique over processes and restarts, and it costs next to nothing.
const prefix = randomBytes(9).toString('base64url');
let count = 0;

export const requestIdHeader = 'x-request-id';

export function nextRequestId(): string {
  count += 1;
  return `${prefix}.${count.toString(36)}`;
}
