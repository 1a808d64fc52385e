import http from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { HttpConnection } from './http-connection';
import { writeRequest } from './request';

async function serve(handler: http.RequestListener): Promise<number> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const open = (port: number) => {
  const connection = new HttpConnection(port);
  onTestFinished(() => connection.close());
  return connection;
};

it('reads answers of every length over one connection', async () => {
  const sockets = new Set<unknown>();
  const port = await serve((request, reply) => {
    sockets.add(request.socket);
    if (request.url === '/unchanged') reply.writeHead(304).end();
    else if (request.url === '/parts') {
      reply.write('one ');
      setImmediate(() => reply.end('two'));
    } else reply.end('x'.repeat(Number(request.url?.slice(1))));
  });
  const connection = open(port);
  for (const length of [0, 1, 70_000, 3_000_000]) {
    const { status, text, bytes } = await connection.send(writeRequest('GET', `/${length}`), { kept: 'body' });
    expect([status, text.length]).toEqual([200, length]);
    expect(bytes).toBeGreaterThan(length);
  }
  const unchanged = await connection.send(writeRequest('GET', '/unchanged'), { statuses: [304] });
  expect(unchanged).toMatchObject({ status: 304, text: '' });
  expect((await connection.send(writeRequest('GET', '/parts'), { kept: 'headAndBody' })).text).toMatch(
    /^HTTP\/1.1 200.*one .*two/s,
  );
  expect(sockets.size).toBe(1);
});

it('says that an answer did not come, and connects again', async () => {
  let calls = 0;
  const port = await serve((request, reply) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else reply.end('here');
  });
  const connection = open(port);
  await expect(connection.send(writeRequest('GET', '/'))).rejects.toMatchObject({ status: 0 });
  const reply = await connection.send(writeRequest('GET', '/'), { kept: 'body' });
  expect(reply).toMatchObject({ status: 200, text: 'here' });
  connection.close();
  await expect(open(1).send(writeRequest('GET', '/'))).rejects.toThrow('GET / got no reply');
  await expect(open(1).send(writeRequest('GET', '/'), { statuses: [0] })).resolves.toMatchObject({ status: 0 });
});

it('sends a body with its length in bytes', async () => {
  const port = await serve((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => reply.end(`${request.headers.cookie} ${Buffer.concat(parts)}`));
  });
  const request = writeRequest('POST', '/', { cookie: 'a=b', body: '{"flag":"flag{ü}"}' });
  const { text } = await open(port).send(request, { kept: 'body' });
  expect(Buffer.from(text, 'latin1').toString()).toBe('a=b {"flag":"flag{ü}"}');
});
