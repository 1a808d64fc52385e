import { expect, it } from 'vitest';
import { planCompetition } from './competition';
import { tiny, withTeams } from './size';

const pairOf = ({ team, challenge }: { team: number; challenge: number }) => `${team} ${challenge}`;

it('plans the same competition from the same seed, and another from another', () => {
  expect(planCompetition('saltmark', tiny)).toEqual(planCompetition('saltmark', tiny));
  expect(planCompetition('saltmark', tiny).answers).not.toEqual(planCompetition('ebb', tiny).answers);
});

it('has as much of everything as its size says', () => {
  const { answers, playersOfTeam, teamOfPlayer, unsolved } = planCompetition('saltmark', tiny);
  const right = answers.filter((answer) => answer.right);
  expect(answers).toHaveLength(tiny.submissions);
  expect(new Set(right.map(pairOf)).size).toBe(tiny.solves);
  expect(unsolved).toHaveLength(tiny.teams * tiny.challenges - tiny.solves);
  expect(playersOfTeam.flat()).toHaveLength(tiny.players);
  expect(answers.map(({ at }) => at)).toEqual(answers.map(({ at }) => at).sort((a, b) => a - b));
  for (const { player, team } of answers) expect(teamOfPlayer[player]).toBe(team);
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
