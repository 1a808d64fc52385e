import { canInstallPackages, installWithApt } from './apt.mjs';
import { exists } from './data-dir.mjs';
import { describeFailure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { warn } from './terminal.mjs';

/** The browser the tests drive, or null. */
export const findChromium = () =>
  process.env.TEST_CHROMIUM || findProgram('chromium', 'chromium-browser', 'google-chrome');

/** Debian package to whether what it brings is there. */
const wanted = {
  'redis-server': () => findProgram('valkey-server', 'redis-server') !== null,
  'docker.io': () => findProgram('dockerd') !== null,
  iptables: () => findProgram('iptables') !== null,
  'busybox-static': () => findProgram('busybox') !== null,
  chromium: () => findChromium() !== null,
  // Pages in Chinese are measured and photographed; without glyphs every character is the same empty box.
  'fonts-noto-cjk': () => exists('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
};

/** Installs the Debian packages the tests use and this machine lacks, as far as that can be done here. */
export async function installTestPackages() {
  if (!canInstallPackages()) return;
  const missing = Object.entries(wanted).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
  if (missing.length === 0) return;
  try {
    await installWithApt(missing);
  } catch {
    // One of them may not exist on this release; the others are still wanted.
    for (const name of missing) await installWithApt([name]).catch((error) => warn(describeFailure(error)));
  }
}
