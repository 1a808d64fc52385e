import { createSealing } from '@vexil/db/sealing';
import { ticketExpiry, ticketLifetimeMs, ticketStepMs } from '@vexil/rules/proxy.rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../testing/clock';
import { createTicket, readTicket } from './ticket';

const accountId = '01890a5d-ac96-774b-bcce-b302099a8057';
const containerId = '01890a5d-ac96-774b-bcce-b302099a8058';
const other = '01890a5d-ac96-774b-bcce-b302099a8059';
const start = ticketStepMs * 1_000_000;

let deps: { sealing: ReturnType<typeof createSealing>; clock: TestClock };
beforeEach(() => {
  deps = { sealing: createSealing('k'.repeat(32)), clock: new TestClock() };
  deps.clock.stopAt(new Date(start));
});

describe('a ticket', () => {
  it('names the account, for its container only', () => {
    const text = createTicket(deps, { accountId, containerId });
    expect(text).toMatch(/^[\w-]{72}$/);
    expect(readTicket(deps, text, containerId)).toBe(accountId);
    expect(readTicket(deps, text, containerId.toUpperCase())).toBe(accountId);
    expect(readTicket(deps, text, other)).toBeNull();
  });

  it('expires', () => {
    const text = createTicket(deps, { accountId, containerId });
    deps.clock.stopAt(new Date(ticketExpiry(start) - 1));
    expect(readTicket(deps, text, containerId)).toBe(accountId);
    deps.clock.stopAt(new Date(ticketExpiry(start)));
    expect(readTicket(deps, text, containerId)).toBeNull();
  });

  it('is stable for some minutes, so that it can be copied', () => {
    deps.clock.stopAt(new Date(start + 1));
    const text = createTicket(deps, { accountId, containerId });
    deps.clock.stopAt(new Date(start + ticketStepMs));
    expect(createTicket(deps, { accountId, containerId })).toBe(text);
    deps.clock.stopAt(new Date(start + ticketStepMs + 1));
    expect(createTicket(deps, { accountId, containerId })).not.toBe(text);
  });

  it('cannot be changed, truncated, extended, or signed with another key', () => {
    const text = createTicket(deps, { accountId, containerId });
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(readTicket(deps, changed.toString('base64url'), containerId)).toBeNull();
    }
    for (const wrong of ['', text.slice(0, -2), `${text}AA`, `${text}x`, `${text}=`, 'nonsense', containerId]) {
      expect(readTicket(deps, wrong, containerId)).toBeNull();
    }
    const foreign = { ...deps, sealing: createSealing('l'.repeat(32)) };
    expect(readTicket(deps, createTicket(foreign, { accountId, containerId }), containerId)).toBeNull();
  });
});

describe('ticketExpiry', () => {
  it('is the lifetime to one step more ahead', () => {
    expect(ticketLifetimeMs).toBe(600_000);
    expect(ticketStepMs).toBe(300_000);
    expect(ticketExpiry(start)).toBe(start + 600_000);
    expect(ticketExpiry(start + 1)).toBe(start + 900_000);
    expect(ticketExpiry(start - 1)).toBe(start + 600_000);
  });
});
