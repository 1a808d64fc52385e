// What the placement of containers knows, read in one go. Workers place with it under a lock; servers and workers send
// waiting teams their position with it.

import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { containers, engineImages, engines } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import { settingsOf } from '@vexil/rules/config.rules';
import { imagesOf, instanceSize, readContainerOptions } from '@vexil/rules/container-options.rules';
import {
  isFull,
  type PlacedContainer,
  type PlacementEngine,
  type PlacementLimits,
  type PlacementPlan,
  planPlacement,
  type WaitingStart,
} from '@vexil/rules/placement.rules';
import { predictWaits, type QueueFacts, recentStartsMax, slotHoldMsMax } from '@vexil/rules/queue-wait.rules';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';

/** More wait for their turn in the queue. */
const waitingRead = 400;
/** Workers report their engines every five seconds. */
const engineSeenSeconds = 15;
/** Whether a worker has reported the engine lately. */
export const isEngineSeen = sql<boolean>`${engines.seenAt} > now() - make_interval(secs => ${engineSeenSeconds})`;

export interface PlacementFacts {
  waiting: (WaitingStart & { participationId: number | null; requestedAt: Date })[];
  engines: PlacementEngine[];
  /** Whether engines are there, and none takes new containers. */
  isDrained: boolean;
  placed: (PlacedContainer & { placedAt: Date | null; expiresAt: Date })[];
  limits: PlacementLimits;
}

/** Until the transaction ends no other one places a container or changes an engine's state. */
export async function lockPlacement(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.placement}::int, 0)`);
}

const isWaiting = and(eq(containers.state, 'requested'), isNull(containers.engine));

/** Plan: containers_waiting_idx. */
export async function hasWaiting(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: containers.id }).from(containers).where(isWaiting).limit(1);
  return rows.length > 0;
}

export async function readPlacement(db: Executor, now: Date): Promise<PlacementFacts> {
  const [waiting, known, images, live, limitedGames, entries] = await Promise.all([
    db
      .select({ container: containers, challenge: challenges })
      .from(containers)
      .innerJoin(challenges, eq(challenges.id, containers.challengeId))
      .where(isWaiting)
      .orderBy(asc(containers.requestedAt), asc(containers.id))
      .limit(waitingRead),
    db
      .select({
        engine: engines,
        isSeen: isEngineSeen,
      })
      .from(engines)
      .where(ne(engines.state, 'removed')),
    db.select().from(engineImages).where(ne(engineImages.state, 'pulling')),
    db
      .select({
        id: containers.id,
        gameId: containers.gameId,
        kind: containers.kind,
        state: containers.state,
        engine: containers.engine,
        engineId: containers.engineId,
        memoryMiB: containers.memoryMiB,
        cpuTenths: containers.cpuTenths,
        placedAt: containers.placedAt,
        expiresAt: containers.expiresAt,
      })
      .from(containers)
      .where(
        and(
          inArray(containers.state, [...liveContainerStates]),
          or(isNotNull(containers.engine), ne(containers.state, 'requested')),
        ),
      )
      .orderBy(asc(containers.requestedAt), asc(containers.id)),
    db.select({ id: games.id, limit: games.containerTotalLimit }).from(games).where(gt(games.containerTotalLimit, 0)),
    db.select({ key: configEntries.key, value: configEntries.value }).from(configEntries),
  ]);
  const active = known.filter(({ engine }) => engine.state === 'active');
  const imagesOn = (engine: string, state: 'present' | 'failed') =>
    images.filter((one) => one.engine === engine && one.state === state).map(({ image }) => image);
  return {
    waiting: waiting.map(({ container, challenge }) => {
      const options = readContainerOptions(challenge.containerOptions);
      const size = instanceSize(challenge, options);
      return {
        id: container.id,
        gameId: container.gameId,
        kind: container.kind,
        images: imagesOf(container.image, options),
        memoryMiB: container.memoryMiB ?? size.memoryMiB,
        cpuTenths: container.cpuTenths ?? size.cpuTenths,
        runtime: options.runtime,
        participationId: container.participationId,
        requestedAt: container.requestedAt,
      };
    }),
    isDrained: known.length > 0 && active.length === 0,
    engines: active.map(({ engine, isSeen }) => ({
      ...engine,
      isUp: engine.isUp && isSeen,
      imagesPresent: imagesOn(engine.name, 'present'),
      imagesFailed: imagesOn(engine.name, 'failed'),
    })),
    placed: live.map(({ state, engine, engineId, memoryMiB, cpuTenths, ...row }) => ({
      ...row,
      engine: engine ?? '',
      memoryMiB: memoryMiB ?? 0,
      cpuTenths: cpuTenths ?? 0,
      isStarting: (state === 'requested' || state === 'starting') && !hasLeftSlot(engineId, row.placedAt, now),
      isStopping: state === 'stopping',
    })),
    limits: {
      total: settingsOf(entries).containerCeilings.instancesMax,
      ofGames: new Map(limitedGames.map(({ id, limit }) => [id, limit])),
    },
  };
}

function hasLeftSlot(engineId: string | null, placedAt: Date | null, now: Date): boolean {
  return engineId !== null && placedAt !== null && now.getTime() - placedAt.getTime() > slotHoldMsMax;
}

export const planOf = ({ waiting, engines: known, placed, limits }: PlacementFacts): PlacementPlan =>
  planPlacement(waiting, known, placed, limits);

export interface QueuePosition {
  /** Whether it waits for another container to end, because there is no room. */
  isFull: boolean;
  /** Starts ahead of this one. */
  position: number;
  /** Until it will probably be ready; null where nothing is known. */
  waitSeconds: number | null;
}

/** Of every start that has to wait at this moment, in the order of the queue. */
export async function readQueue(db: Executor, now: Date): Promise<Map<string, QueuePosition>> {
  const facts = await readPlacement(db, now);
  const gameOf = new Map(facts.waiting.map(({ id, gameId }) => [id, gameId]));
  const waiting = planOf(facts).waiting.map((one) => ({ ...one, gameId: gameOf.get(one.id) ?? 0 }));
  const [first] = facts.waiting;
  const startMs = first === undefined ? null : await readStartMs(db, first.requestedAt, now);
  const waits = predictWaits(waiting, { startMs, ...queueFactsOf(facts, now) });
  return new Map(
    waiting.map(({ id, obstacle, ahead }) => {
      return [id, { isFull: isFull(obstacle), position: ahead, waitSeconds: waits.get(id) ?? null }];
    }),
  );
}

function queueFactsOf({ engines: known, placed }: PlacementFacts, now: Date): Omit<QueueFacts, 'startMs'> {
  const isUsable = new Set(known.filter(({ isUp }) => isUp).map(({ name }) => name));
  const starting = placed.filter(({ isStarting, engine }) => isStarting && isUsable.has(engine));
  return {
    slots: known.filter(({ isUp }) => isUp).reduce((sum, { startsMax }) => sum + startsMax, 0),
    startingForMs: starting.map(({ placedAt }) => (placedAt ? now.getTime() - placedAt.getTime() : 0)),
    endings: placed
      .filter(({ isStarting }) => !isStarting)
      .map(({ gameId, expiresAt, isStopping }) => ({
        gameId,
        inMs: isStopping ? 0 : expiresAt.getTime() - now.getTime(),
      })),
  };
}

const daysRead = 7;
/** One that was placed later than this after its request has waited for others. */
const waitedMs = 50;

/** Mean of recent starts while others waited: since `busySince`, and those that had waited themselves. */
async function readStartMs(db: Executor, busySince: Date, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - daysRead * 86_400_000);
  const recent = db
    .select({
      ms: sql<number>`extract(epoch from ${containers.startedAt} - ${containers.placedAt}) * 1000`.as('ms'),
    })
    .from(containers)
    .where(
      and(
        gt(containers.startedAt, since),
        // Those taken from the pool were placed and started at once.
        lt(containers.placedAt, containers.startedAt),
        or(
          gt(containers.startedAt, busySince),
          gt(containers.placedAt, sql`${containers.requestedAt} + make_interval(secs => ${waitedMs / 1000})`),
        ),
      ),
    )
    .orderBy(desc(containers.startedAt))
    .limit(recentStartsMax)
    .as('recent');
  const [row] = await db.select({ ms: sql<number | null>`avg(${recent.ms})::float8` }).from(recent);
  return row?.ms ?? null;
}
