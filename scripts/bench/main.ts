import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Harness } from './harness/harness';
import type { BenchOptions, RowName } from './options.mjs';
import { describeMachine } from './report/machine';
import { writeTable } from './report/table';
import { agentsBeside } from './rows/agents';
import { awards, groups } from './rows/awards';
import { containers } from './rows/containers';
import { draft } from './rows/draft';
import { eventImport } from './rows/event-import';
import { expressions } from './rows/expressions';
import { firstPage } from './rows/first-page';
import { login } from './rows/login';
import { mcp } from './rows/mcp';
import { personal } from './rows/personal';
import { plans } from './rows/plans';
import { provider } from './rows/provider';
import { board, details, unchanged } from './rows/reads';
import { rebuild } from './rows/rebuild';
import { refusals } from './rows/refusals';
import { fullExtent, type Row, type RowContext, type RowResult, smokeExtent } from './rows/row';
import { shared } from './rows/shared';
import { sockets } from './rows/sockets';
import { start } from './rows/start';
import { burst, paced, rightFlags, wrongFlags } from './rows/submissions';
import { runScenario } from './scenarios/scenario';
import { large, tiny } from './seed/size';

const rows: Record<RowName, Row> = {
  board,
  unchanged,
  details,
  shared,
  personal,
  refusals,
  'first-page': firstPage,
  login,
  provider,
  'wrong-flags': wrongFlags,
  'right-flags': rightFlags,
  burst,
  paced,
  draft,
  expressions,
  awards,
  groups,
  plans,
  'event-import': eventImport,
  mcp,
  agents: agentsBeside,
  sockets,
  rebuild,
  start,
  containers,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** After a failure the deployment is stopped, since its state is unknown. */
async function runRow(row: RowName, context: RowContext): Promise<RowResult> {
  const { harness } = context;
  try {
    const result = await rows[row](context);
    if ('skipped' in result) return { row, measures: [], ...result };
    const unusable = result.find(({ value }) => !Number.isFinite(value));
    if (unusable) throw new Error(`${unusable.what} has no value.`);
    return { row, measures: result };
  } catch (error) {
    await harness.stopGenerators();
    await harness.stop();
    return { row, measures: [], failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function runRows(harness: Harness, options: BenchOptions): Promise<RowResult[]> {
  say('Seeding the competition …');
  await harness.seed(options.smoke ? tiny : large);
  const results: RowResult[] = [];
  for (const row of options.rows) {
    const begin = performance.now();
    const result = await runRow(row, { harness, extent: options.smoke ? smokeExtent : fullExtent });
    results.push(result);
    const outcome = result.failure ? 'did not run' : (result.skipped ?? 'done');
    say(`${row}: ${outcome} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  }
  return results;
}

const options = JSON.parse(process.argv[2] ?? '{}') as BenchOptions;
const machine = describeMachine();
const harness = new Harness(options, process.env);
const ending = async () => {
  await harness.close();
  process.exit(130);
};
process.on('SIGTERM', ending);
process.on('disconnect', ending);

const startedAt = new Date().toISOString();
const run = async () => ({
  results: options.scenario ? [] : await runRows(harness, options),
  scenario: options.scenario ? await runScenario(options.scenario, harness, say) : null,
});
const { results, scenario } = await run().finally(() => harness.close());

mkdirSync(path.dirname(options.output), { recursive: true });
const size = options.smoke ? tiny : large;
const document = { startedAt, smoke: options.smoke, seed: options.seed, size, machine, results, scenario };
writeFileSync(options.output, `${JSON.stringify(document, null, 2)}\n`);
if (results.length > 0) say(`\n${writeTable(results)}`);
say(`\n${machine.cpu}, ${machine.cores} cores, load before ${machine.loadBefore}; ${options.output}`);
process.exit(results.some(({ failure }) => failure !== undefined) || scenario?.failed ? 1 : 0);
