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
