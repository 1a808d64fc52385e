// Reads the answers that are the same for many from servers that hold them and from one that makes each from the
// database.

import type { AccountRow } from '@vexil/db/schema/account';
import { numberRebuilds } from '@vexil/db/schema/scoreboard-version';
import { advanceTopics, type Topic, topicVersions } from '@vexil/db/schema/topic-version';
import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import { startServer, type TestApp, type TestServer } from './app';

/** What the answers are about. */
export interface Subject {
  gameId: number;
  postId: string;
  /** Asks for the list of challenges. */
  player: AccountRow;
}

export const addresses = {
  config: () => '/api/config',
  captcha: () => '/api/captcha',
  recent: () => '/api/game/recent',
  games: () => '/api/game?count=50&skip=0',
  game: ({ gameId }: Subject) => `/api/game/${gameId}`,
  notices: ({ gameId }: Subject) => `/api/game/${gameId}/notices`,
  latest: () => '/api/posts/latest',
  posts: () => '/api/posts',
  post: ({ postId }: Subject) => `/api/posts/${postId}`,
  board: ({ gameId }: Subject) => `/api/game/${gameId}/scoreboard`,
  ctftime: ({ gameId }: Subject) => `/api/game/${gameId}/ctftime`,
  details: ({ gameId }: Subject) => `/api/game/${gameId}/details`,
};
export type Answer = keyof typeof addresses;
export const answers = Object.keys(addresses) as Answer[];

/** These may be a second old after a change. */
const agedAnswers: readonly Answer[] = ['board', 'ctftime', 'details'];
export const heldAnswers = answers.filter((name) => !agedAnswers.includes(name));

type Copy = Pick<LightMyRequestResponse, 'statusCode' | 'body'> & {
  headers: Record<'etag' | 'last-modified' | 'cache-control' | 'vary', unknown>;
};
export type Copies = Record<Answer, Copy>;

/** Busy machines are slow; a server that never follows still fails. */
const soon = { timeout: 60_000, interval: 50 };

function copyOf({ statusCode, body, headers }: LightMyRequestResponse): Copy {
  const { etag, 'last-modified': modified, 'cache-control': control, vary } = headers;
  return { statusCode, body, headers: { etag, 'last-modified': modified, 'cache-control': control, vary } };
}

export interface SharedWorld {
  /** It makes each answer from the database. */
  test: TestApp;
  servers: readonly [TestServer, TestServer];
  read(server: Pick<TestServer, 'app'>, subject: Subject): Promise<Copies>;
  readDatabase(subject: Subject): Promise<Copies>;
  /** Both servers hold the answers of this moment, whatever a test wrote to the database directly. */
  warm(subject: Subject): Promise<Copies>;
  /** Waits until both servers have what the database has, and returns it. */
  converge(subject: Subject): Promise<Copies>;
  close(): Promise<void>;
}

export async function startSharedWorld(
  test: TestApp,
  second: Parameters<typeof startServer>[1] = {},
): Promise<SharedWorld> {
  const servers = [await startServer(test), await startServer(test, second)] as const;

  async function read({ app }: Pick<TestServer, 'app'>, subject: Subject): Promise<Copies> {
    const cookie = await test.signIn(subject.player);
    const copies = answers.map(async (name) => {
      const headers = name === 'details' ? { cookie } : {};
      return [name, copyOf(await app.inject({ url: addresses[name](subject), headers }))] as const;
    });
    return Object.fromEntries(await Promise.all(copies)) as Copies;
  }

  function readDatabase(subject: Subject): Promise<Copies> {
    test.deps.boards.expire(subject.gameId);
    return read(test, subject);
  }

  async function converge(subject: Subject): Promise<Copies> {
    const wanted = await readDatabase(subject);
    const isSame = (server: TestServer) => async () => expect(await read(server, subject)).toEqual(wanted);
    await Promise.all(servers.map((server) => vi.waitFor(isSame(server), soon)));
    return wanted;
  }

  return {
    test,
    servers,
    read,
    readDatabase,
    converge,
    async warm(subject) {
      const { gameId } = subject;
      const ofGame: Topic[] = [`game:${gameId}`, `teams:${gameId}`, `notices:${gameId}`];
      const known = await test.db.select({ topic: topicVersions.topic }).from(topicVersions);
      const topics = [...known.map(({ topic }) => topic as Topic), 'config', 'posts', 'games', ...ofGame] as const;
      const versions = await advanceTopics(test.db, topics);
      await numberRebuilds(test.db, [gameId], { freezeChanged: true });
      for (const { deps } of servers) {
        deps.topics.receive(versions);
        deps.boards.expire(gameId);
      }
      return converge(subject);
    },
    async close() {
      for (const server of servers) await server.close();
      await test.close();
    },
  };
}
