import { describe, expect, it } from 'vitest';
import { isContainerChallenge } from './challenges';
import { containerFiles } from './containers';
import { teamCount } from './people';
import { makePlan, openingUntil, type Plan } from './plan';
import { puzzles } from './puzzles/catalogue';
import { game, welcome } from './world';

const evening = makePlan('one', { containers: true });
const solvesOf = ({ actions }: Plan) => actions.flatMap((action) => (action.kind === 'solve' ? [action] : []));
const wrongsOf = ({ actions }: Plan) => actions.flatMap((action) => (action.kind === 'wrong' ? [action] : []));

describe('makePlan', () => {
  it('plans the same evening for the same seed', () => {
    expect(makePlan('one', { containers: true })).toEqual(evening);
  });

  it('plans another evening for another seed', () => {
    const other = makePlan('two', { containers: true });
    expect(other.teams.map(({ name }) => name)).not.toEqual(evening.teams.map(({ name }) => name));
    expect(other.actions).not.toEqual(evening.actions);
  });
});

describe.each(['one', 'two', 'three', 'saltmark'])('the evening of seed %s', (seed) => {
  const plan = makePlan(seed, { containers: true });

  it('has sixty teams of one to three, a dozen of them from schools, whose names the platform takes', () => {
    expect(plan.teams).toHaveLength(teamCount);
    expect(plan.teams.filter(({ division }) => division === 'school')).toHaveLength(12);
    expect(new Set(plan.teams.map(({ name }) => name)).size).toBe(teamCount);
    const players = plan.teams.flatMap((team) => team.players);
    expect(new Set(players.map(({ userName }) => userName.toLowerCase())).size).toBe(players.length);
    expect(new Set(players.map(({ email }) => email)).size).toBe(players.length);
    for (const { name, bio, players } of plan.teams) {
      expect(name.length).toBeLessThanOrEqual(20);
      expect(bio.length).toBeLessThanOrEqual(72);
      expect(players.length).toBeGreaterThanOrEqual(1);
      expect(players.length).toBeLessThanOrEqual(3);
      for (const { userName } of players) {
        expect(userName.length).toBeGreaterThanOrEqual(3);
        expect(userName.length).toBeLessThanOrEqual(15);
      }
    }
  });

  it('fills the board in two minutes', () => {
    const opening = solvesOf(plan).filter(({ at }) => at < openingUntil);
    expect(opening.length).toBeGreaterThanOrEqual(150);
    expect(opening.length).toBeLessThanOrEqual(250);
    expect(wrongsOf(plan).filter(({ at }) => at < openingUntil).length).toBeGreaterThan(30);
  });

  it('goes on at the pace of people for the better part of an hour', () => {
    const answers = [...solvesOf(plan), ...wrongsOf(plan)].sort((one, other) => one.at - other.at);
    const hour = answers.filter(({ at }) => at >= openingUntil && at < 25 * 60_000);
    const gaps = hour.slice(1).map(({ at }, index) => at - (hour[index]?.at ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(mean).toBeGreaterThan(2000);
    expect(mean).toBeLessThan(6500);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    expect(answers.at(-1)?.at).toBeGreaterThan(25 * 60_000);
  });

  it('solves every challenge, the hard ones later, and none twice by one team', () => {
    const solves = solvesOf(plan);
    const first = plan.challenges.map(({ key }) => solves.find(({ challenge }) => challenge === key)?.at ?? Infinity);
    for (const [index, { firstSolveAt }] of plan.challenges.entries()) {
      expect(first[index]).toBeGreaterThanOrEqual(firstSolveAt);
      expect(first[index]).toBeLessThan(firstSolveAt + 4 * 60_000);
    }
    expect(first.filter((at) => at > 4 * 60_000).length).toBeGreaterThanOrEqual(5);
    expect(new Set(solves.map(({ team, challenge }) => `${team}/${challenge}`)).size).toBe(solves.length);
  });

  it('never answers before a challenge is open, after it has closed, or more often than allowed', () => {
    for (const challenge of plan.challenges) {
      const answers = [...solvesOf(plan), ...wrongsOf(plan)].filter((action) => action.challenge === challenge.key);
      for (const { at } of answers) {
        expect(at).toBeGreaterThan(challenge.releasedAt ?? 0);
        expect(at).toBeLessThan(challenge.closesAt ?? Infinity);
      }
      if (challenge.submissionLimit === 0) continue;
      for (const index of plan.teams.keys()) {
        expect(answers.filter(({ team }) => team === index).length).toBeLessThanOrEqual(challenge.submissionLimit);
      }
    }
  });

  it('says something every few minutes', () => {
    const announcements = plan.actions.filter(({ kind }) => kind === 'notice' || kind === 'hint' || kind === 'release');
    const half = announcements.filter(({ at }) => at < 30 * 60_000);
    expect(half.length).toBeGreaterThanOrEqual(8);
    for (const [index, { at }] of half.entries()) expect(at - (half[index - 1]?.at ?? 0)).toBeLessThan(4 * 60_000);
    for (const challenge of plan.challenges) {
      const counts = announcements.flatMap((announcement) =>
        announcement.kind === 'hint' && announcement.challenge === challenge.key ? [announcement.count] : [],
      );
      expect(counts).toEqual(counts.map((_, index) => index + 1));
    }
  });
});

describe('the competition', () => {
  it('has enough challenges, categories and all four types', async () => {
    const { challenges } = evening;
    expect(challenges.length).toBeGreaterThanOrEqual(12);
    expect(new Set(challenges.map(({ category }) => category)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(challenges.map(({ type }) => type)).size).toBe(4);
    const images = await containerFiles();
    expect(images.map(({ name }) => name).sort()).toEqual(
      challenges
        .map(({ key }) => key)
        .filter(isContainerChallenge)
        .sort(),
    );
    for (const { name, challenge } of images) {
      const planned = challenges.find(({ key }) => key === name);
      expect(planned).toMatchObject({
        category: challenge.category,
        type: challenge.type,
        hintCount: challenge.hints.length,
      });
    }
  });

  it('can be played without containers', () => {
    const { challenges, actions } = makePlan('one', { containers: false });
    expect(challenges).toHaveLength(puzzles.length);
    expect(actions.some((action) => 'challenge' in action && isContainerChallenge(action.challenge))).toBe(false);
  });

  it('says no flag anywhere in its words', () => {
    const said = [game.title, game.summary, game.content, welcome].join('\n');
    expect(said.match(/vexil\{[^}]*\}/g)).toEqual(['vexil{some_words_and_numbers}']);
  });
});
