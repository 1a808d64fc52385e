import { find, type Puzzle, textFile } from './puzzle';

/** A short program that checks a password, to be reversed. */
export const tinSoldier: Puzzle = {
  key: 'tin-soldier',
  title: 'The Tin Soldier',
  category: 'Reverse',
  content: [
    'A tin soldier guards the door of the signal tower. He compares what you say with what he remembers, and what he',
    'remembers is not what you have to say.',
    '',
    'His orders are on one page of Python. Find the words that let you pass.',
  ].join('\n'),
  hints: ['Every step of the loop can be undone. Undo them in the opposite order.'],
  originalScore: 250,
  minScoreRate: 0.4,
  difficulty: 12,
  guesses: ['vexil{open_sesame}', 'vexil{tin_soldier}', 'vexil{halt}', 'vexil{python}'],
  make(random) {
    const flag = `vexil{left_right_left_about_turn_${random.bytes(2).toString('hex')}}`;
    const [mask, step, start] = [random.int(33, 250), random.int(3, 29) | 1, random.int(1, 250)];
    let before = start;
    const orders = [...Buffer.from(flag)].map((byte, index) => {
      const value = ((byte ^ mask) + step * index + before) & 0xff;
      before = value;
      return value;
    });
    const rows = (
      orders
        .map(String)
        .join(', ')
        .match(/(?:\d+(?:, )?){1,16}/g) ?? []
    ).map((row) => `    ${row.trim()}`);
    const lines = [
      '#!/usr/bin/env python3',
      '# Orders of the guard. Not to be read by visitors.',
      'import sys',
      '',
      'ORDERS = [',
      ...rows,
      ']',
      '',
      '',
      'def march(words):',
      `    before = ${start}`,
      '    for index, byte in enumerate(words.encode()):',
      `        before = ((byte ^ ${mask}) + ${step} * index + before) & 0xFF`,
      '        yield before',
      '',
      '',
      "words = input('Who goes there? ')",
      'if list(march(words)) != ORDERS:',
      "    sys.exit('Halt.')",
      "print('Pass, friend.')",
    ];
    return { flag, file: textFile('guard.py', lines) };
  },
  solve({ content }) {
    const source = content.toString();
    const orders = find(/ORDERS = \[([^\]]+)\]/, source)
      .split(',')
      .map(Number);
    const [mask, step] = [find(/byte \^ (\d+)/, source), find(/\+ (\d+) \* index/, source)].map(Number) as [
      number,
      number,
    ];
    const bytes = orders.map((order, index) => {
      const before = orders[index - 1] ?? Number(find(/before = (\d+)\n/, source));
      return ((order - before - step * index) & 0xff) ^ mask;
    });
    return Buffer.from(bytes).toString();
  },
};
