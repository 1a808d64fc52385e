import { z } from 'zod';
import { auditEndpoints } from './audit.endpoints';
import { defineRoutes } from './route';
import { GameParams, Guid, page, pageQuery, Time, text, timeMax } from './wire';

/** Secrets are named in `before` and `after`, never shown. */
export const AuditEntry = z.object({
  id: z.int(),
  time: Time,
  userId: Guid.nullable().describe('null when the account is gone'),
  userName: z.string().nullable(),
  action: z.string().meta({ examples: ['challenge.update'] }),
  target: z.string().meta({ examples: ['challenge:12'] }),
  targetName: z.string().nullable().describe('As it is called now; null when it is gone or has no name'),
  before: z.record(z.string(), z.unknown()).nullable().describe('null when it was made'),
  after: z.record(z.string(), z.unknown()).nullable().describe('null when it was deleted'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditEntryOfAll = AuditEntry.extend({ gameId: z.int().nullable(), ip: z.string().nullable() });
export type AuditEntryOfAll = z.infer<typeof AuditEntryOfAll>;

const filter = {
  who: text(64).optional().describe('In the user name'),
  action: text(64).optional().describe('The beginning, such as `account.` or `game.update`'),
  target: text(128).optional().describe('The beginning'),
  from: z.coerce.number<number>().int().min(0).max(timeMax).optional().describe('Unix milliseconds'),
  until: z.coerce.number<number>().int().min(0).max(timeMax).optional().describe('Unix milliseconds'),
};

export const auditRoutes = defineRoutes(auditEndpoints)({
  game: {
    access: 'organiser',
    summary: 'Who changed what in a game, newest first',
    params: GameParams,
    query: pageQuery(100, 50).extend(filter),
    reply: page(AuditEntry),
  },
  all: {
    access: 'Admin',
    summary: 'Who changed what on the platform, newest first',
    query: pageQuery(100, 50).extend({
      gameId: z.coerce.number<number>().int().min(1).max(2147483647).optional().describe('Also of a deleted game'),
      ...filter,
    }),
    reply: page(AuditEntryOfAll),
  },
});
