import { expect, it, onTestFinished } from 'vitest';
import type { RunningContainer } from '../../src/engine';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady, waitUntilEnded } from './ready';

/** Several ports, and companions. */
export function describeParts(bench: () => ContractBench): void {
  it('reaches each named port', async () => {
    const ports = [
      { name: 'main', port: 9000 },
      { name: 'admin', port: 9001 },
    ];
    const container = await startReady(bench(), bench().spec({ ports, env: { PORTS: '9001 9000' } }));
    expect(container.ports.map(({ name, port }) => ({ name, port }))).toEqual(ports);
    const [main, admin] = container.ports;
    expect(admin?.hostPort).not.toBe(main?.hostPort);
    for (const { name } of ports) expect(await askContainer(container, 'hello', name)).toBe('hello');
    expect(await bench().engine.inspect(container.id)).toMatchObject({ ports: container.ports });
  });

  const companion = (name: string, env: Record<string, string> = {}) => ({
    name,
    image: bench().spec().image,
    env,
    memoryMiB: 32,
    cpuTenths: 5,
  });

  it.for(['Open', 'Isolated', 'Custom'] as const)(
    'starts companions that only their instance reaches, in the mode %s',
    async (networkMode, { skip }) => {
      if (!bench().isReal) return skip();
      const companions = [companion('db', { FLAG: 'of-db' }), companion('bot')];
      const one = await startReady(bench(), bench().spec({ networkMode, companions }));
      const other = await startReady(bench(), bench().spec({ networkMode }));
      expect(await askContainer(one, 'reach db 9000')).toBe('yes');
      expect(await askContainer(one, 'do echo env FLAG | nc db 9000')).toBe('of-db');
      expect(await askContainer(one, 'do echo reach main 9000 | nc bot 9000')).toBe('yes');
      expect(await askContainer(other, 'reach db 9000')).toBe('no');
      const address = await askContainer(one, 'do echo do hostname -i | nc db 9000');
      expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
      expect(await askContainer(other, `reach ${address} 9000`)).toBe('no');
      expect(await bench().engine.list()).toHaveLength(2);
    },
  );

  /** Does what `script` says once it was connected to. */
  const triggered = (script: string) => ({ START: 'script', SCRIPT: `nc -l -p 9000; ${script}` });
  const trigger = async (container: RunningContainer) => {
    await askContainer(container, 'do while ! nc -w 1 db 9000 </dev/null; do :; done');
    return waitUntilEnded(bench(), container.id);
  };

  it('ends as one when a companion fails, and says so', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const changes: string[] = [];
    const watching = new AbortController();
    const db = companion('db', triggered('echo cannot read >&2; exit 3'));
    const spec = bench().spec({ companions: [db, companion('seed', { START: 'done' })] });
    const watched = bench().engine.watch((id, what) => changes.push(`${id} ${what}`), watching.signal);
    const container = await startReady(bench(), spec);
    expect(await trigger(container)).toMatchObject({ exitCode: 3, outOfMemory: false, ports: [{ hostPort: null }] });
    expect(await bench().engine.lastLines(spec.id)).toMatch(/starting as usual\n(.*\n)*db: cannot read/);
    await expect.poll(() => changes).toContain(`${spec.id} exited`);
    watching.abort();
    await watched;
    await bench().engine.stop(spec.id);
    expect(await bench().engine.removeLeftovers(new Set())).toEqual([]);
  });

  it('reports that memory ran out, of the instance or of a companion', async ({ skip }) => {
    if (!bench().isReal) return skip();
    // An engine may report a start only once the container runs.
    const own = bench().spec({ env: { START: 'script', SCRIPT: 'sleep 2; START=hungry exec /srv/serve' } });
    onTestFinished(() => bench().engine.stop(own.id));
    await bench().engine.start(own);
    expect(await waitUntilEnded(bench(), own.id)).toMatchObject({ outOfMemory: true });
    const db = companion('db', triggered('START=hungry exec /srv/serve'));
    const container = await startReady(bench(), bench().spec({ companions: [db] }));
    const ended = await trigger(container);
    // An engine does not always see why such a kernel was killed.
    expect(ended).toMatchObject(bench().ownKernel ? { exitCode: 137 } : { outOfMemory: true });
  });
}
