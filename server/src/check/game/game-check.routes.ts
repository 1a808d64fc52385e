import type { AddressInfo } from 'node:net';
import { type GameCheck, gameCheckRoutes as routes } from '@vexil/contract/game-check';
import type { Language } from '@vexil/contract/languages';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../../audit/audit.service';
import { viewGameFinding } from '../check.view';
import { readGameCheck, startGameCheck } from './game-check.service';
import type { CheckState } from './game-check.state';

const viewState = ({ startedAt, finishedAt, findings }: CheckState, language: Language): GameCheck => ({
  startedAt,
  finishedAt,
  checks: findings.map((finding) => viewGameFinding(finding, language)),
});

function ownOriginOf({ server }: FastifyInstance): string | null {
  const address = server.address() as AddressInfo | null;
  return address === null ? null : `http://127.0.0.1:${address.port}`;
}

export async function gameCheckRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  // A check that runs while this server stops removes what it made.
  app.addHook('preClose', async () => {
    closing.abort();
    await Promise.allSettled(running);
  });
  implement(app, routes.get, async ({ params, request }) => {
    const state = await readGameCheck(deps, params.id);
    return state && viewState(state, languageOf(request));
  });
  implement(app, routes.start, async (call) => {
    const language = languageOf(call.request);
    const { state, ended } = await startGameCheck(deps, {
      gameId: call.params.id,
      by: authorOf(call),
      language,
      ownOrigin: ownOriginOf(app),
      signal: closing.signal,
    });
    const settled = ended
      .catch((err: unknown) => deps.log.error({ event: 'game_check.failed', err }, 'A check of a game failed'))
      .finally(() => running.delete(settled));
    running.add(settled);
    return viewState(state, language);
  });
}
