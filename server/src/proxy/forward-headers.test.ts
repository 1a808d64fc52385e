import { describe, expect, it } from 'vitest';
import { replyHeaders, requestHeaders } from './forward-headers';

describe('requestHeaders', () => {
  it('keeps order, case and repetitions', () => {
    const raw = ['Host', 'a.play.test', 'X-Odd', '1', 'x-odd', '2', 'X-Forwarded-For', '127.0.0.1'];
    expect(requestHeaders(raw)).toEqual(raw);
  });

  it('drops what belongs to the connection, also by the names in Connection', () => {
    const raw = [
      'Connection',
      'keep-alive, X-Hop',
      'Keep-Alive',
      '5',
      'x-hop',
      '1',
      'TE',
      'trailers',
      'Upgrade',
      'h2c',
    ];
    expect(requestHeaders([...raw, 'Trailer', 'X', 'Expect', '100-continue', 'A', 'b'])).toEqual(['A', 'b']);
  });

  it('keeps the headers for the length of a body, also where Connection names it', () => {
    const length = ['Content-Length', '5', 'Transfer-Encoding', 'chunked'];
    expect(requestHeaders(['Connection', 'content-length, Transfer-Encoding', ...length])).toEqual(length);
  });

  it.each([
    ['GZCTF_Token=secret', null],
    ['a=1; GZCTF_Token=secret; b=2', 'a=1; b=2'],
    [' GZCTF_Token =secret;a=1', 'a=1'],
    ['GZCTF_Token=1; GZCTF_Token=2', null],
    ['XGZCTF_Token=1; GZCTF_Token2=2', 'XGZCTF_Token=1; GZCTF_Token2=2'],
    ['a="x=GZCTF_Token"', 'a="x=GZCTF_Token"'],
  ])('never hands on the cookie of the platform: %j', (cookie, left) => {
    expect(requestHeaders(['Cookie', cookie])).toEqual(left === null ? [] : ['Cookie', left]);
  });

  it('asks for an upgrade only where it is wanted', () => {
    const raw = ['Connection', 'Upgrade', 'Upgrade', 'websocket', 'Sec-WebSocket-Key', 'x'];
    expect(requestHeaders(raw)).toEqual(['Sec-WebSocket-Key', 'x']);
    expect(requestHeaders(raw, { upgrade: 'websocket' })).toEqual([
      'Sec-WebSocket-Key',
      'x',
      'Connection',
      'Upgrade',
      'Upgrade',
      'websocket',
    ]);
  });
});

describe('replyHeaders', () => {
  const ok = { statusCode: 200 };

  it('binds cookies to the host', () => {
    const raw = ['Set-Cookie', 'a=1; Domain=play.test; Path=/', 'Set-Cookie', 'b=2;domain=.play.test', 'X', 'domain=a'];
    expect(replyHeaders(raw, ok)).toEqual(['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2', 'X', 'domain=a']);
  });

  it('drops what belongs to the connection', () => {
    const raw = ['Connection', 'close', 'Transfer-Encoding', 'chunked', 'Trailer', 'X', 'Server', 'x'];
    expect(replyHeaders(raw, ok)).toEqual(['Server', 'x']);
  });

  it('keeps the length, where there may be one', () => {
    const raw = ['Connection', 'content-length', 'Content-Length', '5'];
    expect(replyHeaders(raw, ok)).toEqual(['Content-Length', '5']);
    expect(replyHeaders(raw, { statusCode: 304 })).toEqual(['Content-Length', '5']);
    expect(replyHeaders(raw, { statusCode: 204 })).toEqual([]);
    expect(replyHeaders(raw, { statusCode: 101, upgrade: 'x' })).toEqual(['Connection', 'Upgrade', 'Upgrade', 'x']);
  });

  it.each([
    'X-Accel-Redirect',
    'x-accel-buffering',
    'X-Sendfile',
    'X-SENDFILE2',
    'X-LIGHTTPD-send-file',
    'X-LiteSpeed-Location',
    'X-Reproxy-URL',
    'Clear-Site-Data',
  ])('withholds %s, which is an order to a proxy in front or about siblings', (name) => {
    expect(replyHeaders([name, '/etc/passwd', 'X-Sent', '1', 'X-Accelerated', '1'], ok)).toEqual([
      'X-Sent',
      '1',
      'X-Accelerated',
      '1',
    ]);
  });
});
