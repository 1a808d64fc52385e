import { canInstallPackages, installWithApt } from './apt.mjs';
import { exists } from './data-dir.mjs';
import { describeFailure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { warn } from './terminal.mjs';

export const findChromium = () =>
  process.env.TEST_CHROMIUM || findProgram('chromium', 'chromium-browser', 'google-chrome');

/** Debian package to whether it is installed. */
const wanted = {
  'redis-server': () => findProgram('valkey-server', 'redis-server') !== null,
  'docker.io': () => findProgram('dockerd') !== null,
  iptables: () => findProgram('iptables') !== null,
  'docker-registry': () => findProgram('docker-registry') !== null,
  openssl: () => findProgram('openssl') !== null,
  'busybox-static': () => findProgram('busybox') !== null,
  // For the examples of reverse proxies.
  caddy: () => findProgram('caddy') !== null,
  'nginx-light': () => findProgram('nginx') !== null,
  haproxy: () => findProgram('haproxy') !== null,
  // For the alert rules and the dashboards.
  prometheus: () => findProgram('promtool') !== null && findProgram('prometheus') !== null,
  // For vexil-connect.
  python3: () => findProgram('python3') !== null,
  // For recorded traffic.
  tshark: () => findProgram('tshark') !== null,
  chromium: () => findChromium() !== null,
  // Without Chinese glyphs, screenshots and measured widths would show empty boxes.
  'fonts-noto-cjk': () => exists('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
};

export async function installTestPackages() {
  if (!canInstallPackages()) return;
  const missing = Object.entries(wanted).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
  if (missing.length === 0) return;
  try {
    await installWithApt(missing);
  } catch {
    // A package may not exist in this release.
    for (const name of missing) await installWithApt([name]).catch((error) => warn(describeFailure(error)));
  }
}
