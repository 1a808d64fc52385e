import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { staffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import { publish } from '@vexil/runtime/live';
import type { LiveRoom } from './room';

/** The scoreboard whose changes a room receives; null for rooms without a scoreboard. */
function boardOf(room: Room): { gameId: number; audience: 'public' | 'staff' } | null {
  const [kind, id] = room.split(':');
  if (kind === 'game') return { gameId: Number(id), audience: 'public' };
  return kind === 'staff' ? { gameId: Number(id), audience: 'staff' } : null;
}

/**
 * Republishes scoreboard versions whose message was lost between the commit and Redis. A version counts as lost when two
 * consecutive polls found it.
 */
export function createBoardPoll(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'boards' | 'log'>,
  rooms: () => Iterable<LiveRoom>,
): () => Promise<void> {
  let isRunning = false;

  async function poll(): Promise<void> {
    const open = [...rooms()].flatMap((room) => {
      const board = room.isOpen && !room.isEmpty ? boardOf(room.name) : null;
      return board ? [{ room, ...board }] : [];
    });
    if (open.length === 0) return;
    const rows = await deps.boards.listVersions([...new Set(open.map(({ gameId }) => gameId))]);
    const versions = new Map(rows.map((row) => [row.gameId, row]));
    for (const { room, gameId, audience } of open) {
      const row = versions.get(gameId);
      if (audience === 'staff' && !row?.hasFreeze) continue;
      const version = audience === 'public' ? (row?.publicVersion ?? 0) : staffVersion(row?.version ?? 0);
      const { polled } = room;
      room.polled = { first: polled?.first ?? version, last: version };
      const isLost = polled?.last === version && version > (room.boardVersion ?? polled.first);
      if (!isLost || room.unread.length > 0) continue;
      room.boardVersion ??= polled.first;
      await publish(deps, room.name, 'ScoreboardChanged', { gameId, version });
    }
  }

  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await poll();
    } catch (error) {
      deps.log.warn({ event: 'scoreboard.poll_failed', err: error }, 'Polling scoreboard versions failed');
    } finally {
      isRunning = false;
    }
  };
}
