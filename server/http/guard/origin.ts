import { DomainError } from '@vexil/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { findOriginRefusal, siteOrigin } from './origin.policy';

function requestOriginOf({ protocol, host }: FastifyRequest): string | null {
  const url = `${protocol}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Browsers send the session cookie for foreign pages too. Throws `request.crossSite` or `request.wrongAddress`. */
export function createOriginCheck({ config, log }: Pick<Deps, 'config' | 'log'>): (request: FastifyRequest) => void {
  let isLogged = false;
  return (request) => {
    const { origin, 'sec-fetch-site': fetchSite } = request.headers;
    const site = {
      publicUrl: config.publicUrl,
      // Reading it takes longer than all else, and most requests do not need it.
      get requestOrigin() {
        return requestOriginOf(request);
      },
    };
    const refusal = findOriginRefusal(
      { method: request.method, isUpgrade: Boolean(request.ws), origin, fetchSite },
      site,
    );
    if (refusal === null) return;
    if (refusal === 'request.crossSite') throw new DomainError(refusal);
    // Once per process: a misconfigured site would log a line for each click.
    if (!isLogged) {
      isLogged = true;
      const text = 'Requests come under an address that is not PUBLIC_URL; their changes are refused';
      log.warn({ event: 'request.wrong_address', origin, publicUrl: config.publicUrl }, text);
    }
    throw new DomainError(refusal, { params: { site: siteOrigin(site) ?? '' } });
  };
}
