/** Wakes calls of this process that wait for a container. */
export interface ContainerMoves {
  notify(id: string): void;
  /** Resolves with the next move of the container, or after a time. */
  next(id: string, timeoutMs: number): Promise<void>;
}

export function createContainerMoves(): ContainerMoves {
  const waiting = new Map<string, Set<() => void>>();
  return {
    notify(id) {
      for (const wake of waiting.get(id) ?? []) wake();
    },
    next: (id, timeoutMs) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          const others = waiting.get(id);
          others?.delete(wake);
          if (others?.size === 0) waiting.delete(id);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(wake));
      }),
  };
}
