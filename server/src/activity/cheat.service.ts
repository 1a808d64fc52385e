import type { CheatInfo } from '@vexil/contract/submission';
import type { Deps } from '../deps';
import { getStartedGame } from '../game/game.service';
import { readSubmissions } from './activity.service';
import { viewTeamInGame } from './activity.view';
import { listFindings, listMembersInGame, listTeamsInGame } from './cheat.queries';

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readCheatInfo(deps: Deps, gameId: number, at: Date): Promise<CheatInfo[]> {
  await getStartedGame(deps.db, gameId, at);
  const findings = await listFindings(deps.db, gameId);
  const involved = new Set(findings.flatMap(({ submitId, sourceId }) => [submitId, sourceId]));
  const [submissions, teams, members] = await Promise.all([
    readSubmissions(
      deps,
      findings.map(({ submissionId }) => submissionId),
    ),
    listTeamsInGame(deps.db, [...involved]),
    listMembersInGame(deps.db, [...involved]),
  ]);
  const teamOf = new Map(teams.map((team) => [team.id, viewTeamInGame(team, members)]));
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
