import { mkdir, writeFile } from 'node:fs/promises';
import { sh } from '../lib/sh';
import { PAUSE_IMAGE } from './images';
import { type Parts, until } from './parts';

/** @returns the path of its socket. */
export async function startContainerd(parts: Parts, subnet: string): Promise<string> {
  const socket = parts.at('containerd.sock');
  await mkdir(parts.at('cni'));
  const bridge = {
    type: 'bridge',
    bridge: 'pods0',
    isGateway: true,
    ipMasq: true,
    hairpinMode: true,
    ipam: { type: 'host-local', ranges: [[{ subnet }]], routes: [{ dst: '0.0.0.0/0' }], dataDir: parts.at('ipam') },
  };
  const plugins = [bridge, { type: 'portmap', capabilities: { portMappings: true } }];
  await writeFile(parts.at('cni/10-pods.conflist'), JSON.stringify({ cniVersion: '0.4.0', name: 'pods', plugins }));
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  const lines = [
    'version = 2',
    `root = "${parts.at('containerd')}"`,
    `state = "${parts.at('containerd-state')}"`,
    '[grpc]',
    `  address = "${socket}"`,
    `[${cri}]`,
    `  sandbox_image = "${PAUSE_IMAGE}"`,
    '  restrict_oom_score_adj = true',
    `[${cri}.cni]`,
    '  bin_dir = "/usr/lib/cni"',
    `  conf_dir = "${parts.at('cni')}"`,
    `[${cri}.containerd.runtimes.runc]`,
    '  runtime_type = "io.containerd.runc.v2"',
  ];
  await writeFile(parts.at('containerd.toml'), lines.join('\n'));
  parts.start('containerd', [`--config=${parts.at('containerd.toml')}`]);
  await until('containerd', () => sh(`ctr -a ${socket} version`), parts);
  return socket;
}

export async function startKubelet(
  parts: Parts,
  { admin, containerd, address }: { admin: string; containerd: string; address: string },
): Promise<void> {
  const settings = {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address,
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    cgroupDriver: 'cgroupfs',
    cgroupsPerQOS: false,
    enforceNodeAllocatable: [],
    containerRuntimeEndpoint: `unix://${containerd}`,
    failSwapOn: false,
    healthzPort: 0,
    podPidsLimit: 256,
    resolvConf: '',
    evictionHard: { 'memory.available': '10Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    volumePluginDir: parts.at('plugins'),
  };
  await writeFile(parts.at('kubelet.json'), JSON.stringify(settings));
  parts.start('kubelet', [
    `--config=${parts.at('kubelet.json')}`,
    `--kubeconfig=${admin}`,
    `--root-dir=${parts.at('kubelet')}`,
    `--cert-dir=${parts.at('kubelet-pki')}`,
    '--hostname-override=node-1',
    `--node-ip=${address}`,
  ]);
}
