import type { Room } from '@vexil/contract/live';
import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { liveKeys } from '@vexil/runtime/live';
import type { TestApp } from '@vexil/server/testing/app';
import { expect } from 'vitest';

interface Told {
  at: string;
  version: number;
  delta: ScoreboardDelta;
}

/** Somebody at a board who applies what is told, and fetches only where a delta says so or does not fit. */
export class BoardFollower {
  private board: Scoreboard | null = null;
  /** The last that was heard in each room. */
  private readonly heard = new Map<Room, string>();
  fetches = 0;

  /** `as` null is everybody; staff hear what is told to them besides. */
  constructor(
    private readonly test: TestApp,
    private readonly gameId: number,
    private readonly as: AccountRow | null,
  ) {}

  async fetch(): Promise<Scoreboard | null> {
    this.fetches += 1;
    const { status, body } = await this.ask();
    this.board = status === 200 ? body : null;
    return this.board;
  }

  /** Takes up what was told since, and compares the outcome with what is served. */
  async verify(): Promise<void> {
    for (const { version, delta } of await this.listen()) await this.take(version, delta);
    const { status, body } = await this.ask();
    // A server answers by itself where nothing is published, and numbers that board 0.
    if (status !== 200 || body.version === 0) return;
    if (!this.board || this.board.version === 0) await this.fetch();
    expect(this.board).toEqual(body);
  }

  private async take(version: number, delta: ScoreboardDelta): Promise<void> {
    const { board } = this;
    if (board && version <= board.version) return;
    const { version: known = 0, ...old } = board ?? {};
    const next =
      board && known > 0 && version === known + 1 && !delta.full
        ? applyScoreboardDelta(old as ComputedScoreboard, delta)
        : null;
    if (next) this.board = { ...next, version } as Scoreboard;
    else await this.fetch();
  }

  private ask() {
    return this.test.call(scoreboardRoutes.get, {
      params: { id: this.gameId },
      ...(this.as ? { as: this.as } : {}),
    });
  }

  /** What was told since the last time, in the order it was told in all rooms together. */
  private async listen(): Promise<Told[]> {
    const { redis, keyPrefix } = this.test.deps;
    const rooms: Room[] = [`game:${this.gameId}`, ...(this.as ? [`staff:${this.gameId}` as const] : [])];
    const told: Told[] = [];
    for (const room of rooms) {
      const from = this.heard.get(room) ?? '0-0';
      for (const [at, [, text = 'null']] of await redis.xrange(liveKeys.stream(keyPrefix, room), `(${from}`, '+')) {
        this.heard.set(room, at);
        const { target, payload } = JSON.parse(text) as { target: string; payload: Told };
        told.push({ at, version: target === 'ScoreboardChanged' ? payload.version : 0, delta: payload.delta });
      }
    }
    told.sort((a, b) => Number(a.at.split('-')[0]) - Number(b.at.split('-')[0]));
    return told.filter(({ version }) => version > 0);
  }
}
