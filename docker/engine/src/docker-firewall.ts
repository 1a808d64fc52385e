/**
 * Network options block neither the host's services nor private ranges, so iptables rules do. All networks come from
 * one pool, Open in the lower half, Isolated in the upper, so a few fixed rules suffice. While the engine reinserts its
 * jump to DOCKER-USER, packets can pass its own rules; a second table behind FORWARD drops those.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

export interface FirewallState {
  applied: boolean;
  why?: string;
}

/** Private, shared, link-local (cloud metadata), benchmark, multicast and reserved space. */
export const NOT_INTERNET = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
];

export interface FirewallPool {
  open: string;
  /** Absent where both kinds leave through one network. */
  isolated?: string;
}

/** At most 28 characters; named by pool, so deployments stay apart. */
function chainNames(pool: FirewallPool): { forward: string; input: string; leaving: string } {
  const suffix = pool.open.replace('/', '-');
  return { forward: `VEXIL-F-${suffix}`, input: `VEXIL-I-${suffix}`, leaving: `VEXIL-P-${suffix}` };
}

function hooks(pool: FirewallPool): { table: string; hook: string; chain: string }[] {
  const { forward, input, leaving } = chainNames(pool);
  return [
    { table: 'mangle', hook: 'POSTROUTING', chain: leaving },
    { table: 'filter', hook: 'DOCKER-USER', chain: forward },
    { table: 'filter', hook: 'INPUT', chain: input },
  ];
}

/**
 * For `iptables-restore --noflush`; Open networks may reach resolvers on port 53. With `bridged`, the kernel shows
 * iptables also what stays on one bridge: between the containers of one instance.
 */
function firewallRules(pool: FirewallPool, options: { resolvers?: string[]; bridged?: boolean } = {}): string {
  const { resolvers = [], bridged = false } = options;
  const { forward, input, leaving } = chainNames(pool);
  const within = (chain: string) => (bridged ? [`-A ${chain} -m physdev --physdev-is-bridged -j RETURN`] : []);
  const isolated = pool.isolated === undefined ? [] : [pool.isolated];
  const established = '-m conntrack --ctstate ESTABLISHED,RELATED -j RETURN';
  const dns = (chain: string) =>
    resolvers.flatMap((resolver) =>
      ['udp', 'tcp'].map(
        (protocol) => `-A ${chain} -s ${pool.open} -d ${resolver} -p ${protocol} --dport 53 -j RETURN`,
      ),
    );
  const refuse = '-j REJECT --reject-with icmp-admin-prohibited';
  return [
    '*filter',
    `:${forward} - [0:0]`,
    `:${input} - [0:0]`,
    `-A ${forward} ${established}`,
    ...within(forward),
    `-A ${input} ${established}`,
    ...dns(forward),
    ...dns(input),
    ...isolated.map((range) => `-A ${forward} -s ${range} ${refuse}`),
    ...NOT_INTERNET.map((range) => `-A ${forward} -s ${pool.open} -d ${range} ${refuse}`),
    ...isolated.map((range) => `-A ${input} -s ${range} ${refuse}`),
    `-A ${input} -s ${pool.open} ${refuse}`,
    'COMMIT',
    '*mangle',
    `:${leaving} - [0:0]`,
    `-A ${leaving} ${established}`,
    ...within(leaving),
    // The engine's relay uses the network's gateway address, which is in the pool.
    `-A ${leaving} -m addrtype --src-type LOCAL -j RETURN`,
    ...dns(leaving),
    ...isolated.map((range) => `-A ${leaving} -s ${range} -j DROP`),
    ...NOT_INTERNET.map((range) => `-A ${leaving} -s ${pool.open} -d ${range} -j DROP`),
    'COMMIT',
    '',
  ].join('\n');
}

/** Shell commands for an operator, to be run as root on the engine's host. */
export function firewallInstructions(pool: FirewallPool): string {
  return [
    `iptables-restore --noflush <<'RULES'\n${firewallRules(pool)}RULES`,
    ...hooks(pool).map(({ table, hook, chain }) => `iptables -t ${table} -I ${hook} 1 -j ${chain}`),
  ].join('\n');
}

/** Idempotent; needs permission and the engine's own chain. Never throws: failures are in the result. */
export async function applyFirewall(pool: FirewallPool): Promise<FirewallState> {
  const userChain = await run('iptables', ['-w', '5', '-n', '-L', 'DOCKER-USER']);
  if (!userChain.ok) return { applied: false, why: `iptables cannot be used from here (${userChain.error})` };
  const restored = await run('iptables-restore', ['-w', '5', '--noflush'], await ownRules(pool));
  if (!restored.ok) return { applied: false, why: `iptables-restore refused the rules (${restored.error})` };
  for (const { table, hook, chain } of hooks(pool)) {
    const present = await run('iptables', ['-w', '5', '-t', table, '-C', hook, '-j', chain]);
    const hooked = present.ok ? present : await run('iptables', ['-w', '5', '-t', table, '-I', hook, '1', '-j', chain]);
    if (!hooked.ok) return { applied: false, why: `iptables refused to use the rules in ${hook} (${hooked.error})` };
  }
  return { applied: true };
}

async function ownRules(pool: FirewallPool): Promise<string> {
  const bridged = await readFile('/proc/sys/net/bridge/bridge-nf-call-iptables', 'utf8').catch(() => '0');
  return firewallRules(pool, { resolvers: await resolvers(), bridged: bridged.trim() === '1' });
}

/** Without those on loopback, which the engine queries itself. */
async function resolvers(): Promise<string[]> {
  const files = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf'];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const found = texts.flatMap((text) =>
    [...text.matchAll(/^[^\S\n]*nameserver[^\S\n]+(\S+)/gm)].map((match) => match[1] ?? ''),
  );
  return [...new Set(found)].filter((address) => isIPv4(address) && !address.startsWith('127.'));
}

function run(command: string, args: string[], input = ''): Promise<{ ok: boolean; error: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'pipe'], timeout: 15_000 });
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => {
      error = (error + chunk.toString()).slice(0, 500);
    });
    child.on('error', (failure) => resolve({ ok: false, error: failure.message }));
    child.on('close', (code) => resolve({ ok: code === 0, error: error.trim().split('\n')[0] ?? '' }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
