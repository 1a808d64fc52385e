import type { FlagSupply } from '@vexil/contract/challenge';
import type { StartFailure } from '@vexil/contract/container';
import type { GameHealth } from '@vexil/contract/health';
import type { Language } from '@vexil/contract/languages';
import { listFailingChecks } from '@vexil/data/solver/checks.queries';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { gameNow } from '@vexil/rules/pause.rules';
import { type ChallengeFigures, readChallengeHealth } from '../../challenge/challenge.health.service';
import { readSupplies } from '../../challenge/challenge.supply.service';
import { readStartFailures } from '../../container/start-failure.service';
import { getGame } from '../../game/game.service';
import {
  countCheating,
  countTeams,
  countUnjudged,
  listOpenChallenges,
  type OpenChallengeRow,
} from './game-health.queries';

const judgeGraceMs = 30_000;
const unsolvedMs = 2 * 60 * 60_000;
const wrongMin = 20;
/** Against the mean of ten minutes in the hour before. */
const spikeFactor = 3;

const nothing: GameHealth = {
  incomplete: [],
  failedStarts: [],
  selfEnds: [],
  failedChecks: [],
  wrongFlags: [],
  unsolved: [],
  runningOut: [],
  unjudged: { count: 0, since: null },
  review: { count: 0, since: null },
  cheating: { count: 0, latest: null },
  writeups: { unread: 0, missing: 0 },
};

/** Throws `game.notFound`. */
export async function readGameHealth(
  deps: Deps,
  gameId: number,
  { at, language }: { at: Date; language: Language },
): Promise<GameHealth> {
  const game = await getGame(deps.db, gameId);
  const failedChecks = (await listFailingChecks(deps.database, at, gameId)).map(({ at: since, ...check }) => ({
    ...check,
    since,
  }));
  if (at < game.startAt) return { ...nothing, failedChecks };
  const { sql } = deps.database;
  const [challenges, supplies, figures, teams, unjudged, cheating] = await Promise.all([
    listOpenChallenges(sql, gameId),
    readSupplies(deps.db, { gameId }),
    readChallengeHealth(deps, gameId, at),
    countTeams(sql, gameId),
    countUnjudged(sql, gameId, new Date(at.getTime() - judgeGraceMs)),
    countCheating(sql, gameId),
  ]);
  const failures = await readStartFailures(
    deps,
    figures.flatMap(({ lastFailure }) => lastFailure ?? []),
    language,
  );
  const now = gameNow(game, at);
  const isOver = now >= game.endAt;
  const isAsked = isOver && game.writeupRequired;
  return {
    ...(isOver ? nothing : findOddities({ game, at: now, challenges, supplies, figures, failures })),
    failedChecks,
    unjudged: { count: unjudged.count, since: unjudged.at },
    review: { count: teams.pending, since: teams.pendingSince },
    cheating: { count: cheating.count, latest: cheating.at },
    writeups: {
      unread: isAsked ? teams.unread : 0,
      missing: isAsked && now >= game.writeupDeadline ? teams.withoutWriteup : 0,
    },
  };
}

interface Facts {
  game: Pick<GameRow, 'startAt' | 'endAt'>;
  at: Date;
  challenges: readonly OpenChallengeRow[];
  supplies: ReadonlyMap<number, FlagSupply>;
  figures: readonly ChallengeFigures[];
  failures: ReadonlyMap<number, StartFailure>;
}

function findOddities({ game, at, challenges, supplies, figures, failures }: Facts): GameHealth {
  const startAt = game.startAt.getTime();
  const unsolvedAfterMs = Math.min(unsolvedMs, (game.endAt.getTime() - startAt) / 10);
  const figuresOf = new Map(figures.map((each) => [each.challengeId, each]));
  const open = challenges.flatMap((challenge) => {
    const found = figuresOf.get(challenge.id);
    const about = { id: challenge.id, title: challenge.title };
    return found ? [{ about, since: Math.max(challenge.openedAt ?? 0, startAt), ...challenge, ...found }] : [];
  });
  const solvable = open.filter(({ isIncomplete }) => !isIncomplete);
  return {
    ...nothing,
    incomplete: open.filter(({ isIncomplete }) => isIncomplete).map(({ about }) => about),
    failedStarts: open
      .filter(({ failedStarts }) => failedStarts > 0)
      .map(({ about, failedStarts, instanceStarts }) => {
        const { team, reason = '' } = failures.get(about.id) ?? {};
        return { ...about, failed: failedStarts, starts: instanceStarts, team: team ?? '', reason };
      })
      .sort((a, b) => b.failed - a.failed),
    selfEnds: open
      .filter(({ selfEnds }) => selfEnds > 0)
      .map(({ about, selfEnds, memoryEnds }) => ({ ...about, ended: selfEnds, outOfMemory: memoryEnds }))
      .sort((a, b) => b.ended - a.ended),
    wrongFlags: open
      .map(({ about, wrongRecently, wrongEarlier }) => ({ ...about, wrong: wrongRecently, usual: wrongEarlier / 6 }))
      .filter(({ wrong, usual }) => wrong >= wrongMin && wrong > spikeFactor * usual)
      .map((each) => ({ ...each, usual: Math.round(each.usual * 10) / 10 }))
      .sort((a, b) => b.wrong - a.wrong),
    unsolved: solvable
      .filter(({ teamsSolved, since }) => teamsSolved === 0 && at.getTime() - since >= unsolvedAfterMs)
      .map(({ about, since, teamsTried }) => ({ ...about, since, teams: teamsTried }))
      .sort((a, b) => a.since - b.since),
    runningOut: solvable.flatMap(({ about }) => {
      const supply = supplies.get(about.id);
      return supply?.state === 'short' ? [{ ...about, left: supply.left, teams: supply.waiting }] : [];
    }),
  };
}
