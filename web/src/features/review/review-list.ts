import { nameSkeleton } from '@vexil/contract/name.rules';
import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';

/** `none` selects teams without a division. */
export type ReviewSearch = {
  q?: string;
  division?: number | 'none';
  status?: StoredParticipationStatus;
  page?: number;
};

export const pageSize = 50;

/** Actions per status, the most likely one first. */
const actionsOf = {
  Pending: ['accept', 'reject'],
  Accepted: ['suspend'],
  Suspended: ['restore'],
  Rejected: [],
} as const satisfies Record<StoredParticipationStatus, readonly string[]>;

export const statusAfter = {
  accept: 'Accepted',
  reject: 'Rejected',
  suspend: 'Suspended',
  restore: 'Accepted',
} as const satisfies Record<string, StoredParticipationStatus>;

export type Action = keyof typeof statusAfter;

export const actionsFor = ({ status }: ParticipationInfo): readonly Action[] =>
  status === 'Unsubmitted' ? [] : actionsOf[status];

/** Teams whose names look alike are shown with their ids. */
export function withDistinctNames(participations: readonly ParticipationInfo[]): ParticipationInfo[] {
  const keyOf = ({ team }: ParticipationInfo) => nameSkeleton(team.name ?? '') || (team.name ?? '');
  const counts = new Map<string, number>();
  for (const each of participations) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return participations.map((each) => {
    const { id, name } = each.team;
    const isAlone = name === null || counts.get(keyOf(each)) === 1;
    return isAlone ? each : { ...each, team: { ...each.team, name: `${name} #${id}` } };
  });
}

/** Matches search and division, regardless of status: the status counts are based on these. */
export function inSearch(participations: readonly ParticipationInfo[], { q = '', division }: ReviewSearch) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return participations.filter(({ team, divisionId }) => {
    if (division === 'none' ? divisionId !== null : division !== undefined && divisionId !== division) return false;
    const text = [team.name, team.bio, `#${team.id}`, ...team.members.map(({ userName }) => userName)]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function countByStatus(participations: readonly ParticipationInfo[]): Record<StoredParticipationStatus, number> {
  const counts = { Pending: 0, Accepted: 0, Rejected: 0, Suspended: 0 };
  for (const { status } of participations) if (status in counts) counts[status as StoredParticipationStatus] += 1;
  return counts;
}

const order = ['Pending', 'Accepted', 'Suspended', 'Rejected', 'Unsubmitted'] as const;

/** Pending first, then by age. */
export const inReviewOrder = (participations: readonly ParticipationInfo[]) =>
  participations.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.id - b.id);
