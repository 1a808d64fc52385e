/** The end of an invite code: team id and token. */
const codeEnd = /:(\d{1,10}):([0-9a-f]{32})$/i;

/** Extracts the invite code from pasted text, which is the code itself or a join link. */
export function inviteCodeOf(text: string): string {
  const pasted = text.trim();
  try {
    const code = new URL(pasted).searchParams.get('code');
    if (code) return code.trim();
  } catch {
    // Not a URL, so it is the code itself.
  }
  return pasted;
}

export const isInviteCode = (code: string): boolean => codeEnd.test(code);

/** The team name in the code. It may be outdated; only the id counts. */
export const teamNameIn = (code: string): string | undefined =>
  isInviteCode(code) ? code.replace(codeEnd, '') || undefined : undefined;

export const teamIdIn = (code: string): number | undefined => Number(codeEnd.exec(code)?.[1]) || undefined;

export const joinLinkOf = (code: string): string =>
  `${window.location.origin}/teams?${new URLSearchParams({ code }).toString()}`;
