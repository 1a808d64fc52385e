import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { eachSubmissionBatch } from '../activity/activity.service';
import { sheetTime } from './file-time';
import { sheetTextsOf } from './sheet.texts';
import type { Cell, Sheet } from './xlsx';

export function submissionSheet(
  deps: Pick<Deps, 'db' | 'sealing'>,
  game: { id: number; individual: boolean },
  language: Language,
): Sheet {
  const { submissions: name, columns, results } = sheetTextsOf(language, game);
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
      for await (const batch of eachSubmissionBatch(deps, { gameId: game.id })) {
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
