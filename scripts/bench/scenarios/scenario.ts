import type { Harness } from '../harness/harness';
import type { ScenarioName } from '../options.mjs';
import { containers } from './containers';
import { opening, signInMinute } from './opening';
import { proxy } from './proxy';
import { scaling } from './scaling';
import { soak } from './soak';
import { web } from './web';

export interface ScenarioReport {
  name: ScenarioName;
  /** Something was lost, doubled or wrong. */
  failed: boolean;
  problems: string[];
  lines: string[];
  figures: unknown;
}

export type Scenario = (
  harness: Harness,
  say: (line: string) => void,
) => Promise<Omit<ScenarioReport, 'name' | 'failed'>>;

const scenarios: Record<ScenarioName, Scenario> = {
  opening,
  'sign-in': signInMinute,
  soak,
  scaling,
  web,
  proxy,
  containers,
};

export async function runScenario(
  name: ScenarioName,
  harness: Harness,
  say: (line: string) => void,
): Promise<ScenarioReport> {
  const report = await scenarios[name](harness, say);
  for (const line of report.lines) say(line);
  for (const problem of report.problems) say(`PROBLEM ${problem}`);
  return { name, failed: report.problems.length > 0, ...report };
}
