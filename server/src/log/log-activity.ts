import type { TaskStatus } from '@vexil/db/enums/log';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps';

export interface Activity {
  /** One plain sentence in English without a full stop; never an answer, a flag, a token or a password. */
  message: string;
  /** Who did it; null for somebody who is not signed in. */
  userName: string | null;
  ip: string;
  /** `Success` when absent. */
  status?: TaskStatus;
  level?: 'info' | 'warn';
}

/** Who calls, and from where, as a line of the log names them. */
export const callerOf = (call: { actor: { userName: string } | null; request: FastifyRequest }) => ({
  userName: call.actor?.userName ?? null,
  ip: call.request.ip,
});

/** Writes what somebody did to the log that administrators read; after commit. */
export function logActivity(
  { log }: Pick<Deps, 'log'>,
  { message, userName, ip, status = 'Success', level = 'info' }: Activity,
): void {
  log[level]({ userName: userName ?? 'Anonymous', ip, status }, message);
}
