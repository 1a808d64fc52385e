import type { Echo } from '@vexil/contract/doctor';
import type { Deps } from '@vexil/http/deps';
import { inventedAddress } from '@vexil/http/guard/forwarded-warning';
import { coversContainers, findHostExposure } from '@vexil/rules/public-host.rules';
import type { Config } from '@vexil/runtime/config';
import { type Finding, fault, ok, type PlatformCheck, type PlatformFacts, reasonOf, timed, warning } from '../check';
import { askEcho, openAddress, readEcho } from '../echo';
import { listenLive } from '../live-listener';
import { readCertificate } from './read-certificate';

const certificateDaysMin = 14;

/** The echo, or why there is none. */
async function findEcho(deps: Deps, url: string): Promise<{ reply: Response; echo: Echo; ms: number } | Finding> {
  try {
    const { value: reply, ms } = await timed(() => askEcho(deps, url));
    const { status } = reply;
    if (status >= 300 && status < 400) {
      return fault('address.redirects', { url, target: reply.headers.get('location') ?? '?' });
    }
    if (status >= 502 && status <= 504) return fault('address.unreachable', { url, reason: `status ${status}` });
    const read = await readEcho(reply);
    return reply.ok && read.success ? { reply, echo: read.data, ms } : fault('address.other', { url, status });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = reasonOf(cause);
    const code = String((cause as { code?: unknown } | null)?.code ?? '');
    const isRefusedByTls = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code);
    return isRefusedByTls
      ? fault('address.certificateInvalid', { url, reason: `${code}: ${reason}` })
      : warning('address.unreachable', { url, reason });
  }
}

async function checkClients(deps: Deps, url: string, { isForwarded, trustsProxies, address }: Echo): Promise<Finding> {
  const reply = await askEcho(deps, url, { 'x-forwarded-for': inventedAddress });
  const forged = await readEcho(reply);
  if (forged.data?.address === inventedAddress) return fault('address.clientForged');
  return isForwarded && !trustsProxies ? fault('address.clientHidden', { address }) : ok('address.client', { address });
}

async function checkTls(url: string): Promise<Finding[]> {
  if (!url.startsWith('https:')) return [warning('address.noTls', { url })];
  const { daysLeft } = await readCertificate(new URL(url));
  const plain = await openAddress(url.replace(/^https:/, 'http:').replace(/:\d+$/, '')).catch(() => null);
  await plain?.body?.cancel();
  return [
    daysLeft < certificateDaysMin
      ? warning('address.certificateEnds', { days: daysLeft })
      : ok('address.certificate', { days: daysLeft }),
    ...(plain?.ok ? [warning('address.plainHttp')] : []),
  ];
}

async function checkLive(url: string): Promise<Finding> {
  try {
    const live = await listenLive({ origin: url });
    live.close();
    return ok('address.webSockets');
  } catch (error) {
    return fault('address.noWebSockets', { reason: reasonOf(error) });
  }
}

/** A proxy may add a policy of its own. */
function checkPolicy(config: Config, header: string | null): Finding[] {
  if (header === null) return [];
  const maxAgeSeconds = Number(/max-age="?(\d+)/i.exec(header)?.[1] ?? 0);
  const policy = { maxAgeSeconds, includeSubDomains: /includeSubDomains/i.test(header) };
  return coversContainers(policy, config) ? [fault('address.hstsCoversInstances', { header })] : [];
}

/** A worker that reaches no engine runs no instance. */
async function checkSharedHost({ deps: { config }, worker }: PlatformFacts): Promise<Finding[]> {
  if (findHostExposure(config) !== 'sameHost') return [];
  return (await worker())?.engines.length === 0 ? [] : [warning('address.instancesShareHost')];
}

export const address: PlatformCheck = {
  name: 'address',
  audience: 'platform',
  /** Opens the site at PUBLIC_URL, as players do. */
  async ask(facts) {
    const { deps } = facts;
    const { config } = deps;
    const shared = [
      ...(config.trustProxy === true ? [warning('address.trustsEveryone')] : []),
      ...(await checkSharedHost(facts)),
    ];
    const url = config.publicUrl;
    if (url === null) return [warning('address.unset'), ...shared];
    const asked = await findEcho(deps, url);
    if ('code' in asked) return [asked, ...shared];
    const [client, tls, live] = await Promise.all([checkClients(deps, url, asked.echo), checkTls(url), checkLive(url)]);
    const policy = checkPolicy(config, asked.reply.headers.get('strict-transport-security'));
    return [ok('address.answers', { url, ms: asked.ms }), ...tls, client, live, ...policy, ...shared];
  },
};
