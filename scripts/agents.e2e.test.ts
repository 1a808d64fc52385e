import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient, type VexilClient } from '@vexil/server/client';
import { describe, expect, it } from 'vitest';
import { firstLight } from './demo/puzzles/first-light';
import { createRandom } from './demo/random';
import { inRoot } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { makeDirectory, runScript } from './testing/program';

const page = readFileSync(inRoot('docs/agents.md'), 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const run = promisify(execFile);
const minute = 60_000;
const password = 'Correct-Horse-9';

/** With the session that it signs in to. */
async function signIn(baseUrl: string, userName: string): Promise<VexilClient> {
  let cookie = '';
  const client = createClient({
    baseUrl,
    async fetch(address, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      const reply = await fetch(address, { ...init, headers });
      cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
      return reply;
    },
  });
  await client.account.login({ body: { userName, password } });
  return client;
}

/** The game of the page: the demo's first challenge, and a player in it. */
async function setUp(address: string): Promise<{ gameId: number; player: VexilClient }> {
  const admin = await signIn(address, 'Admin');
  const now = Date.now();
  const times = { start: now - minute, end: now + 60 * minute };
  const body = { title: 'Saltmark', ...times, acceptWithoutReview: true, allowsMcp: true };
  const { id: gameId } = await admin.gameEdit.create({ body });
  const { title, category, content } = firstLight;
  const made = await admin.challengeEdit.create({
    params: { id: gameId },
    body: { title, category, type: 'StaticAttachment' },
  });
  const params = { id: gameId, challengeId: made.id };
  const { flag, file } = firstLight.make(createRandom('agents'));
  const [stored] = await admin.asset.upload({ files: [new File([file.content], file.name)] });
  await admin.challengeEdit.setAttachment({ params, body: { attachmentType: 'Local', fileHash: stored?.hash } });
  await admin.flag.add({ params, body: [{ flag }] });
  await admin.challengeEdit.update({ params, body: { content, isEnabled: true } });
  await admin.accountAdmin.import({ body: [{ userName: 'Ada', email: 'ada@example.org', password }] });
  const player = await signIn(address, 'Ada');
  const team = await player.team.create({ body: { name: 'Engines' } });
  await player.participation.join({ params: { id: gameId }, body: { teamId: team.id } });
  return { gameId, player };
}

describe('docs/agents.md', () => {
  it('leads from a token to a solved challenge of the demo within a minute, word for word (needs curl, jq)', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const server = runScript('start.mjs', {
      ...{ PORT: new URL(address).port, DATA_DIR: path.join(makeDirectory(), 'data') },
      ...{ ADMIN_PASSWORD: password, CONTAINER_ENGINE: 'none' },
    });
    await server.prints('Vexil runs at ');
    const { gameId, player } = await setUp(address);

    const scopes = ['game:read', 'play:read', 'play:write', 'file:read', 'team:read'] as const;
    const { token } = await player.playerToken.create({ body: { name: 'Agent', gameId, scopes: [...scopes] } });
    const [settings = '', ...commands] = blocksOf('sh');
    expect(settings).toMatch(/^export VEXIL=\S+ VEXIL_GAME=\d+ VEXIL_TOKEN=\S+\n$/);
    const directory = makeDirectory();
    const options = {
      cwd: directory,
      env: { PATH: process.env.PATH, VEXIL: address, VEXIL_GAME: String(gameId), VEXIL_TOKEN: token },
    };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands.join('')], options);
    expect(stdout.trim().split('\n').at(-1)).toBe('"Accepted"');
    expect(stdout).toContain('First Light');

    const [agent = ''] = blocksOf('js');
    writeFileSync(path.join(directory, 'agent.mjs'), agent);
    symlinkSync(inRoot('node_modules'), path.join(directory, 'node_modules'));
    const listed = await run(process.execPath, ['agent.mjs'], options);
    expect(listed.stdout).toMatch(/^\d+ \d+ First Light\n$/);
  });

  it('has the configuration as the profile writes it', () => {
    const [config = ''] = blocksOf('json');
    expect(JSON.parse(config)).toEqual({
      mcpServers: {
        vexil: { type: 'http', url: expect.stringMatching(/\/mcp$/), headers: { Authorization: 'Bearer vexil_…' } },
      },
    });
  });
});
