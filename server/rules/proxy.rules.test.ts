import { expect, it } from 'vitest';
import {
  proxyConnectionsMax,
  proxyLifetimeMs,
  proxyMessageBytesMax,
  ticketExpiry,
  ticketLifetimeMs,
  ticketStepMs,
} from './proxy.rules';

it('keeps relays to these limits', () => {
  expect({ proxyConnectionsMax, proxyLifetimeMs, proxyMessageBytesMax }).toEqual({
    proxyConnectionsMax: 32,
    proxyLifetimeMs: 1_800_000,
    proxyMessageBytesMax: 1_048_576,
  });
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
