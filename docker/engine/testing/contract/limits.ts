import { expect, it } from 'vitest';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady, waitUntilEnded } from './ready';

const MIB = 1024 * 1024;

/** Measured from inside; what a driver says it does not enforce is left out. */
export function describeLimits(bench: () => ContractBench): void {
  it('holds the limits on memory, processor and files that it says it enforces', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const { ownKernel } = bench();
    const { memory, cpu } = await bench().engine.capabilities();
    const container = await startReady(bench(), bench().spec({ cpuTenths: 2, storageMiB: 16 }));
    const inside = (command: string) => askContainer(container, `do ${command}`);
    if (memory.enforced && ownKernel) {
      expect(await inside('cat /proc/meminfo')).toMatch(/^MemTotal: +32768 kB$/m);
    } else if (memory.enforced) {
      const files = [
        'memory/memory.limit_in_bytes',
        'memory/memory.memsw.limit_in_bytes',
        'memory.max',
        'memory.swap.max',
      ];
      const read = await inside(`cd /sys/fs/cgroup; for file in ${files.join(' ')}; do cat $file 2>/dev/null; done`);
      // Either the limit of memory and that with swap, or the limit and no swap.
      expect([`${32 * MIB}`, `${32 * MIB}\n${32 * MIB}`, `${32 * MIB}\n0`]).toContain(read);
    }
    if (cpu.enforced) {
      const before = (await ownKernel?.readCpuSeconds(container)) ?? 0;
      const [, children = ''] = (await inside(`timeout 2 sh -c 'while :; do :; done'; times`))
        .trim()
        .split('\n')
        .slice(-2);
      const counted = [...children.matchAll(/m([\d.]+)s/g)].reduce((sum, [, one]) => sum + Number(one), 0);
      const seconds = ownKernel ? (await ownKernel.readCpuSeconds(container)) - before : counted;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(0.8);
    }
    if (bench().limitsFileSize) {
      const size = await inside('dd if=/dev/zero of=/srv/fill bs=1M count=40 2>/dev/null; stat -c %s /srv/fill');
      expect(Number(size.split('\n').at(-1))).toBe(16 * MIB);
    }
  });

  it('holds the limit on processes, if it says so', async ({ skip }) => {
    const { pids } = await bench().engine.capabilities();
    if (!bench().isReal || !pids.enforced) return skip();
    if (bench().ownKernel) {
      // That kernel needs threads of its own.
      const container = await startReady(bench(), bench().spec({ pidsMax: 128, memoryMiB: 256 }));
      const attempt = askContainer(container, 'do n=0; while [ $n -lt 200 ]; do sleep 30 & n=$((n + 1)); done; wait');
      // However the connection breaks off.
      const [ended] = await Promise.all([waitUntilEnded(bench(), container.id), Promise.allSettled([attempt])]);
      expect(ended.outOfMemory).toBe(false);
      return;
    }
    const container = await startReady(bench(), bench().spec({ pidsMax: 40 }));
    const forks = await askContainer(
      container,
      'do n=0; while [ $n -lt 100 ]; do sleep 5 & n=$((n + 1)); done; echo all',
    );
    expect(forks).toMatch(/can't fork/);
    expect(forks).not.toMatch(/all/);
  });

  it('gives few capabilities and no way to more', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const container = await startReady(bench(), bench().spec());
    const status = await askContainer(container, 'do cat /proc/self/status');
    // CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, NET_BIND_SERVICE and SYS_CHROOT.
    expect(status).toMatch(/^CapBnd:\t00000000000404eb$/m);
    const { noNewPrivileges } = await bench().engine.capabilities();
    if (noNewPrivileges.enforced) expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  it('keeps a read-only root, and what must be writable in memory', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const container = await startReady(bench(), bench().spec({ readOnlyRoot: true, tmpfsMiB: 2 }));
    expect(await askContainer(container, 'do echo x >/srv/x')).toMatch(/Read-only/i);
    for (const path of ['/tmp', '/var/tmp', '/run']) {
      const size = `dd if=/dev/zero of=${path}/fill bs=1M count=8 2>/dev/null; stat -c %s ${path}/fill; rm ${path}/fill`;
      expect(await askContainer(container, `do ${size}`)).toBe(`${2 * MIB}`);
    }
  });
}
