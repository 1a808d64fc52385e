import type { TeamRow } from '@vexil/db/schema/team';
import type { Actor } from '../plugins/auth';

export const isCaptain = (actor: Pick<Actor, 'id'>, team: Pick<TeamRow, 'captainId'>): boolean =>
  team.captainId === actor.id;
