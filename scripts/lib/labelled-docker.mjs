/** An address of a Docker engine under which all that is created carries one label, so that a run of tests can end it. */
import http from 'node:http';
import net from 'node:net';
import { callDocker, dockerTarget } from './docker-api.mjs';
import { Failure } from './failure.mjs';

const creates = /^(?:\/v[\d.]+)?\/(containers|networks|volumes)\/create(?:\?|$)/;

/** @param {AsyncIterable<Buffer>} body @param {string} label */
async function withLabel(body, label) {
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  const wanted = JSON.parse(Buffer.concat(chunks).toString());
  const [name = '', value] = label.split('=');
  return Buffer.from(JSON.stringify({ ...wanted, Labels: { ...wanted.Labels, [name]: value } }));
}

/** @param {http.IncomingMessage} request */
const headOf = ({ method, url, httpVersion, rawHeaders }) =>
  rawHeaders.reduce(
    (head, text, index) => head + (index % 2 === 0 ? `${text}: ` : `${text}\r\n`),
    `${method} ${url} HTTP/${httpVersion}\r\n`,
  );

/**
 * @param {http.RequestOptions} target @param {string} label
 * @param {http.IncomingMessage} request @param {http.ServerResponse} reply
 */
async function relay(target, label, request, reply) {
  const { method, url = '', headers } = request;
  const body = method === 'POST' && creates.test(url) ? await withLabel(request, label) : null;
  const { 'transfer-encoding': encoding, ...others } = headers;
  const sent = body ? { ...others, 'content-length': body.length } : headers;
  const passed = http.request({ ...target, method, path: url, headers: sent, agent: false }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers).flushHeaders();
    answer.on('error', () => reply.destroy()).pipe(reply);
  });
  passed.on('error', () => request.socket.destroy());
  reply.on('close', () => passed.destroy());
  if (body) passed.end(body);
  else request.pipe(passed);
}

/**
 * @param {{ dockerHost: string | undefined, socket: string, label: string }} options `socket` is where it listens, `label`
 *   is `name=value`
 * @returns {Promise<{ host: string, close(): Promise<void> }>} `close` removes what carries the label
 */
export async function labelDocker({ dockerHost, socket, label }) {
  const target = dockerTarget(dockerHost);
  if (target === null) throw new Failure(`${dockerHost} is no address that the tests can use.`);
  const server = http.createServer((request, reply) => {
    relay(target, label, request, reply).catch(() => request.socket.destroy());
  });
  // Streams of `exec` and `attach`, and the builds of newer clients.
  server.on('upgrade', (request, client, head) => {
    const { socketPath: path = '', ...address } = target;
    const engine = net.connect({ path, allowHalfOpen: true, ...address });
    engine.write(Buffer.concat([Buffer.from(`${headOf(request)}\r\n`), head]));
    client.on('error', () => engine.destroy()).on('close', () => engine.destroy());
    engine.on('error', () => client.destroy());
    client.pipe(engine).pipe(client);
  });
  server.requestTimeout = 0;
  await new Promise((resolve, reject) => server.once('error', reject).listen(socket, () => resolve(null)));
  return {
    host: `unix://${socket}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await removeLabelled(dockerHost, label);
    },
  };
}

/**
 * Containers go first, as they use networks and volumes.
 * @param {string | undefined} dockerHost @param {string} label
 */
async function removeLabelled(dockerHost, label) {
  const filters = `filters=${encodeURIComponent(JSON.stringify({ label: [label] }))}`;
  for (const kind of ['containers', 'networks', 'volumes']) {
    const where = kind === 'containers' ? `/containers/json?all=true&${filters}` : `/${kind}?${filters}`;
    const listed = JSON.parse((await callDocker(dockerHost, 'GET', where)).text);
    /** @type {{ Id?: string, Name?: string }[]} */
    const things = listed.Volumes ?? (Array.isArray(listed) ? listed : []);
    const paths = things.map(({ Id, Name }) => `/${kind}/${Id ?? Name}?force=true&v=true`);
    await Promise.all(paths.map((path) => callDocker(dockerHost, 'DELETE', path, { timeoutMs: 60_000 })));
  }
}
