import { createRandom } from '../../demo/random';
import type { Size } from './size';

/** All numbers count from 0. */
interface PlannedSubmission {
  /** Share of the time from the start of the game to the benchmark. */
  at: number;
  team: number;
  player: number;
  challenge: number;
  right: boolean;
}

export interface PlannedCompetition {
  size: Size;
  /** Team of each player: the first `teams` players are captains. */
  teamOfPlayer: Int32Array;
  playersOfTeam: number[][];
  submissions: PlannedSubmission[];
  /** Pairs without a solve, shuffled: a member of the team, and the challenge. */
  unsolved: [player: number, challenge: number][];
}

/** The same seed and size give the same competition everywhere. Teams differ in skill, challenges in difficulty. */
export function planCompetition(seed: string, size: Size): PlannedCompetition {
  const random = createRandom(seed);
  const teamOfPlayer = Int32Array.from({ length: size.players }, (_, player) => player % size.teams);
  const playersOfTeam: number[][] = Array.from({ length: size.teams }, () => []);
  for (const [player, team] of teamOfPlayer.entries()) playersOfTeam[team]?.push(player);
  const memberOf = (team: number) => random.pick(playersOfTeam[team] ?? []);

  const strength = Array.from({ length: size.teams }, () => 0.05 + random.next() ** 3);
  const ease = Array.from({ length: size.challenges }, () => 0.05 + random.next() ** 2);
  // Weighted sampling without replacement: the pairs with the largest keys.
  const pairs = Array.from({ length: size.teams * size.challenges }, (_, pair) => {
    const team = Math.floor(pair / size.challenges);
    const challenge = pair % size.challenges;
    const weight = (strength[team] ?? 1) * (ease[challenge] ?? 1);
    return { team, challenge, key: Math.log(Math.max(random.next(), 1e-12)) / weight };
  }).sort((a, b) => b.key - a.key);

  const submissions: PlannedSubmission[] = pairs
    .slice(0, size.solves)
    .map(({ team, challenge }) => ({ at: random.next(), team, player: memberOf(team), challenge, right: true }));
  for (let index = size.solves; index < size.submissions; index += 1) {
    const team = random.int(0, size.teams - 1);
    const challenge = random.int(0, size.challenges - 1);
    submissions.push({ at: random.next(), team, player: memberOf(team), challenge, right: false });
  }
  submissions.sort((a, b) => a.at - b.at);
  const unsolved = random
    .shuffle(pairs.slice(size.solves))
    .map(({ team, challenge }): [number, number] => [memberOf(team), challenge]);
  return { size, teamOfPlayer, playersOfTeam, submissions, unsolved };
}
