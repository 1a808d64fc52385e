/** Rejects when it takes longer; the work itself goes on. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** One read for all who ask within a while. */
export function shareFor<T>(ageMsMax: number, read: () => T, now: () => number = () => performance.now()): () => T {
  let known: { at: number; value: T } | undefined;
  return () => {
    const at = now();
    // Survives a clock that is set back.
    if (!known || Math.abs(at - known.at) >= ageMsMax) known = { at, value: read() };
    return known.value;
  };
}
