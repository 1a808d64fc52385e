import { type Puzzle, textFile } from './puzzle';

const days = 12;

/** The fewest stacks equal the longest run in which every next container leaves later. */
function countStacks(leaves: readonly number[]): number {
  const tops: number[] = [];
  for (const hour of leaves) {
    const fits = tops.findIndex((top) => top >= hour);
    if (fits === -1) tops.push(hour);
    else tops[fits] = hour;
  }
  return tops.length;
}

/** Optimal stacking of containers, for twelve days. */
export const craneSchedule: Puzzle = {
  key: 'crane-schedule',
  title: 'Crane Number Four',
  category: 'PPC',
  content: [
    'Containers come ashore in the order of the list and are put on **stacks**, each at once and for good. A container may',
    'stand on another one only if it leaves no later than the one below it, or the crane would have to dig.',
    '',
    'How few stacks does each day need?',
    '',
    'The file has a line for each day: the number of containers, and then the hour at which each of them leaves. Join',
    `the ${days} numbers with dashes, such as \`vexil{3-1-4-…}\`.`,
    '',
    'You have **ten attempts**, so do not guess.',
  ].join('\n'),
  hints: ['Of the stacks that could take the next container, use the one whose top leaves soonest.'],
  originalScore: 250,
  minScoreRate: 0.4,
  difficulty: 12,
  submissionLimit: 10,
  guesses: ['vexil{3-1-4}', 'vexil{12-12-12-12-12-12-12-12-12-12-12-12}', 'vexil{62-58-60-61-59-63-57-60-62-61-58-60}'],
  make(random) {
    const schedule = Array.from({ length: days }, () => {
      const horizon = random.int(200, 2000);
      return Array.from({ length: random.int(600, 1400) }, () => random.int(1, horizon));
    });
    return {
      flag: `vexil{${schedule.map(countStacks).join('-')}}`,
      file: textFile(
        'arrivals.txt',
        schedule.map((leaves) => [leaves.length, ...leaves].join(' ')),
      ),
    };
  },
  solve({ content }) {
    const lines = content.toString().trim().split('\n');
    return `vexil{${lines.map((line) => countStacks(line.split(' ').slice(1).map(Number))).join('-')}}`;
  },
};
