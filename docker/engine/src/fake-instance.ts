import { createServer, type Server, type Socket } from 'node:net';
import type { ContainerSpec, RunningContainer, RunningPort } from './engine';

export interface FakeFile {
  content: Buffer;
  mode: number;
}

export interface FakeInstance {
  spec: ContainerSpec;
  container: RunningContainer;
  files: Map<string, FakeFile>;
  servers: Server[];
  sockets: Set<Socket>;
}

export async function launchInstance(spec: ContainerSpec, createdAt: Date): Promise<FakeInstance> {
  const sockets = new Set<Socket>();
  const files = new Map<string, FakeFile>();
  const servers: Server[] = [];
  const ports: RunningPort[] = [];
  for (const { name, port } of spec.ports) {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      answerLines(socket, (line) => answerTo(line, { name, env: spec.env, files }));
    });
    servers.push(server);
    ports.push({ name, port, host: '127.0.0.1', hostPort: await listen(server), internalHost: '127.0.0.1' });
  }
  const container: RunningContainer = {
    id: spec.id,
    engineId: `fake-${spec.id}`,
    state: 'running',
    exitCode: null,
    outOfMemory: false,
    ports,
    createdAt,
    labels: { ...spec.labels },
  };
  return { spec, container, files, servers, sockets };
}

export async function shutDown({ servers, sockets }: FakeInstance): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
}

export function markExited(instance: FakeInstance, exitCode: number, outOfMemory: boolean): void {
  const ports = instance.container.ports.map((port) => ({ ...port, hostPort: null, internalHost: null }));
  instance.container = { ...instance.container, state: 'exited', exitCode, outOfMemory, ports };
}

async function listen(server: Server): Promise<number | null> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : null;
}

function answerLines(socket: Socket, answer: (line: string) => string): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) socket.write(`${answer(line.trim())}\n`);
  });
}

interface Context {
  name: string;
  env: Record<string, string>;
  files: Map<string, FakeFile>;
}

function answerTo(line: string, { name, env, files }: Context): string {
  if (line === 'flag') return env.FLAG ?? env.GZCTF_FLAG ?? '';
  if (line === 'port') return name;
  if (line.startsWith('env ')) return env[line.slice(4)] ?? '';
  if (line.startsWith('file ')) return files.get(line.slice(5))?.content.toString('utf8') ?? '';
  return line;
}
