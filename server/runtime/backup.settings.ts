import { z } from 'zod';

export interface BackupSettings {
  /** Between two backups of the schedule; null for none. */
  everyMs: number | null;
  /** How many stay; null for all. */
  keep: number | null;
  /** Directory or bucket; null for DATA_DIR/backups. */
  to: string | null;
  /** null leaves them readable. */
  passphrase: string | null;
  /** Whether each backup of the schedule is verified. */
  verifies: boolean;
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. */
export const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number with m, h or d, such as 30m, 6h or 1d')
  .transform((text) => Number.parseInt(text, 10) * unitMs[text.slice(-1) as keyof typeof unitMs]);

interface BackupVariables {
  BACKUP_EVERY?: number | undefined;
  BACKUP_KEEP?: number | undefined;
  BACKUP_TO?: string | undefined;
  BACKUP_PASSPHRASE?: string | undefined;
  BACKUP_VERIFY: 'on' | 'off';
}

export const backupSettingsOf = (env: BackupVariables): BackupSettings => ({
  everyMs: env.BACKUP_EVERY ?? null,
  keep: env.BACKUP_KEEP ?? null,
  to: env.BACKUP_TO ?? null,
  passphrase: env.BACKUP_PASSPHRASE ?? null,
  verifies: env.BACKUP_VERIFY === 'on',
});
