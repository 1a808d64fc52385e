import { allPermissions, type GamePermission, gamePermissions } from '@vexil/db/enums/division';
import { listPermissions, permissionMask } from './permission.rules';

const isPermission = (name: string): name is GamePermission => Object.hasOwn(gamePermissions, name);

/** Ignores unknown names; a numeric text is its own bits. */
export function readPermissionNames(names: readonly string[] | null): number {
  if (names?.includes('All')) return allPermissions;
  if (!names || names.includes('None')) return 0;
  const numbers = names.filter((name) => /^\d{1,10}$/.test(name)).map(Number);
  const defined = permissionMask(names.filter(isPermission));
  return numbers.reduce((mask, number) => mask | (number & allPermissions), defined);
}

/** Bits without a name are written as a number. */
export function writePermissionNames(mask: number): string[] {
  if (mask === allPermissions) return ['All'];
  if (mask === 0) return ['None'];
  const names = listPermissions(mask);
  const rest = mask & ~permissionMask(names);
  return rest === 0 ? names : [...names, String(rest)];
}

export const packageTime = (at: Date): string => at.toISOString().replace('Z', '+00:00');

/** `{title}-export-{yyyyMMdd-HHmmss}.zip`, in the server's time zone. */
export function packageName(title: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `${title}-export-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.zip`;
}
