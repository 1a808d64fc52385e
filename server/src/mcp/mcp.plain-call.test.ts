import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readPlainCall, writeResult } from './mcp.plain-call';
import { createMcpServing } from './mcp.server';
import type { ToolResult } from './mcp.tools';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
};
const accept = 'application/json, text/event-stream';
const ofNew = {
  accept,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'get_rules',
};
const ofOld = { accept, 'mcp-protocol-version': '2025-11-25' };
const call = (given: object = {}, message: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
  params: { name: 'get_rules', arguments: { count: 1 }, ...given },
  ...message,
});

const serving = createMcpServing(() => undefined);
const worst = '"\\\b\u0001\u2028\ud800é漢😀</script>';
const results: ToolResult[] = [
  { parts: ['a'] },
  { parts: [Buffer.from('{"a":"é'), Buffer.from('漢😀\\n"'), '}'], isOfOthers: true },
  { parts: [worst, JSON.stringify(worst)], isError: true },
];

describe('a plain call of a tool', () => {
  it.each([
    ['2026-07-28', ofNew, call({ _meta: meta })],
    ['2025-11-25', ofOld, call()],
    ['2025-03-26', { ...ofOld, 'mcp-protocol-version': '2025-03-26' }, call({}, { id: 'x' })],
    [
      '2025-06-18 with progress',
      { ...ofOld, 'mcp-protocol-version': '2025-06-18' },
      call({ _meta: { progressToken: 1 } }),
    ],
  ])('of %s is answered as the SDK does', async (_, headers, body) => {
    for (const result of results) {
      const plain = readPlainCall(headers, body);
      expect(plain).toMatchObject({ name: 'get_rules', given: { count: 1 } });
      const request = new Request('http://x/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      const bySdk = await serving.serve(request, body, async () => result);
      expect(bySdk.status).toBe(200);
      const sent = await bySdk.text();
      for (const _turn of ['written', 'kept']) expect(plain && writeResult(plain, result).join('')).toBe(sent);
    }
  });

  it.each<[string, IncomingHttpHeaders, object]>([
    ['another method', ofOld, call({}, { method: 'tools/list' })],
    ['a notification', ofOld, call({}, { id: undefined })],
    ['no id', ofOld, call({}, { id: null })],
    ['no version of JSON-RPC', ofOld, call({}, { jsonrpc: '1.0' })],
    ['further members', ofOld, call({}, { more: 1 })],
    ['arguments that are none', ofOld, call({ arguments: 'x' })],
    ['no name', ofOld, call({ name: 1 })],
    ['an unknown version', { ...ofOld, 'mcp-protocol-version': '1999-01-01' }, call()],
    ['no version', { accept }, call()],
    ['the newer version in the head alone', { ...ofOld, 'mcp-protocol-version': '2026-07-28' }, call()],
    ['the newer version in the message alone', ofOld, call({ _meta: meta })],
    ['another tool in the head', { ...ofNew, 'mcp-name': 'other' }, call({ _meta: meta })],
    ['another method in the head', { ...ofNew, 'mcp-method': 'tools/list' }, call({ _meta: meta })],
    ['no capabilities', ofNew, call({ _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': null } })],
    ['one type of reply', { ...ofOld, accept: 'application/json' }, call()],
    ['any type of reply', { ...ofOld, accept: undefined }, call()],
  ])('with %s is left to the SDK', (_, headers, body) => {
    expect(readPlainCall(headers, body)).toBeNull();
  });
});
