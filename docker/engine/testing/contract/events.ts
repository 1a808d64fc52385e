import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady, waitUntilEnded } from './ready';

/** Events and output. */
export function describeEvents(bench: () => ContractBench): void {
  it('reports an end and a removal, and keeps the last lines of what ended', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const seen: string[] = [];
    const abort = new AbortController();
    const watching = bench().engine.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    const container = await startReady(bench(), bench().spec({ env: { START: 'chatty' } }));
    await askContainer(container, 'exit');
    await vi.waitFor(() => expect(seen).toContain(`exited ${container.id}`), 30_000);
    expect(seen).not.toContain(`removed ${container.id}`);
    const lines = await bench().engine.lastLines(container.id, 3);
    expect(lines).toMatch(/^199\n200\nstarting as chatty\n$/);
    expect(await bench().engine.lastLines(container.id, 300, 10)).toBe('as chatty\n');
    expect(await bench().engine.lastLines(randomUUID())).toBe('');
    await bench().engine.stop(container.id);
    await vi.waitFor(() => expect(seen).toContain(`removed ${container.id}`), 30_000);
    abort.abort();
    await watching;
  });

  it('reconnects to its events, and reports what happened in between', async ({ skip }) => {
    const open = bench().openDistant;
    if (open === undefined) return skip();
    const { engine, gate } = await open();
    const seen: string[] = [];
    const abort = new AbortController();
    const container = await startReady(bench(), bench().spec());
    await engine.list();
    const watching = engine.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    gate.shut();
    await expect(engine.list()).rejects.toMatchObject({ code: 'engineDown' });
    await expect(engine.start(bench().spec())).rejects.toMatchObject({ code: 'engineDown' });
    await askContainer(container, 'exit');
    await waitUntilEnded(bench(), container.id);
    gate.open();
    await vi.waitFor(() => expect(seen).toContain(`exited ${container.id}`), 30_000);
    abort.abort();
    await watching;
    await engine.close();
    await gate.close();
  });
}
