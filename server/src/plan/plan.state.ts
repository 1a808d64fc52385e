import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { DomainError } from '@vexil/contract/errors';
import type { PlanBody, PlanImage } from '@vexil/contract/plan';
import { planAgeMsMax } from '@vexil/contract/plan.limits';
import type { Deps } from '@vexil/http/deps';
import type { z } from 'zod';

export interface StoredPlan {
  id: string;
  createdAt: number;
  /** Of what was shown. */
  digest: string;
  body: z.output<typeof PlanBody>;
  /** Of those that could be applied; absent in plans of earlier releases. */
  images?: FolderImage[];
}

export interface FolderImage extends Pick<PlanImage, 'key' | 'field' | 'image'> {
  isRebuilt: boolean;
}

type StateDeps = Pick<Deps, 'redis' | 'keyPrefix' | 'sealing'>;

const keyOf = ({ keyPrefix }: StateDeps, gameId: number, planId: string) => `${keyPrefix}plan:${gameId}:${planId}`;
const lastKeyOf = ({ keyPrefix }: StateDeps, gameId: number, accountId: string) =>
  `${keyPrefix}plan-of:${gameId}:${accountId}`;

/** Sealed, because it has flags. The last one of the account is deleted, so that plans do not fill Redis. */
export async function savePlan(deps: StateDeps, gameId: number, accountId: string, plan: StoredPlan): Promise<void> {
  const packed = await promisify(gzip)(JSON.stringify(plan));
  const sealed = deps.sealing.seal(packed.toString('base64'));
  const lastKey = lastKeyOf(deps, gameId, accountId);
  const last = await deps.redis.set(lastKey, plan.id, 'PX', planAgeMsMax, 'GET');
  if (last !== null) await deps.redis.del(keyOf(deps, gameId, last));
  await deps.redis.set(keyOf(deps, gameId, plan.id), sealed, 'PX', planAgeMsMax);
}

/** Throws `plan.notFound`, as where Redis was emptied: its client makes another one. */
export async function getPlan(deps: StateDeps, gameId: number, planId: string): Promise<StoredPlan> {
  const sealed = await deps.redis.get(keyOf(deps, gameId, planId));
  if (sealed === null) throw new DomainError('plan.notFound');
  const packed = Buffer.from(deps.sealing.unseal(sealed), 'base64');
  return JSON.parse((await promisify(gunzip)(packed)).toString()) as StoredPlan;
}

/** Throws `plan.notFound`. */
export async function deletePlan(deps: StateDeps, gameId: number, planId: string): Promise<void> {
  if ((await deps.redis.del(keyOf(deps, gameId, planId))) === 0) throw new DomainError('plan.notFound');
}
