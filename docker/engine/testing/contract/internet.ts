import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const sh = (command: string) => promisify(execFile)('sh', ['-c', command]);

/** A machine beyond the host with a public, a private and the metadata address; null where that needs more rights. */
export async function buildInternet(shell: (command: string) => Promise<unknown> = sh) {
  const name = `vx${Math.floor(Math.random() * 1e6)}`;
  const [publicAddress, privateAddress, metadataAddress] = ['198.51.100.2', '10.99.99.2', '169.254.169.254'];
  const remove = () =>
    shell(`ip netns pids ${name} | xargs -r kill; ip netns del ${name}; ip link del ${name}h || true`);
  try {
    await shell(
      [
        'set -e',
        `ip netns add ${name}`,
        `ip link add ${name}h type veth peer name ${name}n netns ${name}`,
        `ip addr add 198.51.100.1/24 dev ${name}h`,
        `ip link set ${name}h up`,
        `ip route add ${privateAddress} dev ${name}h`,
        `ip route add ${metadataAddress} dev ${name}h`,
        `ip -n ${name} link set lo up`,
        `ip -n ${name} addr add ${publicAddress}/24 dev ${name}n`,
        `ip -n ${name} link set ${name}n up`,
        `ip -n ${name} addr add ${privateAddress}/32 dev ${name}n`,
        `ip -n ${name} addr add ${metadataAddress}/32 dev ${name}n`,
        `(ip netns exec ${name} busybox nc -ll -p 8080 -e echo hello >/dev/null 2>&1 &)`,
      ].join('\n'),
    );
    return { publicAddress, privateAddress, metadataAddress, remove };
  } catch {
    await remove().catch(() => undefined);
    return null;
  }
}
