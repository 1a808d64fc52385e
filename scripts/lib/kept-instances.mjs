import { callDocker } from './docker-api.mjs';

/**
 * What is said when the platform stops: players stay connected to their instances, and the next start goes on with them.
 * null when none runs, or the engine does not answer.
 * @param {string | undefined} dockerHost @param {string} deployment what the instances are labelled with
 * @returns {Promise<string | null>}
 */
export async function describeKeptInstances(dockerHost, deployment) {
  const label = `vexil.deployment=${deployment}`;
  const filters = encodeURIComponent(JSON.stringify({ label: [label], status: ['running'] }));
  const reply = await callDocker(dockerHost, 'GET', `/containers/json?filters=${filters}`).catch(() => null);
  const count = reply?.status === 200 ? JSON.parse(reply.text).length : 0;
  if (count === 0) return null;
  return [
    `${count === 1 ? 'One container keeps' : `${count} containers keep`} running in Docker, so that players stay connected.`,
    'The next start finds them and ends them when their time is over. To end them now:',
    `  docker rm -f $(docker ps -q --filter label=${label})`,
  ].join('\n');
}
