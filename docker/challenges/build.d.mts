import type Docker from 'dockerode';

/** The fields of challenge.json, named as in the organiser's calls. */
export interface ChallengeFile {
  title: string;
  category: string;
  type: 'StaticContainer' | 'DynamicContainer';
  content: string;
  hints: string[];
  originalScore: number;
  minScoreRate: number;
  difficulty: number;
  containerImage: string;
  exposePort: number;
  memoryLimit: number;
  cpuCount: number;
  storageLimit: number;
  networkMode: 'Open' | 'Isolated' | 'Custom';
  flagTemplate?: string;
  flags?: string[];
}

export interface ChallengeImage {
  name: string;
  image: string;
  folder: string;
  challenge: ChallengeFile;
}

export function listChallenges(): Promise<ChallengeImage[]>;
export function buildChallengeImages(options?: {
  dockerHost?: string;
  log?: (line: string) => void;
}): Promise<ChallengeImage[]>;
export function ensureBaseImage(docker: Docker, log?: (line: string) => void): Promise<void>;
