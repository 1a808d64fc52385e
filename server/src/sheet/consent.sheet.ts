import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { eachConsentBatch } from '../account/consent.service';
import { sheetTime } from './file-time';
import { sheetTexts } from './sheet.texts';
import type { Cell, Sheet } from './xlsx';

/** Of a game, or of the platform by null. */
export function consentSheet(deps: Pick<Deps, 'db'>, gameId: number | null, language: Language): Sheet {
  const { consents: name, columns } = sheetTexts[language];
  return {
    name,
    header: [columns.user, columns.time, columns.hash],
    rows: (async function* () {
      for await (const batch of eachConsentBatch(deps, gameId))
        yield batch.map((row): Cell[] => [row.userName, sheetTime(row.acceptedAt.getTime()), row.hash]);
    })(),
  };
}
