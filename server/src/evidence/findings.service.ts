import type { Finding } from '@vexil/contract/submission';
import type { FindingReason } from '@vexil/db/enums/evidence';
import type { Deps } from '@vexil/http/deps';
import type { Shared } from '@vexil/http/reads/shared-values';
import {
  findFast,
  findSameAnswers,
  findSharedDevices,
  findUnloaded,
  findUnopened,
  type Suspicion,
} from '@vexil/rules/evidence.rules';
import { readSubmissions } from '../activity/activity.service';
import { readTeamsInGame } from '../activity/cheat.service';
import { getStartedGame } from '../game/game.service';
import {
  isRecorded,
  listCaptureHits,
  listFoundSubmissions,
  listSharedAnswers,
  listSharedDevices,
  listSolveFacts,
  listTitles,
  listWithFiles,
} from './findings.queries';

type Found = Suspicion & { key: string; submissionId: number | null };

const fact = { spanMs: null, boundMs: null, count: null };

/** What the judge and the search of captures have stored. */
async function listStored({ db }: Pick<Deps, 'db'>, gameId: number): Promise<Found[]> {
  const [sent, carried] = await Promise.all([listFoundSubmissions(db, gameId), listCaptureHits(db, gameId)]);
  return [
    ...sent.map(({ isCanary, at, ...row }): Found => {
      const reason = isCanary ? 'Canary' : 'SharedFlag';
      return { ...fact, ...row, reason, at: at.getTime(), key: `${reason} ${row.submissionId}` };
    }),
    ...carried.map(
      ({ id, at, ...row }): Found => ({
        ...{ ...fact, ...row, reason: 'CaptureHit', at: at.getTime(), key: `CaptureHit ${id}`, submissionId: null },
      }),
    ),
  ];
}

/** What the rules see in what teams did: all solves and submissions of a game, so once for all who ask in some seconds. */
export const suspicions: Shared<number, Found[]> = {
  topics: (gameId) => [`game:${gameId}`],
  keptMs: 5_000,
  async read({ db }, gameId) {
    const [solves, answers, devices, files, recorded] = await Promise.all([
      listSolveFacts(db, gameId),
      listSharedAnswers(db, gameId),
      listSharedDevices(db, gameId),
      listWithFiles(db, gameId),
      isRecorded(db, gameId),
    ]);
    const traced = recorded ? [...findUnopened(solves), ...findUnloaded(solves, files)] : [];
    return [...traced, ...findFast(solves), ...findSameAnswers(answers), ...findSharedDevices(devices)].map((one) => ({
      ...one,
      key: [one.reason, one.participationId, one.otherId, one.challengeId, one.at].join(' '),
      submissionId: null,
    }));
  },
};

export interface FindingFilter {
  reason?: FindingReason | undefined;
  participationId?: number | undefined;
}

async function listFindings(deps: Deps, gameId: number, filter: FindingFilter): Promise<Found[]> {
  const all = (await Promise.all([listStored(deps, gameId), deps.shared.get(suspicions, gameId)])).flat();
  return all
    .filter(({ reason }) => filter.reason === undefined || reason === filter.reason)
    .filter(({ participationId, otherId }) => {
      const wanted = filter.participationId;
      return wanted === undefined || participationId === wanted || otherId === wanted;
    })
    .sort((a, b) => b.at - a.at || (b.submissionId ?? 0) - (a.submissionId ?? 0) || (a.key < b.key ? -1 : 1));
}

/** Newest first. What the judge found is there at once, and what the rules see after some seconds. */
export async function readFindings(
  deps: Deps,
  gameId: number,
  { count, skip, ...filter }: FindingFilter & { count: number; skip: number },
  at: Date,
): Promise<{ data: Finding[]; length: number; total: number }> {
  await getStartedGame(deps.db, gameId, at);
  const all = await listFindings(deps, gameId, filter);
  const shown = all.slice(skip, skip + count);
  const [teams, titles, submissions] = await Promise.all([
    readTeamsInGame(
      deps,
      shown.flatMap(({ participationId, otherId }) => [participationId, otherId ?? []].flat()),
    ),
    listTitles(deps.db, [...new Set(shown.flatMap(({ challengeId }) => challengeId ?? []))]),
    readSubmissions(
      deps,
      shown.flatMap(({ submissionId }) => submissionId ?? []),
    ),
  ]);
  const teamOf = (id: number | null) => {
    const found = id === null ? undefined : teams.get(id);
    return found ? { participationId: found.id, teamId: found.team.id, name: found.team.name } : null;
  };
  const data = shown.flatMap(({ participationId, otherId, submissionId, at: time, ...found }): Finding[] => {
    const team = teamOf(participationId);
    // The team may have been deleted between the statements.
    if (!team) return [];
    const submission = submissionId === null ? null : (submissions.get(submissionId) ?? null);
    const challenge = found.challengeId === null ? null : (titles.get(found.challengeId) ?? null);
    return [{ ...found, team, other: teamOf(otherId), challenge, time, submission }];
  });
  return { data, length: data.length, total: all.length };
}
