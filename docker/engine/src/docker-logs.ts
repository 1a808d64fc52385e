import type Docker from 'dockerode';

/** Printable text; empty when the container is gone. */
export async function readLastLines(
  docker: Docker,
  engineId: string,
  linesMax: number,
  bytesMax = 4096,
): Promise<string> {
  try {
    const raw: unknown = await docker.getContainer(engineId).logs({ stdout: true, stderr: true, tail: linesMax });
    const text = joinFrames(Buffer.isBuffer(raw) ? raw : Buffer.from(String(raw)));
    return text
      .subarray(Math.max(0, text.length - bytesMax))
      .toString('utf8')
      .replace(UNPRINTABLE, '');
  } catch {
    // Must not hide the failure that these lines explain.
    return '';
  }
}

const UNPRINTABLE = /[^\P{C}\n\t]/gu;

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
