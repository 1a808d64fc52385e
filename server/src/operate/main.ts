import './account.commands';
import './backup.commands';
import './doctor.command';
import './game.commands';
import './key.commands';
import './migrate.commands';
import './storage.commands';
import './worker.commands';
import { describeError } from './describe-error';
import { program } from './program';

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
