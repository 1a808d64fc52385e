import { expect, it } from 'vitest';
import { planCompetition } from './competition';
import { tiny, withTeams } from './size';

const pairOf = ({ team, challenge }: { team: number; challenge: number }) => `${team} ${challenge}`;

it('plans the same competition from the same seed, and another from another', () => {
  expect(planCompetition('saltmark', tiny)).toEqual(planCompetition('saltmark', tiny));
  expect(planCompetition('saltmark', tiny).submissions).not.toEqual(planCompetition('ebb', tiny).submissions);
});

it('has as much of everything as its size says', () => {
  const { submissions, playersOfTeam, teamOfPlayer, unsolved } = planCompetition('saltmark', tiny);
  const right = submissions.filter((submission) => submission.right);
  expect(submissions).toHaveLength(tiny.submissions);
  expect(new Set(right.map(pairOf)).size).toBe(tiny.solves);
  expect(unsolved).toHaveLength(tiny.teams * tiny.challenges - tiny.solves);
  expect(playersOfTeam.flat()).toHaveLength(tiny.players);
  expect(submissions.map(({ at }) => at)).toEqual(submissions.map(({ at }) => at).sort((a, b) => a - b));
  for (const { player, team } of submissions) expect(teamOfPlayer[player]).toBe(team);
  const solved = new Set(right.map(pairOf));
  for (const [player, challenge] of unsolved) {
    expect(solved.has(pairOf({ team: teamOfPlayer[player] ?? -1, challenge }))).toBe(false);
  }
});

it('keeps teams as busy in larger ones', () => {
  expect(withTeams(10_000)).toEqual({
    teams: 10_000,
    players: 25_000,
    challenges: 100,
    solves: 150_000,
    submissions: 375_000,
  });
});
