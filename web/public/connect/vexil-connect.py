#!/usr/bin/env python3
"""vexil-connect: a local port for an instance of a Vexil platform. Python 3.8 or later, standard library only.

SPDX-License-Identifier: AGPL-3.0-or-later

  python3 vexil-connect.py wss://ctf.example.org/api/proxy/…          opens a local port
  python3 vexil-connect.py --stdio wss://ctf.example.org/api/proxy/…  connects standard input and output
  python3 vexil-connect.py tls://….play-ctf.net:8443                  the same for an instance with a name
"""

import argparse
import asyncio
import base64
import hashlib
import json
import os
import re
import ssl
import struct
import sys
import threading
from urllib.parse import urlsplit

SUBPROTOCOL = "vexil-relay"
RETRY_SECONDS = (0.5, 1, 2, 4, 8)
STATE_SECONDS = 5
CHUNK_BYTES = 64 * 1024
TIMEOUT_SECONDS = 15

MESSAGES = {
    401: "The address has expired. Copy it again from the platform.",
    404: "No running instance has this address.",
}


def print_line(text):
    print(text, file=sys.stderr, flush=True)


class Refusal(Exception):
    """The server answered, but opened no connection."""

    def __init__(self, status, text):
        super().__init__(text)
        self.is_final = 400 <= status < 500 and status not in (408, 418, 429)


class Target:
    """Where to connect, from what the platform shows."""

    def __init__(self, text, insecure, address):
        url = urlsplit(text)
        scheme = url.scheme.lower()
        self.is_relay = scheme in ("ws", "wss", "http", "https")
        self.uses_tls = scheme in ("wss", "https", "tls")
        self.host = url.hostname
        self.address = address or url.hostname
        self.port = url.port or (443 if self.uses_tls else 80)
        self.path = url.path + ("?" + url.query if url.query else "")
        self.context = None
        if self.is_relay and not re.fullmatch(r"/api/proxy/(noinst/)?[0-9a-fA-F-]{36}", url.path):
            raise ValueError(text)
        if not self.host or not (self.is_relay or (scheme == "tls" and url.port)):
            raise ValueError(text)
        if self.uses_tls:
            self.context = ssl.create_default_context()
            if insecure:
                self.context.check_hostname = False
                self.context.verify_mode = ssl.CERT_NONE

    async def dial(self):
        name = {"server_hostname": self.host} if self.uses_tls else {}
        opening = asyncio.open_connection(self.address, self.port, ssl=self.context, limit=CHUNK_BYTES, **name)
        return await asyncio.wait_for(opening, TIMEOUT_SECONDS)

    async def ask(self, method, headers):
        """Sends a request; returns the streams, the status and the headers of the reply."""
        reader, writer = await self.dial()
        host = "[%s]" % self.host if ":" in self.host else self.host
        lines = ["%s %s HTTP/1.1" % (method, self.path), "Host: %s:%d" % (host, self.port)]
        lines += ["%s: %s" % pair for pair in headers.items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT_SECONDS)
            first, *rest = head.decode("latin-1").split("\r\n")
            status = int(first.split(" ")[1])
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError):
            writer.close()
            raise ConnectionError("The server does not speak HTTP.")
        found = dict(line.lower().split(":", 1) for line in rest if ":" in line)
        return reader, writer, status, {name: value.strip() for name, value in found.items()}


class ByteSocket:
    """A WebSocket whose payload is a stream of bytes."""

    def __init__(self, reader, writer, half_closes):
        self.reader = reader
        self.writer = writer
        self.half_closes = half_closes
        self.left = 0
        self.opcode = 0
        self.saw_end = False
        self.reason = None

    async def read(self):
        """The next bytes; nothing at the end of the container's output; None when the connection has ended."""
        while True:
            if self.left > 0:
                part = await self.reader.read(min(self.left, CHUNK_BYTES))
                if not part:
                    self.reason = "The connection was lost."
                    return None
                self.left -= len(part)
                return part
            try:
                closed = await self.read_head()
            except (asyncio.IncompleteReadError, OSError):
                self.reason = "The connection was lost."
                return None
            if closed:
                return None
            if self.left == 0 and self.opcode == 2 and self.half_closes and not self.saw_end:
                self.saw_end = True
                return b""

    async def read_head(self):
        """Reads the head of a data frame, and control frames as a whole. True when the server closes."""
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if second & 0x80 or first & 0x70:
            self.reason = "The server sent a frame that cannot be read."
            return True
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
        opcode = first & 0x0F
        if opcode < 8:
            self.opcode, self.left = opcode, length
            return False
        payload = await self.reader.readexactly(length)
        self.opcode, self.left = opcode, 0
        if opcode == 9:
            self.send(10, payload)
        if opcode != 8:
            return False
        self.send(8, payload[:2])
        code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
        text = payload[2:].decode("utf-8", "replace")
        if code != 1000 or text:
            self.reason = text or "The server closed the connection with code %d." % code
        return True

    def send(self, opcode, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
        mask = os.urandom(4)
        repeated = mask * (length // 4 + 1)
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[:length], "big")
        self.writer.write(head + mask + masked.to_bytes(length, "big"))

    async def write(self, chunk):
        self.send(2, chunk)
        await self.writer.drain()

    def end(self):
        """Nothing more is sent. Without half-close the other direction would end, too, so nothing happens then."""
        if self.half_closes:
            self.send(2, b"")

    def close(self):
        if not self.writer.is_closing():
            self.send(8, struct.pack("!H", 1000))
            self.writer.close()


class TlsStream:
    """The same for plain TLS. Python cannot end one direction of it, so the end of the input ends nothing."""

    reason = None

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    async def read(self):
        return await self.reader.read(CHUNK_BYTES) or None

    async def write(self, chunk):
        self.writer.write(chunk)
        await self.writer.drain()

    def end(self):
        pass

    def close(self):
        self.writer.close()


async def open_once(target):
    if not target.is_relay:
        return TlsStream(*await target.dial())
    key = base64.b64encode(os.urandom(16)).decode()
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Protocol": SUBPROTOCOL,
    }
    reader, writer, status, found = await target.ask("GET", headers)
    if status != 101:
        text = MESSAGES.get(status)
        try:
            body = await asyncio.wait_for(reader.read(10_000), TIMEOUT_SECONDS)
            text = text or json.loads(body.decode())["title"]
        except (ValueError, KeyError, OSError, asyncio.TimeoutError):
            pass
        writer.close()
        raise Refusal(status, text or "The server answered with %d." % status)
    digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    # Names of headers and their values are lower case here.
    if found.get("sec-websocket-accept") != base64.b64encode(digest).decode().lower():
        writer.close()
        raise ConnectionError("The server does not speak WebSocket.")
    return ByteSocket(reader, writer, found.get("sec-websocket-protocol") == SUBPROTOCOL)


async def open_remote(target, report, is_wanted):
    """Tries again while the server is away or restarts. Raises when that cannot help."""
    for attempt in range(len(RETRY_SECONDS) + 1):
        try:
            return await open_once(target)
        except (OSError, asyncio.TimeoutError, Refusal) as error:
            if getattr(error, "is_final", False) or attempt == len(RETRY_SECONDS) or not is_wanted():
                raise
            if attempt == 0:
                report("%s Trying again …" % describe(error))
            await asyncio.sleep(RETRY_SECONDS[attempt])


def describe(error):
    if isinstance(error, asyncio.TimeoutError):
        return "The server does not answer."
    return str(error) or error.__class__.__name__


async def join(remote, read, write, end):
    """Copies both ways with back-pressure until the connection has ended. Returns a reason or None.

    `end` is called at the end of the container's output and says whether the input goes on.
    """

    async def send():
        while True:
            chunk = await read()
            if not chunk:
                break
            await remote.write(chunk)
        remote.end()

    async def receive():
        while True:
            chunk = await remote.read()
            if chunk is None:
                break
            if chunk:
                await write(chunk)
            elif not end():
                break

    sending = asyncio.ensure_future(send())
    receiving = asyncio.ensure_future(receive())
    try:
        done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if sending in done and sending.exception() is None:
            await receiving
        elif receiving in done:
            receiving.result()
        else:
            sending.result()
        return remote.reason
    except OSError as error:
        return describe(error)
    finally:
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        remote.close()


async def watch_state(target, report):
    """Asks every few seconds whether the instance runs, and says so when that changes."""
    before = None
    while True:
        try:
            _, writer, status, _ = await target.ask("OPTIONS", {"Connection": "close"})
            writer.close()
            state = "The instance runs." if status < 300 else MESSAGES.get(status, "The server answers with %d." % status)
        except (OSError, asyncio.TimeoutError):
            state = "The server cannot be reached."
        if state != before:
            report(state)
        before = state
        await asyncio.sleep(STATE_SECONDS)


async def run_stdio(target):
    loop = asyncio.get_running_loop()
    chunks = asyncio.Queue(4)

    def read_input():
        # A thread of its own, because files and the console of Windows cannot be waited for in another way.
        while True:
            chunk = os.read(sys.stdin.fileno(), CHUNK_BYTES)
            asyncio.run_coroutine_threadsafe(chunks.put(chunk), loop).result()
            if not chunk:
                return

    def write_output(chunk):
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()

    remote = await open_remote(target, lambda _: None, lambda: True)
    threading.Thread(target=read_input, daemon=True).start()
    reason = await join(remote, chunks.get, lambda chunk: loop.run_in_executor(None, write_output, chunk), lambda: False)
    if reason:
        print_line(reason)


async def run_port(target, options, report):
    count = 0

    async def serve(reader, writer):
        nonlocal count
        count += 1
        number = count

        async def write(chunk):
            writer.write(chunk)
            await writer.drain()

        def end():
            if writer.can_write_eof():
                writer.write_eof()
            return True

        try:
            remote = await open_remote(target, report, lambda: not writer.is_closing())
            report("Connection %d is open." % number)
            reason = await join(remote, lambda: reader.read(CHUNK_BYTES), write, end)
            report("Connection %d has ended.%s" % (number, " " + reason if reason else ""))
        except (OSError, asyncio.TimeoutError, Refusal) as error:
            print_line("Connection %d failed: %s" % (number, describe(error)))
        finally:
            writer.close()

    try:
        server = await asyncio.start_server(serve, options.host, options.port, limit=CHUNK_BYTES)
    except OSError as error:
        print_line("The local port cannot be opened: %s" % error)
        sys.exit(2)
    address, port = server.sockets[0].getsockname()[:2]
    print("%s:%d" % ("[%s]" % address if ":" in address else address, port), flush=True)
    report("Connect your tools to %s port %d. Ctrl+C ends." % (address, port))
    if target.is_relay:
        await watch_state(target, report)
    else:
        await server.serve_forever()


def main():
    parser = argparse.ArgumentParser(description="A local port for an instance of a Vexil platform.")
    parser.add_argument("address", help="the one that the platform shows for your instance: wss://… or tls://…")
    parser.add_argument("--port", type=int, default=0, help="local port (a free one)")
    parser.add_argument("--host", default="127.0.0.1", help="local address (127.0.0.1; others let your network use it)")
    parser.add_argument("--stdio", action="store_true", help="connect standard input and output in place of a port")
    parser.add_argument("--insecure", action="store_true", help="accept any certificate")
    parser.add_argument("--resolve", metavar="IP", help="use this IP address for the host, without asking the DNS")
    parser.add_argument("--quiet", action="store_true", help="print errors and the local address only")
    options = parser.parse_args()
    try:
        target = Target(options.address, options.insecure, options.resolve)
    except ValueError:
        parser.error("this is no address of an instance: %s" % options.address)
    if not 0 <= options.port <= 65535:
        parser.error("the local port must be a number up to 65535")
    report = (lambda _: None) if options.quiet or options.stdio else print_line
    try:
        asyncio.run(run_stdio(target) if options.stdio else run_port(target, options, report))
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, asyncio.TimeoutError, Refusal) as error:
        print_line(describe(error))
        sys.exit(1)


if __name__ == "__main__":
    main()
