import { languages } from '@vexil/contract/languages';
import {
  type MailText,
  type MailTextBody,
  type MailTexts,
  mailTextKey,
  ownMailTextOf,
  type StoredMailText,
} from '@vexil/contract/mail-text';
import { mailPlaceholders } from '@vexil/contract/mail-text.rules';
import { loadMailTexts } from '@vexil/contract/texts';
import { tokenPurposes } from '@vexil/db/enums/account';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { findEntry, listEntries, lockSettings, putEntries } from './config.queries';

const standardTexts = await loadMailTexts();

type MailId = Pick<MailText, 'kind' | 'language'>;

function viewMailText({ kind, language }: MailId, stored: string | undefined): MailText {
  const standard = standardTexts[language];
  return {
    kind,
    language,
    ...ownMailTextOf(stored),
    standardSubject: `${standard[`${kind}.title`]} - {{platform}}`,
    standardText: `${standard.greeting}\n\n${standard[`${kind}.text`]}`,
    button: standard[`${kind}.button`],
    closing: [standard.address, standard.expires, standard.unasked],
  };
}

export async function listMailTexts({ db }: Pick<Deps, 'db'>): Promise<z.infer<typeof MailTexts>> {
  const stored = new Map((await listEntries(db, 'mailText.')).map(({ key, value }) => [key, value]));
  const texts = tokenPurposes.flatMap((kind) =>
    languages.map((language) => viewMailText({ kind, language }, stored.get(mailTextKey(kind, language)))),
  );
  return { placeholders: [...mailPlaceholders], texts };
}

export const readMailText = async ({ db }: Pick<Deps, 'db'>, id: MailId): Promise<MailText> =>
  viewMailText(id, await findEntry(db, mailTextKey(id.kind, id.language)));

/** Mails that wait are sent in the new words. */
export async function setMailText(
  deps: Deps,
  by: Author,
  { kind, language, subject, text, version }: z.infer<typeof MailTextBody>,
): Promise<void> {
  const key = mailTextKey(kind, language);
  await inTransaction(deps, async ({ tx }) => {
    await lockSettings(tx);
    const before = ownMailTextOf(await findEntry(tx, key));
    requireVersion(before, version);
    const after: StoredMailText = { subject, text, version: before.version + 1 };
    // Kept without words as well: a version must not be given twice.
    await putEntries(tx, [{ key, value: after }]);
    await audit(tx, { by, gameId: null, action: 'config.mailText', target: `mail:${kind}.${language}`, before, after });
  });
}
