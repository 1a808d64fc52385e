import { describe, expect, it } from 'vitest';
import { createRandom } from '../random';
import { copiesPerTeam, puzzles } from './catalogue';

const copyOf = (puzzle: (typeof puzzles)[number], seed: string) => puzzle.make(createRandom(seed));

describe.each(puzzles.map((puzzle) => ({ key: puzzle.key, puzzle })))('$key', ({ puzzle }) => {
  it.each(['one', 'two', 'three', 'four'])('gives its flag by its intended solution, made from seed %s', (seed) => {
    const { flag, file } = copyOf(puzzle, seed);
    expect(flag).toMatch(/^vexil\{[\x20-\x7e]+\}$/);
    expect(puzzle.solve(file)).toBe(flag);
  });

  it('has a file that does not simply say the flag', () => {
    const { flag, file } = copyOf(puzzle, 'one');
    expect(file.content.includes(flag)).toBe(false);
  });

  it('tells the flag neither in its text nor in its hints nor as a wrong guess', () => {
    const { flag } = copyOf(puzzle, 'one');
    const inside = flag.slice('vexil{'.length, -1);
    for (const text of [puzzle.title, puzzle.content, ...puzzle.hints])
      expect(text.toLowerCase()).not.toContain(inside);
    expect(puzzle.guesses.length).toBeGreaterThanOrEqual(3);
    expect(puzzle.guesses).not.toContain(flag);
  });
});

it('makes a file and a flag of its own for every team', () => {
  for (const puzzle of puzzles.filter(({ perTeam }) => perTeam)) {
    const random = createRandom(puzzle.key);
    const copies = Array.from({ length: copiesPerTeam }, (_, index) => puzzle.make(random.fork(String(index))));
    expect(new Set(copies.map(({ flag }) => flag)).size).toBe(copiesPerTeam);
    expect(new Set(copies.map(({ file }) => file.name)).size).toBe(copiesPerTeam);
    for (const { flag, file } of copies) expect(puzzle.solve(file)).toBe(flag);
  }
});
