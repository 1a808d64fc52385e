import { isIPv4, isIPv6 } from 'node:net';

function groupsOfIpv4(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? groupsOfIpv4(group) : [Number.parseInt(group, 16)]));
}

/** The eight groups of an IPv6 address without a zone. */
export function ipv6Groups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  if (tail === undefined) return first;
  const last = groupsOf(tail);
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

export const withoutZone = (address: string): string => address.split('%', 1)[0] ?? '';

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff];

/**
 * Rate-limit key: IPv4 whole (also mapped), IPv6 by /64, since a subscriber has a whole /64. Other text is returned as
 * it is.
 */
export function addressGroup(ip: string): string {
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  const groups = ipv6Groups(withoutZone(ip));
  if (mappedPrefix.every((group, index) => groups[index] === group)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
