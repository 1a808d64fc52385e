import { DomainError } from '@vexil/contract/errors';

/** Per instance and server; a browser behind a proxy with HTTP/2 sends a hundred requests at once. */
const waitingMax = 512;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Bounds the requests that an instance has to answer at once; those beyond wait in order. */
export class InstanceGate {
  private readonly queues = new Map<string, Queue>();

  /** Resolves with the release, which must be called once. Throws `proxy.full`. */
  async enter(containerId: string, runningMax: number): Promise<() => void> {
    const queue = this.queues.get(containerId) ?? { running: 0, waiting: [] };
    this.queues.set(containerId, queue);
    if (queue.running < runningMax) queue.running += 1;
    else {
      if (queue.waiting.length >= waitingMax) throw new DomainError('proxy.full', { params: { limit: runningMax } });
      // The slot is handed over, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    }
    return () => {
      const next = queue.waiting.shift();
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) this.queues.delete(containerId);
      }
    };
  }
}
