import { readBackupHealth } from '@vexil/data/health/backup.queries';
import type { Config } from '@vexil/runtime/config';
import { fault, holdsIf, ok, type PlatformCheck, warning } from '../check';
import { findLastBackup } from './platform.queries';

const hourSeconds = 3600;
const lateHoursDefault = 26;

export const isLate = ({ everyMs }: Config['backup'], ageSeconds: number): boolean =>
  ageSeconds > (everyMs === null ? lateHoursDefault * hourSeconds : (2 * everyMs) / 1000);

export const backup: PlatformCheck = {
  name: 'backup',
  audience: 'platform',
  async watch({ deps: { database, config } }) {
    const { ageSeconds } = await readBackupHealth(database, config.backup);
    return new Map([['BackupLate', holdsIf(ageSeconds !== null && isLate(config.backup, ageSeconds))]]);
  },
  async ask({ deps: { db, config } }) {
    const last = await findLastBackup(db);
    if (!last) return [warning('backup.none')];
    const { name, missingFiles } = last;
    const ageSeconds = Math.max(0, Date.now() - last.madeAt.getTime()) / 1000;
    const age = { name, hours: Math.round((ageSeconds / hourSeconds) * 10) / 10 };
    const findings = [isLate(config.backup, ageSeconds) ? warning('backup.old', age) : ok('backup.recent', age)];
    if (missingFiles > 0) findings.push(fault('backup.incomplete', { name, count: missingFiles }));
    if (last.faults !== null && last.faults > 0) findings.push(fault('backup.faulty', { name, count: last.faults }));
    else if (last.verifiedAt === null) findings.push(ok('backup.unverified', { name }));
    return findings;
  },
};
