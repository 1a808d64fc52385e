/** Sums of what one subject did in its windows. */
export interface Work {
  requests: number;
  seconds: number;
  /** Processor seconds by component. */
  cpu: Readonly<Record<string, number>>;
  statuses: Readonly<Record<number, number>>;
  /** Milliseconds of each request. */
  latency: readonly number[];
}

export interface Subject {
  name: string;
  run(seconds: number): Promise<Work>;
}

export interface Turns {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
}

function sum(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const part of parts) for (const [key, value] of Object.entries(part)) total[key] = (total[key] ?? 0) + value;
  return total;
}

const addWork = (windows: readonly Work[]): Work => ({
  requests: windows.reduce((total, { requests }) => total + requests, 0),
  seconds: windows.reduce((total, { seconds }) => total + seconds, 0),
  cpu: sum(windows.map(({ cpu }) => cpu)),
  statuses: sum(windows.map(({ statuses }) => statuses)),
  latency: windows.flatMap(({ latency }) => latency),
});

/** Short windows in alternating order, so that noise of the machine and its drift meet all subjects alike. */
export async function takeTurns(
  subjects: readonly Subject[],
  { rounds, seconds, warmUpSeconds }: Turns,
): Promise<Map<string, Work>> {
  const windows = new Map<string, Work[]>(subjects.map(({ name }) => [name, []]));
  for (const { run } of subjects) await run(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      windows.get(name)?.push(await run(seconds));
    }
  }
  return new Map([...windows].map(([name, parts]) => [name, addWork(parts)]));
}

export const rateOf = ({ requests, seconds }: Pick<Work, 'requests' | 'seconds'>): number => requests / seconds;

/** Processor milliseconds of each component per request. */
export const cpuMsOf = ({ cpu, requests }: Work): Record<string, number> =>
  Object.fromEntries(Object.entries(cpu).map(([part, seconds]) => [part, (1000 * seconds) / requests]));

export const totalCpuMsOf = (work: Work): number => Object.values(cpuMsOf(work)).reduce((total, ms) => total + ms, 0);
