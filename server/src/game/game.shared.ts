import { gameRoutes as routes } from '@vexil/contract/game';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import type { Shared } from '@vexil/http/reads/shared-values';
import { documentOf, type Encodable, makeDocument } from '@vexil/http/reply/document';
import { gameNow } from '@vexil/rules/pause.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { countTeams, listDivisionNames, listPausesOfGame, listPublicGames } from './game.queries';
import { getGame } from './game.service';
import { type PublicGame, viewBasicGame } from './game.view';

const recentGamesMax = 50;

const publicGames: Shared<'all', readonly GameRow[]> = {
  topics: () => ['games'],
  read: ({ db }) => listPublicGames(db),
};

/** Throws `game.notFound`. */
export const publicGame: Shared<number, PublicGame> = {
  topics: (gameId) => [`game:${gameId}`],
  async read({ db }, gameId) {
    const [game, divisions, pauses] = await Promise.all([
      getGame(db, gameId),
      listDivisionNames(db, gameId),
      listPausesOfGame(db, gameId),
    ]);
    return { game, divisions, pauses };
  },
};

/** Apart from the game, because it changes with every team that joins. */
const teamCount: Shared<number, number> = {
  topics: (gameId) => [`teams:${gameId}`],
  read: ({ db }, gameId) => countTeams(db, gameId),
};

/** Differs by the time, and with every team that joins. */
export interface GameNow {
  teamCount: number;
  isFrozen: boolean;
}

/** Throws `game.notFound`. */
export async function readGameNow(
  { shared }: Pick<Deps, 'shared'>,
  gameId: number,
  at: Date,
): Promise<{ shown: PublicGame; now: GameNow }> {
  const [shown, teams] = await Promise.all([shared.get(publicGame, gameId), shared.get(teamCount, gameId)]);
  return { shown, now: { teamCount: teams, isFrozen: frozenSince(shown.game, at) !== null } };
}

export async function readPublicGames(
  { shared }: Pick<Deps, 'shared'>,
  { count, skip }: { count: number; skip: number },
): Promise<Encodable> {
  const games = await shared.get(publicGames, 'all');
  return documentOf(games, `page ${count} ${skip}`, () => {
    const data = games.slice(skip, skip + count).map(viewBasicGame);
    return makeDocument(routes.list.reply, { data, length: data.length, total: games.length });
  });
}

/** Milliseconds to the nearer of start and end. */
function distance(game: GameRow, now: number): number {
  const [start, end] = [game.startAt.getTime(), game.endAt.getTime()];
  const at = gameNow({ pausedAt: game.pausedAt?.getTime() ?? null }, now);
  if (end < at) return at - end;
  return start > at ? start - at : Math.min(at - start, end - at);
}

const orders = new WeakMap<readonly GameRow[], { second: number; games: GameRow[] }>();

/** The games nearest to now first, in the order of the next whole second: a game that has just begun has begun in it. */
function orderOf(games: readonly GameRow[], at: Date): GameRow[] {
  const second = Math.ceil(at.getTime() / 1000);
  const known = orders.get(games);
  if (known?.second === second) return known.games;
  const now = second * 1000;
  const sorted = [...games].sort((a, b) => distance(a, now) - distance(b, now) || b.id - a.id).slice(0, recentGamesMax);
  orders.set(games, { second, games: sorted });
  return sorted;
}

export async function readRecentGames({ shared }: Pick<Deps, 'shared'>, limit: number, at: Date): Promise<Encodable> {
  const games = await shared.get(publicGames, 'all');
  const recent = orderOf(games, at).slice(0, limit === 0 ? recentGamesMax : limit);
  return documentOf(games, `recent ${recent.map(({ id }) => id).join()}`, () => {
    const times = recent.map(({ updatedAt }) => updatedAt.getTime());
    return makeDocument(
      routes.recent.reply,
      recent.map(viewBasicGame),
      times.length === 0 ? undefined : Math.max(...times),
    );
  });
}
