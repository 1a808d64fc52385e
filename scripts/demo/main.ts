/**
 * An organiser and sixty teams, all through the public HTTP API. Started by scripts/demo.mjs; its settings are
 * DEMO_SEED, DEMO_SPEED and those of the platform.
 */
import { setMaxListeners } from 'node:events';
import { isRefusal, openClient } from './client';
import { type Connection, openConnection } from './connection';
import { buildImages } from './containers';
import { describe as describeError } from './failure';
import { makePlan } from './plan';
import { loadProgress, saveProgress } from './progress';
import { reportNotices } from './reporter';
import { readSettings, type Settings } from './settings';
import { type DemoGame, findGame, setUpGame } from './setup';
import { runSimulation } from './simulation';
import { enter, joinGame, LockedOut, passwordFor } from './team-setup';
import { describeSetup } from './welcome';

const visitor = { userName: 'visitor', email: 'visitor@saltmark.example' };
const visitorTeam = { name: 'The Visitors', bio: 'You.' };

const say = (line: string) => console.log(line);
const sayAt = (line: string) => say(`  ${new Date().toTimeString().slice(0, 8)}  ${line}`);

async function signInAdmin(connection: Connection, password: string) {
  const account = { userName: 'Admin', password };
  const admin = openClient(connection, account);
  try {
    await admin.account.login({ body: account });
  } catch (error) {
    if (!isRefusal(error, 'account.badCredentials')) throw error;
    throw new Error(
      'Admin has another password in this data. Give it with ADMIN_PASSWORD, or choose another DATA_DIR.',
      {
        cause: error,
      },
    );
  }
  return admin;
}

async function prepareImages({ hasEngine, dockerHost }: Settings): Promise<boolean> {
  if (!hasEngine) {
    say('Three challenges need a Docker engine and stay closed; the other fifteen are played.');
    return false;
  }
  say('Building the images of three challenges …');
  try {
    await buildImages(dockerHost);
    return true;
  } catch (error) {
    say(`The images could not be built, so three challenges stay closed. ${describeError(error)}`);
    return false;
  }
}

/** The password of the visitor's account; null when the visitor has changed it. */
async function welcomeVisitor(
  connection: Connection,
  demoGame: DemoGame,
  secret: string,
  again: boolean,
): Promise<string | null> {
  const password = passwordFor(secret, visitor.userName);
  try {
    const client = await enter(connection, visitor, password, again);
    await joinGame([client], { ...visitorTeam, division: 'assisted' }, demoGame);
    return password;
  } catch (error) {
    if (error instanceof LockedOut) return null;
    throw error;
  }
}

async function run(settings: Settings, signal: AbortSignal): Promise<void> {
  const connection = openConnection(settings.url, signal, sayAt);
  const progress = loadProgress(settings.dataDir);
  const seed = progress?.seed ?? settings.seed;
  if (seed !== settings.seed && settings.seedGiven) {
    say(`This demo was begun with the seed ${seed} and goes on with it; another DATA_DIR starts another one.`);
  }
  const admin = await signInAdmin(connection, settings.adminPassword);
  const again = (await findGame(admin)) !== undefined;
  const containers = await prepareImages(settings);
  say(again ? 'Continuing the existing competition …' : 'Preparing the competition …');
  const demoGame = await setUpGame(admin, { containers });
  const playerPassword = await welcomeVisitor(connection, demoGame, settings.adminPassword, again);
  say(
    describeSetup({
      ...{ address: settings.address, gameId: demoGame.gameId, end: demoGame.end, again },
      admin: { userName: 'Admin', password: settings.adminPassword },
      player: { userName: visitor.userName, password: playerPassword ?? '(the one you chose)', team: visitorTeam.name },
    }),
  );
  const plan = makePlan(seed, { containers });
  const reporting = reportNotices(connection, openClient(connection), demoGame.gameId, sayAt);
  reporting.catch((error) => signal.aborted || sayAt(`The notices cannot be read: ${describeError(error)}`));
  await runSimulation({
    ...{ connection, admin, demoGame, plan, again, say: sayAt },
    secret: settings.adminPassword,
    speed: settings.speed,
    playedMs: progress?.playedMs ?? null,
    onProgress: (playedMs) => saveProgress(settings.dataDir, { seed, playedMs }),
  });
  sayAt(
    'Everything is solved that these teams can solve. The platform stays up until Ctrl-C; another DATA_DIR starts anew.',
  );
}

const stopping = new AbortController();
// All sixty teams may wait on this signal at once.
setMaxListeners(0, stopping.signal);
for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort());
try {
  await run(readSettings(process.env), stopping.signal);
  process.exit(0);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  console.error(describeError(error));
  process.exit(1);
}
