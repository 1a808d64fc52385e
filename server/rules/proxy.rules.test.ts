import { expect, it } from 'vitest';
import {
  connectionsMaxOf,
  proxyConnectionsMax,
  proxyIdleMs,
  proxyLifetimeMs,
  proxyMessageBytesMax,
  relayProtocol,
  requestsMaxOf,
  ticketExpiry,
  ticketLifetimeMs,
  ticketStepMs,
} from './proxy.rules';

it('keeps relays to these limits', () => {
  expect({ proxyConnectionsMax, proxyLifetimeMs, proxyIdleMs, proxyMessageBytesMax }).toEqual({
    proxyConnectionsMax: 32,
    proxyLifetimeMs: 1_800_000,
    proxyIdleMs: 900_000,
    proxyMessageBytesMax: 1_048_576,
  });
  expect(relayProtocol).toBe('vexil-relay');
});

it.each([
  ['Team', 32, 32],
  ['Test', 32, 32],
  ['Shared', 2000, 256],
] as const)('gives an instance of kind %s %i connections and %i requests at once', (kind, connections, requests) => {
  expect([connectionsMaxOf(kind), requestsMaxOf(kind)]).toEqual([connections, requests]);
});

it.each([
  [0, 600_000],
  [1, 900_000],
  [300_000, 900_000],
  [300_001, 1_200_000],
])('a ticket made at %i ends at %i, ten to fifteen minutes later', (now, expiry) => {
  expect([ticketLifetimeMs, ticketStepMs]).toEqual([600_000, 300_000]);
  expect(ticketExpiry(now)).toBe(expiry);
});
