import { expect, it, onTestFinished } from 'vitest';
import { mainPort, type NetworkMode, type RunningContainer } from '../../src/engine';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { buildInternet, sh } from './internet';
import { startReady } from './ready';

/** What can be reached from inside, compared with what the driver says. */
export function describeNetworks(bench: () => ContractBench): void {
  const begin = (networkMode: NetworkMode) => startReady(bench(), bench().spec({ networkMode }));
  const reaches = async (from: RunningContainer, host: string, port: number | null) =>
    (await askContainer(from, `reach ${host} ${port}`)) === 'yes';
  const gatewayOf = (container: RunningContainer) =>
    askContainer(container, `do ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p'`);

  it('keeps instances from each other, by their own addresses and by published ports', async ({ skip }) => {
    if (!bench().reachesNothing) return skip();
    const [one, two] = [await begin('Open'), await begin('Isolated')];
    const { enforced } = (await bench().engine.capabilities()).cannotReachHost;
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      expect(await reaches(from, '127.0.0.1', 9000)).toBe(true);
      const { internalHost, hostPort } = mainPort(to);
      for (const address of await addressesOf(to, internalHost)) expect(await reaches(from, address, 9000)).toBe(false);
      // Relays of an engine listen on every address of the host.
      const gateways = [await gatewayOf(from), await gatewayOf(to)].filter((gateway) => gateway !== '');
      for (const gateway of gateways) expect(await reaches(from, gateway, hostPort)).toBe(!enforced);
    }
  });

  it('says correctly whether the host can be reached', async ({ skip }) => {
    if (!bench().reachesNothing) return skip();
    const { shell = sh } = bench();
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    await shell(`busybox nc -ll -p ${port} -e echo hello >/dev/null 2>&1 & echo $! >/tmp/vexil-nc-${port}`);
    onTestFinished(async () => void (await shell(`kill $(cat /tmp/vexil-nc-${port}); rm /tmp/vexil-nc-${port}`)));
    const { enforced } = (await bench().engine.capabilities()).cannotReachHost;
    for (const networkMode of ['Open', 'Isolated'] as const) {
      const container = await begin(networkMode);
      for (const at of [await gatewayOf(container), '172.17.0.1']) {
        if (at !== '') expect(await reaches(container, at, port)).toBe(!enforced);
      }
    }
  });

  it('lets only Open containers out, and those to the internet only', async ({ skip }) => {
    if (!bench().reachesNothing) return skip();
    const internet = await buildInternet(bench().shell);
    if (internet === null) {
      process.stderr.write('\nSKIPPED, no network namespaces here: reachability of the internet from containers\n');
      return skip();
    }
    onTestFinished(async () => void (await internet.remove()));
    const { openCannotReachPrivateRanges, isolatedHasNoEgress } = await bench().engine.capabilities();
    const [open, isolated] = [await begin('Open'), await begin('Isolated')];
    expect(await reaches(open, internet.publicAddress, 8080)).toBe(true);
    if (isolatedHasNoEgress.enforced) expect(await reaches(isolated, internet.publicAddress, 8080)).toBe(false);
    const closed = openCannotReachPrivateRanges.enforced;
    expect(await reaches(open, internet.privateAddress, 8080)).toBe(!closed);
    expect(await reaches(open, internet.metadataAddress, 8080)).toBe(!closed);
  });
}

async function addressesOf(container: RunningContainer, known: string | null): Promise<string[]> {
  const text = await askContainer(container, `do ip -4 addr | sed -n 's/.*inet \\([^/]*\\).*/\\1/p'`);
  return [...new Set([...text.split('\n'), known ?? ''])].filter((one) => one !== '' && !one.startsWith('127.'));
}
