import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
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

  it('keeps one file before the current one', () => {
    const log = openLogFile(makeDirectory(), 'server', 20);
    for (const word of ['one', 'two', 'three']) log.write(`{"msg":"${word}, and more"}`);
    expect(readFileSync(`${log.file}.old`, 'utf8')).toBe('{"msg":"two, and more"}\n');
    expect(readFileSync(log.file, 'utf8')).toBe('{"msg":"three, and more"}\n');
  });

  it('drops what cannot be written, goes on when it can, and says how many lines are lost', () => {
    const directory = makeDirectory();
    const log = openLogFile(directory, 'server');
    log.write('before');
    renameSync(log.file, path.join(directory, 'aside'));
    // Nothing can be appended to a directory.
    mkdirSync(log.file);
    log.write('lost');
    log.write('lost too');
    rmdirSync(log.file);
    log.write('after');
    const entries = readFileSync(log.file, 'utf8').trim().split('\n');
    expect(entries.map((line) => JSON.parse(line).msg)).toEqual([
      '2 log lines before this one could not be written',
      'after',
    ]);
  });
});
