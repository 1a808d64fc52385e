import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { eachSubmissionBatch } from '../activity/activity.service';
import { sheetTime } from './file-time';
import { sheetTexts } from './sheet.texts';
import type { Cell, Sheet } from './xlsx';

export function submissionSheet(deps: Pick<Deps, 'db' | 'sealing'>, gameId: number, language: Language): Sheet {
  const { submissions: name, columns, results } = sheetTexts[language];
  return {
    name,
    header: [
      columns.status,
      columns.time,
      columns.team,
      columns.user,
      columns.challenge,
      columns.answer,
      columns.email,
    ],
    rows: (async function* () {
      for await (const batch of eachSubmissionBatch(deps, { gameId })) {
        yield batch.map((row): Cell[] => [
          results[row.status],
          sheetTime(row.submittedAt.getTime()),
          row.teamName,
          row.userName,
          row.challengeTitle,
          deps.sealing.unseal(row.answerSealed),
          row.email,
        ]);
      }
    })(),
  };
}
