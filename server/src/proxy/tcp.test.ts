import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTcpService } from '../../testing/tcp';
import { connectTcp } from './tcp';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('connectTcp', () => {
  it('fails for a host that is not resolved in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(dns, 'lookup').mockImplementation((() => undefined) as never);
    const refused = expect(connectTcp('slow.invalid', 80)).rejects.toMatchObject({ code: 'proxy.hostUnknown' });
    vi.advanceTimersByTime(5000);
    await refused;
  });

  it('fails for a host that does not answer in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const service = await startTcpService(() => {});
    const refused = expect(connectTcp('127.0.0.1', service.port)).rejects.toMatchObject({ code: 'proxy.unreachable' });
    vi.advanceTimersByTime(5000);
    await refused;
    await service.close();
  });
});
