import * as contract from '@vexil/contract/challenge';
import type { StartFailure, TestContainerInfo } from '@vexil/contract/container';
import type { Language } from '@vexil/contract/languages';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import type { Deps } from '@vexil/http/deps';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { linkPlaces, requestsOf } from './attachment.service';
import { viewAttachments } from './attachment.view';
import {
  createChallenge,
  deleteChallenge,
  findChallenges,
  readAttachments,
  readChallenge,
  readChallenges,
  setAttachments,
  updateChallenge,
} from './challenge.edit.service';
import { type ChallengeForEdit, type StoredFailure, viewChallengeEdit, viewChallengeInfo } from './challenge.edit.view';
import { readChallengeHealth } from './challenge.health.service';
import { orderChallenges } from './challenge.order.service';

const idOf = ({ id, challengeId }: { id: number; challengeId: number }) => ({ gameId: id, challengeId });

interface Call {
  actor: Actor;
  request: FastifyRequest;
}

export interface ContainerCallViews {
  viewTestContainer(deps: Deps, row: ContainerRow, call: Call): TestContainerInfo;
  viewStartFailure(failure: StoredFailure, language: Language): StartFailure;
}

export async function challengeEditRoutes(
  app: FastifyInstance,
  { viewTestContainer, viewStartFailure }: ContainerCallViews,
): Promise<void> {
  const { deps } = app;
  const routes = contract.challengeEditRoutes;
  const view = (call: Call, seen: ChallengeForEdit) =>
    viewChallengeEdit(seen, deps.sealing, {
      viewTest: (container) => viewTestContainer(deps, container, call),
      viewFailure: (failure) => viewStartFailure(failure, languageOf(call.request)),
    });
  implement(app, routes.search, ({ actor, query, receivedAt }) =>
    findChallenges(deps, actor, { hint: query.hint, at: receivedAt }),
  );
  implement(app, routes.list, async ({ params }) => {
    const challenges = await readChallenges(deps, params.id);
    return challenges.map(viewChallengeInfo);
  });
  implement(app, routes.create, async (call) =>
    view(call, await createChallenge(deps, authorOf(call), call.params.id, call.body)),
  );
  implement(app, routes.order, (call) =>
    orderChallenges(deps, authorOf(call), call.params.id, call.body.challengeIds, call.receivedAt),
  );
  implement(app, routes.health, ({ params, receivedAt }) => readChallengeHealth(deps, params.id, receivedAt));
  implement(app, routes.get, async (call) => view(call, await readChallenge(deps, idOf(call.params))));
  implement(app, routes.update, async (call) =>
    withCurrent(
      call,
      async () =>
        view(call, await updateChallenge(deps, authorOf(call), idOf(call.params), call.body, call.receivedAt)),
      async () => view(call, await readChallenge(deps, idOf(call.params))),
      { deps, target: `challenge:${call.params.challengeId}`, gameId: call.params.id },
    ),
  );
  implement(app, routes.delete, (call) => deleteChallenge(deps, authorOf(call), idOf(call.params), call.receivedAt));
  implement(app, routes.setAttachment, async (call) => {
    const requests = await linkPlaces(deps, call.params.id, [call.body]);
    await setAttachments(deps, authorOf(call), idOf(call.params), { requests, at: call.receivedAt });
  });
  implement(app, routes.listAttachments, async ({ params }) =>
    viewAttachments(await readAttachments(deps, idOf(params))),
  );
  implement(app, routes.setAttachments, async ({ params, body, receivedAt: at, ...call }) => {
    const attachments = await linkPlaces(deps, params.id, body.attachments);
    const requests = requestsOf({ attachmentType: 'None', attachments });
    const { version } = body;
    return viewAttachments(await setAttachments(deps, authorOf(call), idOf(params), { requests, version, at }));
  });
}
