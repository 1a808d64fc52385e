/** `yyyy-MM-dd HH:mm:ssZ`, in UTC. */
export const sheetTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;

/** `yyyyMMdd-HH.mm.ss`, in UTC: part of the names of generated files. */
export function fileTime(time: Date): string {
  const text = time.toISOString();
  return `${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19).replaceAll(':', '.')}`;
}
