// Plans and applies a folder of challenges. It needs Node alone: no store, and no secret of the installation.

import { stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { formats } from '../model';
import { ApiError, type Target } from './api';
import { CliError } from './cli-error';
import { applyFolder, checkFolder, planFolder } from './commands';
import { convertFile } from './event';
import { pullFolder } from './pull';
import { note } from './show';

const program = new Command('vexil')
  .description('Keeps the challenges of a game in a folder: plans, applies, pulls and checks them.')
  .showHelpAfterError();

interface Connection {
  url?: string;
  token?: string;
  game?: number;
}

const number = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be the number of a game.');
  return Number(text);
};

function targetOf({ url, token, game }: Connection): Target {
  if (!url) throw new CliError('Name the installation: --url or VEXIL_URL.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CliError(`--url: ${url} is no address that begins with https:// or http://.`);
  if (!token) throw new CliError('Name a token of the game: --token or VEXIL_TOKEN.');
  if (game === undefined) throw new CliError('Name the game: --game or VEXIL_GAME.');
  return { url, token, gameId: game };
}

/** Without the four options that every command has. */
const command = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument('<folder>', 'folder or zip archive')
    .addOption(new Option('--url <address>', 'address of the installation').env('VEXIL_URL'))
    .addOption(new Option('--token <token>', 'API token of the game').env('VEXIL_TOKEN'))
    .addOption(new Option('--game <id>', 'number of the game').env('VEXIL_GAME').argParser(number))
    .option('--json', 'print one JSON document');

const format = () => new Option('--format <name>', 'do not recognise the format').choices(formats);
const collect = (value: string, values: string[]) => [...values, ...value.split(',').map((each) => each.trim())];

command('plan', 'Show what applying the folder would change; exit code 2 when there is something')
  .addOption(format())
  .option('--keep', 'keep challenges that are not in the folder any more')
  .option('--strict', 'what has no place, such as an unknown key, is an error')
  .action(async (folder: string, options) => {
    process.exitCode = await planFolder(folder, { ...options, target: targetOf(options) });
  });

command('apply', 'Make the game as the folder says, all or nothing')
  .addOption(format())
  .option('--keep', 'keep challenges that are not in the folder any more')
  .option('--strict', 'what has no place, such as an unknown key, is an error')
  .option('--build', 'build images with Docker first, and push those that name a registry')
  .option('--allow <what>', 'delete; in a running game also flags, values, game, divisions', collect, [])
  .option('--reason <text>', 'why, for the audit log; needed with --allow divisions')
  .option('--mine <keys>', 'challenges that were changed in the browser: the folder wins; * for all', collect, [])
  .option('--theirs <keys>', 'the browser wins; * for all', collect, [])
  .action(async (folder: string, options) => {
    process.exitCode = await applyFolder(folder, { ...options, target: targetOf(options) });
  });

command('pull', 'Write the challenges of the game into a folder')
  .addOption(new Option('--format <name>', 'format of the folder').choices(['vexil', 'ctfcli']).default('vexil'))
  .option('--force', 'write over files that differ')
  .action(async (folder: string, options) => {
    process.exitCode = await pullFolder(folder, { ...options, target: targetOf(options) });
  });

command('check', 'Run the solvers of the folder’s challenges against test instances, and wait')
  .addOption(format())
  .action(async (folder: string, options) => {
    await stat(folder).catch(() => {
      throw new CliError(`${folder}: there is no such folder.`);
    });
    process.exitCode = await checkFolder(folder, { ...options, target: targetOf(options) });
  });

program
  .command('event')
  .description('Write the export of a finished event of CTFd or rCTF as a file that `game import-event` and pages read')
  .argument('<export>', 'zip archive or folder')
  .requiredOption('--to <file>', 'file to write')
  .option('--json', 'print one JSON document')
  .action(async (path: string, options: { to: string; json?: boolean }) => {
    process.exitCode = await convertFile(path, options);
  });

const hints: Record<string, string> = {
  'plan.undecided': 'Name them in --mine, where the folder wins, or in --theirs.',
  'plan.notAllowed': 'Name it in --allow, such as --allow delete,flags.',
  'division.reasonMissing': 'Give it with --reason.',
};

/** What the title does not say already. */
const detailsOf = ({ message, refusal: { code = '', details = [] } }: ApiError): string[] => [
  ...details.filter((one) => one.message && !message.includes(one.message)).map((one) => `${one.path}: ${one.message}`),
  ...(hints[code] === undefined ? [] : [hints[code]]),
];

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  note(`error: ${error.message}`);
  if (error instanceof ApiError) for (const each of detailsOf(error)) note(`  ${each}`);
  process.exitCode = 1;
}
