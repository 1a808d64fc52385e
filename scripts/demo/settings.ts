export interface Settings {
  url: string;
  address: string;
  adminPassword: string;
  dataDir: string;
  hasEngine: boolean;
  dockerHost: string | undefined;
  seed: string;
  seedGiven: boolean;
  speed: number;
}

const defaultSeed = 'saltmark';
const speedMax = 100;

/** Throws with a readable line when a value is invalid. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const needed = (name: string) => {
    const value = given(name);
    if (value === undefined) throw new Error(`${name} is not set. The demo is started with npm run demo.`);
    return value;
  };
  const speed = Number(given('DEMO_SPEED') ?? 1);
  if (!(speed > 0 && speed <= speedMax)) throw new Error(`DEMO_SPEED must be a number up to ${speedMax}, such as 2.`);
  const url = needed('DEMO_URL');
  return {
    url,
    address: given('DEMO_ADDRESS') ?? url,
    adminPassword: needed('ADMIN_PASSWORD'),
    dataDir: needed('DATA_DIR'),
    hasEngine: given('CONTAINER_ENGINE') === 'docker',
    dockerHost: given('DOCKER_HOST'),
    seed: given('DEMO_SEED') ?? defaultSeed,
    seedGiven: given('DEMO_SEED') !== undefined,
    speed,
  };
}
