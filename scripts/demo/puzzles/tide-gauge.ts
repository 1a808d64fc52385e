import { find, type Puzzle, textFile } from './puzzle';

const bitMicroseconds = 1_000_000 / 9600;

/** The edges of a serial line, as a logic analyser stores them. */
export const tideGauge: Puzzle = {
  key: 'tide-gauge',
  title: 'The Tide Gauge Talks',
  category: 'Hardware',
  content: [
    'The tide gauge on the pier head has three pins nobody knows the use of. Somebody clipped a **logic analyser** to the',
    'middle one and turned the power on.',
    '',
    'The capture has one row for each change of the line: microseconds since the start, and the level from then on. The',
    'plate beneath the gauge says `9600 8N1`, and that the line rests high.',
  ].join('\n'),
  hints: [
    'A byte begins when the line falls. The next eight bits follow, the lowest first, and then the line is high again.',
    'A bit lasts about 104.17 microseconds; look at its middle.',
  ],
  originalScore: 300,
  minScoreRate: 0.35,
  difficulty: 10,
  guesses: ['vexil{9600_8n1}', 'vexil{uart}', 'vexil{tide_gauge}', 'vexil{3.62}'],
  make(random) {
    const flag = `vexil{low_bits_come_first_${random.bytes(3).toString('hex')}}`;
    const message = [
      'SALTMARK TIDE GAUGE rev C',
      'self test ok',
      `service code ${flag}`,
      `level ${random.int(180, 460) / 100} m`,
      '',
    ].join('\r\n');
    const rows = ['time_us,level', '0.0,1'];
    let level = 1;
    let at = 2500;
    const set = (bit: number) => {
      // Jitter, as of a real quartz clock.
      if (bit !== level) rows.push(`${(at + random.next() * 3).toFixed(1)},${bit}`);
      level = bit;
      at += bitMicroseconds;
    };
    for (const byte of Buffer.from(message)) {
      set(0);
      for (let bit = 0; bit < 8; bit += 1) set((byte >> bit) & 1);
      set(1);
      at += random.int(0, 4) * bitMicroseconds;
    }
    return { flag, file: textFile('pin-2.csv', rows) };
  },
  solve({ content }) {
    const edges = content
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number) as [number, number]);
    const levelAt = (time: number) => edges.findLast(([at]) => at <= time)?.[1] ?? 1;
    const bytes: number[] = [];
    let free = 0;
    for (const [at, level] of edges) {
      if (level === 1 || at < free) continue;
      const bits = Array.from({ length: 8 }, (_, bit) => levelAt(at + bitMicroseconds * (bit + 1.5)) << bit);
      bytes.push(bits.reduce((byte, bit) => byte | bit, 0));
      free = at + bitMicroseconds * 9.5;
    }
    return find(/(vexil\{\w+\})/, Buffer.from(bytes).toString());
  },
};
