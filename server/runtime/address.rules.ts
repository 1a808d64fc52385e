import { isIPv4, isIPv6 } from 'node:net';

/** `[high, low]` bytes of an embedded IPv4 address as two groups of 16 bits. */
function groupsOfIpv4(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** The groups of a part of an IPv6 address that contains no `::`. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? groupsOfIpv4(group) : [Number.parseInt(group, 16)]));
}

/** All eight groups of a valid IPv6 address without a zone. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  if (tail === undefined) return first;
  const last = groupsOf(tail);
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff];

/**
 * What requests are counted by: an IPv4 address (also one mapped into IPv6) whole, an IPv6 address by its /64, of which
 * one subscriber has as many addresses as they like. Text that is no address is returned as it is.
 *
 * `192.0.2.7` → `192.0.2.7`, `::ffff:192.0.2.7` → `192.0.2.7`, `2001:DB8::1:2:3:4` → `2001:db8:0:0::/64`.
 */
export function addressGroup(ip: string): string {
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  const groups = expand(ip.replace(/%.*$/, ''));
  if (mappedPrefix.every((group, index) => groups[index] === group)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
