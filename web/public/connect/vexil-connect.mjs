#!/usr/bin/env node
// vexil-connect: a local port for an instance of a Vexil platform. Node.js 18 or later, no packages.
// SPDX-License-Identifier: AGPL-3.0-or-later
//
//   node vexil-connect.mjs wss://ctf.example.org/api/proxy/…          opens a local port
//   node vexil-connect.mjs --stdio wss://ctf.example.org/api/proxy/…  connects standard input and output
//   node vexil-connect.mjs tls://….play-ctf.net:8443                  the same for an instance with a name

import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { parseArgs } from 'node:util';

const usage = `Usage: node vexil-connect.mjs [options] <address>

The address is the one that the platform shows for your instance: wss://… or tls://…

Options:
  --port <n>       local port (a free one)
  --host <ip>      local address (127.0.0.1; others let your network use the instance)
  --stdio          connect standard input and output in place of a local port
  --insecure       accept any certificate
  --resolve <ip>   use this IP address for the host, without asking the DNS
  --quiet          print errors and the local address only
  --help           show this text`;

const subprotocol = 'vexil-relay';
const retryMs = [500, 1000, 2000, 4000, 8000];
const stateMs = 5000;

const printLine = (text) => process.stderr.write(`${text}\n`);

function fail(text) {
  printLine(text);
  process.exit(2);
}

/** Where to connect, from what the platform shows. */
function readAddress(text) {
  let url;
  try {
    url = new URL(text.replace(/^ws(s?):/i, 'http$1:'));
  } catch {
    return null;
  }
  if (url.protocol === 'tls:')
    return url.port === '' ? null : { kind: 'tls', host: url.hostname, port: Number(url.port) };
  const isRelay = /^\/api\/proxy\/(noinst\/)?[0-9a-f-]{36}$/i.test(url.pathname);
  return /^https?:$/.test(url.protocol) && isRelay ? { kind: 'relay', url } : null;
}

/** A WebSocket whose payload is a stream of bytes. Emits data, end, drain and close with a reason, null when it is usual. */
class ByteSocket extends EventEmitter {
  need = 2;
  head = Buffer.alloc(0);
  left = 0;
  opcode = 0;
  control = [];
  sawEnd = false;
  isClosed = false;

  constructor(socket, halfCloses) {
    super();
    this.socket = socket;
    this.halfCloses = halfCloses;
    socket.setNoDelay(true);
    socket.on('drain', () => this.emit('drain'));
    socket.on('error', (error) => this.finish(error.message));
    socket.on('close', () => this.finish('The connection was lost.'));
    socket.on('data', (chunk) => this.read(chunk));
  }

  finish(reason) {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.destroySoon();
    this.emit('close', reason);
  }

  read(chunk) {
    let at = 0;
    while (at < chunk.length && !this.isClosed) {
      if (this.left > 0) {
        const part = chunk.subarray(at, at + this.left);
        at += part.length;
        this.left -= part.length;
        this.take(part);
        continue;
      }
      const part = chunk.subarray(at, at + this.need - this.head.length);
      at += part.length;
      this.head = Buffer.concat([this.head, part]);
      if (this.head.length === this.need) this.readHead();
    }
  }

  readHead() {
    const { head } = this;
    const short = head[1] & 0x7f;
    const need = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (head[1] & 0x80 || head[0] & 0x70) {
      this.finish('The server sent a frame that cannot be read.');
      return;
    }
    if (head.length < need) {
      this.need = need;
      return;
    }
    this.left = short === 126 ? head.readUInt16BE(2) : short === 127 ? Number(head.readBigUInt64BE(2)) : short;
    this.opcode = head[0] & 0x0f;
    this.control = [];
    this.head = Buffer.alloc(0);
    this.need = 2;
    if (this.left === 0) this.take(this.head);
  }

  /** A part of the payload, or all of an empty one. */
  take(part) {
    const { opcode } = this;
    if (opcode < 8) {
      if (part.length > 0) this.emit('data', part);
      else if (opcode === 2 && this.halfCloses && !this.sawEnd) {
        this.sawEnd = true;
        this.emit('end');
      }
      return;
    }
    this.control.push(part);
    if (this.left > 0) return;
    const payload = Buffer.concat(this.control);
    if (opcode === 9) this.send(10, payload);
    if (opcode !== 8) return;
    this.send(8, payload.subarray(0, 2));
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    const text = payload.subarray(2).toString();
    this.finish(code === 1000 && text === '' ? null : text || `The server closed the connection with code ${code}.`);
  }

  /** false when the caller should wait for drain. */
  send(opcode, payload) {
    if (this.isClosed || !this.socket.writable) return true;
    const { length } = payload;
    const mask = randomBytes(4);
    const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
    const frame = Buffer.allocUnsafe(6 + extra + length);
    frame[0] = 0x80 | opcode;
    frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
    if (extra === 2) frame.writeUInt16BE(length, 2);
    if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
    mask.copy(frame, 2 + extra);
    const body = 6 + extra;
    for (let index = 0; index < length; index += 1) frame[body + index] = payload[index] ^ mask[index & 3];
    return this.socket.write(frame);
  }

  write(chunk) {
    return this.send(2, chunk);
  }

  /** Nothing more is sent. Without half-close the other direction ends, too, so the connection stays as it is. */
  end() {
    if (this.halfCloses) this.send(2, Buffer.alloc(0));
  }

  close() {
    this.send(8, Buffer.from([0x03, 0xe8]));
    this.finish(null);
  }

  pause() {
    this.socket.pause();
  }

  resume() {
    this.socket.resume();
  }
}

/** The same for plain TLS. */
class TlsStream extends EventEmitter {
  isClosed = false;

  constructor(socket) {
    super();
    this.socket = socket;
    for (const event of ['data', 'end', 'drain']) socket.on(event, (chunk) => this.emit(event, chunk));
    socket.on('error', (error) => this.finish(error.message));
    socket.on('close', () => this.finish(null));
  }

  finish(reason) {
    if (this.isClosed) return;
    this.isClosed = true;
    this.emit('close', reason);
  }

  write(chunk) {
    return this.socket.write(chunk);
  }

  end() {
    this.socket.end();
  }

  close() {
    this.socket.destroySoon();
  }

  pause() {
    this.socket.pause();
  }

  resume() {
    this.socket.resume();
  }
}

class Refusal extends Error {
  constructor(status, text) {
    super(text);
    this.isFinal = status >= 400 && status < 500 && status !== 408 && status !== 418 && status !== 429;
  }
}

const messages = {
  401: 'The address has expired. Copy it again from the platform.',
  404: 'No running instance has this address.',
};

async function refusalOf(response) {
  let body = '';
  for await (const chunk of response) if (body.length < 10_000) body += chunk;
  let title = messages[response.statusCode];
  try {
    title ??= JSON.parse(body).title;
  } catch {
    // Another server than the platform answered.
  }
  return new Refusal(response.statusCode, title ?? `The server answered with ${response.statusCode}.`);
}

/** Of sockets: where they connect, and whom they believe. */
const socketOptions = ({ insecure, resolve }) => ({
  rejectUnauthorized: !insecure,
  ...(resolve === undefined
    ? {}
    : {
        lookup: (_host, { all }, done) => {
          const found = { address: resolve, family: net.isIP(resolve) };
          if (all) done(null, [found]);
          else done(null, found.address, found.family);
        },
      }),
});

function openRelay({ url }, options) {
  return new Promise((resolve, reject) => {
    const key = randomBytes(16).toString('base64');
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      ...socketOptions(options),
      agent: false,
      timeout: 15_000,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': key,
        'Sec-WebSocket-Protocol': subprotocol,
      },
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('The server does not answer.')));
    request.on('response', (response) => refusalOf(response).then(reject, reject));
    request.on('upgrade', ({ headers }, socket, first) => {
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      if (headers['sec-websocket-accept'] !== accept) {
        socket.destroy();
        reject(new Error('The server does not speak WebSocket.'));
        return;
      }
      socket.setTimeout(0);
      if (first.length > 0) socket.unshift(first);
      socket.pause();
      resolve(new ByteSocket(socket, headers['sec-websocket-protocol'] === subprotocol));
    });
    request.end();
  });
}

function openTls({ host, port }, options) {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ ...socketOptions(options), host, port, servername: host, allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      socket.pause();
      resolve(new TlsStream(socket));
    });
  });
}

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries again while the server is away or restarts. Rejects when that cannot help. */
async function open(target, options, isWanted) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (target.kind === 'tls' ? openTls : openRelay)(target, options);
    } catch (error) {
      if (error.isFinal || attempt === retryMs.length || !isWanted()) throw error;
      if (attempt === 0) options.report(`${error.message} Trying again …`);
      await delay(retryMs[attempt]);
    }
  }
}

/**
 * Copies both ways with back-pressure until both directions have ended, or the instance's where standard output cannot show that.
 * Resolves with a reason or null.
 */
function join(remote, input, output) {
  return new Promise((resolve) => {
    let isDone = false;
    const finish = (reason) => {
      if (isDone) return;
      isDone = true;
      output.end();
      resolve(reason);
    };
    input.on('data', (chunk) => {
      if (!remote.write(chunk)) input.pause();
    });
    remote.on('drain', () => input.resume());
    input.on('end', () => remote.end());
    remote.on('data', (chunk) => {
      if (!output.write(chunk)) remote.pause();
    });
    output.on('drain', () => remote.resume());
    remote.on('end', () => (input === output ? output.end() : remote.close()));
    remote.on('close', finish);
    for (const side of new Set([input, output])) {
      side.on('error', () => remote.close());
      side.on('close', () => {
        // Both directions may have ended while the other side still closes.
        if (side === input && side === output) remote.close();
      });
    }
    remote.resume();
    input.resume();
  });
}

/** Asks every few seconds whether the instance runs, and says so when that changes. */
async function watchState({ url }, options) {
  const client = url.protocol === 'https:' ? https : http;
  let before = '';
  for (;;) {
    const state = await new Promise((resolve) => {
      const asked = { ...socketOptions(options), method: 'OPTIONS', agent: false, timeout: stateMs };
      const request = client.request(url, asked, (response) => {
        response.resume();
        const { statusCode } = response;
        if (statusCode < 300) resolve('The instance runs.');
        else resolve(messages[statusCode] ?? `The server answers with ${statusCode}.`);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve('The server cannot be reached.'));
      request.end();
    });
    if (state !== before) options.report(state);
    before = state;
    await delay(stateMs);
  }
}

async function runStdio(target, options) {
  try {
    const remote = await open(target, options, () => true);
    const reason = await join(remote, process.stdin, process.stdout);
    if (reason !== null) printLine(reason);
    process.stdin.destroy();
    process.exitCode = 0;
  } catch (error) {
    printLine(error.message);
    process.exitCode = 1;
  }
}

function listen(target, options) {
  let count = 0;
  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, async (local) => {
    count += 1;
    const number = count;
    local.on('error', () => local.destroy());
    try {
      const remote = await open(target, options, () => !local.destroyed);
      if (local.destroyed) {
        remote.close();
        return;
      }
      options.report(`Connection ${number} is open.`);
      const reason = await join(remote, local, local);
      options.report(`Connection ${number} has ended.${reason === null ? '' : ` ${reason}`}`);
    } catch (error) {
      printLine(`Connection ${number} failed: ${error.message}`);
      local.destroy();
    }
  });
  server.on('error', (error) => fail(`The local port cannot be opened: ${error.message}`));
  server.listen(options.port, options.host, () => {
    const { address, port, family } = server.address();
    process.stdout.write(`${family === 'IPv6' ? `[${address}]` : address}:${port}\n`);
    options.report(`Connect your tools to ${address} port ${port}. Ctrl+C ends.`);
  });
  if (target.kind === 'relay') void watchState(target, options);
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        stdio: { type: 'boolean', default: false },
        insecure: { type: 'boolean', default: false },
        resolve: { type: 'string' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

const { values, positionals } = readOptions();
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
if (positionals.length !== 1) fail(usage);
const target = readAddress(positionals[0]);
if (target === null) fail(`This is no address of an instance: ${positionals[0]}\n\n${usage}`);
if (values.resolve !== undefined && net.isIP(values.resolve) === 0) fail('--resolve needs an IP address.');
const port = Number(values.port);
if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) fail('The local port must be a number up to 65535.');
const isQuiet = values.quiet || values.stdio;
const options = { ...values, port, report: isQuiet ? () => {} : printLine };
if (values.stdio) await runStdio(target, options);
else listen(target, options);
