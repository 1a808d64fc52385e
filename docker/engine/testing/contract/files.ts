import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady } from './ready';

/** Files written into running containers. */
export function describeFiles(bench: () => ContractBench): void {
  const flag = Buffer.from('flag{später}\n');

  it.for([
    { readOnlyRoot: false, path: '/flag.txt' },
    { readOnlyRoot: false, path: '/srv/deep/er/flag.txt' },
    { readOnlyRoot: true, path: '/run/ctf/flag.txt' },
  ])('writes $path, read-only root: $readOnlyRoot', async ({ readOnlyRoot, path }, { skip }) => {
    if (!bench().isReal) return skip();
    const container = await startReady(bench(), bench().spec({ readOnlyRoot }));
    await bench().engine.writeFile(container.id, path, flag);
    expect(await askContainer(container, `do cat ${path}`)).toBe('flag{später}');
    expect(await askContainer(container, `do stat -c '%a %u:%g' ${path}`)).toBe('444 0:0');
    await bench().engine.writeFile(container.id, path, Buffer.from('next'), 0o600);
    expect(await askContainer(container, `do cat ${path}; stat -c ' %a' ${path}`)).toBe('next 600');
  });

  it('changes no directory that is there', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const container = await startReady(bench(), bench().spec());
    const before = await askContainer(container, `do stat -c '%a %u:%g' /tmp`);
    await bench().engine.writeFile(container.id, '/tmp/flag', flag);
    expect(await askContainer(container, `do stat -c '%a %u:%g' /tmp`)).toBe(before);
  });

  it('refuses a path that leaves the container’s tree, and a container that does not run', async () => {
    const { id } = await bench().engine.start(bench().spec());
    for (const path of ['flag', '/', '/a/../b', '/a//b']) {
      await expect(bench().engine.writeFile(id, path, flag)).rejects.toMatchObject({ code: 'invalidSpec' });
    }
    await bench().engine.stop(id);
    for (const one of [id, randomUUID()]) {
      await expect(bench().engine.writeFile(one, '/flag', flag)).rejects.toMatchObject({ code: 'notRunning' });
    }
  });
}
