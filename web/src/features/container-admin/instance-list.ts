import type { Instance, InstancesSearch } from './container-admin.queries';

/** As players see them; where servers reach it until it runs. A server of the release before sends no ports. */
export function addressesOf({ ip, port, ports = [] }: Instance): { name: string; address: string }[] {
  if (ports.length > 0) return ports.map(({ name, entry, url }) => ({ name, address: url ?? addressOf(entry) }));
  return ip === '' ? [] : [{ name: '', address: `${ip}:${port}` }];
}

/** The platform relays where the entry is an id. */
const addressOf = (entry: string) =>
  entry.includes(':') ? entry : `${location.origin.replace(/^http/, 'ws')}/api/proxy/${entry}`;

export function matches(instance: Instance, { q = '', game, status }: InstancesSearch): boolean {
  if (game !== undefined && instance.game.id !== game) return false;
  if (status !== undefined && instance.status !== status) return false;
  const { team, challenge, image, containerId, ip, port, ports = [] } = instance;
  const addresses = [...addressesOf(instance).map(({ address }) => address), ...ports.map(({ entry }) => entry)];
  const text = [team?.name, challenge?.title, image, containerId, `${ip}:${port}`, ...addresses]
    .join(' ')
    .toLowerCase();
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
