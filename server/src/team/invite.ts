import { timingSafeEqual } from 'node:crypto';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Random } from '@vexil/runtime/deps';

/** 32 lower-case hex characters. */
export const makeInviteToken = (random: Pick<Random, 'bytes'>): string => random.bytes(16).toString('hex');

/** Members who leave have known the old one. */
export const newInvite = (random: Pick<Random, 'bytes'>): Pick<TeamRow, 'inviteToken'> => ({
  inviteToken: makeInviteToken(random),
});

/** `{name}:{id}:{token}`; the name is for people only and may be out of date. */
export const inviteCodeOf = ({ name, id, inviteToken }: TeamRow): string => `${name}:${id}:${inviteToken}`;

/** Takes the same time wherever the two differ. */
export function isInviteToken(team: Pick<TeamRow, 'inviteToken'>, token: string): boolean {
  const [expected, given] = [Buffer.from(team.inviteToken), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
