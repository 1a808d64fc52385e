import { mib, program, show, withDeps } from './program';
import { checkStorage } from './storage-check';
import { sweepStorage } from './storage-sweep';

const storage = program.command('storage').description('uploaded files');
storage
  .command('check')
  .description('hashes every file that the database names; exit code 2 when one is missing or damaged')
  .action(() =>
    withDeps(async (deps) => {
      const { files, faults } = await checkStorage(deps);
      show({ files, faults }, [`${files} files were read.`, ...faults]);
      if (faults.length > 0) process.exitCode = 2;
    }),
  );
storage
  .command('sweep')
  .description('lists stored files that the database does not name, a day after they were stored')
  .option('--delete', 'deletes them')
  .action((options: { delete?: boolean }) =>
    withDeps(async (deps) => {
      const deletes = options.delete ?? false;
      const { hashes, bytes } = await sweepStorage(deps, { deletes });
      show({ hashes, bytes, deleted: deletes }, [
        ...hashes,
        `${hashes.length} files, ${mib(bytes)}, ${deletes ? 'were deleted' : 'would be deleted by --delete'}.`,
      ]);
    }),
  );
