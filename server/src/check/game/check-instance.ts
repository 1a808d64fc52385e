import { once } from 'node:events';
import net from 'node:net';
import { stopCopy } from '@vexil/runtime/game-check';
import { within } from '@vexil/runtime/within';
import { WebSocket } from 'ws';
import { findStartFailure } from '../../container/start-failure.service';
import { type Finding, fault, ok, reasonOf, warning } from '../check';
import { send } from './check-player';
import type { DryRun } from './dry-run';
import type { CopiedChallenge } from './game-check.copy';

const connectMsMax = 10_000;

async function connectTcp(entry: string): Promise<void> {
  const at = entry.lastIndexOf(':');
  const socket = net.connect({ host: entry.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(entry.slice(at + 1)) });
  try {
    await within(connectMsMax, once(socket, 'connect'));
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

async function connectRelay({ player }: DryRun, containerId: string): Promise<void> {
  const url = `${player.origin.replace(/^http/, 'ws')}/api/proxy/${containerId}`;
  const socket = new WebSocket(url, { headers: player.headers, handshakeTimeout: connectMsMax });
  await once(socket, 'open');
  socket.terminate();
}

/** Why it did not start, as organisers read it. */
async function failureOf({ deps, copy, language }: DryRun, { id }: CopiedChallenge, error: unknown): Promise<string> {
  const { participationId } = copy;
  const failure = await findStartFailure(deps, { participationId, challengeId: id }, language);
  return failure ?? reasonOf(error);
}

/** Starts one as the team does, connects to it as a player does, and has it stopped. */
export async function checkInstance(run: DryRun, challenge: CopiedChallenge): Promise<Finding> {
  const since = performance.now();
  const named = { challenge: challenge.title };
  try {
    const path = `/api/game/${run.copy.gameId}/container/${challenge.id}`;
    const { entry } = (await send(run.player, 'POST', path)) as { entry: string };
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    try {
      await (entry.includes(':') ? connectTcp(entry) : connectRelay(run, entry));
    } catch (error) {
      return warning('dryRun.instanceUnreachable', { ...named, entry, reason: reasonOf(error) });
    }
    return ok('dryRun.instance', { ...named, seconds });
  } catch (error) {
    return fault('dryRun.instanceFails', { ...named, reason: await failureOf(run, challenge, error) });
  } finally {
    await stopCopy(run.deps, run.copy.gameId);
  }
}
