import { stat } from 'node:fs/promises';
import { DomainError } from '@vexil/contract/errors';
import { expect, it } from 'vitest';
import { OperateError } from '../operate-error';
import { describeError } from './describe-error';

const missing = await stat('/no/such file.zip').catch((error: unknown) => error);

it.each([
  [new OperateError('Stop the servers first.'), 'Stop the servers first.'],
  [new DomainError('game.notFound'), 'There is no such game.'],
  [missing, 'There is no file /no/such file.zip.'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [null, 'null'],
])('says what an operator can act on: %o', (error, text) => expect(describeError(error)).toBe(text));

it('keeps the stack of what is not expected', () => {
  expect(describeError(new Error('lost'))).toMatch(/^Error: lost\n\s+at /);
});
