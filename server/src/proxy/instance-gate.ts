import { DomainError } from '@vexil/contract/errors';
import { Turns } from '@vexil/http/guard/concurrency';
import { instanceWaitingMax } from '@vexil/http/guard/limits';

/** Bounds the requests that an instance has to answer at once; those beyond wait in order. */
export class InstanceGate {
  private readonly byInstance = new Map<string, Turns>();

  /** Resolves with the release, which must be called once. Throws `proxy.full`. */
  async enter(containerId: string, runningMax: number): Promise<() => void> {
    const full = () => new DomainError('proxy.full', { params: { limit: runningMax } });
    const turns = this.byInstance.get(containerId) ?? new Turns(runningMax, instanceWaitingMax, full);
    this.byInstance.set(containerId, turns);
    await turns.enter();
    return () => {
      turns.leave();
      if (turns.running === 0) this.byInstance.delete(containerId);
    };
  }
}
