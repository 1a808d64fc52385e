import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRemarkCode, remarkText } from '@vexil/code/texts';
import type { GameArchiveBody } from '@vexil/contract/game-archive';
import { type Language, languages } from '@vexil/contract/languages';
import type { EventImport } from '@vexil/contract/package';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { shownFreeze, shownReveal } from '@vexil/rules/game-freeze.rules';
import { gameNow } from '@vexil/rules/pause.rules';
import { InvalidArgumentError, Option } from 'commander';
import { unfreezeGame, updateAccepted, updateGame } from '../game/game.edit.service';
import { getGame } from '../game/game.service';
import { archiveGame } from '../game-archive/game-archive.service';
import { OperateError } from '../operate-error';
import { isEvent } from '../package/event.read';
import { importEvent } from '../package/event.service';
import { openArchive } from '../package/package.archive';
import { exportGame } from '../package/package.export.service';
import { importGameFrom } from '../package/package.import.service';
import { pauseGame, resumeGame } from '../pause/pause.service';
import { count, mib, operator, program, show, withDeps } from './program';

const instant = (text: string): Date => {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be a time with its zone, such as 2030-05-01T17:00:00Z.');
  }
  return time;
};

interface PauseOptions {
  reason: string;
  hideStatements: boolean;
  stopInstances: boolean;
}

const reasonText = (text: string): string => {
  const reason = text.trim();
  if (reason !== '' && reason.length <= reasonLengthMax) return reason;
  throw new InvalidArgumentError(`It must have 1 to ${reasonLengthMax} characters.`);
};

/** Refuses an existing file, and keeps nothing when writing fails. */
async function writeNew(path: string, content: Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(content, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const game = program.command('game').description('games');
game
  .command('rebuild')
  .description('has every server compute the scoreboard of a game from all facts')
  .argument('<id>', 'number of the game', count)
  .action((gameId: number) =>
    withDeps(async (deps) => {
      await updateAccepted(deps, gameId);
      show({ gameId }, [`The scoreboard of game ${gameId} is rebuilt.`]);
    }),
  );
game
  .command('freeze')
  .description('freezes the scoreboard of a game now, or at a time between its start and end')
  .argument('<id>', 'number of the game', count)
  .option('--at <time>', 'such as 2030-05-01T17:00:00Z (default: now)', instant)
  .option('--off', 'reveals a frozen scoreboard, or removes a freeze to come')
  .action((gameId: number, options: { at?: Date; off?: boolean }) =>
    withDeps(async (deps) => {
      // A paused game freezes at the moment that its clocks show.
      const now = gameNow(await getGame(deps.db, gameId), deps.clock.now());
      const change = (freezeTime: number | null) => updateGame(deps, operator, gameId, { freezeTime });
      let game = options.off
        ? await unfreezeGame(deps, operator, gameId, now)
        : await change((options.at ?? now).getTime());
      if (options.off && game.freezeAt !== null) game = await change(null);
      const freezeAt = shownFreeze(game)?.toISOString() ?? null;
      const revealedAt = shownReveal(game)?.toISOString() ?? null;
      const state =
        freezeAt === null
          ? 'has no freeze'
          : revealedAt === null
            ? `is frozen from ${freezeAt}`
            : `was revealed at ${revealedAt}; its freeze of ${freezeAt} holds nothing back`;
      show({ gameId, freezeAt, revealedAt }, [`Game ${gameId} ${state}.`]);
    }),
  );
game
  .command('pause')
  .description('stops the clocks of a running game; its players read the reason')
  .argument('<id>', 'number of the game', count)
  .requiredOption('--reason <text>', `at most ${reasonLengthMax} characters`, reasonText)
  .option('--hide-statements', 'players cannot read challenges while it lasts', false)
  .option('--stop-instances', 'ends the instances of players', false)
  .action((gameId: number, options: PauseOptions) =>
    withDeps(async (deps) => {
      const { pausedAt } = await pauseGame(deps, operator, gameId, options);
      show({ gameId, pausedAt }, [`Game ${gameId} is paused since ${pausedAt?.toISOString()}.`]);
    }),
  );
game
  .command('resume')
  .description('goes on with a paused game; its times come later by the length of the pause')
  .argument('<id>', 'number of the game', count)
  .action((gameId: number) =>
    withDeps(async (deps) => {
      const { endAt } = await resumeGame(deps, operator, gameId);
      show({ gameId, endAt }, [`Game ${gameId} goes on until ${endAt.toISOString()}.`]);
    }),
  );
game
  .command('export')
  .description('writes a game as a package: challenges with flags, files, divisions; no teams and no solves')
  .argument('<id>', 'number of the game', count)
  .option('--to <file>', 'file to write, "-" for standard output (default: a name of the game)')
  .action((gameId: number, options: { to?: string }) =>
    withDeps(async (deps) => {
      const { name, sizeBytes, content } = await exportGame(deps, operator, gameId, deps.clock.now());
      const path = options.to ?? name;
      if (path === '-') return pipeline(content, process.stdout, { end: false });
      await writeNew(path, content);
      show({ gameId, path, sizeBytes }, [`${path}: ${mib(sizeBytes)}. It holds the flags.`]);
    }),
  );
game
  .command('import')
  .description('makes a new game of a package; all of it or nothing')
  .argument('<file>', 'package of `game export` or of the administration')
  .action((path: string) =>
    withDeps(async (deps) => {
      const gameId = await importGameFrom(deps, operator, path, languages[0]);
      show({ gameId }, [`The game has the number ${gameId}. It is hidden until its organisers show it.`]);
    }),
  );
type Found = Pick<EventImport, 'problems' | 'losses'>;

/** The program that reads other platforms; an image of the server may leave it out. */
const readers = fileURLToPath(new URL('../code/vexil.mjs', import.meta.url));

/** An export as the file of an event; one that is such a file already stays as it is. */
async function convertEvent(path: string, directory: string): Promise<Found & { file: string }> {
  // Tables of rCTF are no archive; the readers say what else is wrong.
  const archive = await openArchive(path, Number.MAX_SAFE_INTEGER).catch(() => null);
  archive?.close();
  if (archive && isEvent(archive)) return { file: path, problems: [], losses: [] };
  if (!existsSync(readers)) {
    throw new OperateError(`${path} is no file of an event. Make one of it with \`vexil event\`, which is not here.`);
  }
  const file = join(directory, 'event.zip');
  const words = [...process.execArgv, readers, 'event', path, '--to', file, '--json'];
  const run = promisify(execFile)(process.execPath, words, { maxBuffer: 64 * 1024 ** 2 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  if (!stdout.startsWith('{')) throw new OperateError(stderr.trim());
  return { file, ...(JSON.parse(stdout) as Found) };
}

game
  .command('import-event')
  .description('makes a game of a finished event of CTFd or rCTF, with accounts, teams and answers; all or nothing')
  .argument('<file>', 'export of CTFd, tables of rCTF, or what `vexil event` has made of them')
  .option('--check', 'only says what would come, and what has no place here', false)
  .action(async (path: string, { check }: { check: boolean }) => {
    const directory = await mkdtemp(join(tmpdir(), 'vexil-event-'));
    const lines = (list: EventImport['losses']) =>
      list.map(({ file, field, what, values = {} }) =>
        [file, field, isRemarkCode(what) ? remarkText({ what, values }) : what].filter(Boolean).join(' '),
      );
    const refuse = (problems: EventImport['problems']) => {
      if (problems.length > 0) throw new OperateError(['Nothing was imported.', ...lines(problems)].join('\n'));
    };
    try {
      const converted = await convertEvent(path, directory);
      refuse(converted.problems);
      await withDeps(async (deps) => {
        const [mode, language] = [check ? 'check' : 'import', languages[0]] as const;
        const report = await importEvent(deps, operator, converted.file, {
          ...{ mode, language, onChange: async () => undefined },
        });
        refuse(report.problems);
        const { title, accounts, teams, submissions, gameId } = report;
        const losses = [...converted.losses, ...report.losses];
        show({ ...report, losses }, [
          ...lines(losses),
          `${title}: ${accounts} accounts, ${teams} teams, ${submissions} submissions.`,
          gameId === null
            ? 'Nothing was stored.'
            : `The game has the number ${gameId}. It is hidden until it is shown.`,
        ]);
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
game
  .command('archive')
  .description('writes an ended game as web pages that need no server: what the public sees, without flags')
  .argument('<id>', 'number of the game', count)
  .option('--to <file>', 'file to write, "-" for standard output (default: a name of the game)')
  .option('--statements', 'with texts and hints of the challenges', false)
  .option('--attachments', 'with attachments', false)
  .option('--writeups', 'with writeups of the teams', false)
  .addOption(new Option('--language <tag>', 'of the pages').choices(languages).default(languages[0]))
  .action((gameId: number, options: GameArchiveBody & { to?: string; language: Language }) =>
    withDeps(async (deps) => {
      const { to, language, ...choice } = options;
      const { name, content } = await archiveGame(deps, operator, gameId, { choice, language, at: deps.clock.now() });
      const path = to ?? name;
      if (path === '-') return pipeline(content, process.stdout, { end: false });
      await writeNew(path, content);
      show({ gameId, path }, [`${path}: open index.html, or put the files behind any web server.`]);
    }),
  );
