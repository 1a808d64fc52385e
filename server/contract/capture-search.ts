import { captureSearchKinds, captureSearchStates, captureSides } from '@vexil/db/enums/capture';
import { z } from 'zod';
import { captureMatchesMax, capturePatternLengthMax, captureSearchesMax } from './capture.limits';
import { captureSearchEndpoints } from './capture-search.endpoints';
import { defineJob, defineSingleJob } from './job';
import { defineRoutes } from './route';
import { CheatingTeam } from './submission';
import { GameParams, Guid, Id, int32Max, Time, text } from './wire';

export const CaptureSearch = z.object({
  id: Guid,
  kind: z.enum(captureSearchKinds),
  pattern: z.string().nullable().describe('null for a search for flags'),
  ignoreCase: z.boolean().describe('For the letters a to z'),
  challengeId: Id.nullable().describe('null for all challenges'),
  challenge: z.string().nullable(),
  participationId: z.int().nullable().describe('Number of the participation; null for all teams'),
  team: z.string().nullable(),
  state: z.enum(captureSearchStates),
  error: z.string().nullable().describe('`patternTooSlow` or `failed`, for a failed search'),
  filesTotal: z.int().describe('Files to read'),
  filesDone: z.int().describe('Files that were read'),
  filesUnread: z.int().describe('Files among them that are of another format, or were deleted meanwhile'),
  bytesRead: z.int().describe('Bytes of the files that were read, without compression'),
  matchCount: z.int().describe('Matches so far, without those in files that were deleted'),
  isTruncated: z.boolean().describe(`There are more than the ${captureMatchesMax} matches that are kept`),
  createdAt: Time,
  endedAt: Time.nullable().describe('null until it ends, in Unix milliseconds'),
  userName: z.string().nullable().describe('Who searches; null for a deleted account'),
});
export type CaptureSearch = z.infer<typeof CaptureSearch>;

const place = {
  challengeId: Id,
  challenge: z.string().nullable().describe('null for a deleted challenge'),
  participationId: z.int().describe('0 for an instance that all teams share'),
  fileName: z.string().meta({ examples: ['01890a5dac96-8F3K2Q.pcap.gz'] }),
  stream: z.int().describe('As Wireshark counts streams in the file'),
  clientPort: z.int().describe('Port of the client in the file'),
  side: z.enum(captureSides).describe('Who sent the bytes'),
  offset: z.int().describe('Of the first byte, in what that side sent in the file'),
  length: z.int().describe('Bytes'),
  packet: z.int().describe('Number of the frame that it begins in'),
  time: Time.describe('Of that frame, in Unix milliseconds'),
  filter: z.string().meta({ description: 'Display filter for Wireshark and tshark', examples: ['tcp.stream eq 3'] }),
};

export const CaptureMatch = z.object({
  ...place,
  team: z.string().nullable(),
  owner: z.string().nullable().describe('Team whose flag it is; null for other searches and deleted teams'),
  isForeign: z.boolean().describe('It is the flag of another team'),
  before: z.string().nullable().describe('Up to 40 bytes before it, one character for each; null for flags'),
  content: z.string().nullable().describe('Its first 80 bytes, one character for each; null for flags'),
  after: z.string().nullable().describe('Up to 40 bytes after it, one character for each; null for flags'),
});
export type CaptureMatch = z.infer<typeof CaptureMatch>;

export const CaptureSearchDetail = CaptureSearch.extend({
  matches: z
    .array(CaptureMatch)
    .describe('In the order of files and streams, without those in files that were deleted'),
});
export type CaptureSearchDetail = z.infer<typeof CaptureSearchDetail>;

export const CaptureFinding = z.object({
  ...place,
  id: Id,
  isStored: z.boolean().describe('The file can be downloaded'),
  ownedTeam: CheatingTeam.describe('Whose flag it was'),
  submitTeam: CheatingTeam.describe('In whose traffic it was'),
});
export type CaptureFinding = z.infer<typeof CaptureFinding>;

const SearchParams = GameParams.extend({ searchId: Guid.describe('Id of the search') });

export const captureSearchRoutes = defineRoutes(captureSearchEndpoints, { access: 'observer', params: GameParams })({
  list: {
    summary: 'Searches through the captures of a game, newest first; they are kept for a week',
    reply: z.array(CaptureSearch),
  },
  create: {
    summary: `Search the stored captures of a game; ${captureSearchesMax} searches at a time`,
    body: z.object({
      kind: z.enum(captureSearchKinds).describe('`flag`: every flag of a team for the challenge'),
      pattern: text(capturePatternLengthMax)
        .nullish()
        .describe('Exact text in UTF-8, or a regular expression of RE2 over bytes; ignored for flags'),
      ignoreCase: z.boolean().default(false).describe('For the letters a to z'),
      challengeId: Id.nullish().describe('Only of this challenge'),
      participationId: z.int().min(0).max(int32Max).nullish().describe('Only of this participation'),
    }),
    reply: CaptureSearch,
    errors: ['capture.patternInvalid', 'capture.searchLimit'],
  },
  get: {
    summary: 'A search with its progress and matches',
    params: SearchParams,
    reply: CaptureSearchDetail,
    errors: ['capture.searchNotFound'],
  },
  remove: {
    summary: 'End a search and delete its matches',
    params: SearchParams,
    errors: ['capture.searchNotFound'],
  },
  findings: {
    summary: "Flags of another team in a team's traffic, newest first; complete captures are searched by themselves",
    reply: z.array(CaptureFinding),
  },
});

export const captureJobs = {
  /** Resumes behind the last file that was read. */
  search: defineJob({
    queue: 'capture',
    name: 'search-captures',
    payload: z.object({ searchId: Guid }),
    attempts: 3,
    deduplicateBy: ({ searchId }) => searchId,
  }),
  /** Looks for flags of other teams in complete captures. */
  check: defineSingleJob('capture', 'check-captures'),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-captures', payload: z.object({}), attempts: 1 }),
};
