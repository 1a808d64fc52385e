import net from 'node:net';
import { errorText } from '@vexil/http/reply/i18n';
import { stopCopy } from '@vexil/runtime/game-check';
import { WebSocket } from 'ws';
import { findStartFailure } from '../../container/start-failure.service';
import { type Finding, fault, ok, reasonOf, warning } from '../check';
import { send } from './check-player';
import type { DryRun } from './dry-run';
import type { CopiedChallenge } from './game-check.copy';

const connectMsMax = 10_000;

function connectTcp(entry: string): Promise<void> {
  const at = entry.lastIndexOf(':');
  const host = entry.slice(0, at).replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port: Number(entry.slice(at + 1)), timeout: connectMsMax });
    socket.once('connect', () => socket.destroy());
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${connectMsMax / 1000} s`)));
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

function connectRelay({ player }: DryRun, containerId: string): Promise<void> {
  const url = `${player.origin.replace(/^http/, 'ws')}/api/proxy/${containerId}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: player.headers, handshakeTimeout: connectMsMax });
    socket.once('error', reject);
    socket.once('open', () => {
      socket.terminate();
      resolve();
    });
  });
}

/** Why it did not start, as organisers read it. */
async function failureOf({ deps, copy, language }: DryRun, { id }: CopiedChallenge, error: unknown): Promise<string> {
  const { participationId } = copy;
  const failure = await findStartFailure(deps, { participationId, challengeId: id });
  return failure ? errorText(failure.code, language, failure.options.params) : reasonOf(error);
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
