import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { lockGame } from '../game/game.service';
import { publishChallengesChanged } from './challenge.change.service';
import { type ChallengePlace, lockPlaces, setPositions } from './challenge.order.queries';

/** Positions are those of the list, from 1. Throws `game.notFound` and `challenge.notFound`. */
export function orderChallenges(
  deps: Deps,
  by: Author,
  gameId: number,
  challengeIds: readonly number[],
  at: Date,
): Promise<void> {
  const ids = [...new Set(challengeIds)];
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId);
    const places = new Map((await lockPlaces(work.tx, gameId)).map((place) => [place.id, place]));
    const moved = ids.map((id, index) => ({ place: places.get(id), position: index + 1 }));
    if (moved.some(({ place }) => !place)) throw new DomainError('challenge.notFound');
    const changed = moved.filter(({ place, position }) => place?.position !== position);
    if (changed.length === 0) return;
    await setPositions(
      work.tx,
      changed.map(({ place, position }) => ({ id: place?.id ?? 0, position })),
    );
    const before = { order: orderOf([...places.values()]) };
    await audit(work.tx, {
      by,
      gameId,
      action: 'challenge.order',
      target: `game:${gameId}`,
      before,
      after: { order: ids },
    });
    const shown = changed.flatMap(({ place }) => (place?.isEnabled ? [place] : []));
    await publishChallengesChanged(work, { game, at }, shown);
  });
}

const orderOf = (places: ChallengePlace[]) =>
  places
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id)
    .map(({ id }) => id);
