import { checkSecretKey } from '@vexil/db/secret-key';
import { readConfig } from '@vexil/runtime/config';
import { emptyRedis } from './empty-redis';
import { program, seconds, show } from './program';
import { rotateKey } from './rotate-key';
import { readOrMakeKey, replaceStoredKey } from './stored-key';

const key = program.command('key').description('SECRET_KEY');
key
  .command('check')
  .description('says whether the key belongs to the database')
  .action(async () => {
    const config = readConfig(process.env);
    await checkSecretKey(config.databaseUrl, config.secretKey);
    show({ valid: true }, ['SECRET_KEY belongs to this database.']);
  });
key
  .command('rotate')
  .description('seals everything with another key, in one transaction; servers and workers must not run')
  .requiredOption('--new-key-file <file>', 'file with the new key: at least 32 characters, made when it is missing')
  .action(async (options: { newKeyFile: string }) => {
    const config = readConfig(process.env);
    const startedAt = performance.now();
    const to = await readOrMakeKey(options.newKeyFile);
    const texts = await rotateKey(config.databaseUrl, { from: config.secretKey, to });
    const isEmptied = await emptyRedis(config);
    const replaced = await replaceStoredKey(config.dataDir, config.secretKey, to);
    const total = Object.values(texts).reduce((sum, one) => sum + one, 0);
    show({ texts, replaced, seconds: seconds(startedAt) }, [
      `${total} texts were sealed anew and opened with the new key in ${seconds(startedAt)} s.`,
      replaced === null
        ? `Set SECRET_KEY of all servers and workers to the key in ${options.newKeyFile}.`
        : `${replaced} holds the new key; the old one is beside it as key.previous.`,
      'Keep the old key as long as backups of before.',
      ...(isEmptied ? [] : ['Redis does not answer. Empty it before you start servers and workers.']),
    ]);
  });
