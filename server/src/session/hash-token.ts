import { hash } from 'node:crypto';

/** Only the client has the token itself. */
export const hashToken = (token: string): string => hash('sha256', token);
