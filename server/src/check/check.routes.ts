import { doctorRoutes } from '@vexil/contract/doctor';
import { healthRoutes } from '@vexil/contract/health';
import { overviewRoutes } from '@vexil/contract/overview';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import { shareFor } from '@vexil/runtime/within';
import type { FastifyInstance } from 'fastify';
import { viewFinding } from './check.view';
import { examine } from './checks';
import { echo } from './echo';
import { readGameHealth } from './game/game-health.service';
import { createOverview } from './overview.service';

const ageMsMax = 10_000;

export async function checkRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  // Several administrators share one examination: it writes files and opens connections.
  const readHealth = shareFor(ageMsMax, async () => ({
    findings: await examine(deps),
    checkedAt: deps.clock.now().getTime(),
  }));
  implement(app, doctorRoutes.get, async ({ request }) => {
    const { checkedAt, findings } = await readHealth();
    const language = languageOf(request);
    return { checkedAt, checks: findings.map((one) => viewFinding(one, language)) };
  });
  implement(app, doctorRoutes.echo, async ({ request, query }) => echo(deps, request, query.proof));
  const readOverview = createOverview(app);
  implement(app, overviewRoutes.get, () => readOverview());
  implement(app, healthRoutes.get, ({ params, receivedAt, request }) =>
    readGameHealth(deps, params.id, { at: receivedAt, language: languageOf(request) }),
  );
}
