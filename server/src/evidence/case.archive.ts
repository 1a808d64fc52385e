import type { Readable } from 'node:stream';
import type { Evidence } from '@vexil/contract/evidence';
import type { Finding } from '@vexil/contract/submission';
import type { Deps } from '@vexil/http/deps';
import { ZipFile } from 'yazl';
import { getGame } from '../game/game.service';
import { fileTime } from '../sheet/file-time';
import { getCase, listQuestions } from './case.queries';
import { readCase } from './case.service';
import { readEvidence } from './evidence.service';
import { answerName } from './evidence.view';
import { readFindings } from './findings.service';

const pageSize = 100;

/** Reads a list page by page. */
async function readAll<Item, Page extends { data: Item[]; total: number }>(
  read: (page: { count: number; skip: number }) => Promise<Page>,
): Promise<Page> {
  const first = await read({ count: pageSize, skip: 0 });
  while (first.data.length < first.total) {
    const { data } = await read({ count: pageSize, skip: first.data.length });
    if (data.length === 0) break;
    first.data.push(...data);
  }
  return first;
}

/** Everything that staff decided on, and the files that the team sent. Throws as `readCase` and `readEvidence` do. */
export async function archiveCase(
  deps: Deps,
  { gameId, caseId }: { gameId: number; caseId: number },
  at: Date,
): Promise<{ name: string; content: Readable }> {
  const { title } = await getGame(deps.db, gameId);
  const shown = await readCase(deps, { gameId, caseId });
  const { team } = await getCase(deps.db, gameId, caseId);
  const ids = { gameId, participationId: team.participationId };
  const lines = await readAll<Evidence['data'][number], Evidence>((page) => readEvidence(deps, ids, page, at));
  const filter = { participationId: team.participationId };
  const findings = await readAll<Finding, Awaited<ReturnType<typeof readFindings>>>((page) =>
    readFindings(deps, gameId, { ...page, ...filter }, at),
  );
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  const facts = { game: title, at: at.getTime(), case: shown, findings: findings.data, lines: lines.data };
  zip.addBuffer(Buffer.from(JSON.stringify({ ...facts, isRecorded: lines.isRecorded }, null, 2)), 'case.json', {
    mtime: at,
  });
  for (const { question } of await listQuestions(deps.db, caseId)) {
    const hash = question.answerHash;
    const size = hash === null ? undefined : await deps.storage.size(hash);
    if (hash === null || size === undefined) continue;
    zip.addReadStreamLazy(`answers/${answerName(question.id)}`, { mtime: at, compress: false, size }, (use) => {
      const content = deps.storage.read(hash);
      content.once('error', (error) => output.destroy(error));
      output.once('close', () => content.destroy());
      use(null, content);
    });
  }
  zip.end();
  return { name: `Case-${caseId}-${fileTime(at)}Z.zip`, content: output };
}
