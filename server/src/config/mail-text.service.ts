import { languages } from '@vexil/contract/languages';
import {
  type MailText,
  type MailTextBody,
  type MailTexts,
  mailTextKey,
  type OwnMailText,
  ownMailTextOf,
} from '@vexil/contract/mail-text';
import { mailPlaceholders } from '@vexil/contract/mail-text.rules';
import { loadMailTexts } from '@vexil/contract/texts';
import { tokenPurposes } from '@vexil/db/enums/account';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import type { Deps } from '../deps';
import { deleteEntry, findEntry, listEntries, lockSettings, putEntries } from './config.queries';

const standardTexts = await loadMailTexts();

export async function listMailTexts({ db }: Pick<Deps, 'db'>): Promise<z.infer<typeof MailTexts>> {
  const stored = new Map((await listEntries(db, 'mailText.')).map(({ key, value }) => [key, value]));
  const texts = tokenPurposes.flatMap((kind) =>
    languages.map((language): MailText => {
      const standard = standardTexts[language];
      return {
        kind,
        language,
        ...ownMailTextOf(stored.get(mailTextKey(kind, language))),
        standardSubject: `${standard[`${kind}.title`]} - {{platform}}`,
        standardText: `${standard.greeting}\n\n${standard[`${kind}.text`]}`,
        button: standard[`${kind}.button`],
        closing: [standard.address, standard.expires, standard.unasked],
      };
    }),
  );
  return { placeholders: [...mailPlaceholders], texts };
}

/** Mails that wait are sent in the new words. */
export async function setMailText(
  deps: Deps,
  by: Author,
  { kind, language, subject, text }: z.infer<typeof MailTextBody>,
): Promise<void> {
  const key = mailTextKey(kind, language);
  const after: OwnMailText = { subject, text };
  await inTransaction(deps, async (tx) => {
    await lockSettings(tx);
    const before = ownMailTextOf(await findEntry(tx, key));
    if (subject === null && text === null) await deleteEntry(tx, key);
    else await putEntries(tx, [{ key, value: after }]);
    await audit(tx, { by, gameId: null, action: 'config.mailText', target: `mail:${kind}.${language}`, before, after });
  });
}
