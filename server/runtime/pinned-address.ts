// Requests to addresses that people configure: they go to public machines only, unless the operator allows others.

import { lookup } from 'node:dns/promises';
import type { RequestOptions } from 'node:http';
import { isPublicAddress } from './public-address.rules';

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Options of a request that goes to the address that was checked: every one of the name has to be public, so that a second
 * lookup cannot lead elsewhere. Throws `PrivateAddress`, also for http.
 */
export async function pinAddress(
  { protocol, hostname }: URL,
  allowPrivate: boolean,
): Promise<Pick<RequestOptions, 'agent' | 'lookup'>> {
  if (protocol !== 'https:' && !allowPrivate) throw new PrivateAddress(protocol);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  const [first] = found;
  if (!first || (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))))
    throw new PrivateAddress(hostname);
  return {
    // No connection is kept: the next one is resolved and checked anew.
    agent: false,
    lookup: (_host, options, done) => {
      if (options.all) done(null, [first]);
      else done(null, first.address, first.family);
    },
  };
}
