// A call of a tool whose every part is as it should be is answered without the server of the SDK, which takes 0.1 to 0.2 ms
// of processor for each message: as much as many calls themselves. All other messages, mistakes included, are the SDK's.

import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Parts } from '@vexil/http/reply/send-together';
import { z } from 'zod';
import { identity } from './mcp.server';
import { ofOthers, type ToolResult } from './mcp.tools';

const newVersion = '2026-07-28';
const method = 'tools/call';

const Params = z.strictObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
const Message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]),
  method: z.literal(method),
  params: Params,
});

interface PlainCall {
  id: string | number;
  name: string;
  given: Record<string, unknown>;
  isNew: boolean;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether head and message name the newer version, and the head the tool. */
const isOfNew = (headers: IncomingHttpHeaders, { name, _meta = {} }: z.infer<typeof Params>): boolean =>
  headers['mcp-protocol-version'] === newVersion &&
  headers['mcp-method'] === method &&
  headers['mcp-name'] === name &&
  _meta[PROTOCOL_VERSION_META_KEY] === newVersion &&
  isObject(_meta[CLIENT_CAPABILITIES_META_KEY]);

const isOfOld = (headers: IncomingHttpHeaders, { _meta = {} }: z.infer<typeof Params>): boolean =>
  SUPPORTED_PROTOCOL_VERSIONS.some((version) => version === headers['mcp-protocol-version']) &&
  !Object.keys(_meta).some((name) => name.startsWith('io.modelcontextprotocol/'));

const takesBoth = (accept = '') => accept.includes('application/json') && accept.includes('text/event-stream');

/** null where the SDK has to look. */
export function readPlainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  const message = Message.safeParse(body).data;
  if (!message || !takesBoth(headers.accept)) return null;
  const { id, params } = message;
  const isNew = isOfNew(headers, params);
  if (!isNew && !isOfOld(headers, params)) return null;
  return { id, name: params.name, given: params.arguments, isNew };
}

const escaped = new WeakMap<Buffer, Buffer>();

/** Within a text of JSON. Bytes are kept as long as their part, which is that of many replies. */
function escapeText(part: Buffer | string): Buffer | string {
  if (typeof part === 'string') return JSON.stringify(part).slice(1, -1);
  const known = escaped.get(part) ?? Buffer.from(escapeText(part.toString()));
  escaped.set(part, known);
  return known;
}

const othersText = `${JSON.stringify(ofOthers)},`;
const ofNewResult = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: identity })}`;

/** As the SDK writes it, which would write the text of a list anew for each caller. */
export const writeResult = ({ id, isNew }: PlainCall, { parts, isOfOthers, isError }: ToolResult): Parts => [
  `{"result":{"content":[${isOfOthers ? othersText : ''}{"type":"text","text":"`,
  ...parts.map(escapeText),
  `"}]${isError ? ',"isError":true' : ''}${isNew ? ofNewResult : ''}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
];
