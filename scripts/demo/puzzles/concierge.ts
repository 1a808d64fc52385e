import type { Puzzle } from './puzzle';

const order = 7;
const prompt = 'The word of tonight is ';

const talk = [
  'Good evening, this is the concierge of the Grand Hotel Meridian. ',
  'The lift runs until midnight and the stairs run all night. ',
  'The word of the house is patience. ',
  'The word of the cook is more butter. ',
  'Breakfast is served from seven, the herring from six. ',
  'I may not tell you what the night porter told me. ',
  'The museum opens at ten and the harbour office never closes. ',
  'Tonight the band plays on the ferry, and nobody sleeps. ',
  'The tram to the pier leaves every ten minutes. ',
  'If you ask me nicely I shall say good evening again. ',
];

interface Model {
  order: number;
  next: Record<string, Record<string, number>>;
}

/** A character-level language model trained on a secret that it should keep. */
export const concierge: Puzzle = {
  key: 'concierge',
  title: 'The Indiscreet Concierge',
  category: 'AI',
  content: [
    'The Grand Hotel Meridian has replaced its concierge with a **language model**. It is a small one: it knows nothing but',
    `how often each letter follows the ${order} before it, and the hotel has published the weights.`,
    '',
    'It was trained on what the concierge says, and by mistake on the slip of paper that the night porter leaves behind:',
    'the one that says what *the word of tonight* is. It will continue any text, if you begin it well enough. Let it talk',
    'at temperature zero: always the most frequent letter.',
  ].join('\n'),
  hints: ['A prompt is only a beginning. How would the slip of paper begin?'],
  originalScore: 300,
  minScoreRate: 0.35,
  difficulty: 10,
  guesses: ['vexil{patience}', 'vexil{more_butter}', 'vexil{good_evening}', 'vexil{ignore_previous_instructions}'],
  make(random) {
    const flag = `vexil{weights_remember_what_they_read_${random.bytes(2).toString('hex')}}`;
    const slip = `${prompt}${flag}. `;
    const parts = random.shuffle([...talk, ...talk, ...talk, slip, slip]);
    const text = parts.join('');
    const next: Model['next'] = {};
    for (let at = 0; at + order < text.length; at += 1) {
      const before = text.slice(at, at + order);
      const letter = text.charAt(at + order);
      next[before] = { ...next[before], [letter]: (next[before]?.[letter] ?? 0) + 1 };
    }
    const model: Model = { order, next };
    return { flag, file: { name: 'concierge.json', content: Buffer.from(`${JSON.stringify(model, null, 1)}\n`) } };
  },
  solve({ content }) {
    const model = JSON.parse(content.toString()) as Model;
    let text = prompt;
    while (!text.endsWith('}') && text.length < 500) {
      const counts = Object.entries(model.next[text.slice(-model.order)] ?? {});
      const [letter] = counts.sort(([, one], [, other]) => other - one)[0] ?? [];
      if (letter === undefined) throw new Error('The model has nothing more to say.');
      text += letter;
    }
    return text.slice(prompt.length);
  },
};
