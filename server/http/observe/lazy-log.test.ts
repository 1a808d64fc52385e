import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { requestLog } from './lazy-log';

function open(level = 'info') {
  const lines: unknown[] = [];
  const parent = pino({ level, base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  return { lines, parent, child: vi.spyOn(parent, 'child') };
}

describe('the log of a request', () => {
  it('names the request in each line, and is made with the first', () => {
    const { lines, parent, child } = open();
    const log = requestLog(parent, { reqId: 'req-7' }, {});
    log.debug({ quiet: true }, 'nothing of this level is written');
    expect(child).not.toHaveBeenCalled();
    log.info('first');
    log.error({ err: new Error('why') }, 'second %d', 2);
    log.child({ part: 'x' }).warn('third');
    expect(child.mock.calls.filter(([bindings]) => 'reqId' in bindings)).toHaveLength(1);
    expect(lines).toMatchObject([
      { level: 30, reqId: 'req-7', msg: 'first' },
      { level: 50, reqId: 'req-7', msg: 'second 2', err: { message: 'why' } },
      { level: 40, reqId: 'req-7', part: 'x', msg: 'third' },
    ]);
  });

  it('keeps to the level of its own where it has one', () => {
    const { lines, parent } = open();
    const log = requestLog(parent, { reqId: 'req-7' }, { level: 'debug' });
    log.debug('written');
    log.trace('not written');
    expect(log.level).toBe('debug');
    expect(lines).toMatchObject([{ level: 20, msg: 'written' }]);
  });
});
