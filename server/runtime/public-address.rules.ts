import { BlockList, isIP, isIPv4 } from 'node:net';

/** Networks that are not the public internet: RFC 6890 and its successors, and what leads into them. */
const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** IPv6 outside of the global unicast range is refused whole; within it these. */
const ranges6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 leads to any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
] as const;

const notPublic = new BlockList();
for (const [address, prefix] of ranges4) notPublic.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of ranges6) notPublic.addSubnet(address, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet. Everything that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** A name may end with one dot. */
const withoutForm = (host: string) => host.replace(/^\[|\]$|\.$/g, '');
const emptyLabel = /(^|\.)(\.|$)/;
/** Names of the machine itself and of local networks, by standard or by habit. */
const localName = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Whether an address may be public by its text; what a name resolves to is checked when it is connected to. */
export function mayBePublicUrl({ protocol, hostname }: URL): boolean {
  if (protocol !== 'https:') return false;
  const host = withoutForm(hostname);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !emptyLabel.test(host) && !localName.test(host);
}
