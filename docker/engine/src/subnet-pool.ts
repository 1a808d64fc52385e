import { networkInterfaces } from 'node:os';
import { EngineError } from './engine';

/** `start` is the first address as a number. */
interface Block {
  start: number;
  prefix: number;
}

export interface SubnetPool {
  open: string;
  isolated: string;
  /** Reserved until `release`; throws EngineError noCapacity. */
  take(half: 'open' | 'isolated', containers?: number): string;
  release(subnet: string): void;
  /** Subnets of other networks; replaces the previous list. */
  setForeign(subnets: string[]): void;
}

/** Its network address, its broadcast address and the gateway. */
const RESERVED_ADDRESSES = 3;
/** Room for five containers. */
const LONGEST_PREFIX = 29;

/** `cidr` is at most /26; the lower half is Open, the upper Isolated. */
export function createSubnetPool(cidr: string, options: { avoidOwnInterfaces: boolean }): SubnetPool {
  const whole = parseBlock(cidr);
  if (whole === null || whole.prefix > 26 || whole.prefix < 8) {
    throw new EngineError('invalidSpec', `The network pool ${cidr} is not an IPv4 range between /8 and /26.`);
  }
  const half = 2 ** (31 - whole.prefix);
  const starts = { open: whole.start, isolated: whole.start + half };
  const held = new Map<string, Block>();
  let foreign: Block[] = [];

  return {
    open: formatBlock({ start: starts.open, prefix: whole.prefix + 1 }),
    isolated: formatBlock({ start: starts.isolated, prefix: whole.prefix + 1 }),
    take: (kind, containers = 1) => {
      const others = options.avoidOwnInterfaces ? [...foreign, ...ownBlocks()] : foreign;
      const taken = [...held.values(), ...others];
      const prefix = Math.min(LONGEST_PREFIX, 32 - Math.ceil(Math.log2(containers + RESERVED_ADDRESSES)));
      const size = 2 ** (32 - prefix);
      const count = half / size;
      // Random, so workers do not walk the same subnets.
      const first = Math.floor(Math.random() * count);
      for (let step = 0; step < count; step += 1) {
        const block = { start: starts[kind] + ((first + step) % count) * size, prefix };
        const subnet = formatBlock(block);
        if (held.has(subnet) || taken.some((other) => overlap(block, other))) continue;
        held.set(subnet, block);
        return subnet;
      }
      throw new EngineError(
        'noCapacity',
        `All of the network pool ${cidr} is in use or overlaps this machine’s addresses.`,
      );
    },
    release: (subnet) => {
      held.delete(subnet);
    },
    setForeign: (subnets) => {
      foreign = subnets.map(parseBlock).filter((block) => block !== null);
    },
  };
}

/** An address for each name, after the network's own and the gateway's. */
export function addressesIn(subnet: string, names: readonly string[]): Record<string, string> {
  const block = parseBlock(subnet);
  if (block === null) throw new EngineError('invalidSpec', `${subnet} is no IPv4 range.`);
  return Object.fromEntries(names.map((name, index) => [name, formatAddress(block.start + 2 + index)]));
}

/** Another engine on this machine may hold subnets ours does not know. */
function ownBlocks(): Block[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ cidr }) => (cidr === null ? null : parseBlock(cidr)))
    .filter((block) => block !== null);
}

function parseBlock(cidr: string): Block | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  if (match === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, prefix = 33] = match.slice(1).map(Number);
  if (Math.max(a, b, c, d) > 255 || prefix > 32) return null;
  const size = 2 ** (32 - prefix);
  const address = ((a * 256 + b) * 256 + c) * 256 + d;
  return { start: address - (address % size), prefix };
}

const formatBlock = ({ start, prefix }: Block): string => `${formatAddress(start)}/${prefix}`;

const formatAddress = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

function overlap(one: Block, other: Block): boolean {
  const end = (block: Block) => block.start + 2 ** (32 - block.prefix);
  return one.start < end(other) && other.start < end(one);
}
