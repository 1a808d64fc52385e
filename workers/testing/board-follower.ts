import type { Room } from '@vexil/contract/live';
import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { isNewer, isStaffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import type { BoardChange } from '@vexil/rules/scoreboard.merge.rules';
import { liveKeys } from '@vexil/runtime/live';
import type { TestApp } from '@vexil/server/testing/app';
import type { Boards } from '@vexil/server/testing/scoreboard';
import { expect } from 'vitest';

interface VersionMessage {
  at: number;
  room: Room;
  version: number;
}

/**
 * A client that fetches the board from one server and applies the changes that another one makes of the published
 * versions. It fetches again only where a change says so or does not fit.
 */
export class BoardFollower {
  board: Scoreboard | null = null;
  fetches = 0;
  private readonly read = new Map<Room, string>();
  private readonly positions = new Map<Room, number>();

  /** `as` null is the public; staff get the changes of their own board besides. */
  constructor(
    private readonly test: TestApp,
    /** Of the server that makes the changes. */
    private readonly boards: () => Boards,
    private readonly gameId: number,
    private readonly as: AccountRow | null,
  ) {}

  async fetch(): Promise<Scoreboard | null> {
    this.fetches += 1;
    const { status, body } = await this.ask();
    this.board = status === 200 ? body : null;
    return this.board;
  }

  /** Applies what was published since the last time. */
  async follow(): Promise<void> {
    for (const { room, version } of await this.listen()) {
      const since = this.positions.get(room) ?? version - 1;
      const audience = isStaffVersion(version) ? 'staff' : 'public';
      const changes = await this.boards().changes(this.gameId, audience, since, version);
      this.positions.set(room, Math.max(since, version, changes.at(-1)?.version ?? 0));
      for (const change of changes) await this.take(change);
    }
  }

  /** Compares the outcome with what is served. */
  async verify(): Promise<void> {
    await this.follow();
    const { status, body } = await this.ask();
    if (status !== 200) return;
    if (!this.board) await this.fetch();
    expect(this.board).toEqual(body);
  }

  private async take({ from, version, delta }: BoardChange): Promise<void> {
    const { board } = this;
    if (!board) return;
    const { version: known, ...old } = board;
    const next = from === known ? applyScoreboardDelta(old as ComputedScoreboard, delta) : null;
    if (next) this.board = { ...next, version } as Scoreboard;
    else if (isNewer({ version, updateTimeUtc: delta.updateTimeUtc }, board)) await this.fetch();
  }

  private ask() {
    this.test.deps.boards.expire(this.gameId);
    return this.test.call(scoreboardRoutes.get, {
      params: { id: this.gameId },
      ...(this.as ? { as: this.as } : {}),
    });
  }

  /** What was published since the last time, in the order of all rooms together. */
  private async listen(): Promise<VersionMessage[]> {
    const { redis, keyPrefix } = this.test.deps;
    const rooms: Room[] = [`game:${this.gameId}`, ...(this.as ? [`staff:${this.gameId}` as const] : [])];
    const messages: VersionMessage[] = [];
    for (const room of rooms) {
      const from = this.read.get(room) ?? '0-0';
      for (const [at, [, text = 'null']] of await redis.xrange(liveKeys.stream(keyPrefix, room), `(${from}`, '+')) {
        this.read.set(room, at);
        const { target, payload } = JSON.parse(text) as { target: string; payload: { version: number } };
        if (target !== 'ScoreboardChanged') continue;
        messages.push({ at: Number(at.split('-')[0]), room, version: payload.version });
      }
    }
    return messages.sort((a, b) => a.at - b.at);
  }
}
