import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { fault, ok, type PlatformCheck } from '../check';

export const key: PlatformCheck = {
  name: 'key',
  audience: 'platform',
  async ask({ deps: { config } }) {
    try {
      await checkSecretKey(config.databaseUrl, config.secretKey);
      return [ok('key.fits')];
    } catch (error) {
      if (error instanceof WrongSecretKeyError) return [fault('key.wrong')];
      throw error;
    }
  },
};
