// Tables of rCTF as `json_agg` writes them, and its leaderboard by its own rules.

type Row = Record<string, unknown>;
export type RctfTables = Record<'users' | 'solves' | 'challenges' | 'submission_logs', Row[]>;

const rctfStart = Date.parse('2025-03-01T10:00:00Z');
const when = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00');

/** `hasPoints`: as later releases store them with each solve, by the curve `classic`. */
export function makeRctf({
  teams,
  challenges,
  solves,
  hasPoints,
}: Record<'teams' | 'challenges' | 'solves', number> & { hasPoints: boolean }): RctfTables {
  const users = Array.from({ length: teams }, (_, index) => ({
    ...{
      id: `user-${index}`,
      name: `Crew ${index} ${hasPoints}`,
      email: index % 5 === 4 ? null : `crew${index}.${hasPoints}@rctf.example`,
    },
    ...{
      division: 'open',
      perms: index === 0 ? 3 : 0,
      ctftime_id: `${index}`,
      created_at: when(rctfStart - 1e6),
      banned: index % 11 === 6,
    },
  }));
  const rows = Array.from({ length: challenges }, (_, index) => ({
    id: `chall-${index}`,
    data: {
      ...{ name: `Riddle ${index}`, description: 'Text', category: 'web', author: 'Mira', files: [] },
      ...{ points: index % 4 === 3 ? { min: 250, max: 250 } : { min: 100, max: 500 }, tiebreakEligible: true },
      ...(hasPoints
        ? { flags: [{ provider: 'flags/static', config: { flag: `flag{${index}}` } }] }
        : { flag: `flag{${index}}` }),
    },
  }));
  const made: Row[] = [];
  // The first ones are solved by most.
  for (let at = 0; made.length < solves && at < 50 * solves; at += 1) {
    const [user, challenge] = [
      (at * 7 + (at >> 3)) % teams,
      Math.floor((((at * 13) % 97) ** 2 / 97 ** 2) * challenges),
    ];
    const [userid, challengeid] = [`user-${user}`, `chall-${challenge}`];
    if (made.some((one) => one.userid === userid && one.challengeid === challengeid)) continue;
    made.push({ id: `solve-${at}`, challengeid, userid, createdat: when(rctfStart + 1000 + made.length * 61_003) });
  }
  const isShown = ({ userid }: Row) => !users.find(({ id }) => id === userid)?.banned;
  if (hasPoints) {
    for (const { id, data } of rows) {
      const of = made.filter(({ challengeid }) => challengeid === id);
      const { min, max } = data.points;
      const later = Math.max(of.filter(isShown).length - 1, 0);
      for (const one of of) one.points = Math.round(min + (max - min) / (1 + (later / 11.92201) ** 1.206069));
    }
  }
  const wrong = Array.from({ length: 30 }, (_, index) => ({
    ...{
      id: `log-${index}`,
      kind: 'flag',
      challenge_id: 'chall-0',
      user_id: `user-${index % teams}`,
      ip: '203.0.113.9',
    },
    ...{ result: index === 0 ? 'already_solved' : 'incorrect', details: { submittedFlag: `flag{no ${index}\u0000}` } },
    created_at: when(rctfStart + 500 + index),
  }));
  return { users, solves: made, challenges: rows, submission_logs: hasPoints ? wrong : [] };
}

/** Of the first releases: the part of the most solves decides. */
function legacyValue({ min, max }: { min: number; max: number }, solves: number, most: number): number {
  const [low, high] = [-Math.atanh(0.7), Math.atanh(0.96)];
  const at = (x: number) => 0.5 - Math.tanh(x) / 2;
  const part = (at(low + ((high - low) * solves) / most) - at(high)) / (at(low) - at(high));
  return Math.round(min + (max - min) * part);
}

/** By score, then by the last solve. Who has solved nothing is not listed. */
export function rctfLeaderboard({ users, solves, challenges }: RctfTables): { name: unknown; score: number }[] {
  const shown = users.filter(({ banned }) => !banned);
  const of = solves.filter(({ userid }) => shown.some(({ id }) => id === userid));
  const counts = new Map(challenges.map(({ id }) => [id, of.filter(({ challengeid }) => challengeid === id).length]));
  const most = Math.max(1, ...counts.values());
  const value = ({ challengeid, points }: Row) => {
    if (typeof points === 'number') return points;
    const { data } = challenges.find(({ id }) => id === challengeid) as {
      data: { points: { min: number; max: number } };
    };
    return legacyValue(data.points, counts.get(challengeid) ?? 0, most);
  };
  return shown
    .flatMap(({ id, name }) => {
      const own = of.filter(({ userid }) => userid === id);
      if (own.length === 0) return [];
      const last = Math.max(...own.map(({ createdat }) => Date.parse(String(createdat))));
      return [{ name, score: own.reduce((sum, one) => sum + value(one), 0), last }];
    })
    .sort((a, b) => b.score - a.score || a.last - b.last)
    .map(({ name, score }) => ({ name, score }));
}

export const rctfEntries = (tables: RctfTables): Record<string, Buffer> => ({
  ...Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [`${name}.json`, Buffer.from(JSON.stringify(rows))]),
  ),
  'game.yml': Buffer.from('title: Riddle Cup\nstartTime: 2025-03-01T10:00:00Z\nendTime: 2025-03-03T10:00:00Z\n'),
});
