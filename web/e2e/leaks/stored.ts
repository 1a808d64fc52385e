import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { accounts, apiTokens, mailTokens, sessions } from '@vexil/db/schema/account';
import { challenges, flags } from '@vexil/db/schema/challenge';
import { containers, solverChecks } from '@vexil/db/schema/container';
import { factors, recoveryCodes } from '@vexil/db/schema/factor';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { submissions, teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { webhooks } from '@vexil/db/schema/webhook';
import { createSealing } from '@vexil/db/sealing';
import { gameSalt } from '@vexil/rules/team-hash.rules';
import { readConfig } from '@vexil/runtime/config';
import { mailKeyPurpose, mailToken } from '@vexil/runtime/mail.rules';
import { openStorage } from '@vexil/runtime/storage/open-storage';
import { eq } from 'drizzle-orm';
import type { Email } from 'postal-mime';
import type { Games } from './games';
import type { Stage } from './people';

const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
const keyPurposes = ['flag-hash', 'seal', mailKeyPurpose, 'live-connection'];

export function noteDeployment({ platform, secrets }: Stage, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) secrets.add('deployment', name, value);
  const sealing = createSealing(platform.environment.SECRET_KEY ?? '');
  for (const purpose of keyPurposes) {
    const key = sealing.deriveKey(purpose);
    secrets.add('deployment', `the key for ${purpose}`, key.toString('hex'));
    secrets.add('deployment', `the key for ${purpose}`, key.toString('base64'));
  }
}

async function noteAccounts({ platform: { database, environment }, secrets }: Stage): Promise<void> {
  const { db } = database;
  const sealing = createSealing(environment.SECRET_KEY ?? '');
  const people = await db.select().from(accounts);
  for (const { userName, passwordHash } of people) {
    secrets.add('passwordHash', `the hash of the password of ${userName}`, passwordHash);
  }
  for (const { tokenHash } of await db.select().from(sessions))
    secrets.add('sealed', 'the hash of a session', tokenHash);
  for (const { name, tokenHash } of await db.select().from(apiTokens)) {
    secrets.add('sealed', `the hash of the API token ${name}`, tokenHash);
  }
  for (const { name, secretSealed, publicKey } of await db.select().from(factors))
    secrets.add('sealed', `the sealed secret or the key of the factor ${name}`, secretSealed ?? publicKey ?? '');
  for (const { codeHash } of await db.select().from(recoveryCodes))
    secrets.add('sealed', 'the hash of a recovery code', codeHash);
  for (const { name, addressSealed, secretSealed } of await db.select().from(webhooks)) {
    secrets.add('sealed', `the sealed address of webhook ${name}`, addressSealed);
    secrets.add('sealed', `the sealed secret of webhook ${name}`, secretSealed);
  }
  const key = sealing.deriveKey(mailKeyPurpose);
  for (const { email, ...mail } of await db.select().from(mailTokens)) {
    secrets.add('mailToken', `a link for ${email}`, mailToken(key, { ...mail, email }), { owner: email });
    secrets.add('sealed', `the state of the account of ${email}`, mail.accountState);
  }
}

async function noteGames({ platform: { database, environment }, secrets }: Stage, built: Games): Promise<void> {
  const { db } = database;
  const sealing = createSealing(environment.SECRET_KEY ?? '');
  for (const { id, privateKeySealed } of await db.select().from(games)) {
    const game = Object.entries(built).find(([, one]) => one.id === id)?.[0];
    secrets.add('sealed', `the sealed key of game ${id}`, privateKeySealed);
    const seed = sealing.unseal(privateKeySealed);
    secrets.add('privateKey', `the private key of game ${id}`, seed);
    secrets.add('hashSalt', `the salt of game ${id}`, gameSalt(sha256Hex, seed), {
      games: game === undefined ? [] : [game],
    });
  }
  for (const { id, hash, sealed } of await db.select().from(flags)) {
    secrets.add('sealed', `the hash of flag ${id}`, hash);
    secrets.add('sealed', `the sealed flag ${id}`, sealed);
  }
  for (const { title, flagTemplateSealed, solverScriptSealed } of await db.select().from(challenges)) {
    if (flagTemplateSealed) secrets.add('sealed', `the sealed template of ${title}`, flagTemplateSealed);
    if (solverScriptSealed) secrets.add('sealed', `the sealed solver of ${title}`, solverScriptSealed);
  }
  for (const { id, outputSealed } of await db.select().from(solverChecks)) {
    if (outputSealed) secrets.add('sealed', `the sealed output of check ${id}`, outputSealed);
  }
}

async function noteTeams({ platform: { database }, secrets }: Stage): Promise<void> {
  const { db } = database;
  for (const { participationId, flagHash, flagSealed } of await db.select().from(teamChallenges)) {
    if (flagHash) secrets.add('sealed', `the hash of a flag of participation ${participationId}`, flagHash);
    if (flagSealed) secrets.add('sealed', `the sealed flag of participation ${participationId}`, flagSealed);
  }
  for (const { id, answerHash, answerSealed } of await db.select().from(submissions)) {
    secrets.add('sealed', `the hash of answer ${id}`, answerHash);
    secrets.add('sealed', `the sealed answer ${id}`, answerSealed);
  }
  const rows = await db
    .select({ name: teams.name, token: participations.token, writeupHash: participations.writeupHash })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId));
  for (const { name, token, writeupHash } of rows) {
    const signature = token.split(':')[1] ?? '';
    secrets.add('teamToken', `the team token of ${name}`, signature, { owner: name });
    if (writeupHash) secrets.add('writeup', `the writeup of ${name}`, writeupHash);
  }
}

/** Registers secrets that only the database contains, before rows are deleted. */
export async function noteStored(stage: Stage, built: Games): Promise<void> {
  await Promise.all([noteAccounts(stage), noteGames(stage, built), noteTeams(stage)]);
}

/** Rows and files that an engine would create: instances of teams and of organisers, and captured traffic. */
export async function seedInstance(
  { platform: { database, environment }, secrets }: Stage,
  { night }: Games,
  participations: Record<string, number>,
): Promise<{ challengeId: number; containerIds: string[]; fileName: string }> {
  const participationId = participations.Aurora;
  const challengeId = night.challenges['Iron Gate'] ?? 0;
  const address = { internalHost: '127.0.0.1', internalPort: 9, isProxy: true, image: 'vexil/none:1' };
  // Within the window in which teams may extend it.
  const times = { startedAt: new Date(), expiresAt: new Date(Date.now() + 300_000) };
  const running = { state: 'running', gameId: night.id, challengeId, ...address, ...times } as const;
  const rows = await database.db
    .insert(containers)
    .values([
      { ...running, kind: 'Team', participationId },
      { ...running, kind: 'Test' },
      { ...running, kind: 'Team', participationId: participations.Ember },
    ])
    .returning();
  const containerIds = rows.map(({ id }) => id);
  secrets.add('containerId', 'the instance of Aurora', containerIds[0] ?? '', { owner: 'Aurora', games: ['night'] });
  secrets.add('containerId', 'the test instance', containerIds[1] ?? '', { games: ['night'] });
  secrets.add('containerId', 'the instance of Ember', containerIds[2] ?? '', { owner: 'Ember', games: ['night'] });
  const fileName = '01890a5dac96-8F3K2Q.pcap.gz';
  const storage = openStorage(readConfig(environment).storage);
  const content = Readable.from([Buffer.from('what Aurora said')]);
  await storage.putObject(`capture/${challengeId}/${participationId}/${fileName}`, content, 1024);
  return { challengeId, containerIds, fileName };
}

/** A solver with a script, and a run of it. */
export async function seedSolver(
  { platform: { database, environment }, secrets }: Stage,
  { night }: Games,
): Promise<number> {
  const sealing = createSealing(environment.SECRET_KEY ?? '');
  const challengeId = night.challenges['Iron Gate'] ?? 0;
  const games = { games: ['night'] };
  const script = secrets.add('solver', 'the solver of Iron Gate', 'knock "twice" & say <mellon>', games);
  const output = secrets.add('solver', 'what the solver of Iron Gate wrote', 'the "gate" said <nothing>', games);
  const solver = { image: 'vexil/solver:1', command: [], timeoutSeconds: 60, everyMinutes: 0, showStatus: true };
  await database.db
    .update(challenges)
    .set({ solver, solverScriptSealed: sealing.seal(script) })
    .where(eq(challenges.id, challengeId));
  const now = new Date();
  const ended = { result: 'failed', exitCode: 1, startedAt: now, endedAt: now } as const;
  const [check] = await database.db
    .insert(solverChecks)
    .values({ gameId: night.id, challengeId, image: solver.image, outputSealed: sealing.seal(output), ...ended })
    .returning();
  return check?.id ?? 0;
}

/** All parts of a mail, headers included. */
export const mailText = ({ headers, subject, text, html }: Email): string =>
  [...headers.map(({ key, value }) => `${key}: ${value}`), subject, text, html].join('\n');
