import { buildGame } from '@vexil/db/testing/game';
import { publish } from '@vexil/runtime/live';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { openTestHub, type TestHub } from '../../testing/hub';
import { connectRaw, handshake, type RawClient } from '../../testing/live';
import { type Encode, encodeEntry } from './frames';
import type { LiveLimits } from './limits';

const mebibyte = 1024 * 1024;
const frameBytes = 512 * 1024;
/** Exceeds the socket buffers of the system and every limit of the process. */
const frameCount = 36;
/** Upper bound of the bytes around a payload. */
const envelopeBytes = 512;

describe('slow sockets', () => {
  let test: TestApp;
  let testHub: TestHub;
  let gameId: number;
  let encoded: number;
  const clients: RawClient[] = [];

  const countingEncode: Encode = (received, payload) => {
    encoded += 1;
    return encodeEntry(received, payload);
  };

  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    gameId = (await buildGame(test.db)).id;
    encoded = 0;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate();
    await testHub.close();
  });

  const open = async (limits: Partial<LiveLimits>) => {
    const all = { connectionsMax: 100, socketBytesMax: mebibyte, processBytesMax: 64 * mebibyte, ...limits };
    testHub = await openTestHub(test.deps, { limits: all, encode: countingEncode });
  };

  async function connect(): Promise<RawClient> {
    const client = await connectRaw(`${testHub.url(gameId)}&live=1`);
    clients.push(client);
    client.say(handshake);
    await client.receive(2);
    return client;
  }

  const connectMany = (count: number) => Promise.all(Array.from({ length: count }, connect));

  const say = (version: number) =>
    publish(test.deps, `game:${gameId}`, 'NoticeChanged', {
      id: version,
      type: 'Normal',
      values: ['x'.repeat(frameBytes)],
      time: 1,
    });

  /** Publishes frames, each after the readers received the previous one; returns the maximum of buffered bytes. */
  async function sayFrames(count: number, reading: readonly RawClient[]): Promise<number> {
    let most = 0;
    for (let version = 1; version <= count; version += 1) {
      await say(version);
      await Promise.all(reading.map((client) => client.receive(2 + version)));
      most = Math.max(most, testHub.waitingBytes());
    }
    return most;
  }

  it('are dropped above their own limit, while others receive everything', async () => {
    await open({});
    const [slow, ...quick] = await connectMany(4);
    slow?.socket.pause();
    const most = await sayFrames(frameCount, quick);
    expect(most).toBeLessThanOrEqual(mebibyte + frameBytes + envelopeBytes);
    expect(testHub.hub.stats).toMatchObject({ droppedSlow: 1, droppedByBudget: 0 });
    expect(testHub.hub.backlog.bytes).toBe(0);
    for (const client of quick) {
      expect(client.closed()).toBeUndefined();
      expect(client.records).toHaveLength(2 + frameCount);
    }
  });

  it('are dropped, the largest buffer first, above the limit of the process', async () => {
    const processBytesMax = 2 * mebibyte;
    await open({ socketBytesMax: 100 * mebibyte, processBytesMax });
    const quick = await connectMany(3);
    const slow = await connectMany(6);
    const dropped: number[] = [];
    for (const [at, client] of slow.entries()) client.socket.on('close', () => dropped.push(at));
    for (const client of slow) client.socket.pause();
    const most = await sayFrames(frameCount, quick);
    expect(most).toBeLessThanOrEqual(processBytesMax + slow.length * (frameBytes + envelopeBytes));
    expect(testHub.hub.stats.droppedSlow).toBe(0);
    expect(testHub.hub.stats.droppedByBudget).toBeGreaterThan(0);
    for (const client of slow) client.socket.resume();
    await vi.waitFor(() => expect(dropped).toHaveLength(testHub.hub.stats.droppedByBudget), 30_000);
    for (const client of quick) expect(client.records).toHaveLength(2 + frameCount);
  });

  it('free their buffered bytes when they read again', async () => {
    await open({ socketBytesMax: 100 * mebibyte });
    const [slow, quick] = (await connectMany(2)) as [RawClient, RawClient];
    slow.socket.pause();
    await sayFrames(frameCount, [quick]);
    expect(testHub.hub.backlog.bytes).toBe(testHub.waitingBytes());
    expect(testHub.hub.backlog.bytes).toBeGreaterThan(0);
    slow.socket.resume();
    await slow.receive(2 + frameCount);
    testHub.hub.backlog.recount();
    expect(testHub.hub.backlog.bytes).toBe(0);
    expect(testHub.hub.stats).toMatchObject({ droppedSlow: 0, droppedByBudget: 0 });
  });

  it('share one encoding per message with all others', async () => {
    await open({});
    const all = await connectMany(60);
    for (const id of [1, 2, 3]) {
      await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', { id, type: 'Normal', values: [], time: id });
    }
    await Promise.all(all.map((client) => client.receive(5)));
    expect(encoded).toBe(3);
    expect(testHub.hub.stats.messagesEncoded).toBe(3);
    // The handshake reply, CaughtUp and three messages.
    expect(testHub.hub.stats.framesSent).toBe(60 * 5);
  });
});
