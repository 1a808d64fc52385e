import { get } from 'node:http';

export interface HttpProbe {
  host: string;
  port: number;
  path: string;
  /** Ends the request, whatever part of it takes long. */
  signal: AbortSignal;
}

/** Whether the service answers with a status below 500; a redirect is not followed. */
export function answersHttp({ host, port, path, signal }: HttpProbe): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host, port, path, signal, agent: false, headers: { 'User-Agent': 'readiness-probe' } },
      (response) => {
        const { statusCode = 500 } = response;
        response.destroy();
        resolve(statusCode < 500);
      },
    );
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
}
