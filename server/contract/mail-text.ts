import { type TokenPurpose, tokenPurposes } from '@vexil/db/enums/account';
import { z } from 'zod';
import { problem } from './field';
import { type Language, languages } from './languages';
import { mailPlaceholders, unknownPlaceholders } from './mail-text.rules';
import { EditedVersion, Version } from './wire';

const filled = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((text) => unknownPlaceholders(text).length === 0, problem('field.placeholder'));

const MailSubject = filled(160).refine((text) => !/[\r\n]/.test(text), problem('field.format'));
const MailBody = filled(4000);

/** What administrators put in place of our own subject and text. */
export const OwnMailText = z.object({ subject: MailSubject.nullable(), text: MailBody.nullable() });
export type OwnMailText = z.infer<typeof OwnMailText>;

export const MailTextBody = OwnMailText.extend({
  kind: z.enum(tokenPurposes),
  language: z.enum(languages),
  version: EditedVersion,
});

export const MailText = z.object({
  kind: z.enum(tokenPurposes),
  language: z.enum(languages),
  subject: z.string().nullable().describe('null while the standard subject is sent'),
  text: z.string().nullable().describe('null while the standard text is sent'),
  standardSubject: z.string(),
  standardText: z.string(),
  button: z.string().describe('Label of the button with the link, which every mail has'),
  closing: z.array(z.string()).describe('Lines below the button, which every mail has'),
  version: Version,
});
export type MailText = z.infer<typeof MailText>;

export const MailTexts = z.object({
  placeholders: z.array(z.enum(mailPlaceholders)),
  texts: z.array(MailText),
});

/** Where the settings keep own texts. */
export const mailTextKey = (kind: TokenPurpose, language: Language): string => `mailText.${kind}.${language}`;

const StoredMailText = OwnMailText.extend({ version: Version.default(1) });
export type StoredMailText = z.infer<typeof StoredMailText>;

const none: StoredMailText = { subject: null, text: null, version: 1 };

/** The stored value of such a key; what cannot be read leaves the standard text. */
export function ownMailTextOf(value: string | undefined): StoredMailText {
  if (value === undefined) return none;
  try {
    const read = StoredMailText.safeParse(JSON.parse(value));
    return read.success ? read.data : none;
  } catch {
    return none;
  }
}
