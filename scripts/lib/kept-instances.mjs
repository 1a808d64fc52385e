import { callDocker } from './docker-api.mjs';

/**
 * What is said when the platform stops: its instances outlive a restart, so that players find theirs as they left it.
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
    `${count === 1 ? 'One container keeps' : `${count} containers keep`} running in Docker.`,
    'The next start goes on with what players started, and ends it when its time is over. To end all now:',
    `  docker rm -f $(docker ps -q --filter label=${label})`,
  ].join('\n');
}
