import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing/program';
import { inRoot } from './paths.mjs';
import { checkWords } from './retired-words.mjs';

const words = [
  { word: 'shel(f|ves)', say: 'cache' },
  { word: 'tells?', say: 'send', allow: ['tells? .{0,40}apart'] },
  { word: 'letters?', say: 'message', in: ['mail/'] },
];

function makeRepository(files: Record<string, string>): string {
  const root = makeDirectory();
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

describe('checkWords', () => {
  it.each([
    ['class BoardShelf {}', 'shelf'],
    ["import './board-shelf';", 'shelf'],
    ['const SHELF_SIZE = 3;', 'shelf'],
    ['/** Shelves of boards. */', 'shelves'],
    ['await tellTeam(id);', 'tell'],
    ["log.info({ event: 'board.tells_teams' });", 'tells'],
  ])('finds the word in %s', (line, word) => {
    const root = makeRepository({ 'src/board.ts': `\n${line}\n` });
    const say = words.find((one) => new RegExp(one.word).test(word))?.say;
    expect(checkWords(root, { words, exceptions: [] }, [])).toEqual([`src/board.ts:2: ${word} → ${say}`]);
  });

  it.each([
    ['a part of another word', 'const shelfless = retells;'],
    ['a context in which it is right', '// Nothing tells the two apart.'],
    ['a folder where it is right', '// An upper-case letter.'],
  ])('passes over %s', (_case, line) => {
    const root = makeRepository({ 'src/board.ts': line });
    expect(checkWords(root, { words, exceptions: [] }, [])).toEqual([]);
  });

  it('finds it in names of files, and where it is retired in one folder', () => {
    const root = makeRepository({ 'mail/write-letter.ts': '' });
    expect(checkWords(root, { words, exceptions: [] }, [])).toEqual(['mail/write-letter.ts:0: letter → message']);
  });

  it('reads English and no other language, nothing that is generated or ignored', () => {
    const root = makeRepository({
      'locales/en-US/team.json': '{ "title": "Shelf" }',
      'locales/de-DE/team.json': '{ "title": "Shelf" }',
      'package-lock.json': '"shelf"',
      'dist/shelf.js': 'shelf',
      '.gitignore': 'dist\n',
    });
    expect(checkWords(root, { words, exceptions: [] }, [])).toEqual(['locales/en-US/team.json:1: shelf → cache']);
  });

  it('looks into the chosen folders only', () => {
    const root = makeRepository({ 'one/a.md': 'A shelf.', 'two/a.md': 'A shelf.' });
    expect(checkWords(root, { words, exceptions: [] }, ['two'])).toEqual(['two/a.md:1: shelf → cache']);
  });

  it('excepts files and folders for a reason, and reports an exception that covers nothing', () => {
    const root = makeRepository({ 'stories/a.md': 'A shelf; tell me.', 'b.md': 'A shelf; tell me.' });
    const exceptions = [
      { path: 'stories/', reason: 'a story' },
      { path: 'b.md', words: ['shelf'], reason: 'of wood' },
      { path: 'gone.md', reason: 'none' },
    ];
    expect(checkWords(root, { words, exceptions }, [])).toEqual([
      'b.md:1: tell → send',
      'The exception for gone.md covers nothing (any more)',
    ]);
  });
});

it('has a reason for every exception of the list', () => {
  const { exceptions } = JSON.parse(readFileSync(inRoot('scripts/retired-words.json'), 'utf8'));
  for (const one of exceptions) expect(one.reason, one.path).toMatch(/\w+ \w+/);
});
