// Sends the changes of scoreboards to the rooms of their games. A topic says that there is a newer version; what leads
// to it comes from this process's copy of the board.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Room } from '@vexil/contract/live';
import type { Topic } from '@vexil/db/schema/topic-version';
import type { Deps } from '@vexil/http/deps';
import { type BoardChange, mergeBoardChanges } from '@vexil/rules/scoreboard.merge.rules';
import type { BoardNews } from '../scoreboard-cache/boards';
import type { Delivery } from './delivery';
import type { LiveRoom } from './room';
import { invocationFrame } from './signalr';
import type { LiveStats } from './stats';

/**
 * After a change was sent, the next one waits three times as long as the sending took, so that changes that come
 * meanwhile leave as one: thousands of clients would otherwise get each solve of a busy minute by itself.
 */
const restFactor = 3;
const restMsMax = 1000;

const audiences = { board: 'public', staff: 'staff' } as const;

interface RoomBoard {
  topic: Topic;
  gameId: number;
  audience: 'public' | 'staff';
  /** Of the topic, when changes were last read. */
  topicVersion?: number;
  /** To which changes were read. */
  version?: number | undefined;
}

export interface BoardFeed {
  /** Makes sure that `recent` knows the boards of these rooms; false when they cannot be read. */
  open(rooms: readonly LiveRoom[]): Promise<boolean>;
  /** Frames for a new connection that knows the boards as they were at `since`, in Unix milliseconds. */
  recent(rooms: readonly LiveRoom[], since: number): Buffer[];
}

interface BoardFeedContext {
  rooms: ReadonlyMap<Room, LiveRoom>;
  delivery: Pick<Delivery, 'flushed'>;
  stats: Pick<LiveStats, 'messagesEncoded'>;
}

export function createBoardFeed(
  { boards, topics, log }: Pick<Deps, 'boards' | 'topics' | 'log'>,
  { rooms, delivery, stats }: BoardFeedContext,
): BoardFeed {
  const known = new WeakMap<LiveRoom, RoomBoard | null>();
  const frames = new WeakMap<BoardChange, Buffer>();
  /** Versions of topics for the rooms that are being sent to. */
  const wanted = new Map<LiveRoom, number>();

  /** null for rooms without a scoreboard. */
  function boardOf(room: LiveRoom): RoomBoard | null {
    const found = known.get(room);
    if (found !== undefined) return found;
    const [kind = '', id] = room.name.split(':');
    const audience = Object.hasOwn(audiences, kind) ? audiences[kind as keyof typeof audiences] : null;
    const board = audience && { topic: `scoreboard:${Number(id)}` as const, gameId: Number(id), audience };
    known.set(room, board);
    return board;
  }

  function frameOf(gameId: number, change: BoardChange): Buffer {
    const made = frames.get(change);
    if (made) return made;
    const { from, version, delta } = change;
    const frame = invocationFrame('ScoreboardChanged', JSON.stringify({ gameId, from, version, delta }));
    frames.set(change, frame);
    stats.messagesEncoded += 1;
    return frame;
  }

  function moveTo(board: RoomBoard, { topicVersion, version }: BoardNews): void {
    board.topicVersion = topicVersion;
    board.version = version;
  }

  async function sendChanges(room: LiveRoom, board: RoomBoard): Promise<void> {
    const news = await boards.changes(board.gameId, board.audience, board.version);
    if (!news) return;
    moveTo(board, news);
    for (const change of mergeBoardChanges(news.changes)) room.broadcast(frameOf(board.gameId, change));
  }

  async function send(room: LiveRoom, board: RoomBoard): Promise<void> {
    let done: number | undefined;
    for (let next = wanted.get(room); next !== done; next = wanted.get(room)) {
      done = next;
      try {
        await sendChanges(room, board);
      } catch (error) {
        // The next poll finds the version again.
        log.warn({ event: 'live.read_failed', err: error, room: room.name }, 'Reading changes of a scoreboard failed');
      }
      const since = performance.now();
      await delivery.flushed();
      await sleep(Math.min(restMsMax, restFactor * (performance.now() - since)));
    }
    wanted.delete(room);
  }

  function receive(room: LiveRoom, board: RoomBoard, version: number): void {
    if (version === (board.topicVersion ?? 0)) return;
    const isSending = wanted.has(room);
    wanted.set(room, version);
    if (!isSending) void send(room, board);
  }

  const isFollowed = ({ isOpen, full }: LiveRoom) => isOpen && full.size > 0;
  topics.follow(
    ({ topic, version }) => {
      const [kind, id] = topic.split(':');
      if (kind !== 'scoreboard') return;
      for (const name of [`board:${Number(id)}`, `staff:${Number(id)}`] as const) {
        const room = rooms.get(name);
        const board = room && isFollowed(room) && boardOf(room);
        if (board) receive(room, board, version);
      }
    },
    () => [...rooms.values()].filter(isFollowed).flatMap((room) => boardOf(room)?.topic ?? []),
  );

  return {
    async open(opened) {
      try {
        for (const room of opened) {
          const board = boardOf(room);
          // Without connections nothing was read.
          if (!board || (room.full.size > 0 && boards.holds(board.gameId))) continue;
          const news = await boards.changes(board.gameId, board.audience);
          // Those who joined meanwhile have yet to be sent what is new.
          if (news && room.full.size === 0) moveTo(board, news);
        }
        return true;
      } catch (error) {
        log.warn({ event: 'live.read_failed', err: error }, 'Reading a scoreboard for a new connection failed');
        return false;
      }
    },
    recent: (opened, since) =>
      opened.flatMap((room) => {
        const board = boardOf(room);
        if (!board) return [];
        return boards.recent(board.gameId, board.audience, since).map((change) => frameOf(board.gameId, change));
      }),
  };
}
