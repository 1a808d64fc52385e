import { posix } from 'node:path';
import type Docker from 'dockerode';
import { pack } from 'tar-stream';
import { messageOf } from './docker-errors';
import { EngineError } from './engine';

/** Owner root. The engine makes missing directories. Throws EngineError invalidSpec where the image allows no write. */
export async function writeIntoContainer(
  container: Docker.Container,
  path: string,
  content: Buffer,
  mode: number,
): Promise<void> {
  try {
    await container.putArchive(await archiveOf(path, content, mode), { path: '/' });
  } catch (error) {
    if (!/read-only/i.test(messageOf(error))) throw error;
    await writeByShell(container, path, content, mode);
  }
}

async function archiveOf(path: string, content: Buffer, mode: number): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: path.slice(1), mode, uid: 0, gid: 0, mtime: new Date() }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Arguments: path, its directory, mode, length. Reads so many bytes, because not every channel can end the input. */
export const WRITE_STEPS = 'mkdir -p "$2" && rm -f "$1" && head -c "$4" >"$1" && chmod "$3" "$1"';

/** The engine writes nothing into a read-only root, not even into the memory mounted there. */
async function writeByShell(container: Docker.Container, path: string, content: Buffer, mode: number): Promise<void> {
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', WRITE_STEPS, 'sh', path, posix.dirname(path), mode.toString(8), String(content.length)],
    User: '0:0',
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
  });
  const stream = await exec.start({ hijack: true, stdin: true });
  stream.end(content);
  let output = '';
  for await (const chunk of stream) output += String(chunk);
  const { ExitCode } = await exec.inspect();
  if (ExitCode === 0) return;
  const reason = output.replace(/[^\P{C}]/gu, '').slice(-200);
  throw new EngineError('invalidSpec', `The file could not be written into the read-only container: ${reason}`);
}
