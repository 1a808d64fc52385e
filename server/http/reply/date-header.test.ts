import { expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/app';

it('has the time of the platform, whatever the clock of the machine says and however a reply is sent', async () => {
  const test = await createTestApp();
  const skewMs = vi.spyOn(test.deps.databaseClock, 'skewMs').mockReturnValue(300_000);
  test.clock.stopAt(new Date('2031-02-03T04:05:06.700Z'));
  for (const url of ['/readyz', '/api/config', '/api/account/profile', '/api/no/such/call', '/']) {
    expect([url, (await test.send({ url })).headers.date]).toEqual([url, 'Mon, 03 Feb 2031 04:05:06 GMT']);
  }
  skewMs.mockReturnValue(40);
  expect((await test.send({ url: '/api/config' })).headers.date).not.toContain('2031');
  await test.close();
});
