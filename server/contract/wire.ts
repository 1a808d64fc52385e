import { z } from 'zod';
import { problem } from './field';
import { HashPowChallenge } from './hash-pow';
import { hasVisible, isVisibleName, normaliseName } from './name.rules';
import { timeMax } from './time.limits';

export { timeMax };

/** Integer Unix milliseconds; input may be ISO 8601 with offset. */
export const Time = z
  .int()
  .max(timeMax)
  .meta({ wire: 'time', description: 'Unix time in milliseconds', examples: [1750000000000] });

/** Clients send instants before 1970-01-01T00:00:01Z for unset times. */
export const isUnset = (time: number): boolean => time < 1000;

export const int32Max = 2_147_483_647;

export const bloodPointsMax = 100_000;
const points = () => z.int().min(0).max(bloodPointsMax);
/** Of the first three solves. */
export const BloodBonusPoints = z.tuple([points(), points(), points()]).meta({ examples: [[100, 50, 20]] });

export const Id = z.int().min(1).max(int32Max);
/** Counts the saves of something editable. */
export const Version = z.int().min(1).max(int32Max).describe('Grows by every save; sent back with a change');
/** Of something editable whose saves are not counted: equal for equal contents. */
export const ContentVersion = z
  .int()
  .min(1)
  .max(int32Max)
  .describe('Differs by what is stored; sent back with a change');
/** An update that names another than the stored one is refused with `request.outdated`; one that names none is not checked. */
export const EditedVersion = Version.nullish().describe('The version that the change was made on');
/** May name nothing. */
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

export const pageQuery = (countMax: number, countDefault: number, skipMax = 2147483647) =>
  z.object({
    count: z.coerce.number<number>().int().min(0).max(countMax).default(countDefault),
    skip: z.coerce.number<number>().int().min(0).max(skipMax).default(0),
  });

/** Narrows the lists of monitors; their rows come newest first, so older ones have smaller ids. */
export const monitorFilter = {
  teamId: Id.optional().describe('Only of this team'),
  challengeId: Id.optional().describe('Only of this challenge'),
  text: z
    .string()
    .max(256)
    .optional()
    .describe('Only with this text in account, team, challenge or answer, in any case of letters'),
  beforeId: Id.optional().describe('Only rows before this one, to page while new ones arrive'),
};

/** A search reads at most this many of the newest rows that fit the other filters, because answers are stored sealed. */
export const searchedRowsMax = 50_000;

/** The numbers of an enumeration that clients may send, by name, where they are not the index in its list. */
export const wireNumbers = z.registry<Record<string, number>>();

/** `{ data, length, total }`: `length` of the page, `total` of the set. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), length: z.int(), total: z.int() });

/** Counts characters as PostgreSQL and JSON Schema do, where `max` of a string counts UTF-16 units. */
function bounded(code: 'too_big' | 'too_small', limit: number) {
  return z.check<string>(({ value, issues }) => {
    // A character has one unit or two, so long texts need no count.
    const { length } = value.length > 2 * limit ? value : [...value];
    if (code === 'too_big' ? length <= limit : length >= limit) return;
    const issue = { origin: 'string', inclusive: true, input: value, continue: true } as const;
    issues.push(code === 'too_big' ? { ...issue, code, maximum: limit } : { ...issue, code, minimum: limit });
  });
}

/** A text of at most so many characters. */
export const text = (max: number) => z.string().check(bounded('too_big', max)).meta({ maxLength: max });

export const filled = (max: number) => text(max).refine(hasVisible, problem('field.blank'));

export const TextHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Of a text that the caller has read; compared with the one that stands now. */
export const AcceptBody = z.object({ hash: TextHash.describe('SHA-256 of the text that is accepted') });

export const AcceptedHash = TextHash.nullish().describe('SHA-256 of the text that is accepted, where there is one');

export const AcceptedRule = z
  .union([z.boolean(), TextHash])
  .nullish()
  .describe('`true`, or the SHA-256 of the text that was read, which refuses one that has changed since');

/** Characters after normalisation (NFKC, single blanks), visible ones only. */
export const shownName = (max: number, min = 1) =>
  optionalName(max).check(bounded('too_small', min)).meta({ minLength: min });

/** Also accepts an empty text. */
export const optionalName = (max: number) =>
  z
    .string()
    .overwrite(normaliseName)
    .check(bounded('too_big', max))
    .refine(isVisibleName, problem('field.invisible'))
    .meta({ maxLength: max });

export const AssetUrl = z.string().meta({ examples: ['/assets/9f86d0…/avatar'] });

/** Every refusal has this shape. */
export const ErrorReply = z.object({
  title: z.string().describe('In the language of the caller'),
  status: z.int(),
  code: z.string().describe('Stable dotted word'),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z.boolean().optional(),
  current: z.unknown().optional().describe('With `request.outdated`: what is stored, as the call replies'),
  lastSave: z
    .object({ userName: z.string().nullable(), time: Time })
    .optional()
    .describe('With `current`, where the audit log knows: who stored it, null when the account is gone, and when'),
  proofOfWork: HashPowChallenge.optional().describe(
    'With `captcha.needed`, where no captcha is set up: solved, it goes into `challenge` of the same call',
  ),
  requestId: z.string().optional().describe('Of an internal error, to report to the operator'),
});
