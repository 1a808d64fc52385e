import type { AuditEntryOfAll } from '@vexil/contract/audit';
import type { SeenAuditEntry } from './audit.queries';

export const viewAuditEntry = (entry: SeenAuditEntry): AuditEntryOfAll => ({
  id: entry.id,
  time: entry.createdAt.getTime(),
  userId: entry.accountId,
  userName: entry.userName,
  action: entry.action,
  target: entry.target,
  targetName: entry.targetName,
  before: entry.before,
  after: entry.after,
  gameId: entry.gameId,
  ip: entry.ip,
});
