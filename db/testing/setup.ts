import { afterAll, vi } from 'vitest';

// Files share one module graph, and a clock or a function that one has replaced would be the next one's too.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
