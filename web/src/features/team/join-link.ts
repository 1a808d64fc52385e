/** The end of an invite code: number of the team and token. */
const codeEnd = /:(\d{1,10}):([0-9a-f]{32})$/i;

/** The invite code in what somebody pasted: the code itself, or a join link that has it. */
export function inviteCodeOf(text: string): string {
  const pasted = text.trim();
  try {
    const code = new URL(pasted).searchParams.get('code');
    if (code) return code.trim();
  } catch {
    // Not an address, so it is the code itself.
  }
  return pasted;
}

export const isInviteCode = (code: string): boolean => codeEnd.test(code);

/** The name that a code begins with. It may be an old one; the number behind it is what counts. */
export const teamNameIn = (code: string): string | undefined =>
  isInviteCode(code) ? code.replace(codeEnd, '') || undefined : undefined;

/** The number of the team that a code is for. */
export const teamIdIn = (code: string): number | undefined => Number(codeEnd.exec(code)?.[1]) || undefined;

/** An address that opens the page with the code filled in. */
export const joinLinkOf = (code: string): string =>
  `${window.location.origin}/teams?${new URLSearchParams({ code }).toString()}`;
