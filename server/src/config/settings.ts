import type { Settings } from '@vexil/contract/settings';
import type { SettingsReader } from '../deps';
import type { Shared, SharedValues } from '../shared-reply/shared-values';
import { readSettings } from './config.queries';

const settings: Shared<'all', Settings> = { topics: () => ['config'], read: ({ db }) => readSettings(db) };

export const createSettingsReader = (shared: SharedValues): SettingsReader => ({
  read: async () => shared.get(settings, 'all'),
});
