import { findLastBackup } from './doctor.queries';
import { type Check, type Finding, fault, ok, warning } from './finding';

const hourMs = 3_600_000;
const ageHoursMax = 26;

export const checkBackup: Check = async ({ db }) => {
  const last = await findLastBackup(db);
  if (!last) return [warning('backup.none')];
  const { name, missingFiles } = last;
  const hours = Math.max(0, Math.round(((Date.now() - last.madeAt.getTime()) / hourMs) * 10) / 10);
  const age = { name, hours };
  const findings: Finding[] = [hours > ageHoursMax ? warning('backup.old', age) : ok('backup.recent', age)];
  if (missingFiles > 0) findings.push(fault('backup.incomplete', { name, count: missingFiles }));
  if (last.faults !== null && last.faults > 0) findings.push(fault('backup.faulty', { name, count: last.faults }));
  else if (last.verifiedAt === null) findings.push(ok('backup.unverified', { name }));
  return findings;
};
