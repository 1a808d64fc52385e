import { challengeCategories, challengeTypes } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { captureEndpoints } from './capture.endpoints';
import { Binary, defineRoute, Empty } from './route';
import { AssetUrl, GameParams, Id, pathId, Time } from './wire';

export const ChallengeTraffic = z.object({
  id: Id,
  title: z.string(),
  category: z.enum(challengeCategories),
  type: z.enum(challengeTypes),
  isEnabled: z.boolean(),
  count: z.int().describe('Teams with stored captures'),
});
export type ChallengeTraffic = z.infer<typeof ChallengeTraffic>;

export const TeamTraffic = z.object({
  id: Id.describe('Number of the participation'),
  teamId: Id,
  name: z.string().nullable(),
  division: z.string().nullable().describe('Name of the division; null when the team is in none'),
  avatar: AssetUrl.nullable(),
  count: z.int().describe('Stored files'),
});
export type TeamTraffic = z.infer<typeof TeamTraffic>;

export const FileRecord = z.object({
  fileName: z.string().meta({ description: 'Name of the stored file', examples: ['01890a5dac96-8F3K2Q.pcap.gz'] }),
  size: z.int().describe('Bytes as stored'),
  updateTime: Time.describe('When it was stored, in Unix milliseconds'),
});
export type FileRecord = z.infer<typeof FileRecord>;

const ChallengeParams = z.object({ challengeId: pathId() });
const FolderParams = ChallengeParams.extend({
  partId: pathId().meta({ description: 'Number of the participation', examples: [7] }),
});
/** One plain segment, so it cannot name another folder. */
const FileParams = FolderParams.extend({
  filename: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)
    .meta({ description: 'Name of the stored file', examples: ['01890a5dac96-8F3K2Q.pcap.gz'] }),
});

export const captureRoutes = {
  challenges: defineRoute({
    ...captureEndpoints.challenges,
    access: 'observer',
    summary: 'The challenges of a game whose traffic is recorded',
    params: GameParams,
    reply: z.array(ChallengeTraffic),
    errors: [],
  }),
  teams: defineRoute({
    ...captureEndpoints.teams,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'The teams of which traffic of a challenge is stored',
    params: ChallengeParams,
    reply: z.array(TeamTraffic),
    errors: ['capture.notFound'],
  }),
  files: defineRoute({
    ...captureEndpoints.files,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'The captures of a team',
    params: FolderParams,
    reply: z.array(FileRecord),
    errors: [],
  }),
  downloadAll: defineRoute({
    ...captureEndpoints.downloadAll,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'All captures of a team as .tar.gz',
    params: FolderParams,
    reply: Binary,
    errors: [],
  }),
  deleteAll: defineRoute({
    ...captureEndpoints.deleteAll,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'Delete all captures of a team',
    params: FolderParams,
    reply: Empty,
    errors: [],
  }),
  download: defineRoute({
    ...captureEndpoints.download,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'A capture as it is stored',
    params: FileParams,
    reply: Binary,
    errors: ['capture.fileNotFound'],
  }),
  delete: defineRoute({
    ...captureEndpoints.delete,
    access: 'observer',
    gameBy: 'challenge',
    summary: 'Delete a capture',
    params: FileParams,
    reply: Empty,
    errors: ['capture.fileNotFound'],
  }),
};
