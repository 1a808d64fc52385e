import { expect, it } from 'vitest';
import { cookieOf } from './request';
import { requestWriter, type Written } from './writers';

const sessions = { sessionKey: 'key', count: 5 };
const playerOf = (request: Written | null) =>
  [0, 1, 2, 3, 4].find((player) => request?.text.includes(cookieOf(sessions.sessionKey, player)));
const pathOf = (request: Written | null) => request?.text.split(' ')[1];

it('lets each player send all calls, and goes on with the next player in the next load', () => {
  const calls = [{ path: '/a' }, { path: '/b' }];
  const first = requestWriter({ kind: 'calls', calls, sessions });
  const sent = [first(), first(), first(), first()];
  expect(sent.map(pathOf)).toEqual(['/a', '/b', '/a', '/b']);
  const [one = 0, again, two, ...rest] = sent.map(playerOf);
  expect([again, two, ...rest]).toEqual([one, (one + 1) % 5, (one + 1) % 5]);
  const second = requestWriter({ kind: 'calls', calls, sessions });
  expect(playerOf(second())).toBe((one + 2) % 5);
});

it('sends calls that name their players as these, and begins where the last load ended', () => {
  const calls = [3, 1, 4].map((player) => ({ path: `/of/${player}`, player }));
  const sent = Array.from({ length: 3 }, () => requestWriter({ kind: 'calls', calls, sessions })());
  expect(sent.map(pathOf).sort()).toEqual(['/of/1', '/of/3', '/of/4']);
  for (const request of sent) expect(pathOf(request)).toBe(`/of/${playerOf(request)}`);
});

it('writes method, body and content type, and no cookie for visitors', () => {
  const call = { method: 'POST', path: '/a', body: 'é', contentType: 'text/csv', headers: { Accept: 'text/html' } };
  const request = requestWriter({ kind: 'calls', calls: [call] })()?.text ?? '';
  expect(request).toMatch(/^POST \/a HTTP\/1\.1\r\n/);
  expect(request).toContain('Content-Type: text/csv\r\nContent-Length: 2\r\n\r\né');
  expect(request.match(/Accept: .*/g)).toEqual(['Accept: text/html']);
  expect(request).not.toContain('Cookie');
});
