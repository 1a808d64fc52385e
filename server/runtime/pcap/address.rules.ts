import { isIPv4, isIPv6 } from 'node:net';
import { ipv6Groups, withoutZone } from '../address.rules';

export interface Endpoint {
  address: string;
  port: number;
}

/** Both addresses in network order, each of 4 or each of 16 bytes. */
export interface AddressPair {
  version: 4 | 6;
  client: Uint8Array;
  container: Uint8Array;
}

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/** 4 or 16 bytes; an IPv4 address in IPv6 notation gives 4. What is no address gives 0.0.0.0. */
export function addressBytes(text: string): Uint8Array {
  const address = withoutZone(text);
  if (isIPv4(address)) return Uint8Array.from(address.split('.').map(Number));
  if (!isIPv6(address)) return new Uint8Array(4);
  const bytes = Uint8Array.from(ipv6Groups(address).flatMap((group) => [group >> 8, group & 255]));
  return mapped.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : bytes;
}

const widen = (bytes: Uint8Array) => (bytes.length === 16 ? bytes : Uint8Array.from([...mapped, ...bytes]));

/** A packet has one version of IP, so an IPv4 address beside an IPv6 address is written as `::ffff:a.b.c.d`. */
export function addressPair(clientAddress: string, containerAddress: string): AddressPair {
  const [client, container] = [addressBytes(clientAddress), addressBytes(containerAddress)];
  if (client.length === 4 && container.length === 4) return { version: 4, client, container };
  return { version: 6, client: widen(client), container: widen(container) };
}
