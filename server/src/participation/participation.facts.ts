import type { WebhookFact } from '@vexil/data/webhook/outbox.queries';
import type { ParticipationRow } from '@vexil/db/schema/participation';

/** The webhook event of a changed status, for organisers. */
export const participationFact = (
  { id, gameId, teamId, status }: Pick<ParticipationRow, 'id' | 'gameId' | 'teamId' | 'status'>,
  team: string,
  happenedAt: Date,
): WebhookFact => ({
  kind: 'Participation',
  gameId,
  isPublic: false,
  happenedAt,
  data: { participationId: id, teamId, team, status },
});
