import { expect, it } from 'vitest';
import { proxyConnectionsMax, proxyLifetimeMs, proxyMessageBytesMax } from './proxy.rules';

it('keeps relays to these limits', () => {
  expect({ proxyConnectionsMax, proxyLifetimeMs, proxyMessageBytesMax }).toEqual({
    proxyConnectionsMax: 32,
    proxyLifetimeMs: 1_800_000,
    proxyMessageBytesMax: 1_048_576,
  });
});
