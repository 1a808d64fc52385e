import type { TaskStatus } from '@vexil/db/enums/log';
import type { Deps } from '@vexil/http/deps';
import type { FastifyRequest } from 'fastify';

export interface Activity {
  event: string;
  /** English without a full stop; never a submitted text, a flag, a token or a password. */
  message: string;
  userName: string | null;
  ip: string;
  gameId?: number;
  status?: TaskStatus;
  level?: 'info' | 'warn';
}

interface Call {
  actor: { userName: string } | null;
  request: FastifyRequest;
}

export const callerOf = (call: Call) => ({
  userName: call.actor?.userName ?? null,
  ip: call.request.ip,
});

/** Call it after the commit. */
export function logActivity(
  { log }: Pick<Deps, 'log'>,
  { event, message, userName, ip, gameId, status = 'Success', level = 'info' }: Activity,
): void {
  log[level]({ event, userName: userName ?? 'Anonymous', ip, gameId, status }, message);
}

/** What the caller has done. Call it after the commit. */
export function logCall(call: Call, event: string, message: string, gameId?: number): void {
  const { deps } = call.request.server;
  logActivity(deps, { ...callerOf(call), event, message, ...(gameId !== undefined && { gameId }) });
}
