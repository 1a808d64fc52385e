import type { TeamRow } from '@vexil/db/schema/team';
import type { Actor } from '@vexil/http/call/actor';

export const isCaptain = (actor: Pick<Actor, 'id'>, team: Pick<TeamRow, 'captainId'>): boolean =>
  team.captainId === actor.id;
