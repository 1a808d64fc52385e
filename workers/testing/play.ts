import type { Scoreboard } from '@vexil/contract/scoreboard';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { submissions } from '@vexil/db/schema/submission';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import type { TestApp } from '@vexil/server/testing/app';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { and, asc, eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';

export interface Competition {
  gameId: number;
  challengeId: number;
  flag: string;
  teams: BuiltParticipation[];
  /** Answers as this team's captain; gives the submission's id. */
  submit(team: BuiltParticipation, text: string): Promise<number>;
  /** Waits until nothing waits for a verdict. */
  untilJudged(timeoutMs?: number): Promise<void>;
  /** Waits until the served board has this many solves, and checks it against the facts. */
  untilServed(solves: number, timeoutMs?: number): Promise<Scoreboard>;
  listSubmissions(): Promise<(typeof submissions.$inferSelect)[]>;
}

/** A running game with one challenge and so many teams, played through the API. */
export async function buildCompetition(
  test: TestApp,
  teamCount: number,
  values: ChallengeValues = {},
): Promise<Competition> {
  const gameId = (await buildGame(test.db)).id;
  const { challenge, flags } = await buildChallenge(test.db, { ...values, gameId });
  const teams: BuiltParticipation[] = [];
  while (teams.length < teamCount) teams.push(await buildParticipation(test.db, { gameId }));
  const listSubmissions = () =>
    test.db.select().from(submissions).where(eq(submissions.gameId, gameId)).orderBy(asc(submissions.id));
  const waits = and(eq(submissions.gameId, gameId), eq(submissions.status, 'FlagSubmitted'));
  return {
    gameId,
    challengeId: challenge.id,
    flag: flags[0] ?? '',
    teams,
    listSubmissions,
    async submit(team, text) {
      const params = { id: gameId, challengeId: challenge.id };
      const reply = await test.call(submissionRoutes.submit, { as: team.captain, params, body: { flag: text } });
      expect(reply.status).toBe(200);
      return reply.body;
    },
    async untilJudged(timeoutMs = 60_000) {
      await vi.waitUntil(async () => (await test.db.select().from(submissions).where(waits).limit(1)).length === 0, {
        timeout: timeoutMs,
      });
    },
    async untilServed(solves, timeoutMs = 60_000) {
      const board = await vi.waitUntil(
        async () => {
          const { body } = await test.call(scoreboardRoutes.get, { params: { id: gameId } });
          const count = body.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
          return body.version > 0 && count === solves ? body : false;
        },
        { timeout: timeoutMs },
      );
      return verifyScoreboard(test.database, gameId, board);
    },
  };
}
