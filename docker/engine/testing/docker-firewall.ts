import { sh } from './contract/internet';

/** The driver leaves its rules in place, as containers outlive it; a test must not. `suffix` is as in 10.217.0.0-17. */
export async function removeFirewall(suffix: string): Promise<void> {
  const chains = [
    ['filter', 'DOCKER-USER', `VEXIL-F-${suffix}`],
    ['filter', 'INPUT', `VEXIL-I-${suffix}`],
    ['mangle', 'POSTROUTING', `VEXIL-P-${suffix}`],
  ];
  for (const [table, hook, chain] of chains) {
    const [unhook, empty, remove] = [`-D ${hook} -j ${chain}`, `-F ${chain}`, `-X ${chain}`].map(
      (change) => `iptables -w 5 -t ${table} ${change}`,
    );
    await sh(`${unhook}; ${empty}; ${remove}`).catch(() => undefined);
  }
}
