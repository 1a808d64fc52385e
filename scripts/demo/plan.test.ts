import { describe, expect, it } from 'vitest';
import { containerFiles } from './containers';
import { teamCount } from './people';
import { makePlan, openingUntil, type Plan } from './plan';
import { puzzles } from './puzzles/catalogue';
import { isContainerTask } from './tasks';
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
    expect(other.squads.map(({ name }) => name)).not.toEqual(evening.squads.map(({ name }) => name));
    expect(other.actions).not.toEqual(evening.actions);
  });
});

describe.each(['one', 'two', 'three', 'saltmark'])('the evening of seed %s', (seed) => {
  const plan = makePlan(seed, { containers: true });

  it('has sixty teams of one to three, a dozen of them from schools, whose names the platform takes', () => {
    expect(plan.squads).toHaveLength(teamCount);
    expect(plan.squads.filter(({ school }) => school)).toHaveLength(12);
    expect(new Set(plan.squads.map(({ name }) => name)).size).toBe(teamCount);
    const players = plan.squads.flatMap((squad) => squad.players);
    expect(new Set(players.map(({ userName }) => userName.toLowerCase())).size).toBe(players.length);
    expect(new Set(players.map(({ email }) => email)).size).toBe(players.length);
    for (const { name, bio, players: crew } of plan.squads) {
      expect(name.length).toBeLessThanOrEqual(20);
      expect(bio.length).toBeLessThanOrEqual(72);
      expect(crew.length).toBeGreaterThanOrEqual(1);
      expect(crew.length).toBeLessThanOrEqual(3);
      for (const { userName } of crew) {
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
    const first = plan.tasks.map(({ key }) => solves.find(({ task }) => task === key)?.at ?? Infinity);
    for (const [index, { firstSolveAt }] of plan.tasks.entries()) {
      expect(first[index]).toBeGreaterThanOrEqual(firstSolveAt);
      expect(first[index]).toBeLessThan(firstSolveAt + 4 * 60_000);
    }
    expect(first.filter((at) => at > 4 * 60_000).length).toBeGreaterThanOrEqual(5);
    expect(new Set(solves.map(({ squad, task }) => `${squad}/${task}`)).size).toBe(solves.length);
  });

  it('never answers before a challenge is open, after it has closed, or more often than allowed', () => {
    for (const task of plan.tasks) {
      const answers = [...solvesOf(plan), ...wrongsOf(plan)].filter((action) => action.task === task.key);
      for (const { at } of answers) {
        expect(at).toBeGreaterThan(task.releasedAt ?? 0);
        expect(at).toBeLessThan(task.closesAt ?? Infinity);
      }
      if (task.submissionLimit === 0) continue;
      for (const index of plan.squads.keys()) {
        expect(answers.filter(({ squad }) => squad === index).length).toBeLessThanOrEqual(task.submissionLimit);
      }
    }
  });

  it('says something every few minutes', () => {
    const words = plan.actions.filter(({ kind }) => kind === 'notice' || kind === 'hint' || kind === 'release');
    const half = words.filter(({ at }) => at < 30 * 60_000);
    expect(half.length).toBeGreaterThanOrEqual(8);
    for (const [index, { at }] of half.entries()) expect(at - (half[index - 1]?.at ?? 0)).toBeLessThan(4 * 60_000);
    for (const task of plan.tasks) {
      const counts = words.flatMap((word) => (word.kind === 'hint' && word.task === task.key ? [word.count] : []));
      expect(counts).toEqual(counts.map((_, index) => index + 1));
    }
  });
});

describe('the competition', () => {
  it('has enough challenges, categories and all four types', async () => {
    const { tasks } = evening;
    expect(tasks.length).toBeGreaterThanOrEqual(12);
    expect(new Set(tasks.map(({ category }) => category)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(tasks.map(({ type }) => type)).size).toBe(4);
    const images = await containerFiles();
    expect(images.map(({ name }) => name).sort()).toEqual(
      tasks
        .map(({ key }) => key)
        .filter(isContainerTask)
        .sort(),
    );
    for (const { name, challenge } of images) {
      const task = tasks.find(({ key }) => key === name);
      expect(task).toMatchObject({
        category: challenge.category,
        type: challenge.type,
        hintCount: challenge.hints.length,
      });
    }
  });

  it('can be played without containers', () => {
    const { tasks, actions } = makePlan('one', { containers: false });
    expect(tasks).toHaveLength(puzzles.length);
    expect(actions.some((action) => 'task' in action && isContainerTask(action.task))).toBe(false);
  });

  it('says no flag anywhere in its words', () => {
    const said = [game.title, game.summary, game.content, welcome].join('\n');
    expect(said.match(/vexil\{[^}]*\}/g)).toEqual(['vexil{some_words_and_numbers}']);
  });
});
