import { randomBytes } from 'node:crypto';

// Random once per process and counted after that: unique over processes and restarts, and it costs next to nothing.
const prefix = randomBytes(9).toString('base64url');
let count = 0;

/** The header that names a request in its reply. */
export const requestIdHeader = 'x-request-id';

/** An id that no other request of any process has; it stands in the reply and in each log line of the request. */
export function nextRequestId(): string {
  count += 1;
  return `${prefix}.${count.toString(36)}`;
}
