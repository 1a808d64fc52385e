import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { assignTests, listTestFiles, readTestSets } from './test-sets.mjs';

describe('assignTests', () => {
  const sets = { change: ['server/**/*.test.ts', 'server/src/main.e2e.test.ts'], later: ['**/*.e2e.test.ts'] };

  it('lets a pattern of later count before one of change, and a name before both', () => {
    const files = ['server/a.test.ts', 'server/src/a/b.e2e.test.ts', 'server/src/main.e2e.test.ts'];
    expect(assignTests(files, sets)).toEqual({
      change: ['server/a.test.ts', 'server/src/main.e2e.test.ts'],
      later: ['server/src/a/b.e2e.test.ts'],
      none: [],
      unused: [],
    });
  });

  it('names files of no set, and patterns of no file', () => {
    const { none, unused } = assignTests(['web/a.test.ts', 'server/a.test.ts'], sets);
    expect({ none, unused }).toEqual({
      none: ['web/a.test.ts'],
      unused: ['server/src/main.e2e.test.ts', '**/*.e2e.test.ts'],
    });
  });

  it.each([
    ['web/*.test.{ts,tsx}', ['web/a.test.tsx'], ['web/src/a.test.tsx', 'web/axtest.ts', 'web/a.test.tsxx']],
    ['web/**/*.test.ts', ['web/a.test.ts', 'web/src/ui/a.test.ts'], ['web/a.test.tsx', 'web2/a.test.ts']],
  ])('reads %s', (pattern, inside, outside) => {
    const { change, none } = assignTests([...inside, ...outside], { change: [pattern], later: [] });
    expect({ change, none }).toEqual({ change: inside, none: outside });
  });
});

describe('the sets of this repository', () => {
  const sets = assignTests(listTestFiles(), readTestSets());

  it('hold each test file, and name no file that is gone', () => {
    expect(sets.change.length).toBeGreaterThan(400);
    expect({ none: sets.none, unused: sets.unused }).toEqual({ none: [], unused: [] });
  });

  it('let no test of a route, a rule or a job with the fake engine wait', () => {
    const guards = sets.later.filter((file) => {
      const text = readFileSync(inRoot(file), 'utf8');
      return /\.(routes|rules|policy)\.test\.ts$/.test(file) || /@vexil\/engine\/fake'|createFakeEngine/.test(text);
    });
    expect(guards).toEqual([]);
  });

  it('open the main path in a browser and one real container before every change', () => {
    expect(sets.change).toEqual(
      expect.arrayContaining(['web/e2e/golden-path.e2e.ts', 'workers/src/container/container.docker.test.ts']),
    );
  });

  it('replace no module where files share one graph', () => {
    const shared = [...sets.change, ...sets.later].filter((file) => /^(server|workers)\//.test(file));
    expect(shared.length).toBeGreaterThan(200);
    expect(shared.filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(inRoot(file), 'utf8')))).toEqual([]);
  });
});
