import { z } from 'zod';
import { Binary, defineRoute, Empty } from './route';
import { Team } from './team';
import { AssetUrl, GameParams, Id, Time } from './wire';
import { writeupAdminEndpoints, writeupEditEndpoints, writeupEndpoints } from './writeup.endpoints';

export const WriteupState = z.object({
  submitted: z.boolean(),
  name: z.string().describe('Name of the stored file, # when there is none'),
  fileSize: z.int().describe('Bytes, 0 when there is none'),
  note: z.string().describe('What the organisers ask for, in Markdown'),
});
export type WriteupState = z.infer<typeof WriteupState>;

const Writeup = z.object({
  id: Id.describe('Of the participation'),
  team: Team,
  url: AssetUrl,
  uploadTimeUtc: Time,
  divisionId: Id.nullable(),
});

export const WriteupList = z.object({
  divisions: z.record(z.string(), z.string()).describe('Names by id'),
  writeups: z.array(Writeup),
});
export type WriteupList = z.infer<typeof WriteupList>;

const playErrors = ['game.notFound', 'participation.missing', 'participation.notAccepted', 'game.notStarted'] as const;

export const writeupRoutes = {
  get: defineRoute({
    ...writeupEndpoints.get,
    access: 'User',
    summary: "The team's writeup and what the organisers ask for; open after the game as well",
    params: GameParams,
    reply: WriteupState,
    errors: playErrors,
  }),
  upload: defineRoute({
    ...writeupEndpoints.upload,
    access: 'User',
    summary: "Hand in the team's writeup, a PDF; replaces an earlier one until the deadline",
    rate: 'upload',
    params: GameParams,
    reply: Empty,
    errors: [
      ...playErrors,
      'writeup.notRequired',
      'writeup.deadlinePassed',
      'writeup.notPdf',
      'asset.fileMissing',
      'asset.empty',
      'asset.tooLarge',
    ],
  }),
};

export const writeupEditRoutes = {
  deleteAll: defineRoute({
    ...writeupEditEndpoints.deleteAll,
    access: 'organiser',
    summary: 'Delete all writeups of a game',
    params: GameParams,
    reply: Empty,
    errors: ['game.notFound'],
  }),
};

export const writeupAdminRoutes = {
  list: defineRoute({
    ...writeupAdminEndpoints.list,
    access: 'Admin',
    summary: 'All writeups of a game, newest first',
    params: GameParams,
    reply: WriteupList,
    errors: ['game.notFound'],
  }),
  archive: defineRoute({
    ...writeupAdminEndpoints.archive,
    access: 'Admin',
    summary: 'All writeups of a game in one archive (.tar.gz)',
    params: GameParams,
    reply: Binary,
    errors: ['game.notFound'],
  }),
};
