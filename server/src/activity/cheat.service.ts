import type { CheatInfo } from '@vexil/contract/submission';
import type { Deps } from '@vexil/http/deps';
import { getStartedGame } from '../game/game.service';
import { readSubmissions } from './activity.service';
import { viewTeamInGame } from './activity.view';
import { listFindings, listMembersInGame, listTeamsInGame } from './cheat.queries';

/** Teams with their members in the game, by participation. */
export async function readTeamsInGame(deps: Deps, ids: Iterable<number>): Promise<Map<number, CheatInfo['ownedTeam']>> {
  const involved = [...new Set(ids)];
  const [teams, members] = await Promise.all([
    listTeamsInGame(deps.db, involved),
    listMembersInGame(deps.db, involved),
  ]);
  return new Map(teams.map((team) => [team.id, viewTeamInGame(team, members)]));
}

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readCheatInfo(deps: Deps, gameId: number, at: Date): Promise<CheatInfo[]> {
  await getStartedGame(deps.db, gameId, at);
  const findings = await listFindings(deps.db, gameId);
  const [submissions, teamOf] = await Promise.all([
    readSubmissions(
      deps,
      findings.map(({ submissionId }) => submissionId),
    ),
    readTeamsInGame(
      deps,
      findings.flatMap(({ submitId, sourceId }) => [submitId, sourceId]),
    ),
  ]);
  return findings.flatMap(({ submissionId, submitId, sourceId }) => {
    const [submission, submitTeam, ownedTeam] = [
      submissions.get(submissionId),
      teamOf.get(submitId),
      teamOf.get(sourceId),
    ];
    // The team may have been deleted between the two statements.
    return submission && submitTeam && ownedTeam ? [{ ownedTeam, submitTeam, submission }] : [];
  });
}
