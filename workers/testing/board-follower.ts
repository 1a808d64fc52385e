import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { isNewer } from '@vexil/rules/scoreboard.freeze.rules';
import type { BoardChange } from '@vexil/rules/scoreboard.merge.rules';
import type { TestApp } from '@vexil/server/testing/app';
import type { Boards } from '@vexil/server/testing/scoreboard';
import { expect } from 'vitest';

/**
 * A client that fetches the board from one server and applies the changes that another one makes of the committed
 * versions. It fetches again only where a change says so or does not fit.
 */
export class BoardFollower {
  board: Scoreboard | null = null;
  fetches = 0;
  private readonly positions = new Map<'public' | 'staff', number | undefined>();

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

  /** Applies what was committed since the last time. */
  async follow(): Promise<void> {
    for (const audience of this.as ? (['public', 'staff'] as const) : (['public'] as const)) {
      const news = await this.boards().changes(this.gameId, audience, this.positions.get(audience));
      this.positions.set(audience, news?.version);
      for (const change of news?.changes ?? []) await this.take(change);
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
}
