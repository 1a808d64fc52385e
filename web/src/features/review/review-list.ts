import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';

/** `none` is for teams without a division. */
export type ReviewSearch = {
  q?: string;
  division?: number | 'none';
  status?: StoredParticipationStatus;
  page?: number;
};

export const pageSize = 50;

/** What can be done in each status, the likeliest first. */
export const deedsOf = {
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

export type Deed = keyof typeof statusAfter;

/** Those that fit the search and the division, whatever their status: what the counts are of. */
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

/** How many of each status. */
export function countByStatus(participations: readonly ParticipationInfo[]): Record<StoredParticipationStatus, number> {
  const counts = { Pending: 0, Accepted: 0, Rejected: 0, Suspended: 0 };
  for (const { status } of participations) if (status in counts) counts[status as StoredParticipationStatus] += 1;
  return counts;
}

const order = ['Pending', 'Accepted', 'Suspended', 'Rejected', 'Unsubmitted'] as const;

/** What waits comes first, then by age. */
export const inReviewOrder = (participations: readonly ParticipationInfo[]) =>
  participations.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.id - b.id);
