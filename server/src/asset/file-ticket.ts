import type { Deps } from '@vexil/http/deps';

export const linkLifetimeMs = 10 * 60_000;

/** No other sealed text begins so. */
const kind = 'file';

/** Names a file to who has it, without a session, until it expires. */
export const createFileTicket = ({ sealing }: Pick<Deps, 'sealing'>, hash: string, expiresAt: number): string =>
  sealing.seal(`${kind} ${expiresAt} ${hash}`);

/** Hash of the file; null when the ticket is forged or expired. */
export function readFileTicket({ sealing }: Pick<Deps, 'sealing'>, ticket: string, now: Date): string | null {
  let text: string;
  try {
    text = sealing.unseal(ticket);
  } catch {
    return null;
  }
  const [found, expiresAt, hash] = text.split(' ');
  return found === kind && hash !== undefined && Number(expiresAt) > now.getTime() ? hash : null;
}
