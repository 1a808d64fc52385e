import { type LivingWorker, listLivingWorkers } from '@vexil/runtime/heartbeat';
import { OperateError } from '../operate-error';
import { chooseWorkers, drain } from './drain-workers';
import { count, program, show, withDeps } from './program';

const describeWorker = ({ id, host, version, engine }: LivingWorker): string =>
  `${id}  ${host ?? '?'}  version ${version ?? '?'}  engine ${engine ?? 'none'}`;

const worker = program.command('worker').description('workers');
worker
  .command('list')
  .description('lists the living workers')
  .action(() =>
    withDeps(async ({ redis, keyPrefix }) => {
      const workers = await listLivingWorkers(redis, keyPrefix);
      show({ workers }, workers.length > 0 ? workers.map(describeWorker) : ['No worker lives.']);
    }),
  );
worker
  .command('drain')
  .description('has workers take no more jobs and end when theirs are done; exit code 2 when one still runs')
  .argument('[workers...]', 'ids or their beginnings, or names of machines')
  .option('--all', 'every worker')
  .option('--wait <seconds>', 'how long to wait for their end', count, 300)
  .action((words: string[], options: { all?: boolean; wait: number }) =>
    withDeps(async (deps) => {
      if (words.length === 0 && !options.all) throw new OperateError('Name workers of `worker list`, or pass --all.');
      const living = await listLivingWorkers(deps.redis, deps.keyPrefix);
      const chosen = options.all ? living : chooseWorkers(living, words);
      const left = await drain(deps, chosen, options.wait * 1000);
      show({ ended: chosen.length - left.length, running: left.map(({ id }) => id) }, [
        `Workers that ended: ${chosen.length - left.length}.`,
        ...left.map((one) => `Still runs jobs: ${describeWorker(one)}`),
      ]);
      if (left.length > 0) process.exitCode = 2;
    }),
  );
