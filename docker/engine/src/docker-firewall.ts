/**
 * What a network's options cannot express is said with iptables: a bridge without masquerading still lets packets out
 * and still reaches every service of the host, and no option keeps a container from private ranges. All our networks
 * come out of one pool, whose lower half is for Open and upper half for Isolated, so a handful of fixed rules covers
 * every instance and an operator can install them by hand where this process may not.
 *
 * For each network that it makes, the engine takes its jump to DOCKER-USER out of FORWARD and puts it back in front. What
 * comes in between is accepted by the engine's own rules, and stays so as an established connection. So the same
 * addresses are dropped once more behind FORWARD, in a table that the engine leaves alone and that cannot refuse.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

export interface FirewallState {
  applied: boolean;
  why?: string;
}

/** Private, shared, link-local (cloud metadata), benchmark, multicast and reserved space. */
const NOT_INTERNET = [
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
  isolated: string;
}

/** Chain names are bounded at 28 characters; the pool keeps deployments with different pools apart. */
function chainNames(pool: FirewallPool): { forward: string; input: string; leaving: string } {
  const suffix = pool.open.replace('/', '-');
  return { forward: `VEXIL-F-${suffix}`, input: `VEXIL-I-${suffix}`, leaving: `VEXIL-P-${suffix}` };
}

/** Where each chain is used. */
function hooks(pool: FirewallPool): { table: string; hook: string; chain: string }[] {
  const { forward, input, leaving } = chainNames(pool);
  return [
    { table: 'mangle', hook: 'POSTROUTING', chain: leaving },
    { table: 'filter', hook: 'DOCKER-USER', chain: forward },
    { table: 'filter', hook: 'INPUT', chain: input },
  ];
}

/** The rules in the form `iptables-restore --noflush` reads; resolvers stay reachable on port 53 from Open networks. */
function firewallRules(pool: FirewallPool, resolvers: string[] = []): string {
  const { forward, input, leaving } = chainNames(pool);
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
    `-A ${input} ${established}`,
    ...dns(forward),
    ...dns(input),
    `-A ${forward} -s ${pool.isolated} ${refuse}`,
    ...NOT_INTERNET.map((range) => `-A ${forward} -s ${pool.open} -d ${range} ${refuse}`),
    `-A ${input} -s ${pool.isolated} ${refuse}`,
    `-A ${input} -s ${pool.open} ${refuse}`,
    'COMMIT',
    '*mangle',
    `:${leaving} - [0:0]`,
    `-A ${leaving} ${established}`,
    // The engine's relay speaks to an instance from the gateway of its network, an address out of the pool.
    `-A ${leaving} -m addrtype --src-type LOCAL -j RETURN`,
    ...dns(leaving),
    `-A ${leaving} -s ${pool.isolated} -j DROP`,
    ...NOT_INTERNET.map((range) => `-A ${leaving} -s ${pool.open} -d ${range} -j DROP`),
    'COMMIT',
    '',
  ].join('\n');
}

/** What an operator runs as root on the engine's host where this process may not install the rules itself. */
export function firewallInstructions(pool: FirewallPool): string {
  return [
    `iptables-restore --noflush <<'RULES'\n${firewallRules(pool)}RULES`,
    ...hooks(pool).map(({ table, hook, chain }) => `iptables -t ${table} -I ${hook} 1 -j ${chain}`),
  ].join('\n');
}

/**
 * Installs the rules where this process may and the engine's own chain shows that this is the engine's network; safe to
 * repeat and to run in several processes. Never throws: what could not be done is the answer.
 */
export async function applyFirewall(pool: FirewallPool): Promise<FirewallState> {
  const userChain = await run('iptables', ['-w', '5', '-n', '-L', 'DOCKER-USER']);
  if (!userChain.ok) return { applied: false, why: `iptables cannot be used from here (${userChain.error})` };
  const restored = await run('iptables-restore', ['-w', '5', '--noflush'], firewallRules(pool, await resolvers()));
  if (!restored.ok) return { applied: false, why: `iptables-restore refused the rules (${restored.error})` };
  for (const { table, hook, chain } of hooks(pool)) {
    const present = await run('iptables', ['-w', '5', '-t', table, '-C', hook, '-j', chain]);
    const hooked = present.ok ? present : await run('iptables', ['-w', '5', '-t', table, '-I', hook, '1', '-j', chain]);
    if (!hooked.ok) return { applied: false, why: `iptables refused to use the rules in ${hook} (${hooked.error})` };
  }
  return { applied: true };
}

/** The resolvers a container's questions are passed on to; those on loopback are asked by the engine itself. */
async function resolvers(): Promise<string[]> {
  const files = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf'];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const found = texts.flatMap((text) => [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map((match) => match[1] ?? ''));
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
