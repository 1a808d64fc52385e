import { z } from 'zod';
import { gameArchiveEndpoints } from './game-archive.endpoints';
import { Binary, defineRoutes } from './route';
import { GameParams } from './wire';

export const GameArchiveBody = z.object({
  statements: z.boolean().default(false).describe('With texts and hints of the challenges'),
  attachments: z.boolean().default(false).describe('With attachments that are the same for all teams'),
  writeups: z.boolean().default(false).describe('With the writeups of the teams'),
});
export type GameArchiveBody = z.output<typeof GameArchiveBody>;

export const gameArchiveRoutes = defineRoutes(gameArchiveEndpoints, { access: 'organiser' })({
  download: {
    summary: 'Download an ended game as web pages that need no server: what the public board and the notices show',
    params: GameParams,
    body: GameArchiveBody,
    reply: Binary,
    errors: ['game.notEnded', 'package.contentMissing'],
  },
});
