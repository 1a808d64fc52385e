import { once } from 'node:events';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { SenderSlots } from '@vexil/http/guard/sender-slots';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { defaultLimits } from './limits';

const anonymous = (id: string) => ({ kind: 'address', id }) as const;
const account = (id: string) => ({ kind: 'account', id }) as const;

describe('slots of live connections', () => {
  it('are as many as there are, and free again when released, once', () => {
    const slots = new SenderSlots(2);
    const release = slots.take(anonymous('a'));
    expect(slots.refusalOf(anonymous('a'))).toBeUndefined();
    slots.take(anonymous('a'));
    expect([slots.size, slots.refusalOf(account('x'))]).toEqual([2, 'full']);
    release();
    release();
    expect([slots.size, slots.refusalOf(account('x'))]).toEqual([1, undefined]);
  });

  it('are limited per address for those who are not signed in, and per account for the others', () => {
    const slots = new SenderSlots(100, { account: 2, address: 3, anonymous: 50 });
    const releases = [1, 2, 3].map(() => slots.take(anonymous('hall')));
    expect(slots.refusalOf(anonymous('hall'))).toBe('sender');
    expect(slots.refusalOf(anonymous('elsewhere'))).toBeUndefined();
    slots.take(account('x'));
    expect(slots.refusalOf(account('x'))).toBeUndefined();
    slots.take(account('x'));
    expect([slots.refusalOf(account('x')), slots.refusalOf(account('y'))]).toEqual(['sender', undefined]);
    releases[0]?.();
    expect(slots.refusalOf(anonymous('hall'))).toBeUndefined();
  });

  it('are kept in part for people who are signed in', () => {
    const slots = new SenderSlots(4, { account: 10, address: 10, anonymous: 3 });
    const releases = ['a', 'b', 'c'].map((address) => slots.take(anonymous(address)));
    expect([slots.refusalOf(anonymous('d')), slots.refusalOf(account('x'))]).toEqual(['full', undefined]);
    slots.take(account('x'));
    expect(slots.refusalOf(account('y'))).toBe('full');
    releases[1]?.();
    expect(slots.refusalOf(anonymous('d'))).toBeUndefined();
  });

  it('are shared out by the setting', () => {
    expect(defaultLimits(10_000, true).senders).toEqual({ account: 32, address: 1000, anonymous: 7500 });
    expect(defaultLimits(5, true).senders).toEqual({ account: 32, address: 1, anonymous: 3 });
    expect(defaultLimits(10_000, false).senders).toBeUndefined();
  });
});

describe('a burst of live connections', () => {
  let test: TestApp;
  let url: string;
  const open: WebSocket[] = [];
  beforeAll(async () => {
    test = await createTestApp({ rateLimit: true, liveConnectionsMax: 60 });
    const { id } = await buildGame(test.db);
    url = `${(await listen(test.app)).replace('http', 'ws')}/hub/user?game=${id}`;
  });
  afterAll(async () => {
    for (const socket of open) socket.terminate();
    await test.close();
  });

  /** The status of each of so many attempts at once; 101 for those that are open. */
  function burst(attempts: { from: string; cookie?: string }[]): Promise<number[]> {
    return Promise.all(
      attempts.map(async ({ from, cookie }) => {
        const socket = new WebSocket(url, { localAddress: from, headers: cookie ? { cookie } : {} });
        open.push(socket);
        socket.on('error', () => {});
        const refused = new Promise<number>((resolve) =>
          socket.once('unexpected-response', (_request, response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          }),
        );
        return Promise.race([refused, once(socket, 'open').then(() => 101)]);
      }),
    );
  }
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;
  const times = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index));

  it('gets exactly what an address, all strangers, an account and the process may have', async () => {
    const hall = '127.0.0.2';
    const ofOneAddress = await burst(times(70, () => ({ from: hall })));
    expect([count(ofOneAddress, 101), count(ofOneAddress, 429)]).toEqual([6, 64]);
    const ofMany = await burst(times(100, (index) => ({ from: `127.0.1.${index + 1}` })));
    expect([count(ofMany, 101), count(ofMany, 503)]).toEqual([39, 61]);
    // Fifteen are kept for people who are signed in, whatever their address.
    const players = await Promise.all(times(20, async () => test.signIn(await buildAccount(test.db))));
    const signedIn = await burst(players.map((cookie) => ({ from: hall, cookie })));
    expect([count(signedIn, 101), count(signedIn, 503)]).toEqual([15, 5]);

    for (const socket of open) socket.terminate();
    const closed = () => expect(test.app.live.countConnections()).toEqual({ user: 0, monitor: 0, admin: 0 });
    await vi.waitFor(closed, 30_000);
    const [cookie = ''] = players;
    const ofOneAccount = await burst(times(40, (index) => ({ from: `127.0.2.${index + 1}`, cookie })));
    expect([count(ofOneAccount, 101), count(ofOneAccount, 429)]).toEqual([32, 8]);
  });
});
