import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { RequestLog } from './request-log';

function lineOf(elapsedTime: number, ws = false): Record<string, unknown> {
  const lines: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (text: string) => void lines.push(text) });
  const request = {
    log,
    ws,
    method: 'GET',
    url: '/api/team?access_token=a-secret',
    ip: '10.0.0.1',
    actor: { userName: 'ada' },
    routeOptions: { url: '/api/team' },
  };
  const reply = { elapsedTime, statusCode: 200 };
  new RequestLog().requestCompleted(null, request as unknown as FastifyRequest, reply as FastifyReply);
  expect(lines.join('')).not.toContain('a-secret');
  return JSON.parse(lines[0] ?? '{}');
}

describe('the line of a request', () => {
  it('is a matter of debugging', () => {
    expect(lineOf(12)).toMatchObject({ level: 20, method: 'GET', route: '/api/team', status: 200, ms: 12 });
  });

  it('is a warning when the request was slow', () => {
    expect(lineOf(12_400)).toMatchObject({
      level: 40,
      userName: 'ada',
      ip: '10.0.0.1',
      msg: 'GET /api/team took 12 s',
    });
  });

  it('is none for the length of a live connection', () => {
    expect(lineOf(3_600_000, true)).toMatchObject({ level: 20 });
  });
});

describe('a reply that ends early', () => {
  function levelOf(error: Error): number {
    const lines: string[] = [];
    const log = pino({ level: 'debug', base: null }, { write: (text: string) => void lines.push(text) });
    const request = { log, routeOptions: { url: '/api/team' } } as unknown as FastifyRequest;
    new RequestLog().streamError(error, request);
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '{}').level;
  }

  it('is a matter of debugging when the client went away, and a warning otherwise', () => {
    expect(levelOf(Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))).toBe(20);
    expect(levelOf(Object.assign(new Error('Disk'), { code: 'EIO' }))).toBe(40);
  });
});
