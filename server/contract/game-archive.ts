import { z } from 'zod';
import { gameArchiveEndpoints } from './game-archive.endpoints';
import { Binary, defineRoute } from './route';
import { GameParams } from './wire';

export const GameArchiveBody = z.object({
  statements: z.boolean().default(false).describe('With texts and hints of the challenges'),
  attachments: z.boolean().default(false).describe('With attachments that are the same for all teams'),
  writeups: z.boolean().default(false).describe('With the writeups of the teams'),
});
export type GameArchiveBody = z.output<typeof GameArchiveBody>;

export const gameArchiveRoutes = {
  download: defineRoute({
    ...gameArchiveEndpoints.download,
    access: 'organiser',
    summary: 'Download an ended game as web pages that need no server: what the public board and the notices show',
    params: GameParams,
    body: GameArchiveBody,
    reply: Binary,
    errors: ['game.notFound', 'game.notEnded', 'package.contentMissing'],
  }),
};
