import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { assetJobs } from '@vexil/contract/asset';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { posts } from '@vexil/db/schema/post';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import type { Config } from '@vexil/runtime/config';
import { startS3 } from '@vexil/runtime/testing/s3';
import { TestClock } from '@vexil/server/testing/clock';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const hourMs = 3_600_000;

async function openBucket(): Promise<{ config: Partial<Config>; close(): Promise<void> }> {
  const s3 = await startS3();
  return { config: { storage: s3.settings }, close: s3.close };
}

describe.each([
  ['a directory', async () => ({ config: {}, close: async () => {} })],
  ['a bucket', openBucket],
])('the sweep of files in %s', (_, open) => {
  let database: TestDatabase;
  let worker: TestWorker;
  let place: Awaited<ReturnType<typeof openBucket>>;
  /** A day and an hour ahead, so that all that is stored now is old enough. */
  const clock = new TestClock();
  clock.advance(25 * hourMs);

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    place = await open();
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), clock, config: place.config });
  });
  afterAll(async () => {
    await worker.close();
    await place.close();
    await database.drop();
  });

  const sweep = () => worker.run(assetJobs.sweep, {});

  const putContent = async (content: Buffer = randomBytes(50)) =>
    (await worker.deps.storage.put(Readable.from([content]), 1000)).hash;

  async function storeFile(createdAt = new Date()): Promise<string> {
    const hash = await putContent();
    await database.db.insert(files).values({ hash, name: 'a.bin', sizeBytes: 50, createdAt });
    return hash;
  }

  async function isThere(hash: string): Promise<{ row: boolean; content: boolean }> {
    const rows = await database.db.select().from(files).where(eq(files.hash, hash));
    return { row: rows.length === 1, content: (await worker.deps.storage.size(hash)) !== undefined };
  }

  const kept = { row: true, content: true };
  const gone = { row: false, content: false };

  it('deletes what nothing uses a day after it was last stored', async () => {
    const [old, young] = [await storeFile(), await storeFile(new Date(clock.now().getTime() - 23 * hourMs))];
    await sweep();
    expect(await isThere(old)).toEqual(gone);
    expect(await isThere(young)).toEqual(kept);
  });

  it('keeps what anything points at', async () => {
    const game = await buildGame(database.db);
    const { challenge } = await buildChallenge(database.db, { gameId: game.id });
    const { participation, team, captain } = await buildParticipation(database.db, { gameId: game.id });
    const uses: ((hash: string) => Promise<unknown>)[] = [
      (avatarHash) => database.db.update(accounts).set({ avatarHash }).where(eq(accounts.id, captain.id)),
      (avatarHash) => database.db.update(teams).set({ avatarHash }).where(eq(teams.id, team.id)),
      (posterHash) => database.db.update(games).set({ posterHash }).where(eq(games.id, game.id)),
      (writeupHash) =>
        database.db.update(participations).set({ writeupHash }).where(eq(participations.id, participation.id)),
      (fileHash) => database.db.insert(configEntries).values({ key: 'logo', value: '""', fileHash }),
      async (fileHash) => {
        const [row] = await database.db.insert(attachments).values({ type: 'Local', fileHash }).returning();
        const attachmentId = row?.id ?? 0;
        await database.db.update(challenges).set({ attachmentId }).where(eq(challenges.id, challenge.id));
      },
    ];
    const hashes: string[] = [];
    for (const use of uses) {
      const hash = await storeFile();
      await use(hash);
      hashes.push(hash);
    }
    await sweep();
    for (const hash of hashes) expect(await isThere(hash)).toEqual(kept);
  });

  it('keeps what a text shows by its address', async () => {
    const [inPost, inGame, inHint] = [await storeFile(), await storeFile(), await storeFile()];
    const author = await buildAccount(database.db);
    const content = `![](/assets/${inPost}/a.png)`;
    await database.db.insert(posts).values({ id: randomBytes(4).toString('hex'), content, authorId: author.id });
    const game = await buildGame(database.db);
    await database.db
      .update(games)
      .set({ content: `see /assets/${inGame}/a.png` })
      .where(eq(games.id, game.id));
    const { challenge } = await buildChallenge(database.db, { gameId: game.id });
    const hints = ['none', `/assets/${inHint}/a.png`];
    await database.db.update(challenges).set({ hints }).where(eq(challenges.id, challenge.id));
    await sweep();
    for (const hash of [inPost, inGame, inHint]) expect(await isThere(hash)).toEqual(kept);
  });

  it('deletes contents without a row and what interrupted uploads left', async () => {
    const lost = await putContent();
    const source = new PassThrough();
    const storing = worker.deps.storage.put(source, 20 * 1024 * 1024).catch((error: unknown) => error);
    source.write(randomBytes(11 * 1024 * 1024));
    await sweep();
    expect(await isThere(lost)).toEqual(gone);
    source.destroy(new Error('gone'));
    expect(await storing).toBeInstanceOf(Error);
    expect(await worker.deps.storage.deleteIncoming(new Date(Date.now() + hourMs))).toBe(0);
  });

  it('goes on after more than one step', async () => {
    const hashes: string[] = [];
    for (let index = 0; index < 130; index += 1) hashes.push(await storeFile());
    await sweep();
    for (const hash of hashes) expect(await isThere(hash)).toEqual(gone);
  });

  it('loses nothing to uses that are made at the same time', async () => {
    const owners: AccountRow[] = [];
    for (let index = 0; index < 20; index += 1) owners.push(await buildAccount(database.db));
    const hashes: string[] = [];
    for (const _owner of owners) hashes.push(await storeFile());
    const use = async (index: number): Promise<boolean> => {
      const change = { avatarHash: hashes[index] ?? null };
      try {
        await database.db
          .update(accounts)
          .set(change)
          .where(eq(accounts.id, owners[index]?.id ?? ''));
        return true;
      } catch {
        return false;
      }
    };
    const [, , ...used] = await Promise.all([sweep(), sweep(), ...owners.map((_owner, index) => use(index))]);
    for (const [index, hash] of hashes.entries()) expect(await isThere(hash)).toEqual(used[index] ? kept : gone);
  });

  it('loses no row its content when the same is stored again at that moment', async () => {
    const content = randomBytes(50);
    const hash = createHash('sha256').update(content).digest('hex');
    await putContent(content);
    await database.db.insert(files).values({ hash, name: 'a.bin', sizeBytes: 50 });
    // To a clock a day ahead each upload under way looks like one that was left.
    vi.spyOn(worker.deps.storage, 'deleteIncoming').mockResolvedValue(0);
    await Promise.all([sweep(), putContent(content), sweep(), putContent(content)]);
    const { row, content: hasContent } = await isThere(hash);
    vi.restoreAllMocks();
    expect(row && !hasContent).toBe(false);
  });

  it('touches nothing of a storage that belongs to another database', async () => {
    const lost = await putContent();
    const unused = await storeFile();
    const other = await createTestDatabase(inject('databaseUrl'));
    const { config } = worker.deps;
    const guest = await createTestWorker({ database: other, redisUrl: inject('redisUrl'), clock, config });
    await guest.run(assetJobs.sweep, {});
    expect(await isThere(lost)).toEqual({ row: false, content: true });
    expect(await isThere(unused)).toEqual(kept);
    await guest.close();
    await other.drop();
  });
});
