// A client that sends far too much, as a process of its own so that it does not slow down the players of the drill. It
// prints how many replies of each status it got, as JSON, when it is asked to end.

import http from 'node:http';
import net from 'node:net';
import { constants, setPriority } from 'node:os';
import type { FloodPlan } from './flood-plan';

const plan: FloodPlan = JSON.parse(process.argv[2] ?? '');
const counts = new Map<string, number>();
let isEnding = false;

const note = (what: string | number) => counts.set(String(what), (counts.get(String(what)) ?? 0) + 1);
const { hostname: host, port } = new URL(plan.url);
const target = { host, port: Number(port), localAddress: plan.from };

/** Requests one after the other on each connection, without waiting for what Retry-After says. */
async function sendRequests(): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: plan.connections });
  const send = (turn: number) =>
    new Promise<void>((resolve) => {
      const { method, path, body } = plan.requests[turn % plan.requests.length] ?? { method: 'GET', path: '/' };
      const text = body === undefined ? '' : JSON.stringify(body).replaceAll('{turn}', String(turn));
      const headers = {
        ...(plan.cookie === undefined ? {} : { cookie: plan.cookie }),
        ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const request = http.request({ ...target, agent, method, path, headers }, (reply) => {
        note(reply.statusCode ?? 0);
        reply.resume().once('close', resolve);
      });
      request.once('error', () => {
        note('no reply');
        resolve();
      });
      request.end(text);
    });
  const work = async (index: number) => {
    for (let turn = index; !isEnding; turn += plan.connections) await send(turn);
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, index) => work(index)));
  agent.destroy();
}

/** Connections that stop in the middle of a request; each that the server closes is opened again. */
async function holdConnections(part: 'headers' | 'body'): Promise<void> {
  const { method, path } = plan.requests[0] ?? { method: 'POST', path: '/' };
  const cookie = plan.cookie === undefined ? '' : `Cookie: ${plan.cookie}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${cookie}`;
  const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"flag":"';
  const sockets = new Set<net.Socket>();
  const hold = () =>
    new Promise<void>((resolve) => {
      const socket = net.connect(target, () => {
        note('opened');
        socket.write(part === 'headers' ? head : `${head}${body}`);
      });
      sockets.add(socket);
      socket.once('data', (data) => note(String(data).split(' ', 2)[1] ?? 'data'));
      socket.once('error', () => note('error'));
      socket.once('close', () => {
        sockets.delete(socket);
        resolve();
      });
    });
  const work = async () => {
    while (!isEnding) await hold();
  };
  const running = Array.from({ length: plan.connections }, work);
  process.once('SIGTERM', () => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(running);
}

process.once('SIGTERM', () => {
  isEnding = true;
});
// Its processor time would be another machine's.
setPriority(constants.priority.PRIORITY_LOW);
await (plan.kind === 'requests' ? sendRequests() : holdConnections(plan.kind));
process.stdout.write(JSON.stringify(Object.fromEntries(counts)));
process.exit();
