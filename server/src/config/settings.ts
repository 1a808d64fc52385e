import type { Settings } from '@vexil/contract/settings';
import type { SettingsReader } from '@vexil/http/deps';
import type { Shared, SharedValues } from '@vexil/http/reads/shared-values';
import { readSettings } from './config.queries';

const settings: Shared<'all', Settings> = { topics: () => ['config'], read: ({ db }) => readSettings(db) };

export const createSettingsReader = (shared: SharedValues): SettingsReader => ({
  read: async () => shared.get(settings, 'all'),
});
