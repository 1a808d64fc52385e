import type { AccountRow } from '@vexil/db/schema/account';
import type { CatalogueCall, Who } from './catalogue';
import type { People } from './world';

const callers: Record<Who, keyof People | null> = {
  anyone: null,
  user: 'user',
  captain: 'participant',
  monitor: 'monitor',
  admin: 'admin',
  organiser: 'organiser',
  observer: 'observer',
  anyOrganiser: 'otherOrganiser',
  playersToken: null,
};

/** An account with the least rights that allow the call; null for public calls. */
export function callerOf(call: CatalogueCall, people: People): AccountRow | null {
  const role = callers[call.who];
  return role && people[role];
}
