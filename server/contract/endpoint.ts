/** ANY is every method, for what is asked for with whatever a client likes. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';

/** Where a call is sent: all that the browser needs of it at run time. Files of endpoints never import zod. */
export interface Endpoint {
  method: Method;
  /** With `:name` for each member of the route's `params`. */
  path: string;
  /** The body is multipart; its files come in parts of this name. */
  upload?: { field: string; many?: boolean; sizeBytesMax: number };
}

export type Endpoints = Record<string, Endpoint>;
