import { setTimeout as delay } from 'node:timers/promises';
import { type ContainerGame, listPresent } from '../harness/containers';
import type { Harness } from '../harness/harness';
import type { Measure } from '../rows/row';

const killEverySeconds = 20;
/** Longer than the cooldown between two acts on one container. */
const actEveryMs = 11_000;
const settleMs = 30_000;
/** Teams act without looking at what runs, and 0 is a server that was killed meanwhile. */
const statuses = [200, 400, 429, 503, 0];

interface ChurnPlan {
  minutes: number;
  teams: number;
  say: (line: string) => void;
}

interface Left {
  orphans: number;
  ghosts: number;
  overQuota: number;
}

/** What the rows and the engine do not agree about. */
async function compare(harness: Harness): Promise<Left> {
  const { database } = await harness.deploy({ servers: 2, workers: 2, containers: true });
  const present = await listPresent(harness);
  const live = await database.sql<{ id: string; state: string; participation: number; limit: number }[]>`
    select c.id, c.state, c.participation_id as participation, g.container_count_limit as limit
    from containers c join games g on g.id = c.game_id
    where c.state in ('requested', 'starting', 'running', 'stopping')`;
  const known = new Set(live.map(({ id }) => id));
  const running = new Set(present.filter(({ isRunning }) => isRunning).map(({ id }) => id));
  const counts = new Map<number, number>();
  for (const { participation, state } of live) {
    if (state !== 'stopping') counts.set(participation, (counts.get(participation) ?? 0) + 1);
  }
  return {
    orphans: present.filter(({ id }) => !known.has(id)).length,
    ghosts: live.filter(({ id, state }) => state === 'running' && !running.has(id)).length,
    overQuota: [...counts].filter(
      ([team, count]) => count > (live.find((row) => row.participation === team)?.limit ?? 0),
    ).length,
  };
}

/** Teams start and end instances while a worker or server is killed again and again. */
export async function churn(harness: Harness, game: ContainerGame, { minutes, teams, say }: ChurnPlan) {
  const { servers, workers, ports } = await harness.deploy({ servers: 2, workers: 2, containers: true });
  const end = performance.now() + minutes * 60_000;
  const answers = new Map<number, number>();
  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1);
  const team = async (player: number) => {
    await delay((player * actEveryMs) / teams);
    for (let act = 0; performance.now() < end; act += 1) {
      const kind = act % 3 === 2 ? 'destroy' : 'create';
      const call = { act: kind, player, challengeId: 1 + (act % 4), statuses } as const;
      count((await game.call(call, ports[act % ports.length] ?? 0)).status);
      await delay(actEveryMs / 2);
    }
  };
  let kills = 0;
  const trouble = async () => {
    const everyMs = Math.min(killEverySeconds * 1000, (minutes * 60_000) / 5);
    for (; performance.now() + everyMs < end; kills += 1) {
      await delay(everyMs);
      const index = Math.floor(kills / 2) % 2;
      const isWorker = kills % 2 === 0;
      await (isWorker ? workers : servers)[index]?.kill();
      await (isWorker ? harness.replaceWorker(index) : harness.replaceServer(index));
    }
  };
  await Promise.all([trouble(), ...Array.from({ length: teams }, (_, player) => team(player))]);
  const begin = performance.now();
  let left = await compare(harness);
  while (Object.values(left).some((one) => one > 0) && performance.now() - begin < settleMs) {
    await delay(500);
    left = await compare(harness);
  }
  const seconds = (performance.now() - begin) / 1000;
  say(`Rows and engine agreed after ${seconds.toFixed(1)} s`);
  if ((answers.get(200) ?? 0) < teams) throw new Error(`Only ${answers.get(200)} acts of ${teams} teams were done.`);
  const note = `${kills} kills; answers ${[...answers].map(([status, times]) => `${times} × ${status}`).join(', ')}`;
  const row = (what: string, value: number): Measure => ({
    what: `${what}, at most ${settleMs / 1000} s after ${minutes} minutes of churn`,
    value,
    unit: '',
    budgets: [{ atMost: 0 }],
    note,
  });
  return [
    row('containers without a row', left.orphans),
    row('rows without a container', left.ghosts),
    row('teams over their limit', left.overQuota),
  ];
}
