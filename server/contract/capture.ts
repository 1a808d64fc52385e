import { challengeCategories, challengeTypes } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { captureEndpoints } from './capture.endpoints';
import { CategoryLook } from './category';
import { Binary, defineRoutes } from './route';
import { AssetUrl, GameParams, Id, pathId, Time } from './wire';

export const ChallengeTraffic = z.object({
  id: Id,
  title: z.string(),
  category: z.enum(challengeCategories),
  customCategory: CategoryLook.nullable(),
  type: z.enum(challengeTypes),
  isEnabled: z.boolean(),
  count: z.int().describe('Teams with stored captures'),
});
export type ChallengeTraffic = z.infer<typeof ChallengeTraffic>;

export const TeamTraffic = z.object({
  id: z.int().min(0).describe('Number of the participation; 0 for an instance that all teams share'),
  teamId: z.int().min(0).describe('0 for an instance that all teams share'),
  name: z.string().nullable().describe('null for an instance that all teams share'),
  division: z.string().nullable().describe('Name of the division; null when the team is in none'),
  avatar: AssetUrl.nullable(),
  count: z.int().describe('Files, open ones included'),
});
export type TeamTraffic = z.infer<typeof TeamTraffic>;

export const FileRecord = z.object({
  fileName: z.string().meta({ description: 'Name of the stored file', examples: ['01890a5dac96-8F3K2Q.pcap.gz'] }),
  size: z
    .int()
    .nullable()
    .describe('Bytes of the file that is served; null while it is open, for its end compresses it'),
  writtenBytes: z.int().nullable().describe('Of an open file, before compression; null once it is stored'),
  updateTime: Time.describe('When it was stored, or the last byte of an open file was recorded, in Unix milliseconds'),
  isOpen: z
    .boolean()
    .describe('A server still writes it; downloading it ends the file, and recording goes on in the next'),
  startTime: Time.nullable().describe('Of its first packet; null where that is not known'),
  connections: z.int().nullable().describe('null where that is not known'),
  clients: z.array(z.string()).describe('Addresses of players, the first 32'),
  missingBytes: z.int().describe('Bytes that passed and could not be recorded'),
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

export const captureRoutes = defineRoutes(captureEndpoints, { access: 'observer' })({
  challenges: {
    summary: 'The challenges of a game whose traffic is recorded',
    params: GameParams,
    reply: z.array(ChallengeTraffic),
  },
  teams: {
    gameBy: 'challenge',
    summary: 'The teams of which traffic of a challenge is stored',
    params: ChallengeParams,
    reply: z.array(TeamTraffic),
    errors: ['capture.notFound'],
  },
  files: {
    gameBy: 'challenge',
    summary: 'The captures of a team',
    params: FolderParams,
    reply: z.array(FileRecord),
  },
  downloadAll: {
    gameBy: 'challenge',
    summary: 'All captures of a team as .tar.gz',
    params: FolderParams,
    reply: Binary,
  },
  deleteAll: {
    gameBy: 'challenge',
    summary: 'Delete all captures of a team',
    params: FolderParams,
  },
  download: {
    gameBy: 'challenge',
    summary: 'A capture as it is stored; an open one is ended first',
    params: FileParams,
    reply: Binary,
    errors: ['capture.fileNotFound', 'capture.notStoredYet'],
  },
  delete: {
    gameBy: 'challenge',
    summary: 'Delete a capture',
    params: FileParams,
    errors: ['capture.fileNotFound'],
  },
});
