import { z } from 'zod';
import { problem } from './field';
import { isVisibleName, normaliseName } from './name.rules';

/** The last millisecond of the year 9999: later ones have no common text form. */
export const timeMax = 253_402_300_799_999;

/** Integer Unix milliseconds. On input an ISO 8601 text with offset is read as well (see the server's lenient reader). */
export const Time = z
  .int()
  .max(timeMax)
  .meta({ wire: 'time', description: 'Unix time in milliseconds', examples: [1750000000000] });

/** An instant before 1970, or within its first second, is one that the client never set. */
export const isUnset = (time: number): boolean => time < 1000;

/** Largest number of an integer column, and of an id on the wire. */
export const int32Max = 2_147_483_647;

export const Id = z.int().min(1).max(int32Max);
/** An id of a body, which may name nothing. */
export const AnyId = z
  .int()
  .min(-int32Max - 1)
  .max(int32Max);
export const Guid = z.guid().meta({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] });

const pathId = () => z.coerce.number<number>().int().min(-2147483648).max(2147483647);
export const GameParams = z.object({ id: pathId() });
export const ChallengeParams = z.object({ id: pathId(), challengeId: pathId() });
export const TeamParams = z.object({ id: pathId() });
export { pathId };

/** A page of a list: `count` rows from `skip` on. */
export const pageQuery = (countMax: number, countDefault: number, skipMax = 2147483647) =>
  z.object({
    count: z.coerce.number<number>().int().min(0).max(countMax).default(countDefault),
    skip: z.coerce.number<number>().int().min(0).max(skipMax).default(0),
  });

/** `{ data, length, total }`: the page, its rows, and the rows of the whole set. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), length: z.int(), total: z.int() });

/** Text that is neither missing nor blank. */
export const filled = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', problem('field.blank'));

/**
 * A name that others read, with at least `min` and at most `max` UTF-16 code units once it is normalised (NFKC, single
 * blanks, none around it), which is how it is handed on. Without invisible characters.
 */
export const shownName = (max: number, min = 1) => optionalName(max).min(min);

/** The same, or an empty text. */
export const optionalName = (max: number) =>
  z.string().overwrite(normaliseName).max(max).refine(isVisibleName, problem('field.invisible'));

export const AssetUrl = z.string().meta({ examples: ['/assets/9f86d0…/avatar'] });

/** The one form of every refusal. */
export const ErrorReply = z.object({
  title: z.string().describe('In the language of the caller'),
  status: z.int(),
  code: z.string().describe('Stable dotted word'),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z.boolean().optional(),
  requestId: z.string().optional().describe('Of an internal error, to report to the operator'),
});
