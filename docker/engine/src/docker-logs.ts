import type Docker from 'dockerode';
import type { DockerConnection } from './docker-connection';
import { LABEL } from './docker-container';
import { type Instances, isFailedCompanion } from './docker-instances';

/** Lines of the main container, and after them those of companions that failed. Empty when it is gone. */
export async function readInstanceLines(
  { connection: { docker }, instances }: { connection: DockerConnection; instances: Instances },
  id: string,
  linesMax: number,
  bytesMax = 4096,
): Promise<string> {
  const main = await instances.findInfo(id);
  if (main === null) return '';
  const parts = LABEL.companions in main.Labels ? await instances.listParts(id) : [];
  const texts = [await readLastLines(docker, main.Id, linesMax, bytesMax)];
  for (const failed of parts.filter(isFailedCompanion)) {
    const lines = await readLastLines(docker, failed.Id, linesMax, bytesMax);
    texts.push(lines.replace(/^/gm, `${failed.Labels[LABEL.name]}: `));
  }
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(-bytesMax);
}

/** Printable text; empty when the container is gone. */
export async function readLastLines(
  docker: Docker,
  engineId: string,
  linesMax: number | 'all',
  bytesMax: number,
): Promise<string> {
  try {
    const raw: unknown = await docker.getContainer(engineId).logs({ ...OUTPUTS, tail: linesMax as number });
    return printable(raw, bytesMax);
  } catch {
    // Must not hide the failure that these lines explain.
    return '';
  }
}

/** The same of a service of Docker Swarm, whose manager collects the output from the nodes. */
export async function readServiceLines(
  docker: Docker,
  serviceId: string,
  linesMax: number | 'all',
  bytesMax: number,
): Promise<string> {
  try {
    // Without `follow` the client gives the whole, whatever its types say.
    const raw: unknown = await docker.getService(serviceId).logs({ ...OUTPUTS, tail: linesMax as number });
    return printable(raw, bytesMax);
  } catch {
    return '';
  }
}

function printable(raw: unknown, bytesMax: number): string {
  const text = joinFrames(Buffer.isBuffer(raw) ? raw : Buffer.from(String(raw)));
  return text
    .subarray(Math.max(0, text.length - bytesMax))
    .toString('utf8')
    .replace(UNPRINTABLE, '');
}

const OUTPUTS = { stdout: true, stderr: true } as const;
export const UNPRINTABLE = /[^\P{C}\n\t]/gu;

/** Eight bytes precede each frame: stream, three zeros, length. */
function joinFrames(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  while (at + 8 <= raw.length) {
    if ((raw[at] ?? 9) > 2 || raw.readUIntBE(at + 1, 3) !== 0) return raw;
    const length = raw.readUInt32BE(at + 4);
    pieces.push(raw.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return Buffer.concat(pieces);
}
