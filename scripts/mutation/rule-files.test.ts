import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { listRuleFiles, ruleFileCount } from './rule-files.mjs';
import { listChanges, readEquivalents } from './survivors.mjs';

const equivalents = readEquivalents();
const files = listRuleFiles();

describe('the files whose rules are mutated', () => {
  it('are as many as are counted on: raise ruleFileCount with a new file', () => {
    expect(files).toHaveLength(ruleFileCount);
  });

  it('are of every package that has rules', () => {
    for (const folder of [
      'server/contract',
      'server/rules',
      'server/runtime',
      'server/http',
      'server/src',
      'workers/src',
    ]) {
      expect(listRuleFiles(folder), folder).not.toHaveLength(0);
    }
  });

  it('can be named by one', () => {
    expect(listRuleFiles('server/rules/flag.rules.ts')).toEqual(['server/rules/flag.rules.ts']);
    expect(listRuleFiles('server/rules/flag')).toEqual([]);
  });
});

describe('a mutant listed as equivalent', () => {
  it.each(listChanges(equivalents))('is of a line that is there: $file $change', ({ file, line, change }) => {
    expect(files).toContain(file);
    const lines = readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .map((text) => text.trim());
    expect(lines).toContain(line);
    expect(change).toContain(' → ');
  });

  it('has a reason', () => {
    expect(equivalents.filter(({ reason }) => reason.trim() === '')).toEqual([]);
  });
});
