import type { Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { type BloodDivision, bloodValues, findBloods } from '@vexil/rules/judge.rules';
import { type BloodHolder, type BloodMove, bloodMoves, correctionText } from '@vexil/rules/rejudged-bloods.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { mainGroup } from '@vexil/rules/scoreboard.group.rules';
import type { Work } from '@vexil/runtime/transaction';
import { addNotice, withholdNotice } from '../notice/notice.service';
import {
  listAnnouncedBloods,
  listDivisionPermissions,
  listValidSolves,
  lockBloodNotices,
  type RejudgedChallenge,
} from './rejudging.queries';

interface Rejudged {
  game: GameRow;
  challenges: readonly RejudgedChallenge[];
  reason: string;
  at: Date;
}

/**
 * Players read of bloods that were not announced yet as of any other, and of those that were announced and moved in one
 * notice per challenge. While the board is frozen the public bloods stay: new ones are announced at the reveal, as any of
 * that time, and what was announced before is not corrected. `store` changes the solves.
 */
export async function announceBloodMoves(
  deps: Deps,
  work: Work,
  { game, challenges, reason, at }: Rejudged,
  store: () => Promise<void>,
): Promise<void> {
  const isWithheld = frozenSince(game, at) !== null;
  const before = await readBloods(work.tx, game, challenges);
  await store();
  const after = await readBloods(work.tx, game, challenges);
  await lockBloodNotices(work.tx, game.id);
  const announced = await listAnnouncedBloods(
    work.tx,
    challenges.map(({ id }) => id),
  );
  for (const { id: challengeId, title } of challenges) {
    const [held, holding] = [before.bloodsOf(challengeId), after.bloodsOf(challengeId)];
    for (const { divisionId, division } of after.groups) {
      const holdersIn = (bloods: readonly Held[]) => bloods.filter((one) => one.divisionId === divisionId);
      const moves = bloodMoves(holdersIn(held), holdersIn(holding));
      const isKnown = ({ type }: BloodMove) =>
        announced.some((one) => one.challengeId === challengeId && one.divisionId === divisionId && one.type === type);
      const shared = { gameId: game.id, publishedAt: at };
      for (const { type, after: team } of moves.filter((move) => !isKnown(move) && move.after)) {
        const values = bloodValues(team?.team ?? '', title, division);
        const notice = { ...shared, type, challengeId, divisionId, values };
        await (isWithheld ? withholdNotice(work, notice) : addNotice(deps, work, notice));
      }
      const corrected = moves.filter(isKnown);
      if (corrected.length === 0 || isWithheld) continue;
      const values = [correctionText(title, corrected, reason, division)];
      await addNotice(deps, work, { ...shared, type: 'Normal', linkedChallengeId: challengeId, values });
    }
  }
}

type Held = BloodHolder & { divisionId: number };

async function readBloods(tx: Tx, game: GameRow, challenges: readonly RejudgedChallenge[]) {
  const divisions = await listDivisionPermissions(tx, game.id);
  const solves = await listValidSolves(
    tx,
    challenges.map(({ id }) => id),
  );
  const times = { start: game.startAt.getTime(), end: game.endAt.getTime() };
  const bloods = new Map(
    challenges.map((challenge) => {
      const own = solves.filter(({ challengeId }) => challengeId === challenge.id);
      const found = findBloods({ game: times, challenge, divisions }, [], own);
      return [challenge.id, found.map(({ solve, divisionId }): Held => ({ ...solve, divisionId }))];
    }),
  );
  const alone = [...divisions].filter(([, { scoresAlone }]) => scoresAlone);
  const groups: BloodDivision[] = [
    { divisionId: mainGroup, division: null },
    ...alone.map(([divisionId, { name }]) => ({ divisionId, division: name })),
  ];
  return { groups, bloodsOf: (challengeId: number) => bloods.get(challengeId) ?? [] };
}
