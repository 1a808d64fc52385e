import type { Language } from '@vexil/contract/languages';
import type { Via } from '@vexil/db/enums/submission';
import type { Deps } from '@vexil/http/deps';
import { eachSubmissionBatch } from '../activity/activity.service';
import { sheetTime } from './file-time';
import { sheetTextsOf } from './sheet.texts';
import type { Cell, Sheet } from './xlsx';

export function submissionSheet(
  deps: Pick<Deps, 'db' | 'sealing'>,
  { via, ...game }: { id: number; individual: boolean; via?: Via | undefined },
  language: Language,
): Sheet {
  const { submissions: name, columns, results, vias } = sheetTextsOf(language, game);
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
      columns.via,
    ],
    rows: (async function* () {
      for await (const batch of eachSubmissionBatch(deps, { gameId: game.id, via })) {
        yield batch.map((row): Cell[] => [
          results[row.status],
          sheetTime(row.submittedAt.getTime()),
          row.teamName,
          row.userName,
          row.challengeTitle,
          deps.sealing.unseal(row.answerSealed),
          row.email,
          vias[row.via],
        ]);
      }
    })(),
  };
}
