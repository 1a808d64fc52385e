import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { linkOriginOf } from './mail.origin';

function requestTo(host: string | undefined, localAddress = '127.0.0.1', localPort = 8080): FastifyRequest {
  const headers = { host, 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
  return { headers, socket: { localAddress, localPort } } as unknown as FastifyRequest;
}
const everywhere = { publicUrl: null, host: '0.0.0.0' };

describe('linkOriginOf', () => {
  it('is PUBLIC_URL wherever that is set', () => {
    expect(linkOriginOf({ publicUrl: 'https://ctf.test', host: '0.0.0.0' }, requestTo('evil.test'))).toBe(
      'https://ctf.test',
    );
  });

  it.each([
    ['localhost:8080', '127.0.0.1', 8080, 'http://localhost:8080'],
    ['LOCALHOST:8080', '::1', 8080, 'http://localhost:8080'],
    ['127.0.0.1:8080', '::ffff:127.0.0.1', 8080, 'http://127.0.0.1:8080'],
    ['[::1]:8080', '::1', 8080, 'http://[::1]:8080'],
    ['10.0.0.5', '10.0.0.5', 80, 'http://10.0.0.5'],
  ])('is the socket that %s came in through', (host, address, port, expected) => {
    expect(linkOriginOf(everywhere, requestTo(host, address, port))).toBe(expected);
  });

  it('is the name in HOST', () => {
    const config = { publicUrl: null, host: 'ctf.lan' };
    expect(linkOriginOf(config, requestTo('ctf.lan:8080', '10.0.0.5'))).toBe('http://ctf.lan:8080');
    expect(linkOriginOf(config, requestTo('other.lan:8080', '10.0.0.5'))).toBeNull();
  });

  it.each([
    ['a made-up name', 'evil.test:8080', '10.0.0.5'],
    ['localhost from elsewhere', 'localhost:8080', '10.0.0.5'],
    ['another port of our address', '10.0.0.5:9999', '10.0.0.5'],
    ['another address', '10.0.0.6:8080', '10.0.0.5'],
    ['every address', '0.0.0.0:8080', '10.0.0.5'],
    ['a name before ours', '10.0.0.5:8080@evil.test', '10.0.0.5'],
    ['a path', '10.0.0.5:8080/evil', '10.0.0.5'],
    ['no host', undefined, '10.0.0.5'],
  ])('is not %s', (_, host, address) => {
    expect(linkOriginOf(everywhere, requestTo(host, address))).toBeNull();
  });
});
