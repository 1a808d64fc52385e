import { describe, expect, it } from 'vitest';
import { changeOf, judge, readMutants, textAt } from './survivors.mjs';

const mutant = (change: string, status: string, file = 'a.rules.ts') => ({
  file,
  line: 'if (a < b) return;',
  lineNumber: 3,
  change,
  status,
});
const equivalent = (change: string, file = 'a.rules.ts') => ({
  file,
  line: 'if (a < b) return;',
  change,
  reason: 'a is never b',
});

describe('a mutant', () => {
  it('is described by what it replaces, on one line', () => {
    const source = 'one(\n  two,\n  three,\n);';
    const within = { start: { line: 1, column: 4 }, end: { line: 3, column: 8 } };
    expect(textAt(source, within)).toBe('(\n  two,\n  three');
    expect(textAt(source, { start: { line: 2, column: 3 }, end: { line: 2, column: 6 } })).toBe('two');
    expect(changeOf('{\n  a();\n}', '{}')).toBe('{ a(); } → {}');
    expect(changeOf('x'.repeat(200), '')).toBe(`${'x'.repeat(100)} → `);
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
  it('counts those killed among those that a test could kill', () => {
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
    expect(result).toMatchObject({ killed: 3, counted: 5, percent: 60, stale: [] });
    expect(result.survivors.map(({ change }) => change)).toEqual(['4', '5']);
  });

  it('takes an equivalent mutant for no other one', () => {
    const { survivors } = judge([mutant('1', 'Survived')], [equivalent('2'), equivalent('1', 'b.rules.ts')]);
    expect(survivors).toHaveLength(1);
  });

  it('names what is listed without need, of the files that were mutated', () => {
    const listed = [equivalent('1'), equivalent('2'), equivalent('1', 'b.rules.ts')];
    expect(judge([mutant('1', 'Killed')], listed).stale).toEqual([listed[0], listed[1]]);
  });

  it('does not pass when nothing was mutated', () => expect(judge([], []).percent).toBe(0));
});
