import { type Attack, attackText } from './attacks';

export interface Slow {
  attack: Attack;
  length: number;
  ms: number;
}

/** What costs more than this is measured against a quarter of the text. */
const suspiciousMs = 10;
/** What costs less at 1 KiB or 4 KiB is below `suspiciousMs` at 16 KiB, even where the cost is the square. */
const harmlessMs = new Map([
  [1024, 0.02],
  [4096, 0.25],
]);
/** Four times the text costs four times as much where the cost is linear, sixteen times as much where it is the square. */
const growthMax = 8;
const evenLinearMs = 1000;
const repeats = 5;
/** A collection of garbage may meet every repeat of one comparison. */
const confirmations = 3;
// From so few that even an exponential cost ends.
const lengths = [20, 24, 28, 32, 64, 256, 1024, 4096, 16_384];

/** Time of the processor: what else the machine does is not in it. */
function measure(run: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const measureBest = (run: (text: string) => unknown, text: string, first: number) =>
  Math.min(first, ...Array.from({ length: repeats }, () => measure(run, text)));

/** The first of the attacks whose cost grows faster than its length; undefined where the cost of all is linear. */
export function findSlow(run: (text: string) => unknown, attacks: Iterable<Attack>): Slow | undefined {
  for (const attack of attacks) {
    const slow = slowness(run, attack);
    if (slow) return slow;
  }
  return undefined;
}

function slowness(run: (text: string) => unknown, attack: Attack): Slow | undefined {
  for (const length of lengths) {
    const text = attackText(attack, length);
    const first = measure(run, text);
    if (first < (harmlessMs.get(length) ?? 0)) return undefined;
    if (first < suspiciousMs) continue;
    for (let time = 1; ; time += 1) {
      const ms = measureBest(run, text, first);
      if (ms < suspiciousMs) break;
      const shorter = attackText(attack, length / 4);
      const quarter = measureBest(run, shorter, measure(run, shorter));
      if (ms <= growthMax * quarter && ms <= evenLinearMs) break;
      if (time === confirmations) return { attack, length, ms };
    }
  }
  return undefined;
}
