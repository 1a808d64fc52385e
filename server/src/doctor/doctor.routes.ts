import { doctorRoutes as routes } from '@vexil/contract/doctor';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance } from 'fastify';
import { createDoctor } from './doctor.service';
import { viewFinding } from './doctor.view';
import { echo } from './echo';

export async function doctorRoutes(app: FastifyInstance): Promise<void> {
  const readHealth = createDoctor(app.deps);
  implement(app, routes.get, async ({ request }) => {
    const { checkedAt, findings } = await readHealth();
    const language = languageOf(request);
    return { checkedAt: checkedAt.getTime(), checks: findings.map((one) => viewFinding(one, language)) };
  });
  implement(app, routes.echo, async ({ request, query }) => echo(app.deps, request, query.proof));
}
