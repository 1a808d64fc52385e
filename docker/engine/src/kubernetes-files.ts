import { posix } from 'node:path';
import { PassThrough } from 'node:stream';
import type { V1Status } from '@kubernetes/client-node';
import { WRITE_STEPS } from './docker-files';
import { EngineError } from './engine';
import { MAIN, nameOf } from './kubernetes-objects';
import type { KubernetesContext } from './kubernetes-start';

/** By a shell of the image, as the API has no other way. Throws EngineError notRunning or invalidSpec. */
export async function writeIntoPod(
  { connection, objects, instances }: KubernetesContext,
  id: string,
  path: string,
  { content, mode }: { content: Buffer; mode: number },
): Promise<void> {
  const found = await instances.find(id);
  if (found?.state !== 'running') throw new EngineError('notRunning', 'The container does not run.');
  const args = ['sh', path, posix.dirname(path), mode.toString(8), String(content.length)];
  const command = ['/bin/sh', '-c', WRITE_STEPS, ...args];
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.on('data', (chunk) => {
    text += chunk;
  });
  const status = await new Promise<V1Status>((resolve, reject) => {
    connection.exec
      .exec(objects.namespace, nameOf(id), MAIN, command, output, output, input, false, resolve)
      .then((socket) => {
        socket.on('error', reject);
        socket.on('close', () => reject(new EngineError('engineDown', 'The connection to the container broke off.')));
        // Not ended: the client would close the connection before the command reports.
        input.write(content);
      }, reject);
  });
  if (status.status === 'Success') return;
  const reason = (text || status.message || '').replace(/[^\P{C}]/gu, '').slice(-200);
  throw new EngineError('invalidSpec', `The file could not be written into the container: ${reason}`);
}
