import { mailLifetimeMs } from '@vexil/contract/mail.limits';
import { useState } from 'react';
import { readStoredJson, writeStored } from '../../store/stored';
import type { Account } from './account.queries';

// The server does not disclose pending addresses, so this browser remembers its own request.
const storageKey = 'emailChange';

type EmailChange = { userId: string; email: string; until: number };

function remembered(): EmailChange | undefined {
  const { userId, email, until } = (readStoredJson(storageKey) ?? {}) as Partial<EmailChange>;
  return userId && email && until ? { userId, email, until } : undefined;
}

export const forgetEmailChange = (): void => writeStored(storageKey, null);

/** The address whose link has not been opened yet; undefined if there is none. */
export function useEmailChange(account: Account) {
  const [change, setChange] = useState(remembered);
  const isWaiting =
    change?.userId === account.userId && change.until > Date.now() && change.email !== account.email?.toLowerCase();
  return {
    waitsFor: isWaiting ? change.email : undefined,
    remember: (email: string) => {
      const next = { userId: account.userId, email: email.toLowerCase(), until: Date.now() + mailLifetimeMs };
      setChange(next);
      writeStored(storageKey, JSON.stringify(next));
    },
    forget: () => {
      setChange(undefined);
      forgetEmailChange();
    },
  };
}
