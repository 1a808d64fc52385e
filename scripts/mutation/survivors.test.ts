import { describe, expect, it } from 'vitest';
import { changeOf, judge, readMutants, textAt } from './survivors.mjs';

const line = 'if (a < b) return;';
const mutant = (change: string, status: string, file = 'a.rules.ts') => ({
  file,
  line,
  lineNumber: 3,
  change,
  status,
});
const equivalent = (change: string, file = 'a.rules.ts') => ({
  file,
  reason: 'a is never b',
  changes: { [line]: change.split(' ') },
});

describe('a mutant', () => {
  it('is described by what it replaces, on one line', () => {
    const source = 'one(\n  two,\n  three,\n);';
    const within = { start: { line: 1, column: 4 }, end: { line: 3, column: 8 } };
    expect(textAt(source, within)).toBe('(\n  two,\n  three');
    expect(textAt(source, { start: { line: 2, column: 3 }, end: { line: 2, column: 6 } })).toBe('two');
    expect(changeOf('{\n  a();\n}', '{}')).toBe('{ a(); } → {}');
    expect(changeOf('x'.repeat(200), '')).toBe(`${'x'.repeat(100)} → `);
    const chain = `/${'x'.repeat(200)}/`;
    expect(changeOf(`text\n  .split(${chain})\n  .trim()`, `text.split(${chain})`)).toBe(
      `…${'x'.repeat(18)}/).trim() → …${'x'.repeat(18)}/)`,
    );
  });
});

describe('readMutants', () => {
  it('gives each mutant of the report with its source line', () => {
    const location = { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } };
    const mutants = [{ mutatorName: 'ConditionalExpression', replacement: 'true', status: 'Survived', location }];
    const report = { files: { 'a.rules.ts': { source: 'first;\n  if (a < b) return;', mutants } } };
    expect(readMutants(report)).toEqual([
      { file: 'a.rules.ts', line: 'if (a < b) return;', lineNumber: 2, change: 'a < b → true', status: 'Survived' },
    ]);
  });
});

describe('judge', () => {
  it('counts those killed, and those that survive with and without a reason', () => {
    const mutants = [
      mutant('1', 'Killed'),
      mutant('2', 'Timeout'),
      mutant('3', 'Killed'),
      mutant('4', 'Survived'),
      mutant('5', 'NoCoverage'),
      mutant('6', 'Survived'),
      mutant('7', 'CompileError'),
    ];
    const result = judge(mutants, [equivalent('6')]);
    expect(result).toMatchObject({ killed: 3, excused: 1, stale: [] });
    expect(result.survivors.map(({ change }) => change)).toEqual(['4', '5']);
  });

  it('takes one reason for several changes', () => {
    const mutants = [mutant('1', 'Survived'), mutant('2', 'NoCoverage')];
    expect(judge(mutants, [equivalent('1 2')])).toMatchObject({ excused: 2, survivors: [], stale: [] });
  });

  it('takes an equivalent mutant for no other one', () => {
    const { survivors } = judge([mutant('1', 'Survived')], [equivalent('2'), equivalent('1', 'b.rules.ts')]);
    expect(survivors).toHaveLength(1);
  });

  it('names what is listed without need, of the files that were mutated', () => {
    const listed = [equivalent('1 2 3'), equivalent('1', 'b.rules.ts')];
    const { stale } = judge([mutant('1', 'Killed'), mutant('3', 'Survived')], listed);
    expect(stale).toEqual([
      { file: 'a.rules.ts', line, change: '1' },
      { file: 'a.rules.ts', line, change: '2' },
    ]);
  });
});
