import { describe, expect, it } from 'vitest';
import { lowerCasePaths } from './path-case';
import { routeTree } from './routeTree.gen';

const toLowerCase = lowerCasePaths(routeTree);

describe('the path of a page', () => {
  it.each([
    ['/About', '/about'],
    ['/account/Login?from=%2FTeams#Top', '/account/login?from=%2FTeams#Top'],
    ['/ADMIN/Games/12/Challenges/7/Flags', '/admin/games/12/challenges/7/flags'],
    ['/Games/12/Scoreboard?Team=Red', '/games/12/scoreboard?Team=Red'],
    ['/posts/aBcD1234', '/posts/aBcD1234'],
    ['/Nowhere/About', '/Nowhere/about'],
  ])('is read in any letter case: %s', (path, expected) => {
    expect(toLowerCase({ url: new URL(path, 'http://vexil.test') }).href).toBe(`http://vexil.test${expected}`);
  });
});
