import type { ClientConfig } from './config-info';

/** The element of the page that holds its data as JSON. */
export const pageDataId = 'page-data';

/** Sent with the page, so that its client need not ask for it. */
export interface PageData {
  config: ClientConfig;
  /** Whether the request for the page had a session cookie, valid or not. */
  hasSession: boolean;
}
