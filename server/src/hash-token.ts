import { hash } from 'node:crypto';

/** What is stored of a session's or an API token's text: the text itself exists only at its client. */
export const hashToken = (token: string): string => hash('sha256', token);
