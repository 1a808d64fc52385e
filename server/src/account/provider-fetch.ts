// The one way to a provider. Redirects are handed back, not followed, and replies have a limit.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Config } from '@vexil/runtime/config';
import { pinAddress } from '@vexil/runtime/pinned-address';
import type { CustomFetchOptions } from 'openid-client';

const replyBytesMax = 1024 ** 2;

export function createProviderFetch({ oidcPrivateIssuers }: Pick<Config, 'oidcPrivateIssuers'>) {
  return async (address: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    const url = new URL(address);
    const pinned = await pinAddress(url, oidcPrivateIssuers);
    signal?.throwIfAborted();
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const content = body === undefined || body === null ? undefined : String(body);
    return new Promise((resolve, reject) => {
      const outgoing = send(url, {
        method,
        ...pinned,
        signal,
        headers: {
          ...headers,
          'user-agent': 'Vexil',
          ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (reply) => {
        const parts: Buffer[] = [];
        let length = 0;
        reply.on('error', reject);
        reply.on('data', (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length > replyBytesMax) reply.destroy(new Error('The reply of the provider is too long.'));
        });
        reply.on('end', () => {
          const { statusCode: status = 500, headers: given } = reply;
          const type = {
            'content-type': given['content-type'] ?? '',
            'www-authenticate': given['www-authenticate'] ?? '',
          };
          const isEmpty = status === 204 || status === 304;
          resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: type }));
        });
      });
      outgoing.end(content);
    });
  };
}
