/** `Unsubmitted` is only reported, never stored: there is no participation. */
export const participationStatuses = ['Pending', 'Accepted', 'Rejected', 'Suspended', 'Unsubmitted'] as const;
export type ParticipationStatus = (typeof participationStatuses)[number];

export const storedParticipationStatuses = ['Pending', 'Accepted', 'Rejected', 'Suspended'] as const;
export type StoredParticipationStatus = (typeof storedParticipationStatuses)[number];
