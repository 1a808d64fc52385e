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
/** More than the system keeps for both ends of a line, and every bound of ours. */
const frameCount = 36;
/** What one frame has around its payload. */
const envelopeBytes = 512;

describe('sockets that do not read', () => {
  let test: TestApp;
  let place: TestHub;
  let gameId: number;
  let encoded: number;
  const clients: RawClient[] = [];

  const countingEncode: Encode = (heard, payload) => {
    encoded += 1;
    return encodeEntry(heard, payload);
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
    await place.close();
  });

  const open = async (limits: Partial<LiveLimits>) => {
    const all = { connectionsMax: 100, socketBytesMax: mebibyte, processBytesMax: 64 * mebibyte, ...limits };
    place = await openTestHub(test.deps, { limits: all, encode: countingEncode });
  };

  async function connect(): Promise<RawClient> {
    const client = await connectRaw(`${place.url(gameId)}&live=1`);
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

  /** Says so many frames, each when those who read have the one before; gives the most that waited at any time. */
  async function sayFrames(count: number, reading: readonly RawClient[]): Promise<number> {
    let most = 0;
    for (let version = 1; version <= count; version += 1) {
      await say(version);
      await Promise.all(reading.map((client) => client.receive(2 + version)));
      most = Math.max(most, place.waitingBytes());
    }
    return most;
  }

  it('are given up past a bound of their own, while others hear everything', async () => {
    await open({});
    const [slow, ...quick] = await connectMany(4);
    slow?.socket.pause();
    const most = await sayFrames(frameCount, quick);
    expect(most).toBeLessThanOrEqual(mebibyte + frameBytes + envelopeBytes);
    expect(place.hub.stats).toMatchObject({ droppedSlow: 1, droppedByBudget: 0 });
    expect(place.hub.backlog.bytes).toBe(0);
    for (const client of quick) {
      expect(client.closed()).toBeUndefined();
      expect(client.records).toHaveLength(2 + frameCount);
    }
  });

  it('are given up, the worst first, past the bound of all together', async () => {
    const processBytesMax = 2 * mebibyte;
    await open({ socketBytesMax: 100 * mebibyte, processBytesMax });
    const quick = await connectMany(3);
    const slow = await connectMany(6);
    const dropped: number[] = [];
    for (const [at, client] of slow.entries()) client.socket.on('close', () => dropped.push(at));
    for (const client of slow) client.socket.pause();
    const most = await sayFrames(frameCount, quick);
    expect(most).toBeLessThanOrEqual(processBytesMax + slow.length * (frameBytes + envelopeBytes));
    expect(place.hub.stats.droppedSlow).toBe(0);
    expect(place.hub.stats.droppedByBudget).toBeGreaterThan(0);
    for (const client of slow) client.socket.resume();
    await vi.waitFor(() => expect(dropped).toHaveLength(place.hub.stats.droppedByBudget), 30_000);
    for (const client of quick) expect(client.records).toHaveLength(2 + frameCount);
  });

  it('give back what waited for them when they read at last', async () => {
    await open({ socketBytesMax: 100 * mebibyte });
    const [slow, quick] = (await connectMany(2)) as [RawClient, RawClient];
    slow.socket.pause();
    await sayFrames(frameCount, [quick]);
    expect(place.hub.backlog.bytes).toBe(place.waitingBytes());
    expect(place.hub.backlog.bytes).toBeGreaterThan(0);
    slow.socket.resume();
    await slow.receive(2 + frameCount);
    place.hub.backlog.recount();
    expect(place.hub.backlog.bytes).toBe(0);
    expect(place.hub.stats).toMatchObject({ droppedSlow: 0, droppedByBudget: 0 });
  });

  it('cost one encoding a message, as all others do', async () => {
    await open({});
    const everybody = await connectMany(60);
    for (const id of [1, 2, 3]) {
      await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', { id, type: 'Normal', values: [], time: id });
    }
    await Promise.all(everybody.map((client) => client.receive(5)));
    expect(encoded).toBe(3);
    expect(place.hub.stats.messagesEncoded).toBe(3);
    // The handshake's answer, where they stand, and three messages.
    expect(place.hub.stats.framesSent).toBe(60 * 5);
  });
});
