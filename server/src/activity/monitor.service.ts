import { figureMinutes, type MonitorFigures } from '@vexil/contract/monitor';
import type { Deps } from '@vexil/http/deps';
import { getStartedGame } from '../game/game.service';
import { countInstances, countSubmissions, countTeams, listChallengeFigures, listMinutes } from './monitor.queries';

type FigureDeps = Pick<Deps, 'database'>;

const minuteMs = 60_000;
const ageMsMax = 1000;

async function readFigures({ database: { sql } }: FigureDeps, gameId: number, now: Date): Promise<MonitorFigures> {
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const first = minute - (figureMinutes - 1) * minuteMs;
  const since = new Date(first);
  const [rows, submissions, teams, instances, challenges] = await Promise.all([
    listMinutes(sql, gameId, since),
    countSubmissions(sql, gameId),
    countTeams(sql, gameId, since),
    countInstances(sql, gameId, since),
    listChallengeFigures(sql, gameId),
  ]);
  const counted = new Map(rows.map((row) => [row.minute, row]));
  const minutes = Array.from({ length: figureMinutes }, (_, index) => {
    const time = first + index * minuteMs;
    const { right = 0, wrong = 0 } = counted.get(time) ?? {};
    return { time, right, wrong };
  });
  return {
    time: now.getTime(),
    minutes,
    submissions,
    teams,
    instances,
    challenges: [...challenges],
  };
}

/** Counted at most once a second per game and process, however many screens watch. */
export function createFigures(deps: FigureDeps) {
  const known = new Map<number, { at: number; figures: Promise<MonitorFigures> }>();
  return (gameId: number, now: Date): Promise<MonitorFigures> => {
    const at = now.getTime();
    const held = known.get(gameId);
    // Survives a clock that is set back.
    if (held && Math.abs(at - held.at) < ageMsMax) return held.figures;
    for (const [id, other] of known) if (Math.abs(at - other.at) >= ageMsMax) known.delete(id);
    const figures = readFigures(deps, gameId, now);
    known.set(gameId, { at, figures });
    // A failure is not kept.
    figures.catch(() => known.delete(gameId));
    return figures;
  };
}

type Figures = ReturnType<typeof createFigures>;

/** Throws `game.notFound` or `game.notStarted`. */
export async function readGameFigures(
  deps: Pick<Deps, 'db'>,
  figures: Figures,
  gameId: number,
  at: Date,
): Promise<MonitorFigures> {
  await getStartedGame(deps.db, gameId, at);
  return figures(gameId, at);
}
