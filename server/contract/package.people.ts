// What a file of an event has beside a package: accounts, teams, answers and awards, each a row of JSON on a line of its
// own. Rows name each other by their number from 0, and challenges by their id in the package.

import { z } from 'zod';
import { awardPointsMax } from './award.limits';
import { problem } from './field';
import { timeMax } from './wire';

export const eventRowsMax = 500_000;
export const eventRowLengthMax = 1_000_000;

const Row = z.int().min(0).max(eventRowsMax);
const At = z.int().min(0).max(timeMax);
const ofTeam = { team: Row, account: Row.nullable(), at: At };

export const eventRows = {
  accounts: z.object({
    ...{ name: z.string(), email: z.string(), passwordHash: z.string() },
    ...{ isVerified: z.boolean(), mayConfirm: z.boolean(), isBanned: z.boolean(), registeredAt: At.nullable() },
  }),
  /** The first member is the captain. Who is not shown is suspended. */
  teams: z.object({ name: z.string(), members: z.array(Row).min(1), isShown: z.boolean() }),
  answers: z.object({
    ...ofTeam,
    challenge: z.int().min(1),
    text: z.string(),
    isRight: z.boolean(),
    isSolve: z.boolean(),
  }),
  awards: z.object({
    ...{ ...ofTeam, reason: z.string(), hint: z.object({ challenge: z.int().min(1), number: z.int() }).nullable() },
    points: z
      .int()
      .min(-awardPointsMax)
      .max(awardPointsMax)
      .refine((points) => points !== 0, problem('field.notZero')),
  }),
} as const;

export type EventTable = keyof typeof eventRows;
export type EventRow<Name extends EventTable> = z.output<(typeof eventRows)[Name]>;
export type EventPeople = { [Name in EventTable]: EventRow<Name>[] };
export const eventTables = ['accounts', 'teams', 'answers', 'awards'] as const satisfies EventTable[];
export const eventPath = (name: EventTable) => `people/${name}.jsonl`;
