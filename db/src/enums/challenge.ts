export const challengeCategories = [
  'Misc',
  'Crypto',
  'Pwn',
  'Web',
  'Reverse',
  'Blockchain',
  'Forensics',
  'Hardware',
  'Mobile',
  'PPC',
  'AI',
  'Pentest',
  'OSINT',
] as const;
export type ChallengeCategory = (typeof challengeCategories)[number];

/** A category of a game's own: the icon and the colour are those of two of ours. */
export interface CustomCategory {
  id: number;
  name: string;
  /** The nearest of ours, which its challenges have on the wire. */
  category: ChallengeCategory;
  icon: ChallengeCategory;
  colour: ChallengeCategory;
}

/** How an answer is compared with a flag: as it is, without regard to case, or by an expression. */
export const flagMatches = ['Exact', 'IgnoreCase', 'Regex'] as const;
export type FlagMatch = (typeof flagMatches)[number];

export const challengeTypes = ['StaticAttachment', 'StaticContainer', 'DynamicAttachment', 'DynamicContainer'] as const;
export type ChallengeType = (typeof challengeTypes)[number];

export function hasContainer(type: ChallengeType): boolean {
  return type === 'StaticContainer' || type === 'DynamicContainer';
}

export function isDynamic(type: ChallengeType): boolean {
  return type === 'DynamicAttachment' || type === 'DynamicContainer';
}

/** How the value of a challenge falls with its solves. */
export const scoreCurves = ['Exponential', 'Static', 'Linear', 'Logarithmic'] as const;
export type ScoreCurveKind = (typeof scoreCurves)[number];

export interface Hint {
  id: number;
  title: string;
  content: string;
  /** Points of a team; 0 is free. */
  cost: number;
  /** When teams may see that it exists, Unix milliseconds; null with the challenge. */
  releaseUtc: number | null;
}

/** Solves that a team needs before a challenge is there for it. */
export interface Requirement {
  challengeIds: number[];
  /** So many of them; null for all. */
  count: number | null;
  /** Whether its name is shown while it is locked. */
  lockedShown: boolean;
}

export const fileTypes = ['None', 'Local', 'Remote'] as const;
export type FileType = (typeof fileTypes)[number];

export const attachmentTypes = ['Local', 'Remote'] as const;

/** What a folder said when it was last applied. */
export interface FolderSource {
  repository: string | null;
  commit: string | null;
  /** Unix milliseconds. */
  at: number;
  /** Keyed hash of each member as the folder had it. */
  fields: Record<string, string>;
  /** Moments as the folder has them, and since when it was applied so: pauses after that have moved them. */
  times?: Record<string, [time: number, since: number]>;
}

/** Where a challenge came from. */
export interface ChallengeSource extends FolderSource {
  path: string;
}
