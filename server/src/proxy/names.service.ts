import { DomainError, invariant } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { readHostName } from '@vexil/rules/container-names.rules';
import { LRUCache } from 'lru-cache';
import { findByHostToken, type Instance } from './proxy.queries';
import { findPort, type ProxyTarget } from './target';

/** A page of a challenge is many requests at once; they share one statement. */
const keptMs = 1000;
const keptMax = 2000;

export type FindNamed = (host: string, beforeQuery?: () => Promise<void>) => Promise<ProxyTarget>;

/**
 * The port that a host name stands for. `beforeQuery` may refuse when nothing is cached. Throws `proxy.nameUnknown`,
 * `proxy.starting` or `proxy.notRunning`.
 */
export function createFindNamed(deps: Pick<Deps, 'config' | 'db'>): FindNamed {
  const { containerDomain } = deps.config;
  invariant(containerDomain, 'Names are looked up only where there is a domain.');
  const known = new LRUCache<string, Promise<Instance | undefined>>({ max: keptMax, ttl: keptMs });

  function find(token: string): Promise<Instance | undefined> {
    const found = findByHostToken(deps.db, token);
    known.set(token, found);
    found.catch(() => known.delete(token));
    return found;
  }

  return async (host, beforeQuery) => {
    const name = readHostName(host, containerDomain);
    if (!name) throw new DomainError('proxy.nameUnknown');
    const cached = known.get(name.token);
    if (!cached) await beforeQuery?.();
    const instance = await (cached ?? find(name.token));
    const target = instance && findPort(instance, name.portName);
    if (!target) throw new DomainError('proxy.nameUnknown');
    if (instance.state === 'requested' || instance.state === 'starting') throw new DomainError('proxy.starting');
    if (instance.state !== 'running') throw new DomainError('proxy.notRunning');
    return target;
  };
}
