import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import { tail } from '../lib/run-tool.mjs';

const READY_WITHIN_MS = 240_000;

/** The processes of the cluster. */
export interface Parts {
  /** A path in the cluster's directory. */
  at(name: string): string;
  start(name: string, args: readonly string[]): void;
  /** Throws Failure when one has ended. */
  check(): void;
  stop(): Promise<void>;
}

export function createParts(options: { directory: string; programs: string; netns: string }): Parts {
  const running: { name: string; child: ChildProcess }[] = [];
  const at = (name: string) => path.join(options.directory, name);
  return {
    at,
    start: (name, args) => {
      const built = path.join(options.programs, name);
      const log = openSync(at(`${name}.log`), 'a');
      const words = [`--net=/run/netns/${options.netns}`, existsSync(built) ? built : name, ...args];
      const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin:/usr/lib/cni` };
      running.push({ name, child: spawn('nsenter', words, { stdio: ['ignore', log, log], env }) });
      closeSync(log);
    },
    check: () => {
      const ended = running.find(({ child }) => child.exitCode !== null);
      if (ended === undefined) return;
      const log = tail(readFileSync(at(`${ended.name}.log`), 'utf8'));
      throw new Failure(`${ended.name} ended with ${ended.child.exitCode}: ${log}`);
    },
    stop: async () => {
      for (const { child } of running.reverse()) {
        if (child.exitCode !== null) continue;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
        await ended;
        clearTimeout(timer);
      }
    },
  };
}

/** Tries until it does not fail. Throws Failure. */
export async function until(what: string, attempt: () => Promise<string>, parts: Parts): Promise<string> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; ; ) {
    try {
      return await attempt();
    } catch (error) {
      parts.check();
      if (Date.now() > giveUpAt) throw new Failure(`${what} was not ready in time: ${(error as Error).message}`);
    }
    await delay(500);
  }
}
