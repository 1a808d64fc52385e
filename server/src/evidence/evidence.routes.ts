import * as contract from '@vexil/contract/evidence';
import { submissionMonitorRoutes } from '@vexil/contract/submission';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { callerOf, logActivity } from '../log/log-activity';
import { archiveCase } from './case.archive';
import { addNote, askTeam, decideCase, openCase, readCase, readCases } from './case.service';
import { readEvidence } from './evidence.service';
import { readFindings } from './findings.service';
import { answerQuestion, readQuestions, uploadAnswer } from './question.service';

const caseOf = ({ id, caseId }: { id: number; caseId: number }) => ({ gameId: id, caseId });
const questionOf = ({ id, questionId }: { id: number; questionId: number }) => ({ gameId: id, questionId });

export async function evidenceRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, submissionMonitorRoutes.findings, ({ params, query, receivedAt }) =>
    readFindings(deps, params.id, query, receivedAt),
  );
  implement(app, contract.evidenceRoutes.get, ({ params, query, receivedAt }) =>
    readEvidence(deps, { gameId: params.id, participationId: params.participationId }, query, receivedAt),
  );

  implement(app, contract.caseRoutes.list, ({ params, query }) => readCases(deps, params.id, query));
  implement(app, contract.caseRoutes.open, (call) => {
    const ids = { gameId: call.params.id, participationId: call.body.participationId };
    return openCase(deps, authorOf(call), ids, call.receivedAt);
  });
  implement(app, contract.caseRoutes.get, ({ params }) => readCase(deps, caseOf(params)));
  implement(app, contract.caseRoutes.note, (call) =>
    addNote(deps, authorOf(call), caseOf(call.params), call.body.text, call.receivedAt),
  );
  implement(app, contract.caseRoutes.ask, (call) =>
    askTeam(deps, authorOf(call), caseOf(call.params), call.body, call.receivedAt),
  );
  implement(app, contract.caseRoutes.decide, (call) =>
    decideCase(deps, authorOf(call), caseOf(call.params), call.body, call.receivedAt),
  );
  implement(app, contract.caseRoutes.export, async ({ params, receivedAt, reply }) => {
    const { name, content } = await archiveCase(deps, caseOf(params), receivedAt);
    reply
      .type('application/zip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', dispositionOf('attachment', name))
      .send(content);
    return sent;
  });

  implement(app, contract.questionRoutes.list, ({ actor, params, receivedAt }) =>
    readQuestions(deps, actor, params.id, receivedAt),
  );
  implement(app, contract.questionRoutes.answer, async (call) => {
    const { actor, params, body, receivedAt } = call;
    await answerQuestion(deps, actor, questionOf(params), { text: body.text, receivedAt });
    logActivity(deps, {
      ...{ ...callerOf(call), gameId: params.id, event: 'case.answered' },
      message: `Answered question ${params.questionId} of the organisers`,
    });
  });
  implement(app, contract.questionRoutes.upload, async (call) => {
    const { actor, params, request, receivedAt } = call;
    await uploadAnswer(deps, actor, questionOf(params), { request, receivedAt });
    logActivity(deps, {
      ...{ ...callerOf(call), gameId: params.id, event: 'case.answered' },
      message: `Answered question ${params.questionId} of the organisers with a PDF`,
    });
  });
}
