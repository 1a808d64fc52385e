/** False where no mail can arrive: `.invalid` never resolves, so the first administrator gets such an address. */
export const canReceiveMail = (email: string): boolean => !/[.@]invalid$/i.test(email);
