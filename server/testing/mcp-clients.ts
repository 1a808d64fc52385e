import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const info = { name: 'agent', version: '1.0.0' };

/** The official clients of both lines of the SDK, each as a call that gives what the tool's call would. */
export async function connectAgents(address: string, token: string) {
  const url = new URL('/mcp', address);
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const old = new OldClient(info);
  await client.connect(new StreamableHTTPClientTransport(url, options));
  await old.connect(new OldTransport(url, options) as Parameters<OldClient['connect']>[0]);
  const callerOf =
    (one: Client | OldClient) =>
    async (name: string, given: Record<string, unknown> = {}) => {
      const result = await one.callTool({ name, arguments: given });
      const text = (result.content as { text: string }[]).at(-1)?.text ?? '';
      if (result.isError) throw new Error(text);
      return JSON.parse(text);
    };
  const close = () => Promise.all([client.close(), old.close()]);
  return { call: callerOf(client), callOld: callerOf(old), close };
}
