import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing/program';
import { openLogFile, readError } from './log-file.mjs';

describe('readError', () => {
  it.each([
    ['{"level":30,"msg":"The server listens"}', null],
    ['{"level":50,"msg":"Mail was not sent","err":{"message":"no route"}}', 'Mail was not sent: no route'],
    ['{"level":60,"msg":"out of memory","err":{"message":"out of memory"}}', 'out of memory'],
    ['(node:12) ExperimentalWarning: something new', null],
    ['', null],
    ['TypeError: x is not a function', 'TypeError: x is not a function'],
  ])('of %s is %s', (line, text) => {
    expect(readError(line)).toBe(text);
  });
});

describe('openLogFile', () => {
  it('keeps objects and makes one of any other line', () => {
    const log = openLogFile(makeDirectory(), 'server');
    log.write('{"level":30,"msg":"one"}');
    log.write('two');
    const entries = readFileSync(log.file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect(entries).toEqual(['one', 'two']);
  });
});
