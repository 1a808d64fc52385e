/** Commands in pods over a WebSocket, with the channels of v4.channel.k8s.io. */
import type { IncomingMessage, Server } from 'node:http';
import { PassThrough } from 'node:stream';
import type Docker from 'dockerode';
import { type WebSocket, WebSocketServer } from 'ws';

const [OUT, ERROR, STATUS] = [1, 2, 3];

export function serveExec(server: Server, find: (request: IncomingMessage) => Docker.Container): void {
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v4.channel.k8s.io' });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      void run(client, request, find).catch(() => client.terminate());
    });
  });
}

async function run(client: WebSocket, request: IncomingMessage, find: (request: IncomingMessage) => Docker.Container) {
  const { searchParams } = new URL(request.url ?? '', 'http://api');
  const container = find(request);
  const outputs = { AttachStdin: true, AttachStdout: true, AttachStderr: true };
  const early: Buffer[] = [];
  const keep = (data: Buffer) => void early.push(data);
  client.on('message', keep);
  const exec = await container.exec({ Cmd: searchParams.getAll('command'), ...outputs });
  const stream = await exec.start({ hijack: true, stdin: true });
  const forward = (data: Buffer) => {
    if (data[0] === 0) stream.write(data.subarray(1));
  };
  client.off('message', keep);
  client.on('message', forward);
  early.forEach(forward);
  const [out, error] = [new PassThrough(), new PassThrough()];
  for (const [channel, output] of [
    [OUT, out],
    [ERROR, error],
  ] as const) {
    output.on('data', (chunk: Buffer) => client.send(Buffer.concat([Buffer.from([channel ?? 0]), chunk])));
  }
  container.modem.demuxStream(stream, out, error);
  await new Promise((resolve) => stream.on('end', resolve));
  const { ExitCode } = await exec.inspect();
  const status = ExitCode === 0 ? { status: 'Success' } : { status: 'Failure', message: `exit code ${ExitCode}` };
  client.send(Buffer.concat([Buffer.from([STATUS ?? 0]), Buffer.from(JSON.stringify(status))]));
  client.close();
}
