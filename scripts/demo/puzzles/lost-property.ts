import { readPng, writePng } from './png';
import { find, type Puzzle } from './puzzle';

const [width, height] = [192, 128];

/** Sea, sky, and the striped tower with its beam. */
function shadeAt(x: number, y: number, towerAt: number, beam: number): number {
  const isTower = Math.abs(x - towerAt) < 4 + y / 24 && y > 40 && y < 100;
  if (isTower) return Math.floor(y / 12) % 2 === 0 ? 210 : 120;
  const along = (x - towerAt) * beam;
  const isLit = along > 0 && Math.abs(y - 38) < along / 5;
  const light = isLit ? Math.max(0, 90 - along / 2) : 0;
  return light + (y > 96 ? 40 + 20 * Math.sin(x / 5 + y * 1.7) : 18 + y / 3);
}

function draw(towerAt: number, beam: number, noise: () => number): Buffer {
  return Buffer.from(
    Array.from({ length: width * height }, (_, at) => {
      const shade = shadeAt(at % width, Math.floor(at / width), towerAt, beam);
      return Math.max(0, Math.min(254, Math.round(shade + noise() * 6)));
    }),
  );
}

/** Steganography in the lowest bits of a picture; each team gets its own. */
export const lostProperty: Puzzle = {
  key: 'lost-property',
  title: 'Lost Property',
  category: 'Forensics',
  perTeam: true,
  content: [
    'The lost property office of the tram has a box of photographs, and one of them is **yours**: every team gets a',
    'picture of its own.',
    '',
    'They all show a lighthouse at night, a little grainy. The office is sure that the grain is not from the film.',
  ].join('\n'),
  hints: ['Look at the least of each pixel, from the upper left corner on. Eight of them make a letter.'],
  originalScore: 300,
  minScoreRate: 0.4,
  difficulty: 11,
  guesses: ['vexil{lighthouse}', 'vexil{grain}', 'vexil{kodak}', 'vexil{lsb}', 'vexil{lost_and_found}'],
  make(random) {
    const code = random.bytes(5).toString('hex');
    const flag = `vexil{found_under_the_grain_${code}}`;
    const pixels = draw(random.int(50, 140), random.chance(0.5) ? 1 : -1, random.next);
    for (const [index, byte] of [...Buffer.from(`${flag}\0`)].entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        const at = index * 8 + bit;
        pixels[at] = ((pixels[at] ?? 0) & 0xfe) | ((byte >> (7 - bit)) & 1);
      }
    }
    return { flag, file: { name: `photograph-${code.slice(0, 4)}.png`, content: writePng({ width, height, pixels }) } };
  },
  solve({ content }) {
    const { pixels } = readPng(content);
    const bytes = Array.from({ length: Math.floor(pixels.length / 8) }, (_, index) =>
      pixels.subarray(index * 8, index * 8 + 8).reduce((byte, pixel) => (byte << 1) | (pixel & 1), 0),
    );
    return find(/^(vexil\{\w+\})\0/, Buffer.from(bytes).toString('latin1'));
  },
};
