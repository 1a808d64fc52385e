import { deploymentOf } from '@vexil/db/sealing';
import { connectEngine, openEngine } from '@vexil/engine/connect';
import type { Config } from '@vexil/runtime/config';
import type { Logger } from 'pino';
import type { OpenedEngine } from '../deps';

/** The engines of the settings; none with `auto` where no local engine answers. Throws EngineError invalidSpec. */
export async function openEngines(config: Config, log: Logger): Promise<OpenedEngine[]> {
  const context = {
    deployment: deploymentOf(config.secretKey),
    registries: config.containerRegistries,
    portRange: config.containerPortRange ?? undefined,
    logger: log,
  };
  const [first] = config.containerEngines;
  if (config.containerEngine === 'auto' && first) {
    const engine = await connectEngine({ ...context, kind: 'auto', dockerHost: config.dockerHost ?? undefined });
    return engine === null ? [] : [{ engine, settings: first }];
  }
  return Promise.all(
    config.containerEngines.map(async (settings) => ({ settings, engine: await openEngine(settings, context) })),
  );
}
