import type { Instance, InstancesSearch } from './container-admin.queries';

export function matches(instance: Instance, { q = '', game, status }: InstancesSearch): boolean {
  if (game !== undefined && instance.game.id !== game) return false;
  if (status !== undefined && instance.status !== status) return false;
  const text =
    `${instance.team?.name} ${instance.challenge?.title} ${instance.image} ${instance.containerId} ${instance.ip}:${instance.port}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Games of the instances, each once, by title. */
export function gamesOf(instances: Instance[]): { id: number; title: string }[] {
  const games = new Map(instances.map(({ game }) => [game.id, game]));
  return [...games.values()].sort((one, other) => one.title.localeCompare(other.title));
}

const atOnce = 4;

/** Ends several, a few at a time; gives how many could not be ended. */
export async function endAll(ids: string[], end: (id: string) => Promise<unknown>): Promise<number> {
  const queue = [...ids];
  let failed = 0;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      await end(id).catch(() => {
        failed += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}
