import { setTimeout as sleep } from 'node:timers/promises';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { Plan, PlanApplyBody, PlanBody, PlanImage, planRoutes } from '@vexil/contract/plan';
import { planEndpoints } from '@vexil/contract/plan.endpoints';
import type { ChallengeSolver } from '@vexil/contract/solver';
import { solverEndpoints } from '@vexil/contract/solver.endpoints';
import type { z } from 'zod';
import { CliError } from './cli-error';

export interface Target {
  url: string;
  token: string;
  gameId: number;
}

interface Refusal {
  title?: string;
  code?: string;
  details?: { path: string; message: string }[];
}

/** A refusal of the server. */
export class ApiError extends CliError {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.title ?? `The server answered ${status}.`);
  }
}

const attemptsMax = 5;
const retried = new Set([429, 502, 503, 504]);

interface Request {
  method: string;
  path: string;
  params?: Record<string, string | number>;
  body?: unknown;
  form?: () => FormData;
}

const fill = (path: string, params: Record<string, string | number>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

const waitMs = (reply: Response | undefined, attempt: number) => {
  const seconds = Number(reply?.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 500 * 2 ** attempt;
};

async function refusalOf(reply: Response): Promise<Refusal> {
  const text = await reply.text();
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return { title: `The server answered ${reply.status}: ${text.slice(0, 200)}` };
  }
}

/** Repeats what a lost network or a busy server has not answered: every call may be sent twice. */
export async function send({ url, token }: Target, request: Request): Promise<Response> {
  const { method, path, params = {}, body, form } = request;
  const address = new URL(fill(path, params), url);
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt + 1 === attemptsMax;
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-language': 'en-US',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const content = form ? form() : body === undefined ? null : JSON.stringify(body);
    const reply = await fetch(address, { method, headers, body: content }).catch((error: unknown) => {
      if (!isLast) return undefined;
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CliError(`${address.origin} cannot be reached: ${reason}`);
    });
    if (reply?.ok) return reply;
    if (reply && (isLast || !retried.has(reply.status))) throw new ApiError(reply.status, await refusalOf(reply));
    await sleep(waitMs(reply, attempt));
  }
}

const json = async <T>(reply: Promise<Response>) => (await (await reply).json()) as T;

export const createPlan = (target: Target, body: z.input<typeof PlanBody>): Promise<Plan> =>
  json(send(target, { ...planEndpoints.create, params: { id: target.gameId }, body }));

export const applyPlan = (
  target: Target,
  planId: string,
  body: z.input<typeof PlanApplyBody>,
): Promise<z.output<typeof planRoutes.apply.reply>> =>
  json(send(target, { ...planEndpoints.apply, params: { id: target.gameId, planId }, body }));

/** None where the server is of a release that does not look for images. */
export const listPlanImages = (target: Target, planId: string): Promise<PlanImage[]> =>
  json<PlanImage[]>(send(target, { ...planEndpoints.images, params: { id: target.gameId, planId } })).catch((error) => {
    if (error instanceof ApiError && error.status === 404 && error.refusal.code !== 'plan.notFound') return [];
    throw error;
  });

export async function sendFile(
  target: Target,
  planId: string,
  { sha256, name, content }: { sha256: string; name: string; content: Blob },
): Promise<void> {
  const form = () => {
    const data = new FormData();
    data.append('file', content, name);
    return data;
  };
  await send(target, { ...planEndpoints.file, params: { id: target.gameId, planId, hash: sha256 }, form });
}

export const listChallenges = (target: Target): Promise<ChallengeInfo[]> =>
  json(send(target, { ...challengeEditEndpoints.list, params: { id: target.gameId } }));

export const runSolver = (target: Target, challengeId: number): Promise<ChallengeSolver> =>
  json(send(target, { ...solverEndpoints.check, params: { id: target.gameId, challengeId } }));

export const readSolver = (target: Target, challengeId: number): Promise<ChallengeSolver> =>
  json(send(target, { ...solverEndpoints.get, params: { id: target.gameId, challengeId } }));
