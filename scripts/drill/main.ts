// npm run drill -- <name>: brings about what an operator fears, under load, and reports what was seen.

import { Failure } from '../lib/failure.mjs';
import { runCommand } from '../lib/lifecycle.mjs';
import { say } from '../lib/terminal.mjs';
import type { Drill } from './drill';
import { engineGone } from './engine-gone';
import { event } from './event';
import { flood } from './flood';
import { redisGone } from './redis-gone';
import { openReport } from './report';
import { restore } from './restore';
import { upgrade } from './upgrade';

const drills: readonly Drill[] = [restore, upgrade, event, redisGone, engineGone, flood];

function readOptions(words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', value] = words.slice(at, at + 2);
    if (!name.startsWith('--') || value === undefined)
      throw new Failure(`What is ${name}? Options are "--name value".`);
    options.set(name.slice(2), value);
  }
  return options;
}

await runCommand(async (lifecycle) => {
  const [name, ...words] = process.argv.slice(2);
  const drill = drills.find((one) => one.name === name);
  if (!drill) {
    say(['npm run drill -- <name>', ...drills.map((one) => `  ${one.name.padEnd(18)} ${one.summary}`)].join('\n'));
    return name === undefined || name === '--help' ? 0 : 1;
  }
  const report = openReport(drill.name);
  await drill.run(lifecycle, report, readOptions(words));
  return report.finish();
});
