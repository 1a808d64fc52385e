const idMax = 2_147_483_647;

/** The end of an invite code; the team's name before it is for people only and may be out of date. */
const codeEnd = /:(\d{1,10}):([0-9a-f]{32})$/;

export type InviteCode = { teamId: number; token: string; name: string };

export function parseInviteCode(code: string): InviteCode | undefined {
  const trimmed = code.trim();
  const found = codeEnd.exec(trimmed);
  const [, id, token] = found ?? [];
  const teamId = Number(id);
  if (!found || token === undefined || !(teamId >= 1 && teamId <= idMax)) return undefined;
  return { teamId, token, name: trimmed.slice(0, found.index) };
}

/** The invite code in pasted text, which is the code itself or a join link. */
export function inviteCodeIn(text: string): string {
  const pasted = text.trim();
  try {
    const code = new URL(pasted).searchParams.get('code');
    if (code) return code.trim();
  } catch {
    // Not a URL, so it is the code itself.
  }
  return pasted;
}
