import { DomainError } from '@vexil/contract/errors';
import type { Evidence } from '@vexil/contract/evidence';
import type { Deps } from '@vexil/http/deps';
import { getStartedGame } from '../game/game.service';
import {
  type EventRow,
  findCaseId,
  findEvidenceTeam,
  listEvents,
  listLineChallenges,
  listSolveTimes,
  readFields,
} from './evidence.queries';
import { viewEvidenceTeam, viewLine } from './evidence.view';
import { isRecorded } from './findings.queries';

function groupByChallenge(events: readonly EventRow[]): Map<number, EventRow[]> {
  const groups = new Map<number, EventRow[]>();
  for (const event of events) {
    const group = groups.get(event.challengeId);
    if (group) group.push(event);
    else groups.set(event.challengeId, [event]);
  }
  return groups;
}

/** Throws `game.notFound`, `game.notStarted` or `participation.notFound`. */
export async function readEvidence(
  { db }: Pick<Deps, 'db'>,
  { gameId, participationId }: { gameId: number; participationId: number },
  page: { count: number; skip: number },
  at: Date,
): Promise<Evidence> {
  await getStartedGame(db, gameId, at);
  const team = await findEvidenceTeam(db, gameId, participationId);
  if (!team) throw new DomainError('participation.notFound');
  const [{ rows, total }, events, solvedAt, fields, recorded, caseId] = await Promise.all([
    listLineChallenges(db, { gameId, participationId }, page),
    listEvents(db, participationId),
    listSolveTimes(db, participationId),
    readFields(db, gameId),
    isRecorded(db, gameId),
    findCaseId(db, participationId),
  ]);
  const byChallenge = groupByChallenge(events);
  const data = rows.map((challenge) =>
    viewLine(challenge, {
      events: byChallenge.get(challenge.id) ?? [],
      solvedAt: solvedAt.get(challenge.id) ?? null,
      field: fields.get(challenge.id),
    }),
  );
  return { data, length: data.length, total, team: viewEvidenceTeam(team), caseId, isRecorded: recorded };
}
