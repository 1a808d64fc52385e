import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awardRoutes } from '@vexil/contract/award';
import { captureSearchRoutes } from '@vexil/contract/capture-search';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { doctorRoutes } from '@vexil/contract/doctor';
import { caseRoutes } from '@vexil/contract/evidence';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { gameArchiveRoutes } from '@vexil/contract/game-archive';
import { noticeRoutes } from '@vexil/contract/notice';
import { packageRoutes } from '@vexil/contract/package';
import { gameTokenRoutes } from '@vexil/contract/token';
import { createSealing } from '@vexil/db/sealing';
import { freePort } from '@vexil/db/testing/free-port';
import { startS3 } from '@vexil/runtime/testing/s3';
import { makeProof } from '../../../server/src/check/echo';
import { eventOf, makeExport } from '../../../server/testing/ctfd-export';
import { smtpPassword, startSmtp } from '../../../workers/testing/smtp';
import { startPlatform } from '../support/platform';
import type { Ids } from './bodies';
import { askEverything, changeEverything, deleteEverything, mistypeEverything, openPages } from './crawl';
import { addFactor } from './factors';
import { buildGames, type Games } from './games';
import { type HubConnection, hubPaths, listen } from './hubs';
import { exchangeMails } from './mails';
import { buildPeople, buildTeams, type People, passwordOf, type Stage } from './people';
import type { Person } from './person';
import { administrate, joinGames, play, review, settleTeams } from './play';
import type { Recorder } from './record';
import type { SecretRegistry } from './secrets';
import { mailText, noteDeployment, noteStored, seedInstance, seedSolver } from './stored';
import { dumpDatabase, watchRedis } from './stores';

type Answer = 'right' | 'wrong' | 'broken';

/** A fake of the captcha verification service. */
async function startCaptcha() {
  let answer: Answer = 'right';
  const server = createServer((_request, response) => {
    if (answer === 'broken') response.writeHead(500).end('out of order');
    else response.end(JSON.stringify({ success: answer === 'right' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    captcha(next: Answer) {
      answer = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const deploymentSecrets = {
  SECRET_KEY: 'secret key of the leak test, for tests only',
  ADMIN_PASSWORD: 'Adm1n "of" the <leak> test',
  CAPTCHA_SECRET_KEY: 'captcha-secret-of-the-leak-test',
};

async function startServices() {
  const [smtp, captcha, s3, metricsPort] = await Promise.all([startSmtp(), startCaptcha(), startS3(), freePort()]);
  const { bucket, prefix, endpoint, region, credentials } = s3.settings;
  const place = new URLSearchParams({ endpoint: endpoint ?? '', region });
  return {
    smtp,
    captcha,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    secrets: {
      ...deploymentSecrets,
      SMTP_PASSWORD: smtpPassword,
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    },
    settings: {
      ...deploymentSecrets,
      LOG_LEVEL: 'debug',
      CONTAINER_ENGINE: 'none',
      CONTAINER_PORT_MAPPING: 'proxy',
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://leaks.example',
      STORAGE_URL: `s3://${bucket}/${prefix}?${place}`,
      S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
      CAPTCHA_PROVIDER: 'CloudflareTurnstile',
      CAPTCHA_SITE_KEY: 'public-site-key',
      CAPTCHA_VERIFY_URL: captcha.url,
      METRICS_PORT: `${metricsPort}`,
    },
    close: () => Promise.all([smtp.close(), captcha.close(), s3.close()]),
  };
}

async function readIds(
  people: People,
  games: Games,
  more: Omit<
    Ids,
    | 'games'
    | 'noticeId'
    | 'awardId'
    | 'caseId'
    | 'questionId'
    | 'gameTokenId'
    | 'flagId'
    | 'submissionIds'
    | 'searchIds'
    | 'posterHash'
    | 'package'
  >,
): Promise<Ids> {
  const { ora, anonymous } = people;
  const id = games.night.id;
  const params = { id, challengeId: games.night.challenges.Lantern ?? 0 };
  const [notice] = await anonymous.call(noticeRoutes.list, { params: { id } });
  const { flags } = await ora.call(challengeEditRoutes.get, { params });
  const prize = { teamId: more.teams[0] ?? 0, points: 25, reason: 'The quiz at noon' };
  const award = await ora.call(awardRoutes.create, { params: { id }, body: prize });
  const opened = await ora.call(caseRoutes.open, { params: { id }, body: { participationId: more.participationId } });
  const question = { challengeId: params.challengeId, text: 'Show how you solved it.', dueAt: Date.now() + 3_600_000 };
  const asked = await ora.call(caseRoutes.ask, { params: { id, caseId: opened.id }, body: question });
  const feed = { name: 'Feed', scopes: ['award:write' as const] };
  const made = await ora.call(gameTokenRoutes.create, { params: { id }, body: feed });
  const { poster } = await anonymous.call(gameRoutes.get, { params: { id } });
  const exported = await ora.send(packageRoutes.export, { params: { id } });
  const search = await ora.call(captureSearchRoutes.create, { params: { id }, body: { kind: 'flag' } });
  // The others still run, and only ended games have archives.
  const times = { start: Date.now() - 2000, end: Date.now() - 1000 };
  const { id: endedId } = await people.admin.call(gameEditRoutes.create, { body: { title: 'Yesterday', ...times } });
  await people.admin.send(gameArchiveRoutes.download, { params: { id: endedId }, body: { statements: true } });
  return {
    ...more,
    games,
    noticeId: notice?.id ?? 0,
    awardId: award.id,
    caseId: opened.id,
    questionId: asked.questions[0]?.id ?? 0,
    gameTokenId: made.info.id,
    flagId: flags[0]?.id ?? 0,
    // The first ids of a new database: submissions of several teams, right and wrong.
    submissionIds: [1, 2, 4],
    searchIds: [search.id],
    posterHash: poster?.split('/')[2] ?? '',
    package: new File([new Uint8Array(exported.body)], 'game.zip', { type: 'application/zip' }),
  };
}

const watched = ({ night }: Games) => `/hub/user?game=${night.id}&live=1`;

async function connectHubs(
  stage: Stage,
  people: Person[],
  games: Games,
  cursors?: Map<string, string>,
): Promise<Map<string, HubConnection>> {
  const hubConnections = new Map<string, HubConnection>();
  const gameIds = Object.values(games).map(({ id }) => id);
  await Promise.all(
    people.flatMap((person) =>
      hubPaths(gameIds, cursors && (cursors.get(person.name) ?? '')).map(async (path) => {
        hubConnections.set(`${person.name} ${path}`, await listen(stage.recorder, person, stage.url, path));
      }),
    ),
  );
  return hubConnections;
}

/** The export of an event elsewhere. Returns the id under which its report is read. */
async function readExport(admin: Person): Promise<string> {
  const size = { teams: 3, members: 2, challenges: 4, submissions: 20, awards: 2, seed: 1 };
  const file = new File([new Uint8Array(await eventOf(makeExport(size)))], 'event.zip', { type: 'application/zip' });
  return (await admin.call(packageRoutes.startEvent, { files: [file] })).id;
}

/** Plays a game from registration to deletion; fills the recorder and the registry of secrets. */
export async function playFullGame(
  recorder: Recorder,
  secrets: SecretRegistry,
  tests: { databaseUrl: string; redisUrl: string },
): Promise<void> {
  const services = await startServices();
  const platform = await startPlatform(tests, services.settings);
  const redis = await watchRedis(recorder, tests.redisUrl, platform.environment.KEY_PREFIX ?? '');
  const stage: Stage = { url: platform.url, platform, recorder, secrets };
  const hubConnections: Map<string, HubConnection>[] = [];
  try {
    noteDeployment(stage, services.secrets);
    secrets.add('cheating', 'a cheating verdict', 'CheatDetected');
    const people = await buildPeople(stage);
    const allPeople = Object.values(people);
    const teams = await buildTeams(stage, people);
    const games = await buildGames(stage, people);
    const { participations, divisions } = await joinGames(stage, people, games, teams);
    const { tokenId, userId, postId, webhookId, deliveryId } = await administrate(stage, people, teams);
    hubConnections.push(await connectHubs(stage, allPeople, games));
    await review(people.ora, participations.Ember ?? 0, 'Suspended');
    const { rejudgingId, planId } = await play(stage, people, games);
    await settleTeams(stage, people, games, teams);
    await exchangeMails(stage, people, { smtp: services.smtp, captcha: services.captcha.captcha });
    const factorId = await addFactor(stage, people.bob, `${passwordOf('bob')} again`);
    // Reconnects at the cursors from before the game, which replays all messages.
    const cursors = allPeople.map(
      ({ name }) => [name, hubConnections[0]?.get(`${name} ${watched(games)}`)?.cursor() ?? ''] as const,
    );
    hubConnections.push(await connectHubs(stage, allPeople, games, new Map(cursors)));
    const partId = participations.Aurora ?? 0;
    const { challengeId, containerIds, fileName } = await seedInstance(stage, games, participations);
    const checkId = await seedSolver(stage, games);
    const ids = await readIds(people, games, {
      teams: [teams.Aurora ?? 0, teams.Borealis ?? 0],
      participationId: partId,
      divisionId: divisions.hall.divisionId,
      capture: { challengeId, partId, filename: fileName },
      containerIds,
      postId,
      tokenId,
      webhookId,
      deliveryId,
      checkId,
      rejudgingId,
      planId,
      factorId,
      importId: await readExport(people.admin),
      userId,
    });
    await askEverything(allPeople, ids);
    const { ada, admin, anonymous, ora, otto } = people;
    const sealing = createSealing(deploymentSecrets.SECRET_KEY);
    await anonymous.call(doctorRoutes.echo, {
      query: { proof: makeProof({ sealing, clock: { now: () => new Date() } }) },
    });
    await openPages([anonymous, ada, ora, admin]);
    await mistypeEverything(stage, { ada, admin, anonymous }, ids);
    const staff = new Set<Person>([admin, ora, otto]);
    const groups = [allPeople.filter((one) => !staff.has(one)), [ora, otto], [admin]];
    await changeEverything(stage, groups, ids);
    await noteStored(stage, games);
    await redis.dump();
    await dumpDatabase(recorder, platform.database);
    await deleteEverything(stage, groups, ids);
    await redis.dump();
    await dumpDatabase(recorder, platform.database);
    const metrics = await fetch(services.metricsUrl);
    recorder.note({ name: 'metrics', is: ['metrics'], owns: [] }, 'metrics', '/metrics', await metrics.text());
    for (const mail of services.smtp.mails) {
      const to = mail.to?.[0]?.address ?? '';
      const name = to.split('.')[0] ?? '';
      recorder.note({ name: `the mailbox of ${to}`, is: ['mail'], owns: [to, name] }, 'mail', to, mailText(mail));
    }
  } finally {
    for (const connection of hubConnections.flatMap((some) => [...some.values()])) connection.close();
    await redis.close();
    await platform.stop();
    await services.close();
    for (const [process, lines] of Object.entries(platform.logLines())) {
      const audience = { name: `the log of the ${process}`, is: ['log'], owns: [] };
      for (const line of lines) recorder.note(audience, 'log', process, line);
    }
  }
}
