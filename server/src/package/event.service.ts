import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Remarks } from '@vexil/code/remarks';
import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { type EventImport, packageRoutes } from '@vexil/contract/package';
import { eventPath } from '@vexil/contract/package.people';
import type { Executor } from '@vexil/db';
import { uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { createLimiter } from '@vexil/http/guard/concurrency';
import { errorText } from '@vexil/http/reply/i18n';
import type { FastifyRequest } from 'fastify';
import type { Author, Operator } from '../audit/audit.service';
import { findImported } from './event.queries';
import { isEvent, readEvent } from './event.read';
import { planPeople, storePeople } from './event.store';
import { openArchive } from './package.archive';
import { storePackage } from './package.import.service';
import { receivePackage } from './package.receive';

const beatMs = 5000;
const beatsMissedMax = 12;
const reportAgeMs = 3_600_000;
/** Each has the rows of one event in memory. */
const limit = createLimiter(1, 10);

type Report = EventImport;
type OnChange = (report: Report) => Promise<void>;
interface Run {
  mode: 'check' | 'import';
  language: Language;
  onChange: OnChange;
}

export const newReport = (id: string): Report => ({
  ...{ id, state: 'Reading', done: 0, total: 0, gameId: null, title: '' },
  ...{ challenges: 0, accounts: 0, teams: 0, submissions: 0, awards: 0, problems: [], losses: [], error: null },
});

/** As long as that game is there. */
class ImportedBefore extends Error {
  constructor(readonly gameId: number) {
    super('imported before');
  }
}

async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/**
 * Checks the file of an event, or makes a game of it: all of it or nothing. Throws `package.…` for what is wrong with
 * the archive as a whole; `problems` name file, row and field.
 */
async function importEventFrom(
  deps: Deps,
  by: Author | Operator,
  path: string,
  { mode, language, report, onChange }: Run & { report: Report },
): Promise<Report> {
  const archive = await openArchive(path, uploadOf(deps.config, packageRoutes.startEvent.upload).sizeBytesMax);
  try {
    if (!isEvent(archive)) {
      throw new DomainError('package.fileMissing', { field: 'file', params: { file: eventPath('accounts') } });
    }
    const found = new Remarks();
    const exportHash = await hashOf(path);
    const requireNew = async (db: Executor) => {
      const earlier = await findImported(db, exportHash);
      if (earlier !== undefined) throw new ImportedBefore(earlier);
    };
    await requireNew(deps.db);
    const event = await readEvent(archive, { now: deps.clock.now().getTime(), language }, found);
    if (!event) return { ...report, state: 'Refused', problems: found.problems, losses: found.finished() };
    await planPeople(deps, deps.db, event, found);
    const { contents, accounts, teams, answers, awards } = event;
    const solves = answers.filter(({ isSolve }) => isSolve);
    const ready: Report = {
      ...{ ...report, state: 'Checked', title: contents.game.title, challenges: contents.challenges.length },
      ...{ accounts: accounts.length, teams: teams.length, submissions: answers.length, awards: awards.length },
      total: 3 * accounts.length + 2 * teams.length + answers.length + solves.length + awards.length,
      losses: found.finished(),
    };
    if (mode === 'check') return ready;
    let done = 0;
    const onStored = (count: number) => {
      done += count;
      return onChange({ ...ready, state: 'Storing', done });
    };
    const gameId = await storePackage(deps, by, archive, contents, async (work, game) => {
      done = 0;
      return { ...(await storePeople(work, { deps, game, event, onStored, requireNew })), export: exportHash };
    });
    return { ...ready, state: 'Imported', done: ready.total, gameId };
  } catch (error) {
    if (!(error instanceof ImportedBefore)) throw error;
    const found = new Remarks();
    found.refuse('', '', 'event.again', { value: error.gameId });
    return { ...report, state: 'Refused', problems: found.problems };
  } finally {
    archive.close();
  }
}

const keyOf = ({ keyPrefix }: Deps, id: string) => `${keyPrefix}import:${id}`;
const saveReport = (deps: Deps, report: Report, ageMs: number) =>
  deps.redis.set(keyOf(deps, report.id), JSON.stringify(report), 'PX', ageMs);

/** Goes on after the reply. A server that dies leaves no report, and nothing of the event. */
export async function startEvent(
  deps: Deps,
  by: Author,
  request: FastifyRequest,
  { mode, language, onImported }: { mode: 'check' | 'import'; language: Language; onImported: OnChange },
): Promise<{ id: string }> {
  const path = await receivePackage(deps, request);
  const first = newReport(deps.random.uuid());
  let current = first;
  const beat = () => saveReport(deps, current, beatMs * beatsMissedMax);
  // A beat that Redis misses is made up by the next.
  const beats = setInterval(() => void beat().catch(() => undefined), beatMs);
  const run = async () => {
    try {
      current = await limit(() =>
        importEventFrom(deps, by, path, {
          ...{ mode, language, report: first },
          onChange: async (report) => {
            current = report;
            await beat();
          },
        }),
      );
      if (current.state === 'Imported') await onImported(current);
    } catch (error) {
      const known = error instanceof DomainError ? error : new DomainError('request.failed', { cause: error });
      if (known !== error) deps.log.error({ event: 'package.event_failed', err: error }, 'Importing an event failed');
      current = { ...first, state: 'Refused', error: errorText(known.code, language, known.options.params) };
    } finally {
      clearInterval(beats);
      await rm(path, { force: true });
    }
    await saveReport(deps, current, reportAgeMs);
  };
  await beat();
  void run().catch((err: unknown) =>
    deps.log.warn({ event: 'package.event_report_failed', err }, 'The report of an import could not be kept'),
  );
  return { id: first.id };
}

/** Throws `request.notFound`. */
export async function getEvent(deps: Deps, id: string): Promise<Report> {
  const text = await deps.redis.get(keyOf(deps, id));
  if (text === null) throw new DomainError('request.notFound');
  return JSON.parse(text) as Report;
}

/** On the command line: its report goes nowhere else. */
export const importEvent = (deps: Deps, by: Operator, path: string, run: Run): Promise<Report> =>
  importEventFrom(deps, by, path, { ...run, report: newReport(deps.random.uuid()) });
